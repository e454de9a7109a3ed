/* The soundness of each technique, compared with brute force. An explanation tries the rungs of its ladder of
 * techniques from the lowest on, which can hide a fault of a high rung. Here rungs are tried in random order, on boards
 * with one and with several solutions and on variants. No step may lose a solution: a brute force that uses only the
 * rules checks every elimination and placement. Links of chains are checked one by one. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/finders.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 128 << 20, STEPS_MAX = 400 };

static unsigned met[SUDOKU_TECHNIQUES];

struct board {
    struct sudoku_problem problem;
    uint8_t clue[SUDOKU_CELLS_MAX], region[SUDOKU_CELLS_MAX];
    struct sudoku_cage cage[SUDOKU_CELLS_MAX];
    uint16_t cage_cell[SUDOKU_CELLS_MAX];
};

/* Returns whether the board has a solution with `value` (0-based) in `cell`. */
static bool possible(struct board *b, unsigned cell, unsigned value)
{
    uint8_t kept = b->clue[cell];
    if (kept)
        return kept == value + 1;
    b->clue[cell] = (uint8_t)(value + 1);
    uint32_t count = brute_count(&b->problem, 1);
    b->clue[cell] = 0;
    return count;
}

static void fault(const struct board *b, const struct sudoku_step *step, const char *what)
{
    show(&b->problem);
    fail_msg("%s: %s", sudoku_technique_name(step->technique), what);
}

static void check_effect(struct board *b, const struct sudoku_logic *l, const struct sudoku_step *step)
{
    if (!step->eliminations && step->placed == SUDOKU_NO_LITERAL)
        fault(b, step, "does nothing");
    for (unsigned i = 0; i < step->eliminations; i++) {
        unsigned cell = SUDOKU_LITERAL_CELL(step->eliminated[i]), value = SUDOKU_LITERAL_VALUE(step->eliminated[i]);
        if (!(l->open[cell] >> value & 1))
            fault(b, step, "takes away what is not there");
        if (possible(b, cell, value))
            fault(b, step, "takes away a value that a solution has");
    }
    if (step->placed == SUDOKU_NO_LITERAL)
        return;
    unsigned cell = SUDOKU_LITERAL_CELL(step->placed), value = SUDOKU_LITERAL_VALUE(step->placed);
    if (!(l->open[cell] >> value & 1))
        fault(b, step, "places what is no candidate");
    for (unsigned other = 0; other < b->problem.size; other++)
        if (other != value && possible(b, cell, other))
            fault(b, step, "places a value that is not forced");
}

/* ---- chains ---- */

static bool is_cause(const struct sudoku_step *s, const struct sudoku_node *node, uint32_t literal, bool on)
{
    for (unsigned i = 0; i < node->causes; i++) {
        const struct sudoku_node *cause = &s->node[s->cause[node->cause + i]];
        if (cause->literal == literal && cause->on == on)
            return true;
    }
    return false;
}

/* Returns whether a node of a chain follows: its causes say that all other candidates of its cell, or all other places
 * of its value in a unit, are off. */
static bool is_last(const struct sudoku_logic *l, const struct sudoku_step *s, const struct sudoku_node *node)
{
    unsigned cell = SUDOKU_LITERAL_CELL(node->literal), value = SUDOKU_LITERAL_VALUE(node->literal);
    bool last = true;
    for (unsigned other = 0; other < l->size; other++)
        if (other != value && l->open[cell] >> other & 1)
            last &= is_cause(s, node, SUDOKU_LITERAL(cell, other), false);
    for (unsigned kind = 0; !last && kind < l->geometry->kinds; kind++) {
        unsigned unit = l->geometry->unit[cell][kind];
        last = unit != SUDOKU_NO_UNIT;
        for (unsigned place = 0; last && place < l->size; place++) {
            unsigned other = explain_cell_of(l, unit, place);
            if (other != cell && l->open[other] >> value & 1)
                last &= is_cause(s, node, SUDOKU_LITERAL(other, value), false);
        }
    }
    return last;
}

static bool is_rival(const struct sudoku_logic *l, uint32_t a, uint32_t b)
{
    unsigned x = SUDOKU_LITERAL_CELL(a), y = SUDOKU_LITERAL_CELL(b);
    return a != b && (x == y || (SUDOKU_LITERAL_VALUE(a) == SUDOKU_LITERAL_VALUE(b) && explain_sees(l, x, y)));
}

static unsigned count_nodes(const struct sudoku_step *s, uint32_t literal, bool on)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->nodes; i++)
        count += s->node[i].literal == literal && s->node[i].on == on;
    return count;
}

