/* Kempe chains: a second solution that exchanges two values is found where brute force finds one, and nowhere else;
 * and a board that the search gives up costs no further conflict for it. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/kempe.h>
#include <solvers/sudoku/read/alphabet.h>
#include <solvers/sudoku/verify/verify.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20, DIAGONAL = 1, DISJOINT = 2, REGIONS = 4 };

/* Returns whether the problem has a second solution in which only cells of two values of `full` differ, by brute force
 * for each pair of values. */
static bool has_interchange(const struct sudoku_problem *p, const uint8_t *full)
{
    uint8_t clue[SUDOKU_CELLS_MAX];
    struct sudoku_problem pair = *p;
    pair.clue = clue;
    pair.limit = 2;
    for (unsigned a = 1; a <= p->size; a++)
        for (unsigned b = a + 1; b <= p->size; b++) {
            for (unsigned cell = 0; cell < p->size * p->size; cell++)
                clue[cell] = full[cell] == a || full[cell] == b ? p->clue[cell] : full[cell];
            if (brute_count(&pair, 2) > 1)
                return true;
        }
    return false;
}

/* Checks that `other` is a solution that differs from `full` by an exchange of two values. */
static void check_other(const struct sudoku_problem *p, const uint8_t *full, const uint8_t *other)
{
    unsigned low = SUDOKU_MAX, high = 0, changed = 0;
    assert_true(sudoku_is_solution(p, other));
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        if (other[cell] == full[cell])
            continue;
        changed++;
        low = full[cell] < low ? full[cell] : low;
        high = full[cell] > high ? full[cell] : high;
    }
    assert_true(changed >= 4);
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        assert_true(other[cell] == full[cell] || full[cell] == low || full[cell] == high);
}

/* Looks for an interchange of the solution `full` by both ways. Returns whether there is one. */
static bool compare(const struct sudoku_problem *p, const uint8_t *full)
{
    uint8_t other[SUDOKU_CELLS_MAX];
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    assert_true(sudoku_board_load(board, p) && sudoku_board_propagate(board));
    bool found = sudoku_kempe_interchange(board, full, other);
    if (found != has_interchange(p, full)) {
        show(p);
        fail_msg("a Kempe chain is %s", found ? "found where there is none" : "overlooked");
    }
    if (found)
        check_other(p, full, other);
    nash_arena_free(arena);
    return found;
}

static void chains_agree_with_brute_force(void **state)
{
    static const struct {
        unsigned box_rows, box_cols, rules, least; /* least: share of clues (per cent) of the most open boards */
    } shapes[] = {{2, 2, 0, 30},        {2, 3, 0, 35},        {2, 3, DIAGONAL, 25}, {2, 3, REGIONS, 35}, {3, 3, 0, 40},
                  {3, 3, DISJOINT, 25}, {3, 3, DIAGONAL, 25}, {3, 3, REGIONS, 40},  {3, 4, 0, 45},       {4, 4, 0, 45}};
    struct nash_rng rng;
    unsigned with = 0, without = 0, boards = test_length(10, 60);
    nash_rng_seed(&rng, 20261123);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (unsigned k = 0; k < boards; k++) {
            uint8_t region[SUDOKU_CELLS_MAX], full[SUDOKU_CELLS_MAX], clue[SUDOKU_CELLS_MAX] = {0};
            struct sudoku_problem p = {.size = shapes[i].box_rows * shapes[i].box_cols,
                                       .box_rows = shapes[i].box_rows,
                                       .box_cols = shapes[i].box_cols,
                                       .diagonal = shapes[i].rules & DIAGONAL,
                                       .disjoint = shapes[i].rules & DISJOINT,
                                       .limit = 2,
                                       .clue = clue};
            unsigned percent = shapes[i].least + (unsigned)nash_rng_below(&rng, 30);
            sudoku_default_symbols(p.symbols, p.size, false);
            if (shapes[i].rules & REGIONS) {
                board_regions(&rng, p.size, p.box_rows, p.box_cols, 2, region);
                p.region = region;
                p.box_rows = p.box_cols = 0;
            }
            if (!board_of(&rng, &p, full)) /* not all regions have a grid */
                continue;
            memcpy(clue, full, sizeof clue);
            board_uniform(&rng, p.size, p.size * p.size * percent / 100, clue);
            bool found = compare(&p, full);
            with += found;
            without += !found;
        }
    }
    assert_true(with > 2 * boards && without > 2 * boards); /* the boards are not trivial */
}

/* Counts up to `limit` solutions; returns the units of work. */
static uint64_t work_of(const uint8_t *grid, uint32_t limit, struct nash_arena *arena)
{
    struct sudoku_problem p = board_problem(5, 5, grid, limit);
    struct solved s = {.run = {.arena = arena}};
    solve(&p, &s);
    assert_int_equal(s.answer->count, limit);
    assert_true((s.answer->unique == SUDOKU_UNIQUE_NO) == (limit == 2));
    return s.run.nodes;
}

static void second_solution_is_free(void **state)
{
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    enum { BOARDS_MAX = 100 };
    unsigned beyond = 0, wanted = test_length(3, 15);
    nash_rng_seed(&rng, 20261124);
    for (unsigned k = 0; k < BOARDS_MAX && beyond < wanted; k++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        board_full(&rng, 5, 5, grid);
        board_uniform(&rng, 25, 281, grid);
        uint64_t first = work_of(grid, 1, arena);
        if (first > 1000) { /* the allowance of the search */
            beyond++;
            assert_int_equal(work_of(grid, 2, arena), first);
        }
        nash_arena_free(arena);
    }
    assert_int_equal(beyond, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_agree_with_brute_force),
        cmocka_unit_test(second_solution_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
