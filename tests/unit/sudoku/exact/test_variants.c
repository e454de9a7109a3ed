/* Variants: every engine compared with a brute force that uses only the rules. */
#include <solvers/sudoku/answer.h>

#include "../harness/agree.h"
#include "../harness/boards.h"
#include "../harness/harness.h"

enum { RULES = 16 /* number of subsets of {diagonal, disjoint, regions, cages} */, ARENA_BYTES = 64 << 20 };

static const struct {
    unsigned size, box_rows, box_cols; /* boxes of 0 rows: this size has no boxes, only irregular regions */
    unsigned boards;                   /* number of boards for each set of rules */
    unsigned clues;                    /* least share of clues in per cent */
} sizes[] = {{4, 2, 2, 40, 0},  {5, 0, 0, 24, 8},  {6, 2, 3, 24, 15},
             {6, 3, 2, 24, 15}, {7, 0, 0, 10, 30}, {9, 3, 3, 6, 42}};

struct variant {
    struct sudoku_problem problem;
    uint8_t clue[SUDOKU_CELLS_MAX], region[SUDOKU_CELLS_MAX];
    uint64_t allowed[SUDOKU_CELLS_MAX];
    struct sudoku_cage cage[SUDOKU_CELLS_MAX];
    uint16_t cage_cell[SUDOKU_CELLS_MAX];
};

/* Makes a random board with a set of rules. i: index in sizes[]; rules: bit set, 1 diagonal, 2 disjoint, 4 regions,
 * 8 cages. Returns false if the size cannot have these rules, or no grid was found. */
static bool make(struct nash_rng *rng, size_t i, unsigned rules, struct variant *v)
{
    unsigned n = sizes[i].size, cells = n * n, percent = sizes[i].clues + (unsigned)nash_rng_below(rng, 25);
    bool regions = rules & 4, boxes = sizes[i].box_rows;
    if ((!boxes && !regions) || (regions && rules & 2))
        return false;
    memset(v, 0, sizeof *v);
    board_regions(rng, n, sizes[i].box_rows, sizes[i].box_cols, 2 + (unsigned)nash_rng_below(rng, n), v->region);
    v->problem = (struct sudoku_problem){.size = n,
                                         .box_rows = regions ? 0 : sizes[i].box_rows,
                                         .box_cols = regions ? 0 : sizes[i].box_cols,
                                         .diagonal = rules & 1,
                                         .disjoint = rules & 2,
                                         .region = regions ? v->region : NULL,
                                         .limit = 1 + (uint32_t)nash_rng_below(rng, 60),
                                         .clue = v->clue};
    memcpy(v->problem.symbols, "123456789", n);
    if (!board_of(rng, &v->problem, v->clue))
        return false;
    if (rules & 8) {
        unsigned largest = 1 + (unsigned)nash_rng_below(rng, n), share = 30 + (unsigned)nash_rng_below(rng, 80);
        v->problem.cages = board_cages(rng, n, v->clue, largest, share, v->cage, v->cage_cell);
        v->problem.cage = v->cage;
        percent = n <= 6 && nash_rng_below(rng, 4) ? 0 : percent / 2;
    }
    board_uniform(rng, n, cells * percent / 100, v->clue);
    for (unsigned cell = 0; cell < cells; cell++)
        v->problem.clues += v->clue[cell] != 0;
    return true;
}

/* Changes the sum of a cage or a clue of the board. */
static void spoil(struct nash_rng *rng, struct variant *v)
{
    unsigned n = v->problem.size;
    if (v->problem.cages && nash_rng_below(rng, 2)) {
        unsigned *sum = &v->cage[nash_rng_below(rng, v->problem.cages)].sum;
        *sum += *sum > 1 && nash_rng_below(rng, 2) ? -1U : 1;
    } else {
        uint8_t *clue = &v->clue[nash_rng_below(rng, n * n)];
        v->problem.clues += !*clue;
        *clue = (uint8_t)(1 + nash_rng_below(rng, n));
    }
}

static void all_rules_agree_with_brute_force(void **state)
{
    static struct variant v;
    struct nash_rng rng;
    unsigned none = 0, one = 0, several = 0, least = test_length(20, 100);
    nash_rng_seed(&rng, 20261121);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (unsigned k = 0; k < RULES * test_length((sizes[i].boards + 4) / 5, sizes[i].boards); k++) {
            if (!make(&rng, i, k % RULES, &v))
                continue;
            if ((k / RULES + k) % 4 == 0)
                spoil(&rng, &v);
            uint32_t count = check_all(&v.problem);
            none += !count;
            one += count == 1;
            several += count > 1;
        }
    }
    assert_true(none > least && one > least && several > least); /* the boards are not trivial */
}

