/* Stops at each stop check, by a node limit and by a cancel: the answer contains the results that are proved by then.
 */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/stops.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20, HARD_SEED_TRIES = 40 };

/* Returns a board, always the same, that the search gives up, so that the solver reaches every stop check. */
static const uint8_t *hard_board(void)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    static bool found; /* the board is made once for all tests */
    struct nash_rng rng;
    nash_rng_seed(&rng, 4);
    for (unsigned k = 0; k < HARD_SEED_TRIES && !found; k++) {
        board_full(&rng, 5, 5, grid);
        board_balanced(&rng, 5, 5, 14, grid);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem p = board_problem(5, 5, grid, 2);
        struct solved s = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_ENCODE}};
        solve(&p, &s);
        found = s.run.stopped == NASH_STOP_TEST && !s.answer->count;
        nash_arena_free(arena);
    }
    assert_true(found);
    return grid;
}

static void check_partial(const struct sudoku_problem *p, const struct sudoku_answer *a, const uint8_t *truth)
{
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        if (a->partial[cell])
            assert_int_equal(a->partial[cell], truth[cell]);
}

static void each_check_stops(void **state)
{
    const uint8_t *grid = hard_board();
    struct sudoku_problem p = board_problem(5, 5, grid, test_length(8, 100));
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES), *other = nash_arena_new(ARENA_BYTES);
    struct solved whole = {.run = {.arena = other}};
    solve(&p, &whole);
    assert_int_equal(whole.answer->verdict, SUDOKU_SOLVED);
    for (unsigned check = 1; check < SUDOKU_CHECK_EXPLAIN;
         check++) { /* other checks are tested in test_explain.c, test_generate.c and test_solve_game.c */
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_jsonw writer = NASH_JSONW(&out);
        struct solved s = {.run = {.arena = arena, .force_check = check}};
        solve(&p, &s);
        assert_int_equal(s.run.stopped, NASH_STOP_TEST);
        assert_int_equal(s.run.last_check, check);
        assert_false(s.result.final);
        assert_false(s.answer->complete);
        assert_int_equal(s.answer->unique == SUDOKU_UNIQUE_YES, 0);
        if (s.answer->verdict == SUDOKU_TIMEOUT)
            check_partial(&p, s.answer, whole.answer->solution); /* forced cells agree with every solution */
        else
            assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        assert_int_equal(s.answer->verdict == SUDOKU_SOLVED, check == SUDOKU_CHECK_MODEL);
        nash_solver_sudoku.write(&p, &s.result, &writer);
        assert_int_equal(nash_json_check(out.data, out.len, NULL), NASH_OK);
        nash_buf_free(&out);
        nash_arena_reset(arena, ARENA_BYTES);
    }
    nash_arena_free(arena);
    nash_arena_free(other);
}

/* Stopped after the first solution, the verdict is solved, uniqueness is unknown, and the result is not final. */
static void uniqueness_may_stay_open(void **state)
{
    static const uint8_t clue[16];
    struct sudoku_problem p = board_problem(2, 2, clue, 10);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_MODEL}};
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
    assert_int_equal(s.answer->unique, SUDOKU_UNIQUE_UNKNOWN);
    assert_int_equal(s.answer->count, 1);
    assert_false(s.result.final);
    nash_arena_free(arena);
}

/* A node limit ends the run within the search and within CaDiCaL, up to NASH_CLOCK_EVERY polls late. */
static void a_node_budget_holds(void **state)
{
    struct sudoku_options exact = {.method = SUDOKU_METHOD_EXACT}; /* no tabu search, see test_solve_game.c */
    struct sudoku_problem p = board_problem(5, 5, hard_board(), 2);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved whole = {.run = {.arena = arena}};
    p.options = &exact;
    solve(&p, &whole);
    uint64_t own = whole.answer->statistics.nodes;
    const uint64_t limits[] = {own / 2, (own + whole.run.nodes) / 2};
    assert_true(own > 0 && whole.run.nodes > own);
    for (unsigned i = 0; i < 2; i++) {
        struct solved s = {.run = {.arena = arena, .node_limit = limits[i]}};
        solve(&p, &s);
        assert_int_equal(s.run.stopped, NASH_STOP_NODES);
        assert_in_range(s.run.nodes, limits[i], limits[i] + 2 * NASH_CLOCK_EVERY);
        assert_int_equal(s.answer->statistics.sat_clauses > 0, i);
        assert_false(s.result.final);
    }
    nash_arena_free(arena);
}

