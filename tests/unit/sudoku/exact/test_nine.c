/* The 9x9 engine compared with a plain brute force, on every path (implementation for an instruction set) that this
 * machine supports: boards with one, many and no solutions, wrong clues, pencilmarks with and without the solution. The
 * paths must agree in everything, down to the number of guesses. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/nine/nine.h>
#include <solvers/sudoku/stops.h>
#include <solvers/sudoku/verify/verify.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { BOARDS_A_GRID = 250, HUNT = 20000 };

/* ---- a brute force of its own: fewest candidates first, no inference ---- */

struct brute {
    uint16_t marks[NINE_CELLS], row[9], column[9], box[9]; /* bits of values: allowed in a cell; used in a unit */
    uint8_t open[NINE_CELLS];
    unsigned opens;
    uint32_t found, limit;
};

static unsigned allowed(const struct brute *b, unsigned cell)
{
    return b->marks[cell] & ~(unsigned)(b->row[cell / 9] | b->column[cell % 9] | b->box[cell / 27 * 3 + cell % 9 / 3]);
}

static void flip(struct brute *b, unsigned cell, unsigned bit)
{
    b->row[cell / 9] ^= (uint16_t)bit;
    b->column[cell % 9] ^= (uint16_t)bit;
    b->box[cell / 27 * 3 + cell % 9 / 3] ^= (uint16_t)bit;
}

static void brute_go(struct brute *b)
{
    unsigned best = 0, fewest = 10;
    if (!b->opens) {
        b->found++;
        return;
    }
    for (unsigned i = 0; i < b->opens && fewest > 1; i++) {
        unsigned count = (unsigned)__builtin_popcount(allowed(b, b->open[i]));
        if (count < fewest) {
            best = i;
            fewest = count;
        }
    }
    uint8_t cell = b->open[best];
    b->open[best] = b->open[--b->opens];
    for (unsigned left = allowed(b, cell); left && b->found < b->limit; left &= left - 1) {
        flip(b, cell, left & -left);
        brute_go(b);
        flip(b, cell, left & -left);
    }
    b->open[b->opens++] = b->open[best];
    b->open[best] = cell;
}

static uint32_t count_by_brute_force(const uint8_t *clue, const uint16_t *marks, uint32_t limit)
{
    struct brute b = {.limit = limit, .opens = NINE_CELLS};
    for (unsigned cell = 0; cell < NINE_CELLS; cell++) {
        b.open[cell] = (uint8_t)cell;
        b.marks[cell] = (uint16_t)((clue[cell] ? 1U << (clue[cell] - 1) : NINE_ALL) & (marks ? marks[cell] : NINE_ALL));
    }
    brute_go(&b);
    return b.found;
}

/* ---- random boards ---- */

struct board {
    uint8_t clue[NINE_CELLS], truth[NINE_CELLS];
    uint16_t marks[NINE_CELLS];
    bool marked;
    uint32_t limit;
};

static void print(const struct board *b)
{
    char text[NINE_CELLS + 1] = "";
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        text[cell] = b->clue[cell] ? (char)('0' + b->clue[cell]) : '.';
    print_error("%s limit %u\n", text, b->limit);
    for (unsigned cell = 0; b->marked && cell < NINE_CELLS; cell++)
        print_error("%03x%s", b->marks[cell], cell % 9 == 8 ? "\n" : " ");
}

/* Makes pencilmarks that keep each candidate with probability keep / 8. honest: the solution is always kept. */
static void mark(struct nash_rng *rng, struct board *b, uint64_t keep, bool honest)
{
    b->marked = true;
    for (unsigned cell = 0; cell < NINE_CELLS; cell++) {
        unsigned marks = honest ? 1U << (b->truth[cell] - 1) : 0;
        for (unsigned value = 0; value < 9; value++)
            marks |= nash_rng_below(rng, 8) < keep ? 1U << value : 0;
        b->marks[cell] = (uint16_t)marks;
    }
}

