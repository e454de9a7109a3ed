/* What is told of a game: its curve, its progress, and the course in the answer, which verify() holds against the grid.
 */
#include "played.h"

/* ---- the curve ---- */

/* Where every tick is a change, and where a move is dearest (an empty 49x49), a slice stays short all the same: the
 * curve has a point behind each, until it is thinned. */
static void slices_stay_short(void **state)
{
    enum { UPDATES = 1 << 19, MOVES = 1 << 12, SLICES = 3 };
    static const uint8_t clue[SUDOKU_CELLS_MAX];
    struct sudoku_play hot = play_of(SUDOKU_METHOD_SAP), dear = play_of(SUDOKU_METHOD_TABU);
    (void)state;
    hot.shards = 1;
    hot.mode = SUDOKU_MODE_TOKEN;
    hot.beta = 1;
    hot.updates = UPDATES;
    dear.updates = MOVES;
    hot.restarts = dear.restarts = 0;
    const struct sudoku_play *plays[] = {&hot, &dear};
    for (unsigned k = 0; k < 2; k++) {
        struct sudoku_problem p = problem_of(7, 7, clue, plays[k]);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .seed = 1}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
        assert_in_range(s.answer->course->points, SLICES + 1, SUDOKU_CURVE_MAX);
        nash_arena_free(arena);
    }
}

static void the_curve_is_thinned(void **state)
{
    static struct sudoku_course course;
    struct sudoku_playing g = {.course = &course, .curve_step = 10};
    (void)state;
    for (uint64_t updates = 0; updates <= 100000; updates += 7)
        sudoku_playing_point(&g, updates, -(int64_t)(100000 - updates), false);
    sudoku_playing_point(&g, 100001, 0, true);
    assert_in_range(course.points, SUDOKU_CURVE_MAX / 2, SUDOKU_CURVE_MAX);
    assert_int_equal(course.curve[0].updates, 0);
    assert_int_equal(course.curve[course.points - 1].updates, 100001);
    for (unsigned i = 1; i + 1 < course.points; i++) {
        assert_true(course.curve[i].updates > course.curve[i - 1].updates);
        assert_int_equal(course.curve[i].potential, -(int64_t)(100000 - course.curve[i].updates));
        assert_true(course.curve[i].updates - course.curve[i - 1].updates < 2 * g.curve_step);
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
    struct sudoku_play play = play_of(SUDOKU_METHOD_SAP);
    struct sudoku_problem p = problem_of(5, 5, grid, &play);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .progress = hear, .host = &heard, .node_limit = 100000}};
    (void)state;
    hard(3, grid);
    solve(&p, &s);
    assert_int_not_equal(heard.reports, 0);
    assert_int_equal(heard.wrong, 0);
    nash_arena_free(arena);
}

/* ---- what verify() must not let through ---- */

static void verify_catches_lies(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX], letters[SUDOKU_CELLS_MAX];
    struct sudoku_play play = play_of(SUDOKU_METHOD_SAP);
    struct sudoku_problem p = problem_of(5, 5, grid, &play);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    struct nash_error error;
    (void)state;
    hard(3, grid);
    play.propagate = false;
    play.updates = 1000;
    play.restarts = 0;
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
    struct sudoku_course course = *s.answer->course, lie;
    s.answer->course = &lie;
    memcpy(letters, course.letters, 625);
    for (unsigned k = 0; k < 9; k++) {
        lie = course;
        lie.letters = letters;
        unsigned cell = 0;
        while (!p.clue[cell] == (k == 0))
            cell++;
        switch (k) {
        case 0: /* a clue changed */
        case 1: /* a letter changed: the potential nearly always with it */
            letters[cell] = (uint8_t)(letters[cell] % 25 + 1);
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
            break; /* the truth */
        }
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), k < 8 ? NASH_INTERNAL : NASH_OK);
        memcpy(letters, course.letters, 625);
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
