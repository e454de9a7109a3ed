/* Sentences. Each technique has a text with placeholders, which are filled in from the step. */
#include "words.h"

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>

#include "../geometry.h"

enum { LINKS_MAX = 16 }; /* nodes; of a longer chain the sentence has only their number */

/* Placeholders: %c the pattern's cells, %1 its first cell, %r its other cells, %v its values, %p the value placed and
 * %P its cell, %U the first unit, %V the last one, %u the units of the first half and %w those of the second, %k the
 * chain, %e the eliminations, %n the conclusion about one candidate. */
static const char *const sentence[SUDOKU_TECHNIQUES] = {
    [SUDOKU_LAST_VALUE] = "%P is the last empty cell of %U, which lacks only %p.",
    [SUDOKU_HIDDEN_SINGLE_BOX] = "%P is the only cell of %U that can hold %p.",
    [SUDOKU_HIDDEN_SINGLE_LINE] = "%P is the only cell of %U that can hold %p.",
    [SUDOKU_DIRECT_POINTING] = "In %U, %v can only be in %c, so no other cell of the line holds it, and %P is the only "
                               "cell of %V left for %p.",
    [SUDOKU_DIRECT_CLAIMING] =
        "In %U, %v can only be in %c, so no other cell of the box holds it, and %P is the only cell of %V left for %p.",
    [SUDOKU_DIRECT_HIDDEN_PAIR] = "In %U, two values can only be in %c, so that these cells hold nothing else, and %P "
                                  "is the only cell left for %p.",
    [SUDOKU_CAGE] = "No sum of the cage can be reached with the candidates that this removes: %e.",
    [SUDOKU_NAKED_SINGLE] = "%p is the only candidate left in %P.",
    [SUDOKU_DIRECT_HIDDEN_TRIPLET] = "In %U, three values can only be in %c, so that these cells hold nothing else, "
                                     "and %P is the only cell left for %p.",
    [SUDOKU_POINTING] = "In %U, %v can only be in %c, which all lie in %V; this removes %e.",
    [SUDOKU_CLAIMING] = "In %U, %v can only be in %c, which all lie in %V; this removes %e.",
    [SUDOKU_NAKED_PAIR] = "In %U, %c hold %v between them, so no other cell does: this removes %e.",
    [SUDOKU_X_WING] = "In %u, all places of %v lie in %w, so no other cell of %w holds it: this removes %e.",
    [SUDOKU_HIDDEN_PAIR] = "In %U, %v can only be in %c, so these cells hold nothing else: this removes %e.",
    [SUDOKU_NAKED_TRIPLET] = "In %U, %c hold %v between them, so no other cell does: this removes %e.",
    [SUDOKU_SWORDFISH] = "In %u, all places of %v lie in %w, so no other cell of %w holds it: this removes %e.",
    [SUDOKU_HIDDEN_TRIPLET] = "In %U, %v can only be in %c, so these cells hold nothing else: this removes %e.",
    [SUDOKU_XY_WING] =
        "Whatever %1 holds, one of %r holds their common value; no cell that sees both can: this removes %e.",
    [SUDOKU_XYZ_WING] =
        "Whatever %1 holds, it or one of %r holds their common value; no cell that sees all can: this removes %e.",
    [SUDOKU_UNIQUE_RECTANGLE_1] =
        "With %v alone in %c there would be two solutions, so one cell holds another value: this removes %e.",
    [SUDOKU_UNIQUE_RECTANGLE_2] = "With %v alone in %c there would be two solutions, so one of them holds the extra "
                                  "value; no cell that sees all the extra ones can: this removes %e.",
    [SUDOKU_UNIQUE_RECTANGLE_4] = "With %v alone in the rectangle there would be two solutions; one of these values "
                                  "has no other place in %U, so the other one leaves its cells: this removes %e.",
    [SUDOKU_UNIQUE_RECTANGLE_3] = "With %v alone in the rectangle there would be two solutions; its extra values make "
                                  "a naked set with other cells of %U: this removes %e.",
    [SUDOKU_UNIQUE_LOOP_1] =
        "With %v alone in the loop %c there would be two solutions, so one cell holds another value: this removes %e.",
    [SUDOKU_UNIQUE_LOOP_2] = "With %v alone in the loop %c there would be two solutions, so one cell holds the extra "
                             "value; no cell that sees all the extra ones can: this removes %e.",
    [SUDOKU_UNIQUE_LOOP_4] = "With %v alone in the loop there would be two solutions; one of these values has no other "
                             "place in %U, so the other one leaves its cells: this removes %e.",
    [SUDOKU_UNIQUE_LOOP_3] = "With %v alone in the loop there would be two solutions; its extra values make a naked "
                             "set with other cells of %U: this removes %e.",
    [SUDOKU_NAKED_QUAD] = "In %U, %c hold %v between them, so no other cell does: this removes %e.",
    [SUDOKU_JELLYFISH] = "In %u, all places of %v lie in %w, so no other cell of %w holds it: this removes %e.",
    [SUDOKU_HIDDEN_QUAD] = "In %U, %v can only be in %c, so these cells hold nothing else: this removes %e.",
    [SUDOKU_BUG_1] = "Without %v in %1, every open cell would have two candidates and every value two places in a "
                     "unit, and there would be two solutions: this removes %e.",
    [SUDOKU_BUG_2] = "Without %v in %c, every open cell would have two candidates and every value two places in a "
                     "unit, and there would be two solutions, so one of these cells holds %v: this removes %e.",
    [SUDOKU_BUG_4] =
        "Without the extra candidates of %c, every open cell would have two candidates and every value two places in a "
        "unit, and there would be two solutions; %U keeps one of the other values for these cells: this removes %e.",
    [SUDOKU_BUG_3] = "Without the extra candidates of some of %c, every open cell would have two candidates and every "
                     "value two places in a unit, and there would be two solutions; the extra candidates make a naked "
                     "set in %U: this removes %e.",
    [SUDOKU_ALIGNED_PAIR] =
        "Each way to fill the first two of %c that uses %e leaves a cell that they see without a candidate.",
    [SUDOKU_X_CYCLE] =
        "Every other candidate of a closed chain of %v is true, in one of two ways: %k; this removes %e.",
    [SUDOKU_Y_CYCLE] = "Every other candidate of a closed chain through cells of two candidates is true, in one of two "
                       "ways: %k; this removes %e.",
    [SUDOKU_X_CHAIN] = "An assumption leads to its opposite: %k; so %n.",
    [SUDOKU_CYCLE] = "Every other candidate of a closed chain is true, in one of two ways: %k; this removes %e.",
    [SUDOKU_CHAIN] = "An assumption leads to its opposite: %k; so %n.",
    [SUDOKU_NISHIO] = "The opposite would leave %v without a place in some unit: so %n.",
    [SUDOKU_CELL_CHAINS] = "Each candidate of %1, %v, leads to the same conclusion: %n.",
    [SUDOKU_UNIT_CHAINS] = "Each place of %v in %U leads to the same conclusion: %n.",
    [SUDOKU_CONTRADICTION_CHAINS] = "The opposite would make a candidate both true and false: so %n.",
    [SUDOKU_DOUBLE_CHAINS] = "%1 holds %v or it does not, and both lead to the same conclusion: %n.",
    [SUDOKU_DYNAMIC_CELL] = "Each candidate of %1, %v, leads to the same conclusion: %n.",
    [SUDOKU_DYNAMIC_UNIT] = "Each place of %v in %U leads to the same conclusion: %n.",
    [SUDOKU_NESTED_TRIAL] = "If %1 were %v, further assumptions would all lead to contradictions: so %n.",
    [SUDOKU_TRIAL] = "No technique finds a further step. The puzzle has one solution, and each other value of %P leads "
                     "to none, so %P holds %p.",
};

