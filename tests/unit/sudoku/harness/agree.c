#include "agree.h"

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/patterns.h>
#include <solvers/sudoku/exact/precedence.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/sat/sat.h>
#include <solvers/sudoku/verify/verify.h>

#include "boards.h"
#include "harness.h"

enum { ARENA_BYTES = 256 << 20 };

static bool load(struct sudoku_board *board, const struct sudoku_problem *p)
{
    return sudoku_board_load(board, p) && sudoku_board_propagate(board);
}

static uint32_t count_by_search(const struct sudoku_problem *p, struct nash_arena *arena)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    uint32_t count = 0;
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    struct sudoku_search *search = sudoku_search_new(arena, board);
    if (!load(board, p))
        return 0;
    while (count < p->limit && sudoku_search_next(search, UINT64_MAX) == SUDOKU_FOUND) {
        sudoku_board_grid(board, grid);
        assert_true(sudoku_is_solution(p, grid));
        count++;
    }
    return count;
}

static uint32_t count_by_sat(const struct sudoku_problem *p, struct nash_arena *arena)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    uint32_t count = 0;
    struct nash_run run = {.arena = arena};
    struct sudoku_answer answer = {0};
    struct sudoku_progress progress = {.problem = p, .run = &run, .answer = &answer};
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    if (!load(board, p))
        return 0;
    struct sudoku_sat *sat = sudoku_sat_new(board, &progress);
    while (count < p->limit && sudoku_sat_next(sat, grid) == SUDOKU_FOUND) {
        assert_true(sudoku_is_solution(p, grid));
        sudoku_sat_block(sat, grid);
        count++;
    }
    sudoku_sat_free(sat);
    return count;
}

/* Counts by patterns; each of them stands for as many solutions as the equal values have permutations. */
static uint32_t count_by_patterns(const struct sudoku_problem *p, struct nash_arena *arena)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    uint64_t count = 0, each = 1, equal = sudoku_equal_values(p);
    struct nash_run run = {.arena = arena};
    struct sudoku_answer answer = {0};
    struct sudoku_progress progress = {.problem = p, .run = &run, .answer = &answer};
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    enum sudoku_outcome outcome = SUDOKU_FOUND;
    if (!load(board, p))
        return 0;
    for (unsigned k = (unsigned)__builtin_popcountll(equal); k > 1; k--)
        each *= k;
    struct sudoku_patterns *patterns = sudoku_patterns_new(board, equal, &progress);
    while (count < p->limit && (outcome = sudoku_patterns_next(patterns, UINT64_MAX, grid)) == SUDOKU_FOUND) {
        assert_true(sudoku_is_solution(p, grid));
        count += each;
    }
    assert_true(outcome == SUDOKU_FOUND || outcome == SUDOKU_EXHAUSTED);
    return count < p->limit ? (uint32_t)count : p->limit;
}

/* Returns whether the board has a solution when the values that no clue has are ordered. */
static bool solves_in_order(const struct sudoku_problem *p, struct nash_arena *arena)
{
    uint64_t equal = sudoku_equal_values(p);
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    if (!load(board, p))
        return false;
    if (equal)
        sudoku_board_order_values(board, equal);
    return sudoku_search_next(sudoku_search_new(arena, board), UINT64_MAX) == SUDOKU_FOUND;
}

void check_whole(const struct sudoku_problem *p, uint32_t expected, struct nash_arena *arena)
{
    struct solved s = {.run = {.arena = arena}};
    solve(p, &s);
    bool complete = expected < p->limit;
    if (s.answer->count != expected || (complete && !s.answer->complete) || !s.result.final)
        show(p);
    assert_int_equal(s.answer->count, expected);
    assert_true(s.result.final);
    assert_true(s.answer->complete || !complete);
    if (expected)
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
    else
        assert_true(s.answer->verdict == SUDOKU_UNSATISFIABLE || s.answer->verdict == SUDOKU_CONTRADICTION);
    assert_int_equal(s.answer->unique, expected > 1                ? SUDOKU_UNIQUE_NO
                                       : expected == 1 && complete ? SUDOKU_UNIQUE_YES
                                                                   : SUDOKU_UNIQUE_UNKNOWN);
}

uint32_t check_all(const struct sudoku_problem *p)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    uint32_t expected = brute_count(p, p->limit);
    uint32_t search = count_by_search(p, arena), sat = count_by_sat(p, arena);
    if (search != expected || sat != expected)
        show(p);
    assert_int_equal(search, expected);
    assert_int_equal(sat, expected);
    assert_int_equal(solves_in_order(p, arena), expected > 0);
    if (p->size <= SUDOKU_PATTERNS_SIZE_MAX && !p->cages)
        assert_int_equal(count_by_patterns(p, arena), expected);
    check_whole(p, expected, arena);
    nash_arena_free(arena);
    return expected;
}