static void spoil(struct nash_rng *rng, struct board *b)
{
    unsigned cell = (unsigned)nash_rng_below(rng, NINE_CELLS);
    b->clue[cell] = (uint8_t)(1 + nash_rng_below(rng, 9));
}

static struct board random_board(struct nash_rng *rng, const uint8_t *full)
{
    static const uint32_t limits[] = {1, 2, 2, 3, 20};
    struct board b = {.limit = limits[nash_rng_below(rng, 5)]};
    unsigned shift = (unsigned)nash_rng_below(rng, 9), kind = (unsigned)nash_rng_below(rng, 8);
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        b.truth[cell] = b.clue[cell] = (uint8_t)((full[cell] + shift) % 9 + 1);
    if (kind < 5)
        board_uniform(rng, 9, 23 + (unsigned)nash_rng_below(rng, 16), b.clue);
    else
        board_uniform(rng, 9, (unsigned)nash_rng_below(rng, 12), b.clue);
    if (kind >= 3)
        mark(rng, &b, kind == 3 ? 6 : 1 + nash_rng_below(rng, 3), kind != 7);
    for (unsigned wrong = kind == 1 || kind == 5 ? 1 + (unsigned)nash_rng_below(rng, 2) : 0; wrong; wrong--)
        spoil(rng, &b);
    return b;
}

/* ---- comparing ---- */

static bool is_solution(const struct board *b, const uint8_t *grid)
{
    struct sudoku_problem p = board_problem(3, 3, b->clue, 1);
    for (unsigned cell = 0; b->marked && cell < NINE_CELLS; cell++)
        if (!(b->marks[cell] >> (grid[cell] - 1) & 1))
            return false;
    return sudoku_is_solution(&p, grid);
}

static void check(const struct board *b, const struct sudoku_nine_path *path, uint32_t expected,
                  struct sudoku_nine *out)
{
    path->count(b->clue, b->marked ? b->marks : NULL, b->limit, NULL, out);
    if (out->count != expected || out->complete != (expected < b->limit) || out->halted ||
        (out->count > 0 && !is_solution(b, out->first)) || (out->count > 1 && !is_solution(b, out->second)) ||
        (out->count > 1 && memcmp(out->first, out->second, NINE_CELLS) == 0)) {
        print(b);
        fail_msg("%s: %u solutions, expected %u (complete %d)", path->name, out->count, expected, out->complete);
    }
}

/* Checks every path against brute force and against each other. Returns the number of solutions, up to the limit. */
static uint32_t every_path_agrees(const struct board *b)
{
    struct sudoku_nine first, out;
    uint32_t expected = count_by_brute_force(b->clue, b->marked ? b->marks : NULL, b->limit);
    check(b, sudoku_nine_path(0), expected, &first);
    for (unsigned k = 1; sudoku_nine_path(k); k++) {
        check(b, sudoku_nine_path(k), expected, &out);
        if (out.nodes != first.nodes || out.dead_ends != first.dead_ends) {
            print(b);
            fail_msg("%s searches in another order", sudoku_nine_path(k)->name);
        }
    }
    return expected;
}

static void random_boards(void **state)
{
    struct nash_rng rng;
    uint8_t full[NINE_CELLS];
    unsigned none = 0, one = 0, boards = test_length(12000, 100000);
    nash_rng_seed(&rng, 9);
    for (unsigned k = 0; k < boards; k++) {
        if (k % BOARDS_A_GRID == 0)
            board_full(&rng, 3, 3, full);
        struct board b = random_board(&rng, full);
        uint32_t count = every_path_agrees(&b);
        none += count == 0;
        one += count == 1 && b.limit > 1;
    }
    print_message("%u boards: %u without a solution, %u with one\n", boards, none, one);
    assert_in_range(none, boards / 10, boards / 2);
    assert_in_range(one, boards / 10, boards / 2);
}

