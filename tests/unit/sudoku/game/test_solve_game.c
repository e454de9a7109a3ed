/* Games from request to verified answer: solutions are right, unsolved games are reported as such, and the game of a
 * seed is the one that game/setup.h defines. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/stops.h>

#include "../harness/played.h"

/* Boards of every size: full grids with a percentage of random cells emptied. */
static void random_boards_are_solved(void **state)
{
    static const struct {
        unsigned rows, cols, percent;
    } shapes[] = {{2, 2, 20}, {2, 3, 0},  {2, 3, 40}, {2, 4, 30}, {3, 3, 0},  {3, 3, 25},
                  {3, 3, 50}, {2, 5, 30}, {3, 4, 35}, {4, 4, 0},  {4, 4, 45}, {4, 5, 40},
                  {5, 5, 0},  {5, 5, 30}, {5, 5, 58}, {6, 6, 20}, {6, 6, 60}, {7, 7, 70}};
    static uint8_t grid[SUDOKU_CELLS_MAX];
    struct nash_rng rng;
    nash_rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i += test_step(1, 1)) {
        unsigned n = shapes[i].rows * shapes[i].cols;
        board_full(&rng, shapes[i].rows, shapes[i].cols, grid);
        board_uniform(&rng, n, n * n * shapes[i].percent / 100, grid);
        for (enum sudoku_method method = SUDOKU_METHOD_AUTO; method <= SUDOKU_METHOD_TABU; method++) {
            struct sudoku_options options = play_of(method);
            struct sudoku_problem p =
                problem_of(shapes[i].rows, shapes[i].cols, grid, method == SUDOKU_METHOD_AUTO ? NULL : &options);
            struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
            struct solved s = {.run = {.arena = arena, .seed = i}};
            if (method == SUDOKU_METHOD_EXACT && n > 36)
                p.limit = 1;
            solve(&p, &s);
            if (s.answer->verdict != SUDOKU_SOLVED) {
                show(&p);
                fail_msg("%s did not solve it", sudoku_method_names[method]);
            }
            assert_true(s.result.final);
            nash_arena_free(arena);
        }
    }
}

static void irregular_boards_are_solved(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 8);
    for (unsigned round = 0; round < 10; round++) {
        uint8_t region[81], grid[81], clue[81] = {0};
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_options options = play_of(round % 2 ? SUDOKU_METHOD_SAP : SUDOKU_METHOD_TABU);
        struct sudoku_problem p = problem_of(3, 3, clue, &options);
        board_regions(&rng, 9, 3, 3, 6, region);
        p.region = region;
        p.box_rows = p.box_cols = 0;
        if (board_of(&rng, &p, grid)) {
            struct solved s = {.run = {.arena = arena, .seed = round}};
            for (unsigned cell = 0; cell < 81; cell += 4)
                clue[cell] = grid[cell];
            solve(&p, &s);
            assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        }
        nash_arena_free(arena);
    }
}

/* auto compared with exact: the same verdict, count and uniqueness, with solutions and without. */
static void auto_agrees_with_exact(void **state)
{
    struct nash_rng rng;
    unsigned unsatisfiable = 0, raced = 0;
    nash_rng_seed(&rng, 9);
    for (unsigned round = 0; round < 24; round++) {
        static uint8_t grid[SUDOKU_CELLS_MAX];
        board_full(&rng, 4, 4, grid);
        board_balanced(&rng, 4, 4, 9 + round % 3, grid);
        for (unsigned k = 0; k < round % 5; k++) /* random clues, with which most boards have no solution */
            grid[nash_rng_below(&rng, 256)] = (uint8_t)(1 + nash_rng_below(&rng, 16));
        struct sudoku_options exact = play_of(SUDOKU_METHOD_EXACT);
        struct sudoku_problem p = problem_of(4, 4, grid, NULL), q = problem_of(4, 4, grid, &exact);
        struct nash_arena *one = nash_arena_new(ARENA_BYTES), *other = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = one}}, t = {.run = {.arena = other}};
        q.limit = 2;
        solve(&p, &s);
        solve(&q, &t);
        if (s.answer->verdict != t.answer->verdict || s.answer->count != t.answer->count ||
            s.answer->unique != t.answer->unique) {
            show(&p);
            fail_msg("auto says %s, exact %s", sudoku_verdict_name(s.answer->verdict),
                     sudoku_verdict_name(t.answer->verdict));
        }
        unsatisfiable += s.answer->verdict == SUDOKU_UNSATISFIABLE;
        raced += s.answer->statistics.sat_clauses == 0;
        nash_arena_free(one);
        nash_arena_free(other);
    }
    assert_int_not_equal(unsatisfiable, 0);
    assert_int_not_equal(raced, 0);
}

/* ---- boards that the search gives up ---- */

/* In the portfolio, tabu search solves some of these 30x30 boards first, CaDiCaL others. A brief run ends after one board
 * of each. */
