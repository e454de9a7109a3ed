/* Search, CaDiCaL and the whole solver compared with a plain brute force, counts included; exhaustively where a size
 * allows it. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/sat/portfolio.h>

#include "../harness/agree.h"
#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20 };

/* Box sizes, the least share of clues (per cent) with which brute force can solve them, and the number of boards. */
static const struct {
    unsigned box_rows, box_cols, least, boards;
} sizes[] = {{2, 2, 0, 60},  {2, 3, 20, 60}, {3, 2, 20, 60}, {2, 4, 30, 40}, {4, 2, 30, 40},
             {3, 3, 30, 60}, {2, 5, 40, 40}, {5, 2, 40, 20}, {3, 4, 45, 30}, {4, 3, 45, 30},
             {2, 7, 55, 20}, {3, 5, 55, 20}, {4, 4, 55, 20}, {4, 5, 65, 10}, {3, 7, 65, 6},
             {5, 5, 68, 8},  {5, 6, 72, 4},  {6, 6, 76, 2},  {7, 7, 80, 2}};

/* Boards with random holes. In every third board one clue is changed: most of these have no solution, although no two
 * clues conflict. */
static void random_boards_agree(void **state)
{
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    nash_rng_seed(&rng, 20260101);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned n = sizes[i].box_rows * sizes[i].box_cols;
        for (unsigned k = 0; k < test_length((sizes[i].boards + 3) / 4, sizes[i].boards); k++) {
            unsigned percent = sizes[i].least + (unsigned)nash_rng_below(&rng, 20);
            board_full(&rng, sizes[i].box_rows, sizes[i].box_cols, grid);
            board_uniform(&rng, n, n * n * percent / 100, grid);
            unsigned cell = (unsigned)nash_rng_below(&rng, n * n);
            if (k % 3 == 0)
                grid[cell] = (uint8_t)(1 + nash_rng_below(&rng, n));
            struct sudoku_problem p =
                board_problem(sizes[i].box_rows, sizes[i].box_cols, grid, 1 + (uint32_t)nash_rng_below(&rng, 40));
            check_all(&p);
        }
    }
}

static void irreducible_boards_are_unique(void **state)
{
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    nash_rng_seed(&rng, 7);
    for (unsigned k = 0; k < test_length(4, 12); k++) {
        unsigned rows = 2 + k % 2;
        board_full(&rng, rows, 3, grid);
        board_dig(&rng, rows, 3, grid);
        struct sudoku_problem p = board_problem(rows, 3, grid, 2);
        assert_int_equal(brute_count(&p, 2), 1);
        check_all(&p);
        for (unsigned cell = 0; cell < p.size * p.size; cell++) { /* every clue is needed */
            uint8_t kept = grid[cell];
            grid[cell] = 0;
            if (kept)
                assert_int_equal(brute_count(&p, 2), 2);
            grid[cell] = kept;
        }
    }
}

/* ---- exhaustive ---- */

enum { GRIDS_4X4 = 288 };

/* Finds all 4x4 grids by plain backtracking over the cells. */
static void all_4x4(uint8_t (*out)[16], unsigned *count, uint8_t *grid, unsigned cell)
{
    if (cell == 16) {
        memcpy(out[(*count)++], grid, 16);
        return;
    }
    for (uint8_t value = 1; value <= 4; value++) {
        bool free = true;
        for (unsigned other = 0; other < cell; other++)
            if (grid[other] == value && (other / 4 == cell / 4 || other % 4 == cell % 4 ||
                                         (other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2)))
                free = false;
        if (!free)
            continue;
        grid[cell] = value;
        all_4x4(out, count, grid, cell + 1);
    }
}

/* Every puzzle with clues from one 4x4 grid: its number of solutions is the number of the 288 grids that agree with the
 * clues. */