static void the_plain_path_is_always_there(void **state)
{
    unsigned paths = 0;
    while (sudoku_nine_path(paths))
        print_message("path %s\n", sudoku_nine_path(paths++)->name);
    assert_string_equal(sudoku_nine_path(paths - 1)->name, "plain");
}

/* Boards with very many solutions are counted, although only two solutions are kept. */
static void large_counts(void **state)
{
    struct nash_rng rng;
    struct board b = {.limit = test_is_long() ? 100000 : 20000};
    unsigned within = 0;
    nash_rng_seed(&rng, 10);
    for (unsigned k = 0; k < 12; k++) {
        board_full(&rng, 3, 3, b.clue);
        board_uniform(&rng, 9, 22 + k / 4, b.clue);
        every_path_agrees(&b);
        within += count_by_brute_force(b.clue, NULL, b.limit) < b.limit;
    }
    assert_int_not_equal(within, 0); /* some counts were complete */
    memset(b.clue, 0, sizeof b.clue);
    every_path_agrees(&b);
}

/* Boards with two equal clues in a unit of each kind, and pencilmarks that are empty, leave no choice, or exclude a
 * clue.
 */
static void odd_boards(void **state)
{
    static const unsigned twins[][2] = {{0, 8}, {0, 72}, {0, 10}, {0, 1}, {40, 50}, {60, 80}};
    struct nash_rng rng;
    struct board b = {.limit = 2};
    nash_rng_seed(&rng, 11);
    for (unsigned k = 0; k < sizeof twins / sizeof *twins; k++) {
        b = (struct board){.limit = 2};
        b.clue[twins[k][0]] = b.clue[twins[k][1]] = 5;
        struct sudoku_nine out;
        for (unsigned path = 0; sudoku_nine_path(path); path++)
            check(&b, sudoku_nine_path(path), 0, &out);
        /* the same two clues given as pencilmarks of an open board, which is too large for brute force */
        b = (struct board){.limit = 2, .marked = true};
        memset(b.marks, 0xff, sizeof b.marks);
        b.marks[twins[k][0]] = b.marks[twins[k][1]] = 1;
        for (unsigned path = 0; sudoku_nine_path(path); path++)
            check(&b, sudoku_nine_path(path), 0, &out);
    }
    b = (struct board){.limit = 2, .marked = true};
    every_path_agrees(&b);
    board_full(&rng, 3, 3, b.truth);
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        b.marks[cell] = (uint16_t)(1U << (b.truth[cell] - 1));
    every_path_agrees(&b);
    b.clue[40] = b.truth[40];
    every_path_agrees(&b);
    b.clue[40] = (uint8_t)(b.truth[40] % 9 + 1);
    every_path_agrees(&b);
}

/* ---- stops ---- */

/* An irreducible puzzle that needs guesses. */
static struct board hard_board(struct nash_rng *rng)
{
    struct board b = {.limit = 2};
    struct sudoku_nine out = {0};
    for (unsigned tries = 0; out.nodes < 5 && tries < HUNT; tries++) {
        board_full(rng, 3, 3, b.clue);
        memcpy(b.truth, b.clue, sizeof b.truth);
        board_dig(rng, 3, 3, b.clue);
        sudoku_nine(b.clue, NULL, b.limit, NULL, &out);
    }
    assert_true(out.nodes >= 5);
    return b;
}

static void halted_without_a_solution(const struct board *b, const struct sudoku_nine *out)
{
    unsigned forced = 0, clues = 0;
    assert_true(out->halted && !out->complete);
    assert_int_equal(out->count, 0);
    for (unsigned cell = 0; cell < NINE_CELLS; cell++) {
        forced += out->forced[cell] != 0;
        clues += b->clue[cell] != 0;
        if (out->forced[cell] && out->forced[cell] != b->truth[cell]) {
            print(b);
            fail_msg("cell %u is not %u", cell, out->forced[cell]);
        }
    }
    assert_true(forced >= clues);
}

