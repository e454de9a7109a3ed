/* Irregular regions with few or no clues, where the rules alone decide whether there is a solution: every board is
 * decided within a budget of nodes, as a plain exact cover or CaDiCaL alone decides it. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/sat/sat.h>
#include <solvers/sudoku/stops.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum {
    ARENA_BYTES = 256 << 20,
    NODES = 20000, /* nodes and conflicts that decide any of these boards; some took 10^8 */
    CLUES_MAX = 30,
    SWAPS_APART = 100 /* exchanges of any two cells: regions of nine scattered cells */
};

struct irregular {
    struct sudoku_problem problem;
    uint8_t clue[81], region[81];
};

/* Returns whether a board without clues has a solution, and writes it, by CaDiCaL from the first row in order: renaming
 * the values orders the first row of any solution. */
static bool solve_by_cadical(const struct sudoku_problem *p, uint8_t *grid)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    struct sudoku_answer answer = {0};
    struct sudoku_progress progress = {.problem = p, .run = &run, .answer = &answer};
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    for (unsigned cell = 0; cell < p->size; cell++)
        sudoku_board_assign(board, cell, cell);
    bool found = false;
    if (sudoku_board_propagate(board)) {
        struct sudoku_sat *sat = sudoku_sat_new(board, &progress);
        found = sudoku_sat_next(sat, grid) == SUDOKU_FOUND;
        sudoku_sat_free(sat);
    }
    nash_arena_free(arena);
    return found;
}

/* Makes a partition of the grid. connected: into connected regions, else into scattered ones. */
static void make_regions(struct nash_rng *rng, unsigned size, bool connected, struct irregular *board)
{
    static const uint8_t rows[] = {[4] = 2, [6] = 2, [8] = 2, [9] = 3};
    unsigned box_rows = nash_rng_below(rng, 3) ? rows[size] : 0, box_cols = box_rows ? size / box_rows : 0;
    if (connected)
        board_jigsaw(rng, size, box_rows, box_cols, (unsigned)nash_rng_below(rng, 2 * size * size), board->region);
    else
        board_regions(rng, size, box_rows, box_cols, SWAPS_APART, board->region);
    board->problem = (struct sudoku_problem){.size = size, .region = board->region, .clue = board->clue, .limit = 2};
    memcpy(board->problem.symbols, "123456789", size);
    memset(board->clue, 0, sizeof board->clue);
}

static void decide(const struct irregular *board, bool solvable, bool any, unsigned *impossible)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .node_limit = NODES}};
    solve(&board->problem, &s); /* verifies the solutions */
    if (!s.result.final || (!any && (s.answer->count > 0) != solvable))
        show(&board->problem);
    assert_true(s.result.final);
    if (!any)
        assert_int_equal(s.answer->count > 0, solvable);
    *impossible += !s.answer->count;
    nash_arena_free(arena);
}

/* Without clues, with clues of a solution, and with one of them changed, where only the verdict of the first two is
 * known. A partition without a solution keeps none with clues in the cells. */
static void all_are_decided(void **state)
{
    struct nash_rng rng;
    struct irregular board;
    unsigned impossible = 0, boards = 0;
    nash_rng_seed(&rng, 20261123);
    for (unsigned k = 0; k < test_length(120, 1200); k++) {
        uint8_t grid[81];
        unsigned size = 4 + k % 6, clues = (unsigned)nash_rng_below(&rng, CLUES_MAX + 1);
        make_regions(&rng, size, k / 6 % 4 != 0, &board);
        board.problem.diagonal = k / 24 % 2;
        bool solvable = solve_by_cadical(&board.problem, grid);
        decide(&board, solvable, false, &impossible);
        for (unsigned i = 0; i < clues; i++) {
            unsigned cell = (unsigned)nash_rng_below(&rng, size * size);
            board.problem.clues += !board.clue[cell];
            board.clue[cell] = solvable ? grid[cell] : (uint8_t)(1 + nash_rng_below(&rng, size));
        }
        decide(&board, solvable, false, &impossible);
        unsigned cell = (unsigned)nash_rng_below(&rng, size * size);
        board.problem.clues += !board.clue[cell];
        board.clue[cell] = (uint8_t)(1 + nash_rng_below(&rng, size));
        decide(&board, solvable, solvable, &impossible);
        boards += 3;
    }
    assert_in_range(impossible, boards / 5, boards * 4 / 5);
}

/* ---- stops ---- */

/* Returns a 9x9 board, always the same, that the search gives up. */
static void make_scattered(struct irregular *board)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 9);
    for (;;) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_PATTERNS}};
        make_regions(&rng, 9, false, board);
        solve(&board->problem, &s);
        bool found = s.run.stopped == NASH_STOP_TEST;
        nash_arena_free(arena);
        if (found)
            return;
    }
}

static void a_cover_stops(void **state)
{
    struct irregular board;
    make_scattered(&board);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved whole = {.run = {.arena = arena}};
    solve(&board.problem, &whole);
    assert_true(whole.result.final);
    const struct nash_run runs[] = {{.arena = arena, .force_check = SUDOKU_CHECK_PATTERNS},
                                    {.arena = arena, .node_limit = whole.run.nodes / 2}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct solved s = {.run = runs[i]};
        solve(&board.problem, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_TIMEOUT);
        assert_false(s.result.final);
        for (unsigned cell = 0; cell < 81; cell++) /* no value is forced, although the engines may order the values */
            assert_int_equal(s.answer->partial[cell], 0);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_decided),
        cmocka_unit_test(a_cover_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