/* Boards with pencilmarks from which random candidates are removed. Brute force checks the marks for each value. */
static void candidates_agree_with_brute_force(void **state)
{
    static struct variant v;
    struct nash_rng rng;
    unsigned solved = 0;
    nash_rng_seed(&rng, 729);
    for (unsigned k = 0; k < 300; k++) {
        uint8_t full[81];
        if (!make(&rng, k % 2 ? 2 : 0, k % 3 == 0, &v))
            continue;
        unsigned cells = v.problem.size * v.problem.size;
        memset(v.clue, 0, sizeof v.clue);
        v.problem.clues = 0;
        assert_true(board_of(&rng, &v.problem, full));
        for (unsigned cell = 0; cell < cells; cell++) {
            v.allowed[cell] = nash_rng_next(&rng) & ((UINT64_C(1) << v.problem.size) - 1);
            if (k % 5)
                v.allowed[cell] |= UINT64_C(1) << (full[cell] - 1);
        }
        v.problem.allowed = v.allowed;
        solved += check_all(&v.problem) > 0;
    }
    assert_true(solved > 100);
}

/* ---- counts known from elsewhere ---- */

/* Writes permutation number `pick` (0 .. 23) of 0 .. 3. */
static void permutation(unsigned pick, uint8_t out[4])
{
    static const unsigned base[] = {6, 2, 1, 1};
    unsigned used = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned skip = pick / base[i], value = 0;
        pick %= base[i];
        while (used >> value & 1 || skip--)
            value++;
        used |= 1U << value;
        out[i] = (uint8_t)value;
    }
}

/* True when the four cells hold all values. */
static bool whole(const uint8_t *grid, unsigned a, unsigned b, unsigned c, unsigned d)
{
    return (1U << grid[a] | 1U << grid[b] | 1U << grid[c] | 1U << grid[d]) == 15;
}

/* Counts 4x4 grids with both diagonals as units, and with disjoint groups, without the solver: all squares of four
 * permutations are checked. */
static void counts_of_4x4(void **state)
{
    static const uint8_t clue[16];
    unsigned sudokus = 0, diagonal = 0, disjoint = 0;
    for (unsigned code = 0; code < 24 * 24 * 24 * 24; code++) {
        uint8_t g[16];
        bool columns = true, boxes = true, groups = true;
        for (unsigned row = 0, left = code; row < 4; row++, left /= 24)
            permutation(left % 24, &g[4 * row]);
        for (unsigned i = 0; i < 4; i++) {
            unsigned box = i / 2 * 8 + i % 2 * 2, place = i / 2 * 4 + i % 2;
            columns = columns && whole(g, i, 4 + i, 8 + i, 12 + i);
            boxes = boxes && whole(g, box, box + 1, box + 4, box + 5);
            groups = groups && whole(g, place, place + 2, place + 8, place + 10);
        }
        sudokus += columns && boxes;
        disjoint += columns && boxes && groups;
        diagonal += columns && boxes && whole(g, 0, 5, 10, 15) && whole(g, 3, 6, 9, 12);
    }
    assert_int_equal(sudokus, 288);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem p = board_problem(2, 2, clue, 1000);
    p.diagonal = true;
    check_whole(&p, diagonal, arena);
    p.diagonal = false;
    p.disjoint = true;
    check_whole(&p, disjoint, arena);
    nash_arena_free(arena);
}

/* The 5x5 grids whose regions are the rows are the Latin squares of order 5; there are 161,280 (OEIS A002860). */
static void latin_squares_of_order_5(void **state)
{
    static const uint8_t clue[25];
    uint8_t region[25];
    for (unsigned cell = 0; cell < 25; cell++)
        region[cell] = (uint8_t)(cell / 5);
    struct sudoku_problem p = {.size = 5, .region = region, .clue = clue, .limit = 1000000, .symbols = "12345"};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    check_whole(&p, 161280, arena);
    nash_arena_free(arena);
}

/* Boards of 16x16 and 25x25 with cages and few clues: the answer is final and verified, whichever engine finds it. */
static void large_killers_are_solved(void **state)
{
    static const struct {
        unsigned box, clues, largest;
    } boards[] = {{4, 90, 3}, {4, 60, 4}, {5, 330, 3}, {5, 300, 4}};
    static struct sudoku_cage cage[625];
    static uint16_t cell[625];
    uint8_t grid[625];
    struct nash_rng rng;
    nash_rng_seed(&rng, 16);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct nash_arena *arena = nash_arena_new(256 << 20);
        unsigned n = boards[i].box * boards[i].box;
        board_full(&rng, boards[i].box, boards[i].box, grid);
        size_t cages = board_cages(&rng, n, grid, boards[i].largest, 90, cage, cell);
        board_uniform(&rng, n, boards[i].clues, grid);
        struct sudoku_problem p = board_problem(boards[i].box, boards[i].box, grid, 2);
        p.cages = cages;
        p.cage = cage;
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
        cmocka_unit_test(all_rules_agree_with_brute_force),
        cmocka_unit_test(candidates_agree_with_brute_force),
        cmocka_unit_test(counts_of_4x4),
        cmocka_unit_test(latin_squares_of_order_5),
        cmocka_unit_test(large_killers_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