/* Collects the places of a value in a unit, or the values of a cell, that are not among the causes of the node. */
static uint64_t left_in_group(const struct sudoku_logic *l, const struct sudoku_step *s, const struct sudoku_node *node,
                              unsigned group)
{
    unsigned unit = (group - l->cells) / l->size, value = (group - l->cells) % l->size;
    uint64_t left = group < l->cells ? l->open[group] : explain_where(l, unit, value);
    for (uint64_t each = left; each;) {
        unsigned k = explain_pop(&each);
        uint32_t literal =
            group < l->cells ? SUDOKU_LITERAL(group, k) : SUDOKU_LITERAL(explain_cell_of(l, unit, k), value);
        if (is_cause(s, node, literal, false))
            left &= ~explain_bit(k);
    }
    return left;
}

/* Returns whether the pattern of a node is what its name says, and removes the candidate of the node. */
static bool is_pattern(const struct sudoku_logic *l, const struct sudoku_step *s, const struct sudoku_node *node)
{
    const struct sudoku_pattern *p = &node->pattern;
    unsigned cell = SUDOKU_LITERAL_CELL(node->literal), value = SUDOKU_LITERAL_VALUE(node->literal);
    unsigned units[2], values[2];
    uint64_t left[2] = {0};
    bool fine = true;
    for (unsigned i = 0; i < p->groups; i++) {
        left[i] = left_in_group(l, s, node, p->group[i]);
        units[i] = (p->group[i] - l->cells) / l->size;
        values[i] = (p->group[i] - l->cells) % l->size;
    }
    switch (p->technique) {
    case SUDOKU_POINTING:
    case SUDOKU_CLAIMING:
        for (uint64_t places = left[0]; places;)
            fine &= explain_sees(l, cell, explain_cell_of(l, units[0], explain_pop(&places)));
        return fine && values[0] == value;
    case SUDOKU_NAKED_PAIR:
        return left[0] == left[1] && explain_count(left[0]) == 2 && left[0] >> value & 1 &&
               explain_sees(l, cell, p->group[0]) && explain_sees(l, cell, p->group[1]) &&
               explain_sees(l, p->group[0], p->group[1]);
    case SUDOKU_HIDDEN_PAIR:
        for (uint64_t places = left[0]; places;)
            fine &= explain_cell_of(l, units[0], explain_pop(&places)) != cell;
        return !fine && units[0] == units[1] && left[0] == left[1] && explain_count(left[0]) == 2 &&
               values[0] != values[1] && value != values[0] && value != values[1];
    default: /* the ends of an X-wing have the same places in both lines; the cell is at one of them in another line */
        for (uint64_t places = left[0]; places;) {
            unsigned place = explain_pop(&places), one = explain_cell_of(l, units[0], place);
            unsigned two = explain_cell_of(l, units[1], place);
            bool row = units[0] < l->size;
            if (row ? cell % l->size == one % l->size : cell / l->size == one / l->size)
                fine = cell == one || cell == two;
        }
        return !fine && p->technique == SUDOKU_X_WING && left[0] == left[1] && explain_count(left[0]) == 2 &&
               units[0] != units[1] && units[0] / l->size == units[1] / l->size && values[0] == value &&
               values[1] == value;
    }
}

/* Returns the number of assumed nodes (those without causes) with this literal and state; with SUDOKU_NO_LITERAL, of
 * all assumed nodes. */
static unsigned count_assumed(const struct sudoku_step *s, uint32_t literal, bool on)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->nodes; i++)
        count += !s->node[i].causes &&
                 (literal == SUDOKU_NO_LITERAL || (s->node[i].literal == literal && s->node[i].on == on));
    return count;
}

/* Returns whether the step assumes every value of its cell, or every place of its value in its unit, exactly once, and
 * nothing else. */
static bool assumes_all(const struct sudoku_logic *l, const struct sudoku_step *s)
{
    unsigned value = explain_first(s->values), assumed = 0, all = 0;
    if (s->units) {
        for (uint64_t where = explain_where(l, s->unit[0], value); where; all++)
            assumed +=
                count_assumed(s, SUDOKU_LITERAL(explain_cell_of(l, s->unit[0], explain_pop(&where)), value), true);
    } else {
        for (uint64_t open = l->open[s->cell[0]]; open; all++)
            assumed += count_assumed(s, SUDOKU_LITERAL(s->cell[0], explain_pop(&open)), true);
    }
    return assumed == all && count_assumed(s, SUDOKU_NO_LITERAL, true) == all;
}