struct words {
    struct nash_buf *out;
    const struct sudoku_problem *problem;
    const struct sudoku_step *step;
};

static void put_cell(const struct words *w, unsigned cell)
{
    nash_buf_printf(w->out, "r%uc%u", cell / w->problem->size + 1, cell % w->problem->size + 1);
}

static void put_cells(const struct words *w, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        nash_buf_puts(w->out, i == from ? "" : i + 1 == to ? " and " : ", ");
        put_cell(w, w->step->cell[i]);
    }
}

static void put_values(const struct words *w, uint64_t values, const char *last)
{
    for (bool first = true; values; first = false) {
        nash_buf_puts(w->out, first ? "" : values & (values - 1) ? ", " : last);
        nash_buf_putc(w->out, w->problem->symbols[__builtin_ctzll(values)]);
        values &= values - 1;
    }
}

static void put_units(const struct words *w, unsigned from, unsigned to)
{
    char name[32];
    for (unsigned i = from; i < to; i++) {
        nash_buf_puts(w->out, i == from ? "" : i + 1 == to ? " and " : ", ");
        nash_buf_puts(w->out, sudoku_unit_name(name, sizeof name, w->problem, w->step->unit[i]));
    }
}

/* Returns the values removed from the cell of the i-th elimination; *next: the first one of another cell. */
static uint64_t values_from(const struct sudoku_step *s, unsigned i, unsigned *next)
{
    unsigned cell = SUDOKU_LITERAL_CELL(s->eliminated[i]);
    uint64_t values = 0;
    for (; i < s->eliminations && SUDOKU_LITERAL_CELL(s->eliminated[i]) == cell; i++)
        values |= UINT64_C(1) << SUDOKU_LITERAL_VALUE(s->eliminated[i]);
    *next = i;
    return values;
}

