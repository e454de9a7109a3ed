/* Ratings from 9.5 on, compared with those that Sukaku Explainer (SudokuMonster, its classic techniques switched on)
 * found for these puzzles; that of Golden Nugget, the last one, is published. Of equally long chains another one may be
 * found, with other steps after it, so ratings may differ by 0.1. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/explain.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20, BRIEF = 5 };

static const struct {
    const char *puzzle;
    unsigned score, pearl, diamond; /* tenths: ER, EP, ED */
} rated[] = {
    /* the first BRIEF ones in every run, the others in a long run */
    {"12.3....435....1....4........54..2..6...7.........8.9...31..5...1...9.7.....6...8", 103, 12, 12},
    {"12.3....435....1....4....5...54..2..6...7.........8.9...31..5.......9.7.....6...8", 102, 102, 94},
    {"1.......2.9.4...5...6...7...5.9.3.......7.......85..497.....6...3...9.8...2.....1", 105, 99, 26},
    {"12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8", 109, 109, 107},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 105, 12, 12},
    {"1.......2.9.4...5...6...7...5.9.3.......7.......851.4.7.....6...3...9.8...2.....1", 103, 103, 92},
    {"12.3....435....1....4........54..2..6...7...5.....8.9...31..5.......9.7.....6...8", 103, 103, 103},
    {"12.3....435....1....4.2......54..2..6...7.........8.9...31..5.......9.7.....6...8", 104, 12, 12},
    {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85..91..9....4..", 104, 104, 92},
    {".......39.....1..5..3.5.8....8.9...6.7...23..1..4.......9.8..5..2....6..4..7.....", 104, 104, 96},
    {"8..........36......7..9.2...5...7.......457....71...3...1....68..85...1..9....4..", 104, 104, 97},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..", 105, 105, 78},
    {"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7..5..6...3...9.8...2.....1", 105, 105, 92},
    {"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7....86...3...9.8...2.....1", 105, 105, 93},
    {".......39.....1..5..3.5.8..2.8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 105, 105, 96},
    {".......39.....1..5..3.5.8....8.9...6.7...2..81..4.......9.8..5..2....6..4..7.....", 106, 12, 12},
    {".......39.....1..56.3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 106, 12, 12},
    {".......39.9...1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 106, 12, 12},
    {"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..", 106, 12, 12},
    {"..53.....8......2..7..1.5..4....53...1..73..6..32...8..6.5....9..4....3......97..", 106, 12, 12},
    {"..53.....8...5..2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..", 106, 12, 12},
    {"1.......2.9.4...5...6...7..45.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 106, 12, 12},
    {"8..........36......7..9.2...5...7.......457.....1...3...1.7..68..85...1..9....4..", 106, 12, 12},
    {".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..48.7.....", 106, 106, 95},
    {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 107, 107, 97},
    {"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 116, 116, 108},
    {".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 119, 119, 113},
};

static bool near(unsigned a, unsigned b)
{
    return a <= b + 1 && b <= a + 1;
}

static void ratings_are_those_of_the_scale(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    size_t count = test_is_long() ? sizeof rated / sizeof *rated : BRIEF;
    unsigned same = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t clue[81];
        board_read(rated[i].puzzle, 81, clue);
        struct sudoku_problem p = board_problem(3, 3, clue, 2);
        struct solved s = {.run = {.arena = arena}};
        p.task = SUDOKU_EXPLAIN;
        solve(&p, &s);
        assert_true(s.answer->explanation->complete);
        struct sudoku_rating r = sudoku_rating_of(s.answer->explanation);
        if (!near(r.score, rated[i].score) || !near(r.pearl, rated[i].pearl) || !near(r.diamond, rated[i].diamond))
            fail_msg("%s rates %u/%u/%u, not %u/%u/%u", rated[i].puzzle, r.score, r.pearl, r.diamond, rated[i].score,
                     rated[i].pearl, rated[i].diamond);
        same += r.score == rated[i].score && r.pearl == rated[i].pearl && r.diamond == rated[i].diamond;
        nash_arena_reset(arena, ARENA_BYTES);
    }
    print_message("%zu ratings, %u of them identical\n", count, same);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_are_those_of_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