static void both_racers_win(void **state)
{
    enum { BOARDS = 12 };
    static uint8_t grid[SUDOKU_CELLS_MAX];
    unsigned tabu = 0, cadical = 0;
    for (uint64_t seed = 1; seed <= BOARDS && (seed <= test_length(3, BOARDS) || !tabu || !cadical); seed++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena}};
        struct sudoku_problem p = board_problem(5, 6, grid, 1);
        struct nash_rng rng;
        nash_rng_seed(&rng, seed);
        board_full(&rng, 5, 6, grid);
        board_balanced(&rng, 5, 6, 15, grid);
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        tabu += s.answer->engine == SUDOKU_BY_TABU;
        cadical += s.answer->engine == SUDOKU_BY_CADICAL;
        nash_arena_free(arena);
    }
    assert_int_not_equal(tabu, 0);
    assert_int_not_equal(cadical, 0);
}

/* ---- ends without a solution ---- */

/* Games with far too few updates end with the verdict unsolved. */
static void an_end_without_a_solution_is_said(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    hard(3, grid);
    for (unsigned k = 0; k < 4; k++) {
        struct sudoku_options options = play_of(k % 2 ? SUDOKU_METHOD_TABU : SUDOKU_METHOD_SAP);
        options.propagate = k / 2;
        options.updates = 1000;
        options.restarts = k;
        struct sudoku_problem p = problem_of(5, 5, grid, &options);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        const struct sudoku_game_report *c = s.answer->game_report;
        assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
        assert_true(s.result.final); /* the same seed gives the same end */
        assert_non_null(c);
        assert_true(c->potential < 0);
        assert_int_equal(c->runs, k + 1);
        assert_int_equal(c->updates, 1000 * (k + 1));
        assert_null(s.answer->solution);
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_jsonw writer = NASH_JSONW(&out);
        nash_solver_sudoku.write(&p, &s.result, &writer);
        assert_non_null(strstr(nash_buf_cstr(&out), "\"verdict\":\"unsolved\",\"solution\":null"));
        assert_non_null(strstr(nash_buf_cstr(&out), "\"state\":\""));
        nash_buf_reset(&out);
        nash_solver_sudoku.write_text(&p, &s.result, &out);
        assert_int_equal(strncmp(nash_buf_cstr(&out), "# potential -", 13), 0);
        assert_string_equal(strrchr(nash_buf_cstr(&out), '\n'), "\nunsolved");
        nash_buf_free(&out);
        nash_arena_free(arena);
    }
}

/* With a very large beta, players take only best responses. Such a game ends in a Nash equilibrium that may be no
 * solution. */
static void a_nash_equilibrium_is_no_solution(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    unsigned equilibria = 0;
    hard(3, grid);
    struct sudoku_options options = play_of(SUDOKU_METHOD_SAP);
    options.propagate = false;
    options.beta = BETA_MAX;
    options.updates = 1000000;
    options.restarts = 0;
    struct sudoku_problem p = problem_of(5, 5, grid, &options);
    for (uint64_t seed = 0; seed < test_length(5, 20); seed++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .seed = seed}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_UNSOLVED);
        equilibria += s.answer->game_report->nash && s.answer->game_report->potential < 0;
        nash_arena_free(arena);
    }
    assert_int_not_equal(equilibria, 0);
}

/* Cells that propagation fills are not played. */
static void what_is_settled_is_not_played(void **state)
{
    uint8_t grid[16] = {0};
    struct sudoku_options options = play_of(SUDOKU_METHOD_TABU);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem p = problem_of(2, 2, grid, &options);
    struct solved s = {.run = {.arena = arena}};
    grid[0] = grid[1] = 1;
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_CONTRADICTION);
    assert_null(s.answer->game_report);
    memcpy(grid, (const uint8_t[]){1, 2, 3, 0, 0, 0, 0, 4},
           8); /* no conflict, but no value is possible in the last cell of the first row */
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_UNSATISFIABLE);
    memcpy(grid, (const uint8_t[]){1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 0, 0, 4, 0, 0, 1}, 16);
    solve(&p, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
    assert_int_equal(s.answer->unique, SUDOKU_UNIQUE_YES);
    nash_arena_free(arena);
}

/* ---- stops ---- */

static void a_game_stops(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    hard(3, grid);
    for (unsigned k = 0; k < 4; k++) {
        _Atomic int cancel = k == 1;
        struct sudoku_options options = play_of(k == 3 ? SUDOKU_METHOD_TABU : SUDOKU_METHOD_SAP);
        struct sudoku_problem p = problem_of(5, 5, grid, &options);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena,
                                   .force_check = k == 0 ? SUDOKU_CHECK_GAME : 0,
                                   .node_limit = k >= 2 ? 1000 : 0,
                                   .cancel = &cancel}};
        solve(&p, &s);
        assert_int_equal(s.run.stopped, k == 0 ? NASH_STOP_TEST : k == 1 ? NASH_STOP_CANCEL : NASH_STOP_NODES);
        assert_int_equal(s.run.last_check, SUDOKU_CHECK_GAME);
        assert_int_equal(s.answer->verdict, SUDOKU_TIMEOUT);
        assert_false(s.result.final);
        assert_true(s.run.nodes <= 1000);
        nash_arena_free(arena);
    }
}