/* Returns whether the chain proves the elimination or placement of the step. */
static bool concludes(const struct sudoku_logic *l, const struct sudoku_step *s)
{
    const struct sudoku_node *first = &s->node[0], *last = &s->node[s->nodes - 1];
    bool on = s->placed != SUDOKU_NO_LITERAL;
    uint32_t present = on ? s->placed : s->eliminated[0];
    unsigned clashes = 0;
    switch (s->form) {
    case SUDOKU_X_CYCLE:
    case SUDOKU_Y_CYCLE:
    case SUDOKU_CYCLE:
        return first->literal == last->literal && first->on && last->on && count_assumed(s, SUDOKU_NO_LITERAL, on) == 1;
    case SUDOKU_X_CHAIN:
    case SUDOKU_CHAIN:
        return first->literal == present && last->literal == present && first->on != on && last->on == on;
    case SUDOKU_NISHIO:
    case SUDOKU_CONTRADICTION_CHAINS:
        for (unsigned i = 0; i < s->nodes; i++)
            clashes += s->node[i].on && count_nodes(s, s->node[i].literal, false);
        return clashes && count_assumed(s, present, !on) == count_assumed(s, SUDOKU_NO_LITERAL, on);
    case SUDOKU_DOUBLE_CHAINS:
        return count_assumed(s, first->literal, true) == 1 && count_assumed(s, first->literal, false) == 1 &&
               count_assumed(s, SUDOKU_NO_LITERAL, on) == 2 && count_nodes(s, present, on) == 2;
    default:
        return assumes_all(l, s) && count_nodes(s, present, on) == count_assumed(s, SUDOKU_NO_LITERAL, on);
    }
}

static void check_chain(struct board *b, const struct sudoku_logic *l, const struct sudoku_step *s);

/* Checks a nested chain among the candidates that the causes of its node leave; it must remove the node's candidate. */
static void check_nested(struct board *b, const struct sudoku_logic *l, const struct sudoku_step *s,
                         const struct sudoku_node *node)
{
    static uint64_t open[SUDOKU_CELLS_MAX], where[5 * SUDOKU_CELLS_MAX];
    struct sudoku_logic left = *l;
    const struct sudoku_step *nested = node->nested;
    bool removes = nested->placed != SUDOKU_NO_LITERAL && nested->placed != node->literal &&
                   SUDOKU_LITERAL_CELL(nested->placed) == SUDOKU_LITERAL_CELL(node->literal);
    memcpy(open, l->open, l->cells * sizeof *open);
    memcpy(where, l->where, (size_t)l->units * l->size * sizeof *where);
    left.open = open;
    left.where = where;
    for (unsigned i = 0; i < node->causes; i++) {
        uint32_t gone = s->node[s->cause[node->cause + i]].literal;
        explain_remove(&left, SUDOKU_LITERAL_CELL(gone), SUDOKU_LITERAL_VALUE(gone));
    }
    for (unsigned i = 0; i < nested->eliminations; i++)
        removes |= nested->eliminated[i] == node->literal;
    if (node->on || !node->causes || !removes || !nested->nodes)
        fault(b, s, "a nested chain does not remove its candidate");
    check_chain(b, &left, nested);
}

static void check_chain(struct board *b, const struct sudoku_logic *l, const struct sudoku_step *s)
{
    for (unsigned i = 0; i < s->nodes; i++) {
        const struct sudoku_node *node = &s->node[i];
        bool pattern = node->pattern.groups, nested = node->nested;
        bool follows = node->on ? is_last(l, s, node) : pattern || nested || node->causes == 1;
        for (unsigned k = 0; k < node->causes; k++)
            if (s->cause[node->cause + k] >= i)
                fault(b, s, "a link has no earlier cause");
        if (!node->causes)
            continue;
        const struct sudoku_node *cause = &s->node[s->cause[node->cause]];
        if (nested)
            check_nested(b, l, s, node);
        else if (pattern)
            follows &= !node->on && is_pattern(l, s, node);
        else if (!node->on)
            follows &= cause->on && is_rival(l, cause->literal, node->literal);
        if (!follows)
            fault(b, s, "a link does not hold");
    }
    if (s->nodes && !concludes(l, s))
        fault(b, s, "the chain proves something else");
}

/* ---- any order ---- */

/* Takes a step of the lowest of the first `easy` rungs that finds one, otherwise of the first that finds one from a
 * random rung on. easy > 0: simple steps first, because chains would only repeat them. Returns false if no rung finds a
 * step. */