/* Appends "5 from r1c2, r1c3; 3 and 4 from r2c2": cells that lose the same values stand together. */
static void put_effect(const struct words *w)
{
    const struct sudoku_step *s = w->step;
    uint64_t last = 0;
    for (unsigned i = 0, next; i < s->eliminations; i = next) {
        uint64_t values = values_from(s, i, &next);
        if (values == last) {
            nash_buf_puts(w->out, ", ");
        } else {
            nash_buf_puts(w->out, i ? "; " : "");
            put_values(w, values, " and ");
            nash_buf_puts(w->out, " from ");
        }
        put_cell(w, SUDOKU_LITERAL_CELL(s->eliminated[i]));
        last = values;
    }
}

/* Appends "r1c2 is 5" or "r1c2 is not 5", the conclusion of a chain. */
static void put_conclusion(const struct words *w)
{
    bool on = w->step->placed != SUDOKU_NO_LITERAL;
    uint32_t literal = on ? w->step->placed : w->step->eliminated[0];
    put_cell(w, SUDOKU_LITERAL_CELL(literal));
    nash_buf_printf(w->out, on ? " is %c" : " is not %c", w->problem->symbols[SUDOKU_LITERAL_VALUE(literal)]);
}

/* Appends "r1c2≠5 → r1c7=5 → …", or for a long chain the number of its nodes. */
static void put_chain(const struct words *w)
{
    const struct sudoku_step *s = w->step;
    if (s->nodes > LINKS_MAX || !s->nodes)
        nash_buf_printf(w->out, "%u links", s->nodes);
    for (unsigned i = 0; i < s->nodes && s->nodes <= LINKS_MAX; i++) {
        nash_buf_puts(w->out, i ? " \u2192 " : "");
        put_cell(w, SUDOKU_LITERAL_CELL(s->node[i].literal));
        nash_buf_puts(w->out, s->node[i].on ? "=" : "\u2260");
        nash_buf_putc(w->out, w->problem->symbols[SUDOKU_LITERAL_VALUE(s->node[i].literal)]);
    }
}

static void put_hole(const struct words *w, char hole)
{
    const struct sudoku_step *s = w->step;
    switch (hole) {
    case 'c':
        put_cells(w, 0, s->cells);
        break;
    case '1':
        put_cells(w, 0, s->cells ? 1 : 0);
        break;
    case 'r':
        put_cells(w, 1, s->cells);
        break;
    case 'v':
        put_values(w, s->values, " and ");
        break;
    case 'p':
        nash_buf_putc(w->out, w->problem->symbols[SUDOKU_LITERAL_VALUE(s->placed)]);
        break;
    case 'P':
        put_cell(w, SUDOKU_LITERAL_CELL(s->placed));
        break;
    case 'U':
        put_units(w, 0, s->units ? 1 : 0);
        break;
    case 'V':
        put_units(w, s->units - 1, s->units);
        break;
    case 'u':
        put_units(w, 0, s->units / 2);
        break;
    case 'w':
        put_units(w, s->units / 2, s->units);
        break;
    case 'k':
        put_chain(w);
        break;
    case 'n':
        put_conclusion(w);
        break;
    default:
        put_effect(w);
    }
}

/* Returns the start of a sentence that says which techniques the chains use; "" for other steps. */
static const char *remaining_candidates(enum sudoku_technique technique)
{
    switch (technique) {
    case SUDOKU_DYNAMIC_PLUS:
        return "With pairs, locked candidates and X-wings among the remaining candidates: ";
    case SUDOKU_NESTED:
        return "With patterns, cycles and forcing chains among the remaining candidates: ";
    case SUDOKU_NESTED_MULTIPLE:
        return "With patterns, cycles and forcing chains, also of cells and units, among the remaining candidates: ";
    case SUDOKU_NESTED_DYNAMIC:
        return "With patterns and dynamic forcing chains among the remaining candidates: ";
    default:
        return "";
    }
}

void explain_words(struct nash_buf *out, const struct sudoku_problem *problem, const struct sudoku_step *step)
{
    const struct words w = {out, problem, step};
    nash_buf_puts(out, remaining_candidates(step->technique));
    for (const char *c = sentence[step->form]; *c; c++) {
        if (*c == '%')
            put_hole(&w, *++c);
        else
            nash_buf_putc(out, *c);
    }
}
