/* Checks an explanation: repeats its steps on candidates that share no table with the finders. Since the solution is
 * known, a step that removes a true value, places a wrong one or does nothing is a fault. Of chains it also checks why
 * they hold (replay_chain.c). */
#include "replay.h"

#include <string.h>

#include <solvers/sudoku/exact/board.h>

static unsigned box_of(const struct sudoku_problem *p, unsigned cell)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return p->region ? p->region[cell] : row / p->box_rows * p->box_rows + column / p->box_cols;
}

static bool on_one_diagonal(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    unsigned n = p->size, ar = a / n, ac = a % n, br = b / n, bc = b % n;
    return (ar == ac && br == bc) || (ar + ac == n - 1 && br + bc == n - 1);
}

static bool in_one_cage(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    for (size_t i = 0; i < p->cages; i++) {
        bool has_a = false, has_b = false;
        for (unsigned k = 0; k < p->cage[i].count; k++) {
            has_a |= p->cage[i].cell[k] == a;
            has_b |= p->cage[i].cell[k] == b;
        }
        if (has_a && has_b)
            return true;
    }
    return false;
}

bool replay_in_unit(const struct sudoku_problem *p, unsigned unit, unsigned cell)
{
    unsigned n = p->size, row = cell / n, column = cell % n, variant = unit - 3 * n;
    if (unit < n)
        return row == unit;
    if (unit < 2 * n)
        return column == unit - n;
    if (unit < 3 * n)
        return box_of(p, cell) == unit - 2 * n;
    if (p->diagonal && variant < 2)
        return variant == 0 ? row == column : row + column == n - 1;
    variant -= p->diagonal ? 2 : 0;
    return row % p->box_rows * p->box_cols + column % p->box_cols == variant;
}

bool replay_see_each_other(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    unsigned n = p->size;
    bool group =
        p->disjoint && a / n % p->box_rows == b / n % p->box_rows && a % n % p->box_cols == b % n % p->box_cols;
    return a / n == b / n || a % n == b % n || box_of(p, a) == box_of(p, b) ||
           (p->diagonal && on_one_diagonal(p, a, b)) || group || in_one_cage(p, a, b);
}

static void replay_place(struct replay *r, unsigned cell, unsigned value)
{
    r->open[cell] = 0;
    r->left--;
    for (unsigned other = 0; other < r->problem->size * r->problem->size; other++)
        if (r->open[other] >> value & 1 && replay_see_each_other(r->problem, cell, other))
            r->open[other] &= ~(UINT64_C(1) << value);
}

static void replay_init(struct replay *r)
{
    const struct sudoku_problem *p = r->problem;
    r->left = p->size * p->size;
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        r->open[cell] = (UINT64_C(1) << p->size) - 1;
        if (p->allowed)
            r->open[cell] &= p->allowed[cell];
    }
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        if (p->clue[cell])
            replay_place(r, cell, p->clue[cell] - 1U);
}

static const char *replay_step(struct replay *r, const struct sudoku_step *step)
{
    const uint8_t *known[] = {r->answer->solution, r->answer->other};
    const char *fault = step->nodes ? replay_chain_fault(r, step) : NULL;
    if (fault)
        return fault;
    for (unsigned i = 0; i < step->eliminations; i++) {
        unsigned cell = SUDOKU_LITERAL_CELL(step->eliminated[i]), value = SUDOKU_LITERAL_VALUE(step->eliminated[i]);
        if (cell >= r->problem->size * r->problem->size || !(r->open[cell] >> value & 1))
            return "a step takes away a candidate that is not there";
        for (unsigned k = 0; k < 2; k++)
            if (known[k] && known[k][cell] == value + 1)
                return "a step takes away a value of the solution";
        r->open[cell] &= ~(UINT64_C(1) << value);
    }
    if (step->placed == SUDOKU_NO_LITERAL)
        return step->eliminations ? NULL : "a step does nothing";
    unsigned cell = SUDOKU_LITERAL_CELL(step->placed), value = SUDOKU_LITERAL_VALUE(step->placed);
    if (cell >= r->problem->size * r->problem->size || !(r->open[cell] >> value & 1))
        return "a step places a value that is no candidate";
    for (unsigned k = 0; k < 2; k++)
        if (known[k] && known[k][cell] != value + 1)
            return "a step places a value against the solution";
    replay_place(r, cell, value);
    return NULL;
}

static bool needs_uniqueness(enum sudoku_technique technique)
{
    return (technique >= SUDOKU_UNIQUE_RECTANGLE_1 && technique <= SUDOKU_UNIQUE_LOOP_3) ||
           (technique >= SUDOKU_BUG_1 && technique <= SUDOKU_BUG_3) || technique == SUDOKU_TRIAL;
}

const char *sudoku_explanation_fault(const struct sudoku_problem *p, const struct sudoku_answer *answer)
{
    const struct sudoku_explanation *e = answer->explanation;
    struct replay r = {.problem = p, .answer = answer};
    const char *fault = NULL;
    if (!e->count)
        return e->complete && p->clues < p->size * p->size ? "a solution without a step is claimed" : NULL;
    if (!answer->solution || p->size > SUDOKU_EXPLAIN_MAX)
        return "there are steps without a solution";
    replay_init(&r);
    for (size_t i = 0; i < e->count && !fault; i++) {
        if (needs_uniqueness(e->step[i].technique) && answer->unique != SUDOKU_UNIQUE_YES)
            return "a step needs a unique solution, which is not proved";
        fault = replay_step(&r, &e->step[i]);
    }
    return fault ? fault : e->complete && r.left ? "the steps do not fill the grid" : NULL;
}