static void a_cancel_stops(void **state)
{
    _Atomic int cancel = 1;
    struct sudoku_problem p = board_problem(5, 5, hard_board(), 2);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .cancel = &cancel}};
    solve(&p, &s);
    assert_int_equal(s.run.stopped, NASH_STOP_CANCEL);
    assert_int_equal(s.answer->verdict, SUDOKU_TIMEOUT);
    nash_arena_free(arena);
}

/* ---- progress ---- */

struct heard {
    const struct sudoku_problem *problem;
    unsigned reports, wrong;
};

static void hear(struct nash_run *run, const char *json, size_t len)
{
    struct heard *heard = run->host;
    char text[4096];
    snprintf(text, sizeof text, "%.*s", (int)len, json);
    const char *best = strstr(text, "\"best\":\"");
    heard->reports++;
    heard->wrong += nash_json_check(json, len, NULL) != NASH_OK || !best;
    for (unsigned cell = 0; best && cell < 625; cell++) {
        uint8_t clue = heard->problem->clue[cell];
        heard->wrong += clue && best[8 + cell] != heard->problem->symbols[clue - 1];
    }
}

static void progress_keeps_the_clues(void **state)
{
    struct sudoku_problem p = board_problem(5, 5, hard_board(), 2);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct heard heard = {.problem = &p};
    struct solved s = {.run = {.arena = arena, .progress = hear, .host = &heard}};
    solve(&p, &s);
    assert_int_not_equal(heard.reports, 0);
    assert_int_equal(heard.wrong, 0);
    nash_arena_free(arena);
}

/* ---- wrong answers that verify() must reject ---- */

static void verify_catches_lies(void **state)
{
    struct nash_rng rng;
    uint8_t grid[81];
    struct nash_error error;
    nash_rng_seed(&rng, 3);
    board_full(&rng, 3, 3, grid);
    board_uniform(&rng, 9, 24, grid);
    struct sudoku_problem p = board_problem(3, 3, grid, 2);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    solve(&p, &s);
    assert_int_equal(s.answer->unique, SUDOKU_UNIQUE_NO);
    for (unsigned cell = 0; cell < 81; cell++) { /* a change of any cell breaks a rule or a clue */
        uint8_t *value = &s.answer->solution[cell], kept = *value;
        *value = (uint8_t)(kept % 9 + 1);
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
        *value = 0;
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
        *value = kept;
    }
    uint8_t *other = s.answer->other;
    s.answer->other = s.answer->solution; /* the second solution is the same as the first */
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    s.answer->other = other;
    s.answer->unique = SUDOKU_UNIQUE_YES;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    s.answer->verdict = SUDOKU_UNSATISFIABLE;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    const uint16_t cells[] = {0, 1};
    struct sudoku_conflict conflict = {.unit = 0, .value = 1, .count = 2, .cell = cells};
    s.answer->verdict = SUDOKU_CONTRADICTION;
    s.answer->conflict = &conflict;
    s.answer->conflicts = 1;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    nash_arena_free(arena);
}

/* An open 49x49 grid is either solved or refused with a clear error. */
static void the_largest_grids(void **state)
{
    struct nash_rng rng;
    static uint8_t grid[SUDOKU_CELLS_MAX];
    nash_rng_seed(&rng, 49);
    for (unsigned k = 0; k < 2; k++) {
        board_full(&rng, 7, 7, grid);
        board_uniform(&rng, 49, k ? 1441 : 1900, grid);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem p = board_problem(7, 7, grid, 2);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        assert_true(s.result.final);
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_check_stops),         cmocka_unit_test(uniqueness_may_stay_open),
        cmocka_unit_test(a_node_budget_holds),      cmocka_unit_test(a_cancel_stops),
        cmocka_unit_test(progress_keeps_the_clues), cmocka_unit_test(verify_catches_lies),
        cmocka_unit_test(the_largest_grids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