static void every_4x4_puzzle_of_a_grid(void **state)
{
    static uint8_t all[GRIDS_4X4 + 1][16];
    uint8_t scratch[16], clue[16];
    unsigned count = 0;
    all_4x4(all, &count, scratch, 0);
    assert_int_equal(count, GRIDS_4X4);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    for (unsigned mask = 0; mask < 1U << 16; mask++) {
        uint32_t expected = 0;
        for (unsigned cell = 0; cell < 16; cell++)
            clue[cell] = mask >> cell & 1 ? all[101][cell] : 0;
        for (unsigned k = 0; k < GRIDS_4X4; k++) {
            bool agrees = true;
            for (unsigned cell = 0; cell < 16 && agrees; cell++)
                agrees = !clue[cell] || clue[cell] == all[k][cell];
            expected += agrees;
        }
        struct sudoku_problem p = board_problem(2, 2, clue, 1000);
        check_whole(&p, expected, arena);
        nash_arena_reset(arena, ARENA_BYTES);
    }
    nash_arena_free(arena);
}

/* There are 28,200,960 grids of 6x6 (OEIS A107739 for 2x3 boxes), so 39,168 with a given first row. */
static void counts_6x6_with_a_given_row(void **state)
{
    uint8_t clue[36] = {1, 2, 3, 4, 5, 6};
    for (unsigned rows = 2; rows <= 3; rows++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem p = board_problem(rows, 6 / rows, clue, 1000000);
        check_whole(&p, 39168, arena);
        nash_arena_free(arena);
    }
}

/* ---- boards that the search gives up ---- */

static void balanced_25x25_goes_to_cadical(void **state)
{
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    unsigned cadical = 0;
    nash_rng_seed(&rng, 25);
    for (unsigned k = 0; k < 12 && cadical < 2; k++) {
        board_full(&rng, 5, 5, grid);
        board_balanced(&rng, 5, 5, 14, grid);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem p = board_problem(5, 5, grid, k % 2 ? 2 : 40);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        assert_true(s.result.final);
        cadical += s.answer->statistics.sat_clauses > 0;
        nash_arena_free(arena);
    }
    assert_int_not_equal(cadical, 0);
}

static void empty_grids_are_solved(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 4}, {4, 5}, {5, 5}, {6, 6}};
    for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
        static const uint8_t clue[SUDOKU_CELLS_MAX];
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem p = board_problem(box[i][0], box[i][1], clue, 2);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        assert_int_equal(s.answer->count, 2);
        nash_arena_free(arena);
    }
}

/* The work of turns that find nothing, because three cells of a row have two values left in all. Tabu search makes
 * nearly all of it: its turns double from the fourth on, and log-linear learning adds less than a quarter. */
static void later_turns_of_local_search_double(void **state)
{
    enum { MOVES = 1000, TURNS = 6 }; /* moves for each player in the first turn */
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    uint8_t clue[144] = {0}, grid[144];
    struct sudoku_problem p = board_problem(3, 4, clue, 1);
    struct nash_run run = {.arena = arena};
    struct sudoku_answer answer = {0};
    struct sudoku_progress progress = {.problem = &p, .run = &run, .answer = &answer, .best = grid};
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, &p));
    for (unsigned cell = 0; cell < 3; cell++)
        for (unsigned value = 2; value < p.size; value++)
            sudoku_board_remove(board, cell, value);
    struct sudoku_portfolio *portfolio = sudoku_portfolio_new(board, &progress);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        uint64_t before = run.nodes, moves = (uint64_t)MOVES * 144 << (turn < 3 ? turn > 0 : turn - 1);
        assert_int_equal(sudoku_portfolio_turn(portfolio, grid), SUDOKU_SPENT);
        assert_true(run.nodes - before >= moves && run.nodes - before < moves + moves / 4);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_agree),
        cmocka_unit_test(irreducible_boards_are_unique),
        cmocka_unit_test(every_4x4_puzzle_of_a_grid),
        cmocka_unit_test(counts_6x6_with_a_given_row),
        cmocka_unit_test(balanced_25x25_goes_to_cadical),
        cmocka_unit_test(empty_grids_are_solved),
        cmocka_unit_test(later_turns_of_local_search_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
