/* The independent check of an answer, made before it is stored.
 *
 * It shares no table and no mask with the engines: rows, columns and boxes are worked out anew from the numbers of the
 * problem. What an answer claims to *exist* is checked in full: solutions, the second one that refutes uniqueness, the
 * clashing clues, the clues in a partial grid. What it claims *not* to exist (unsatisfiable, unique, a complete count)
 * has no short witness; repeating the search here would double the cost of every hard job, so that the engines are
 * instead held against each other and against a plain brute force by the tests. */
#include <string.h>

#include "generate/generate.h"
#include "sudoku.h"

static unsigned box_of(const struct sudoku_problem *p, unsigned cell)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return row / p->box_rows * p->box_rows + column / p->box_cols;
}

static bool keeps_clues(const struct sudoku_problem *p, const uint8_t *grid)
{
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        if (grid[cell] > p->size || (p->clue[cell] && p->clue[cell] != grid[cell]))
            return false;
    return true;
}

bool sudoku_holds(const struct sudoku_problem *p, const uint8_t *grid)
{
    unsigned n = p->size;
    uint8_t seen[3][SUDOKU_MAX][SUDOKU_MAX + 1];
    memset(seen, 0, sizeof seen);
    if (!keeps_clues(p, grid))
        return false;
    for (unsigned cell = 0; cell < n * n; cell++) {
        unsigned value = grid[cell];
        if (!value || seen[0][cell / n][value]++ || seen[1][cell % n][value]++ || seen[2][box_of(p, cell)][value]++)
            return false;
    }
    return true;
}

static bool in_unit(const struct sudoku_problem *p, unsigned unit, unsigned cell)
{
    unsigned n = p->size, which = unit % n;
    return unit < n ? cell / n == which : unit < 2 * n ? cell % n == which : box_of(p, cell) == which;
}

static bool clash_holds(const struct sudoku_problem *p, const struct sudoku_conflict *conflict)
{
    if (conflict->unit >= 3 * p->size || conflict->count < 2 || !conflict->value)
        return false;
    for (unsigned i = 0; i < conflict->count; i++) {
        unsigned cell = conflict->cell[i];
        if (cell >= p->size * p->size || (i && cell <= conflict->cell[i - 1]) || p->clue[cell] != conflict->value ||
            !in_unit(p, conflict->unit, cell))
            return false;
    }
    return true;
}

static bool solved_holds(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    if (!a->count || !a->solution || !sudoku_holds(p, a->solution) || a->count > p->limit)
        return false;
    if (a->unique == SUDOKU_UNIQUE_YES)
        return a->count == 1 && a->complete;
    if (a->unique == SUDOKU_UNIQUE_NO)
        return a->count > 1 && a->other && sudoku_holds(p, a->other) &&
               memcmp(a->solution, a->other, (size_t)p->size * p->size) != 0;
    return a->count == 1 && !a->complete;
}

static const char *fault(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    switch (a->verdict) {
    case SUDOKU_SOLVED:
        return solved_holds(p, a) ? NULL : "the solution breaks a rule or a clue";
    case SUDOKU_CONTRADICTION:
        for (size_t i = 0; i < a->conflicts; i++)
            if (!clash_holds(p, &a->conflict[i]))
                return "a clash named is none";
        return a->conflicts ? NULL : "no clash is named";
    case SUDOKU_UNSATISFIABLE:
        return a->solution || a->count || !a->complete ? "a solution is claimed with its absence" : NULL;
    case SUDOKU_TIMEOUT:
        return a->partial && keeps_clues(p, a->partial) && !a->count ? NULL : "the partial grid loses a clue";
    }
    return "the verdict is unknown";
}

enum nash_status sudoku_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct sudoku_problem *p = problem;
    const struct sudoku_answer *answer = result->answer;
    const char *what = p->task == SUDOKU_GENERATE ? sudoku_made_fault(p, answer) : NULL;
    if (p->task == SUDOKU_GENERATE)
        p = answer->made;
    what = what || !p ? what : fault(p, answer);
    return what ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what) : NASH_OK;
}