/* A stop during tabu search ends the whole portfolio. */
static void a_race_stops(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    unsigned stopped = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct sudoku_problem p = board_problem(5, 5, grid, 2);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_GAME}};
        hard(seed, grid);
        solve(&p, &s);
        if (s.run.stopped == NASH_STOP_TEST) {
            assert_int_equal(s.answer->verdict, SUDOKU_TIMEOUT);
            assert_false(s.result.final);
            stopped++;
        }
        nash_arena_free(arena);
    }
    assert_int_not_equal(stopped, 0);
}

/* ---- the game that a seed names ---- */

struct told {
    struct game_hash hash;
    uint64_t changes;
};

static void tell(void *context, uint64_t tick, const struct game_event *event)
{
    struct told *told = context;
    game_hash_add(&told->hash, tick, event);
    told->changes++;
}

/* Plays the game of a seed literally by the definition in game/setup.h; returns its trajectory and number of ticks. */
static void reference(const struct sudoku_problem *p, uint64_t seed, char trajectory[17], uint64_t *ticks)
{
    static struct chain chain;
    struct told told = {.changes = 0};
    struct sudoku_game g;
    struct nash_error error;
    bool settled;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    assert_int_equal(sudoku_game_setup(&g, p, seed, arena, &settled, &error), NASH_OK);
    assert_false(settled);
    game_hash_init(&told.hash);
    *ticks = 0;
    for (uint32_t run = 0; run <= g.options.restarts; run++) {
        uint8_t values[GAME_CELLS_MAX];
        uint64_t run_seed = sudoku_run_seed(seed, run), changes = 0;
        chain_start_values(g.rules, run_seed, values);
        chain_init(&chain, g.rules, &g.weights, run_seed, 0, values);
        *ticks += chain_play(&chain, g.options.updates, &changes, tell, &told);
        if (!chain.state.conflicts)
            break;
    }
    snprintf(trajectory, 17, "%08x%08x", told.hash.lane[0], told.hash.lane[1]);
    nash_arena_free(arena);
}

static void a_seed_names_one_game(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    struct nash_rng rng;
    char first[17] = "";
    nash_rng_seed(&rng, 11);
    board_full(&rng, 5, 5, grid);
    board_uniform(&rng, 25, 200, grid);
    for (unsigned k = 0; k < 6; k++) {
        static const unsigned shards[] = {1, 3, 5};
        struct sudoku_options options = play_of(SUDOKU_METHOD_SAP);
        options.shards = shards[k % 3];
        options.mode = k % 2 ? SUDOKU_MODE_TOKEN : SUDOKU_MODE_EXACT;
        options.updates = k < 3 ? 0 : 20000;
        options.restarts = k < 3 ? UINT32_MAX : 4;
        struct sudoku_problem p = problem_of(5, 5, grid, &options);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .seed = 42}};
        char trajectory[17];
        uint64_t ticks;
        solve(&p, &s);
        reference(&p, 42, trajectory, &ticks);
        assert_string_equal(s.answer->game_report->trajectory, trajectory);
        assert_int_equal(s.answer->game_report->ticks, ticks);
        assert_int_equal(s.answer->verdict, k < 3 ? SUDOKU_SOLVED : SUDOKU_UNSOLVED);
        if (k % 3)
            assert_string_equal(trajectory, first);
        memcpy(first, trajectory, sizeof first);
        nash_arena_free(arena);
    }
}

static void the_seed_decides(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX], solution[2][SUDOKU_CELLS_MAX];
    struct nash_rng rng;
    nash_rng_seed(&rng, 12);
    board_full(&rng, 4, 4, grid);
    board_uniform(&rng, 16, 80, grid);
    for (enum sudoku_method method = SUDOKU_METHOD_SAP; method <= SUDOKU_METHOD_TABU; method++) {
        struct sudoku_options options = play_of(method);
        struct sudoku_problem p = problem_of(4, 4, grid, &options);
        for (unsigned k = 0; k < 3; k++) {
            struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
            struct solved s = {.run = {.arena = arena, .seed = k / 2}};
            solve(&p, &s);
            if (k == 1)
                assert_memory_equal(s.answer->solution, solution[0], 256);
            memcpy(solution[k / 2], s.answer->solution, 256);
            nash_arena_free(arena);
        }
        assert_memory_not_equal(solution[0], solution[1], 256);
        assert_true(nash_solver_sudoku.seeded(&p));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_are_solved),
        cmocka_unit_test(irregular_boards_are_solved),
        cmocka_unit_test(auto_agrees_with_exact),
        cmocka_unit_test(both_racers_win),
        cmocka_unit_test(an_end_without_a_solution_is_said),
        cmocka_unit_test(a_nash_equilibrium_is_no_solution),
        cmocka_unit_test(what_is_settled_is_not_played),
        cmocka_unit_test(a_game_stops),
        cmocka_unit_test(a_race_stops),
        cmocka_unit_test(a_seed_names_one_game),
        cmocka_unit_test(the_seed_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
