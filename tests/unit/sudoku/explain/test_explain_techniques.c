/* Each technique has a position that needs it: no lower rung of the ladder makes progress there. The positions were
 * found by search in the reference data, and are kept here as puzzles. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/finders.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 64 << 20 };

static const struct {
    enum sudoku_technique technique;
    bool hardest; /* no step of the puzzle needs a harder technique */
    const char *puzzle;
} cases[] = {
    {SUDOKU_LAST_VALUE, false, ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."},
    {SUDOKU_HIDDEN_SINGLE_BOX, true,
     "................12....34...........3...5..4....21.6......6...2..7.......53...87.."},
    {SUDOKU_HIDDEN_SINGLE_LINE, true,
     ".................1.....2.3...1..4.....5.....6..6..782..4.....7..8..5.....9..1...."},
    {SUDOKU_DIRECT_POINTING, true, ".................1..2..3........2....4.....15.6...7..4....4......8...23..9..1.8.."},
    {SUDOKU_DIRECT_HIDDEN_PAIR, true,
     ".................1.....2.3......425...6.......17....8.....7...64...6....9..8...1."},
    {SUDOKU_NAKED_SINGLE, true, ".................1..2.13.4.....5..3..6......78...4.......9.7..6..4..6.....5......"},
    {SUDOKU_DIRECT_HIDDEN_TRIPLET, true,
     ".................1....23.4........2...5....3...67......3....7...8.9....642..5...."},
    {SUDOKU_POINTING, true, ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."},
    {SUDOKU_CLAIMING, true, ".................1....23.4.........5..6.......74..28.......62..5..1.....91.....8."},
    {SUDOKU_NAKED_PAIR, true, ".................1..2.34........2.3..1...5....6....7.8...1.......4....2..7.6...9."},
    {SUDOKU_X_WING, true, "..............1..2..3.4..5.......4.....6...3.17...2....1..3.....2........8.5....7"},
    {SUDOKU_HIDDEN_PAIR, true, ".................1..2..3.4......253..1........6....7......48..2..5.......7.1....9"},
    {SUDOKU_NAKED_TRIPLET, true, "..............1..2.34....5.........1..6........748.....1.....8..9.5..47.2........"},
    {SUDOKU_SWORDFISH, false, ".................1..2.34.5.............1.6..7..3....8.....8..3..9..2....61......9"},
    {SUDOKU_HIDDEN_TRIPLET, true, "........1.....2..3..4.5.........6....2.1.3...7.....89.....8.......4..5..63......."},
    {SUDOKU_XY_WING, true, "................12....34...............1..56..23.....7......2.8..9.....35.4..9..."},
    {SUDOKU_XYZ_WING, true, "................12..3.45......1.6.7..1.2.....4...........7.......5.8...4..7...3.."},
    {SUDOKU_UNIQUE_RECTANGLE_1, true,
     "................12..3..4........34.5.2.....6.71..........26......81.....4.....5.."},
    {SUDOKU_UNIQUE_RECTANGLE_2, true,
     "........1.......2...3..4........53...1....6..27...........8.......12..3...47..9.."},
    {SUDOKU_UNIQUE_RECTANGLE_4, true,
     "................12..3..4.........3.5......46..2..7........1......4...6.3.7.82...."},
    {SUDOKU_UNIQUE_RECTANGLE_3, true,
     "..............1..2.34....5............6...1.7.8.35.........4..1.9.8...3.7........"},
    {SUDOKU_UNIQUE_LOOP_1, true, "................12..3.45...............1.2..6.746.........3.45....8..7..2........"},
    {SUDOKU_UNIQUE_LOOP_2, true, "................12..3..4........35...6..7....51......8...5..3....8...4...2..1...."},
    {SUDOKU_UNIQUE_LOOP_4, false, "..............1..2.34....5........3.1.....6..2...75.........8.....43....86......7"},
    {SUDOKU_UNIQUE_LOOP_3, false, "5.......6.3...15.2..2........1.67...3.589...7...1..3...1.2.9.....3...4...8..3..9."},
    {SUDOKU_NAKED_QUAD, false, "........1.......2...3..4..5.....6....2..5..7..8....3.....2.87...1.......5.9......"},
    {SUDOKU_JELLYFISH, false, "........1.......23..4.56.........4.7.....3....1.2.........4...8.3.......26..7...."},
    {SUDOKU_HIDDEN_QUAD, false, "4..5...9.7.14....893..8.4....2..5.4......2..3...7.1.5.86....2....3....69.97......"},
    {SUDOKU_BUG_1, true, "................12....345.....1..3....2.......617........2.8.7.34.......5........"},
    {SUDOKU_BUG_2, true, "................12..3..4...........5....4.36.78..1.........5..4.1...3....2.....8."},
    {SUDOKU_BUG_4, true, "..............1..2.34....5.......34.......6..27...8.......3....1.8..6...5..9....."},
    {SUDOKU_BUG_3, false, ".943......37.1.........85...5...4.....3.5..279...7.8....96............424..2..61."},
    {SUDOKU_ALIGNED_PAIR, true, "......9.8.....7...894....163....45..4.9.........5...8.....9.65.68..2.4...17......"},
    {SUDOKU_X_CYCLE, true, "...........1..2..3..4.5..6.........1...5......2..7...8.....3......1..4..76.....5."},
    {SUDOKU_Y_CYCLE, true, "................12....345.....1.6..7..8.......53....4....9.......4.5....1.......6"},
    {SUDOKU_X_CHAIN, true, ".................1..2..3..4....1..3.....5......62...7..1...4...3....862.5........"},
    {SUDOKU_CYCLE, true, ".................1..2..3.4......5....3....6..7...1...8.....625..8..9....1......3."},
    {SUDOKU_CHAIN, true, "................12.....3..4....2......3.4.5....6...37.....5.....8...67..21......."},
    {SUDOKU_NISHIO, true, "................12..3.45.............6.1.....12.7...8.......4....4.6.5...7.2....."},
    {SUDOKU_CELL_CHAINS, true, "..............1..2..3.4..5.........6..735.....8......1...7.2.3..1.6.....4........"},
    {SUDOKU_UNIT_CHAINS, true, "................12..3..4...........3.2.56....7.....4.8....2..5....19......8...3.."},
    {SUDOKU_CONTRADICTION_CHAINS, true,
     "..............1.23.45.6...1........7....4.8..2..9........2...9...6........7...5.."},
    {SUDOKU_DOUBLE_CHAINS, false, ".5..9....1.....6.....3.8.....8.4...9514.......3....2..........4.8...6..77..15..6."},
    {SUDOKU_DYNAMIC_CELL, true, "...5....91...87....8.....7.97.3.......2.1....6....92....593....8......36.2.4..1.."},
    {SUDOKU_DYNAMIC_UNIT, true, "1.4..9..7...3.8.4.........9.63....81.........2715.....7...4....53..6.1....8...7.."},
    {SUDOKU_DYNAMIC_PLUS, true, "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5"},
    {SUDOKU_NESTED, true, "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."},
    {SUDOKU_NESTED_MULTIPLE, true, "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8"},
};

static size_t first_of(const struct sudoku_explanation *e, enum sudoku_technique technique)
{
    size_t i = 0;
    while (i < e->count && e->step[i].technique != technique)
        i++;
    return i;
}

/* Checks the position after the first `steps` steps: no lower rung than that of the next step finds a step. */
static void check_position(const struct sudoku_problem *p, const struct sudoku_answer *a, size_t steps,
                           struct nash_arena *arena)
{
    const struct sudoku_explanation *e = a->explanation;
    struct nash_run run = {.arena = arena};
    struct sudoku_logic *l = explain_logic_new(arena, p, &run, a->solution);
    unsigned rung = 0;
    assert_non_null(l);
    for (size_t i = 0; i < steps; i++)
        explain_apply(l, &e->step[i]);
    for (; rung < EXPLAIN_RUNGS && !explain_rung(l, rung); rung++)
        ;
    assert_true(rung < EXPLAIN_RUNGS);
    assert_int_equal(l->step.technique, e->step[steps].technique);
    /* The ladder is in the order of the ratings. The highest rungs take most of the time of this test. */
    for (unsigned higher = rung + 1; higher < EXPLAIN_RUNGS; higher += test_step(3, 1))
        if (explain_rung(l, higher))
            assert_true(sudoku_technique_rating(l->step.technique) >=
                        sudoku_technique_rating(e->step[steps].technique));
}

static void each_technique_is_needed_somewhere(void **state)
{
    bool shown[SUDOKU_TECHNIQUES] = {false};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t clue[81];
        board_read(cases[i].puzzle, 81, clue);
        struct sudoku_problem p = board_problem(3, 3, clue, 2);
        struct solved s = {.run = {.arena = arena}};
        p.task = SUDOKU_EXPLAIN;
        solve(&p, &s);
        size_t step = first_of(s.answer->explanation, cases[i].technique);
        if (step == s.answer->explanation->count)
            fail_msg("%s is not met in %s", sudoku_technique_name(cases[i].technique), cases[i].puzzle);
        if (cases[i].hardest)
            assert_int_equal(sudoku_rating_of(s.answer->explanation).hardest, cases[i].technique);
        check_position(&p, s.answer, step, arena);
        shown[cases[i].technique] = true;
        nash_arena_reset(arena, ARENA_BYTES);
    }
    for (unsigned t = 0; t < SUDOKU_TECHNIQUES; t++)
        if (!shown[t] && t != SUDOKU_DIRECT_CLAIMING && t != SUDOKU_CAGE && t < SUDOKU_NESTED_DYNAMIC)
            fail_msg("no position shows %s", sudoku_technique_name(t));
    nash_arena_free(arena);
}

/* If a band has three boxes, every direct claiming comes with a direct pointing, which is found first: if the value is
 * confined to one box in a row, the third box points. Wider bands are needed for a direct claiming alone. */
static void direct_claiming_needs_wide_bands(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    unsigned shown = 0;
    nash_rng_seed(&rng, 12);
    for (unsigned k = 0; k < 12; k++) {
        uint8_t clue[100];
        struct solved s = {.run = {.arena = arena}};
        board_full(&rng, 2, 5, clue);
        board_dig(&rng, 2, 5, clue);
        struct sudoku_problem p = board_problem(2, 5, clue, 2);
        p.task = SUDOKU_EXPLAIN;
        solve(&p, &s);
        size_t step = first_of(s.answer->explanation, SUDOKU_DIRECT_CLAIMING);
        if (step < s.answer->explanation->count) {
            check_position(&p, s.answer, step, arena);
            shown++;
        }
        nash_arena_reset(arena, ARENA_BYTES);
    }
    assert_int_not_equal(shown, 0);
    nash_arena_free(arena);
}

/* A killer puzzle without clues begins with sums of cages. If its cages are large, most steps are trial and error. */
static void sums_and_trials(void **state)
{
    static struct sudoku_cage cage[81];
    static uint16_t cell[81];
    struct nash_rng rng;
    unsigned sums = 0, trials = 0;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    nash_rng_seed(&rng, 45);
    for (unsigned k = 0; k < 30; k++) {
        uint8_t grid[36], none[36] = {0};
        board_full(&rng, 2, 3, grid);
        struct sudoku_problem p = board_problem(2, 3, none, 2);
        p.task = SUDOKU_EXPLAIN;
        p.cages = board_cages(&rng, 6, grid, 2 + k % 5, 100, cage, cell);
        p.cage = cage;
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        const struct sudoku_explanation *e = s.answer->explanation;
        sums += first_of(e, SUDOKU_CAGE) < e->count;
        trials += first_of(e, SUDOKU_TRIAL) < e->count;
        assert_int_equal(e->complete, s.answer->unique == SUDOKU_UNIQUE_YES);
        nash_arena_reset(arena, ARENA_BYTES);
    }
    assert_true(sums > 5);
    print_message("killer 6x6: cage sums in %u, trial and error in %u of 30\n", sums, trials);
    nash_arena_free(arena);
}

/* A cage of two cells with values up to 6 keeps only values that can give the sum: 5 and 6 for the sum 11, 1 and 2 for
 * 3, 1 and 3 for 4. */
static void sums_leave_what_adds_up(void **state)
{
    static const struct {
        unsigned sum;
        uint64_t left; /* bit v for value v + 1 */
    } sums[] = {{11, 0x30}, {3, 0x03}, {4, 0x05}, {7, 0x3f}};
    static const uint16_t cell[] = {0, 1};
    static const uint8_t none[36];
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct nash_run run = {.arena = arena};
        struct sudoku_cage cage = {.sum = sums[i].sum, .count = 2, .cell = cell};
        struct sudoku_problem p = board_problem(2, 3, none, 2);
        p.cage = &cage;
        p.cages = 1;
        struct sudoku_logic *l = explain_logic_new(arena, &p, &run, NULL);
        assert_int_equal(explain_cage(l), sums[i].left != 0x3f);
        explain_apply(l, &l->step);
        assert_int_equal(l->open[0], sums[i].left);
        assert_int_equal(l->open[1], sums[i].left);
        nash_arena_free(arena);
    }
}

static void names_and_levels(void **state)
{
    for (unsigned t = 0; t < SUDOKU_TECHNIQUES; t++) {
        for (unsigned other = 0; other < t; other++)
            assert_string_not_equal(sudoku_technique_name(t), sudoku_technique_name(other));
        if (t)
            assert_true(sudoku_technique_rating(t) >= sudoku_technique_rating(t - 1) ||
                        (t > SUDOKU_UNIQUE_RECTANGLE_1 && t < SUDOKU_NAKED_QUAD));
    }
    assert_string_equal(sudoku_level_name(15), "easy");
    assert_string_equal(sudoku_level_name(28), "medium");
    assert_string_equal(sudoku_level_name(30), "hard");
    assert_string_equal(sudoku_level_name(55), "expert");
    assert_string_equal(sudoku_level_name(75), "extreme");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_technique_is_needed_somewhere),
        cmocka_unit_test(direct_claiming_needs_wide_bands),
        cmocka_unit_test(sums_and_trials),
        cmocka_unit_test(sums_leave_what_adds_up),
        cmocka_unit_test(names_and_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