static void each_check_stops(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 12);
    for (unsigned k = 0; k < 5; k++) {
        struct board b = hard_board(&rng);
        for (unsigned path = 0; sudoku_nine_path(path); path++) {
            struct sudoku_nine out;
            struct nash_run search = {.force_check = SUDOKU_CHECK_SEARCH}, model = {.force_check = SUDOKU_CHECK_MODEL};
            sudoku_nine_path(path)->count(b.clue, NULL, 2, &search, &out);
            assert_int_equal(search.stopped, NASH_STOP_TEST);
            halted_without_a_solution(&b, &out);
            sudoku_nine_path(path)->count(b.clue, NULL, 2, &model, &out);
            assert_int_equal(model.stopped, NASH_STOP_TEST);
            assert_true(out.halted && !out.complete && out.count == 1);
            assert_memory_equal(out.first, b.truth, NINE_CELLS);
            assert_int_equal(model.nodes, out.nodes);
        }
    }
}

/* A node limit ends a long count, up to NASH_CLOCK_EVERY polls late; the limit of solutions ends it exactly. */
static void a_node_budget_holds(void **state)
{
    static const uint8_t empty[NINE_CELLS];
    for (unsigned path = 0; sudoku_nine_path(path); path++) {
        struct sudoku_nine out;
        struct nash_run run = {.node_limit = 1000}, free_run = {0};
        sudoku_nine_path(path)->count(empty, NULL, 1000000, &run, &out);
        assert_int_equal(run.stopped, NASH_STOP_NODES);
        assert_in_range(run.nodes, 1000, 1000 + 2 * NASH_CLOCK_EVERY);
        assert_true(out.halted && !out.complete && out.count > 0);
        sudoku_nine_path(path)->count(empty, NULL, 777, &free_run, &out);
        assert_true(!out.halted && !out.complete && out.count == 777);
    }
}

/* ---- inside the solver ---- */

static void the_solver_uses_it(void **state)
{
    struct nash_rng rng;
    struct nash_arena *arena = nash_arena_new(64 << 10); /* too small for the general engine, so it cannot be used */
    nash_rng_seed(&rng, 13);
    for (unsigned k = 0; k < test_length(6, 20); k++) {
        struct board b = hard_board(&rng);
        struct sudoku_nine out;
        struct sudoku_problem p = board_problem(3, 3, b.clue, 2);
        struct solved s = {.run = {.arena = arena}};
        sudoku_nine(b.clue, NULL, 2, NULL, &out);
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        assert_int_equal(s.answer->unique, SUDOKU_UNIQUE_YES);
        assert_int_equal(s.answer->engine, SUDOKU_BY_SEARCH);
        assert_int_equal(s.answer->statistics.nodes, out.nodes);
        assert_int_equal(s.answer->statistics.dead_ends, out.dead_ends);
        assert_true(s.result.final);
        for (unsigned check = SUDOKU_CHECK_ROOT; check <= SUDOKU_CHECK_SEARCH; check++) {
            struct solved stopped = {.run = {.arena = arena, .force_check = check}};
            solve(&p, &stopped);
            assert_int_equal(stopped.answer->verdict, SUDOKU_TIMEOUT);
            assert_false(stopped.result.final);
        }
        struct solved half = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_MODEL}};
        solve(&p, &half);
        assert_int_equal(half.answer->verdict, SUDOKU_SOLVED);
        assert_int_equal(half.answer->unique, SUDOKU_UNIQUE_UNKNOWN);
        assert_false(half.result.final);
        nash_arena_reset(arena, 64 << 10);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plain_path_is_always_there),
        cmocka_unit_test(random_boards),
        cmocka_unit_test(large_counts),
        cmocka_unit_test(odd_boards),
        cmocka_unit_test(each_check_stops),
        cmocka_unit_test(a_node_budget_holds),
        cmocka_unit_test(the_solver_uses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