static bool find_any(struct nash_rng *rng, struct sudoku_logic *l, unsigned easy)
{
    unsigned first = (unsigned)nash_rng_below(rng, EXPLAIN_RUNGS);
    for (unsigned rung = 0; rung < easy; rung++)
        if (explain_rung(l, rung))
            return true;
    for (unsigned k = 0; k < EXPLAIN_RUNGS; k++)
        if (explain_rung(l, (first + k) % EXPLAIN_RUNGS))
            return true;
    return false;
}

/* Takes and checks up to `most` steps, until no rung finds one. */
static void wander(struct nash_rng *rng, struct board *b, const uint8_t *solution, unsigned most)
{
    static const unsigned easy[] = {0, 8, 8, 11, EXPLAIN_RUNGS};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    struct sudoku_logic *l = explain_logic_new(arena, &b->problem, &run, solution);
    unsigned way = (unsigned)nash_rng_below(rng, sizeof easy / sizeof *easy);
    bool found = true;
    assert_non_null(l);
    for (unsigned steps = 0; l->left && found && steps < most; steps++) {
        found = find_any(rng, l, easy[way]);
        assert_false(l->spent);
        if (!found)
            break;
        check_effect(b, l, &l->step);
        check_chain(b, l, &l->step);
        met[l->step.technique]++;
        explain_apply(l, &l->step);
    }
    assert_true(!solution || !l->left || found);
    nash_arena_free(arena);
}

static void run_board(struct nash_rng *rng, struct board *b, unsigned most)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    b->problem.limit = 2;
    b->problem.clues = 0;
    for (unsigned cell = 0; cell < b->problem.size * b->problem.size; cell++)
        b->problem.clues += b->clue[cell] != 0;
    solve(&b->problem, &s);
    assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
    wander(rng, b, s.answer->unique == SUDOKU_UNIQUE_YES ? s.answer->solution : NULL, most);
    nash_arena_free(arena);
}

static void plain_boards(void **state)
{
    static const struct {
        unsigned rows, cols, boards, given_back;
    } sets[] = {{2, 2, 60, 0}, {2, 2, 60, 2}, {2, 3, 50, 0}, {2, 3, 40, 3}, {3, 3, 18, 0}, {3, 3, 12, 2}};
    static struct board b;
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        for (unsigned k = 0; k < test_length((sets[i].boards + 5) / 6, sets[i].boards); k++) {
            board_full(&rng, sets[i].rows, sets[i].cols, b.clue);
            unsigned clues = board_dig(&rng, sets[i].rows, sets[i].cols, b.clue);
            b.problem = board_problem(sets[i].rows, sets[i].cols, b.clue, 2);
            /* remove clues, so that there are several solutions */
            for (unsigned less = 0; less < sets[i].given_back && clues;) {
                uint8_t *clue = &b.clue[nash_rng_below(&rng, b.problem.size * b.problem.size)];
                less += *clue != 0;
                *clue = 0;
            }
            run_board(&rng, &b, STEPS_MAX);
        }
    }
}

static void variants(void **state)
{
    static struct board b;
    struct nash_rng rng;
    nash_rng_seed(&rng, 2);
    for (unsigned k = 0; k < test_length(32, 120); k++) {
        unsigned rules = k % 16, n = 6, percent = 20 + (unsigned)nash_rng_below(&rng, 25);
        bool regions = rules & 4;
        if (regions && rules & 2)
            continue;
        board_regions(&rng, n, 2, 3, 4, b.region);
        b.problem = (struct sudoku_problem){.size = n,
                                            .box_rows = regions ? 0 : 2,
                                            .box_cols = regions ? 0 : 3,
                                            .diagonal = rules & 1,
                                            .disjoint = rules & 2,
                                            .region = regions ? b.region : NULL,
                                            .clue = b.clue,
                                            .symbols = "123456"};
        if (!board_of(&rng, &b.problem, b.clue))
            continue;
        if (rules & 8) {
            b.problem.cages = board_cages(&rng, n, b.clue, 4, 60, b.cage, b.cage_cell);
            b.problem.cage = b.cage;
        }
        board_uniform(&rng, n, n * n * percent / 100, b.clue);
        run_board(&rng, &b, STEPS_MAX);
    }
}

/* The boards of the tests before must have used nearly every technique; the fewer boards of a run with a sanitizer, a
 * quarter as many. */
static void nearly_all_were_met(void **state)
{
    unsigned kinds = 0;
    for (unsigned t = 0; t < SUDOKU_TECHNIQUES; t++) {
        kinds += met[t] != 0;
        print_message("%s %u; ", sudoku_technique_name(t), met[t]);
    }
    print_message("\n");
    assert_true(kinds >= test_length(40, 40));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_boards),
        cmocka_unit_test(variants),
        cmocka_unit_test(nearly_all_were_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
