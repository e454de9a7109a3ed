/* The report of a game: its curve, its progress, and the members that verify() compares with the grid. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/report.h>

#include "../harness/played.h"

/* ---- the curve ---- */

/* A slice is short even if every tick is a change, and if a move is most expensive (an empty 49x49 board). The curve
 * has a point for each slice until it is thinned. */
static void slices_stay_short(void **state)
{
    enum { UPDATES = 1 << 19, MOVES = 1 << 12, SLICES = 3 };
    static const uint8_t clue[SUDOKU_CELLS_MAX];
    struct sudoku_options hot = play_of(SUDOKU_METHOD_SAP), dear = play_of(SUDOKU_METHOD_TABU);
    hot.shards = 1;
    hot.mode = SUDOKU_MODE_TOKEN;
    hot.beta = 1;
    hot.updates = UPDATES;
    dear.updates = MOVES;
    hot.restarts = dear.restarts = 0;
    const struct sudoku_options *plays[] = {&hot, &dear};
    for (unsigned k = 0; k < 2; k++) {
        struct sudoku_problem p = problem_of(7, 7, clue, plays[k]);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .seed = 1}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
        assert_in_range(s.answer->game_report->points, SLICES + 1, SUDOKU_CURVE_MAX);
        nash_arena_free(arena);
    }
}

static void the_curve_is_thinned(void **state)
{
    static struct sudoku_game_report report;
    struct sudoku_game g = {.report = &report, .curve_step = 10};
    for (uint64_t updates = 0; updates <= 100000; updates += 7)
        sudoku_game_add_point(&g, updates, -(int64_t)(100000 - updates), false);
    sudoku_game_add_point(&g, 100001, 0, true);
    assert_in_range(report.points, SUDOKU_CURVE_MAX / 2, SUDOKU_CURVE_MAX);
    assert_int_equal(report.curve[0].updates, 0);
    assert_int_equal(report.curve[report.points - 1].updates, 100001);
    for (unsigned i = 1; i + 1 < report.points; i++) {
        assert_true(report.curve[i].updates > report.curve[i - 1].updates);
        assert_int_equal(report.curve[i].potential, -(int64_t)(100000 - report.curve[i].updates));
        assert_true(report.curve[i].updates - report.curve[i - 1].updates < 2 * g.curve_step);
    }
}

/* ---- progress ---- */

struct heard {
    unsigned reports, wrong;
};

static void hear(struct nash_run *run, const char *json, size_t len)
{
    struct heard *heard = run->host;
    cJSON *report = cJSON_ParseWithLength(json, len);
    const cJSON *best = cJSON_GetObjectItem(report, "best"), *engine = cJSON_GetObjectItem(report, "engine");
    const cJSON *potential = cJSON_GetObjectItem(report, "potential"), *curve = cJSON_GetObjectItem(report, "curve");
    heard->reports++;
    heard->wrong += nash_json_check(json, len, NULL) != NASH_OK || !cJSON_IsString(best) ||
                    strlen(best->valuestring) != 625 || strchr(best->valuestring, '.') || !cJSON_IsString(engine) ||
                    strcmp(engine->valuestring, "sap") != 0 || !cJSON_IsNumber(potential) ||
                    potential->valuedouble > 0 || cJSON_GetArraySize(curve) < 1;
    cJSON_Delete(report);
}

static void progress_shows_the_game(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    struct heard heard = {0};
    struct sudoku_options options = play_of(SUDOKU_METHOD_SAP);
    struct sudoku_problem p = problem_of(5, 5, grid, &options);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .progress = hear, .host = &heard, .node_limit = 100000}};
    hard(3, grid);
    solve(&p, &s);
    assert_int_not_equal(heard.reports, 0);
    assert_int_equal(heard.wrong, 0);
    nash_arena_free(arena);
}

/* ---- wrong answers that verify() must reject ---- */

static void verify_catches_lies(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX], values[SUDOKU_CELLS_MAX];
    struct sudoku_options options = play_of(SUDOKU_METHOD_SAP);
    struct sudoku_problem p = problem_of(5, 5, grid, &options);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    struct nash_error error;
    hard(3, grid);
    options.propagate = false;
    options.updates = 1000;
    options.restarts = 0;
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
    struct sudoku_game_report report = *s.answer->game_report, lie;
    s.answer->game_report = &lie;
    memcpy(values, report.grid, 625);
    for (unsigned k = 0; k < 9; k++) {
        lie = report;
        lie.grid = values;
        unsigned cell = 0;
        while (!p.clue[cell] == (k == 0))
            cell++;
        switch (k) {
        case 0: /* change a clue */
        case 1: /* change another value, which nearly always changes the potential */
            values[cell] = (uint8_t)(values[cell] % 25 + 1);
            break;
        case 2:
            lie.potential--;
            break;
        case 3:
            lie.potential = 0;
            break;
        case 4:
            lie.nash = !lie.nash;
            break;
        case 5:
            lie.changes = lie.updates + 1;
            break;
        case 6:
            lie.curve[lie.points - 1].potential++;
            break;
        case 7:
            s.answer->verdict = SUDOKU_SOLVED;
            break;
        default:
            s.answer->verdict = SUDOKU_UNSOLVED;
            break; /* only the verdict is wrong, not the report */
        }
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), k < 8 ? NASH_INTERNAL : NASH_OK);
        memcpy(values, report.grid, 625);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_stay_short),
        cmocka_unit_test(the_curve_is_thinned),
        cmocka_unit_test(progress_shows_the_game),
        cmocka_unit_test(verify_catches_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
