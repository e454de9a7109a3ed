/* Checks an answer before it is stored.
 *
 * Shares no table and no mask with the engines: the units of a cell are computed from the numbers of the problem. What
 * an answer claims to *exist* is checked in full: solutions, the second one that refutes uniqueness, the conflicting
 * clues, the clues in a partial grid. What it claims *not* to exist (unsatisfiable, unique, a complete count) has no
 * short witness, and repeating the search would double the cost of every hard job; the tests compare the engines with
 * each other and with a plain brute force instead. */
#include "verify.h"

#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/explain.h>
#include <solvers/sudoku/generate/generate.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/problem.h>

static unsigned box_of(const struct sudoku_problem *p, unsigned cell)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return p->region ? p->region[cell] : row / p->box_rows * p->box_rows + column / p->box_cols;
}

static unsigned group_of(const struct sudoku_problem *p, unsigned cell)
{
    return cell / p->size % p->box_rows * p->box_cols + cell % p->size % p->box_cols;
}

static bool on_diagonal(const struct sudoku_problem *p, unsigned cell, unsigned which)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return which ? row + column == p->size - 1 : row == column;
}

/* Returns nonzero when one of these cells has a value above `largest`, or another value than its clue. */
static inline uint8_t has_wrong_cell(const uint8_t *clue, const uint8_t *grid, uint8_t largest, unsigned cells)
{
    uint8_t wrong = 0;
    for (unsigned i = 0; i < cells; i++)
        wrong |= (grid[i] > largest) | ((clue[i] != 0) & (clue[i] != grid[i]));
    return wrong;
}

static bool keeps_clues(const struct sudoku_problem *p, const uint8_t *grid)
{
    enum { VECTOR = 16 };
    unsigned cells = p->size * p->size, cell = 0;
    uint8_t wrong = 0, largest = (uint8_t)p->size;
    for (; cell + VECTOR <= cells; cell += VECTOR)
        wrong |= has_wrong_cell(p->clue + cell, grid + cell, largest, VECTOR);
    return !(wrong | has_wrong_cell(p->clue + cell, grid + cell, largest, cells - cell));
}

static bool keeps_marks(const struct sudoku_problem *p, const uint8_t *grid)
{
    for (unsigned cell = 0; p->allowed && cell < p->size * p->size; cell++)
        if (grid[cell] && !(p->allowed[cell] >> (grid[cell] - 1) & 1))
            return false;
    return true;
}

static bool cage_holds(const struct sudoku_cage *cage, const uint8_t *grid)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < cage->count; i++) {
        sum += grid[cage->cell[i]];
        for (unsigned j = 0; j < i; j++)
            if (grid[cage->cell[i]] == grid[cage->cell[j]])
                return false;
    }
    return sum == cage->sum;
}

/* Checks the rules of variants on a full grid. */
static bool variant_holds(const struct sudoku_problem *p, const uint8_t *grid)
{
    uint8_t seen[2][SUDOKU_MAX + 1] = {{0}}, in_group[SUDOKU_MAX][SUDOKU_MAX + 1];
    bool layout = p->diagonal || p->disjoint;
    if (p->disjoint)
        memset(in_group, 0, sizeof in_group);
    for (unsigned cell = 0; layout && cell < p->size * p->size; cell++) {
        for (unsigned which = 0; which < 2; which++)
            if (p->diagonal && on_diagonal(p, cell, which) && seen[which][grid[cell]]++)
                return false;
        if (p->disjoint && in_group[group_of(p, cell)][grid[cell]]++)
            return false;
    }
    for (size_t i = 0; i < p->cages; i++)
        if (!cage_holds(&p->cage[i], grid))
            return false;
    return true;
}

/* Checks rows, columns and rectangular boxes, one bit for each value, one band of boxes after the other: the values in
 * each column of the band make up its boxes and the columns. N cells with values up to N are different when every value
 * occurs. */
static bool boxes_hold(const struct sudoku_problem *p, const uint8_t *grid)
{
    unsigned n = p->size;
    uint64_t all = (UINT64_C(2) << n) - 2, lacking = 0, column[SUDOKU_MAX], band[SUDOKU_MAX];
    memset(column, 0, n * sizeof *column);
    for (const uint8_t *row = grid; row < grid + n * n;) {
        memset(band, 0, n * sizeof *band);
        for (unsigned i = 0; i < p->box_rows; i++, row += n) {
            uint64_t seen = 0;
            for (unsigned c = 0; c < n; c++) {
                uint64_t value = UINT64_C(1) << row[c];
                seen |= value;
                band[c] |= value;
            }
            lacking |= all & ~seen;
        }
        for (unsigned c = 0; c < n;) {
            uint64_t box = 0;
            for (unsigned end = c + p->box_cols; c < end; c++) {
                box |= band[c];
                column[c] |= band[c];
            }
            lacking |= all & ~box;
        }
    }
    for (unsigned c = 0; c < n; c++)
        lacking |= all & ~column[c];
    return !lacking;
}

/* Checks rows, columns and irregular regions. */
static bool regions_hold(const struct sudoku_problem *p, const uint8_t *grid)
{
    unsigned n = p->size;
    uint64_t row[SUDOKU_MAX], column[SUDOKU_MAX] = {0}, region[SUDOKU_MAX] = {0}, twice = 0;
    for (unsigned r = 0; r < n; r++)
        row[r] = 1; /* bit 0: an empty cell counts as repeated */
    for (unsigned cell = 0; cell < n * n; cell++) {
        uint64_t value = UINT64_C(1) << grid[cell];
        twice |= (row[cell / n] | column[cell % n] | region[p->region[cell]]) & value;
        row[cell / n] |= value;
        column[cell % n] |= value;
        region[p->region[cell]] |= value;
    }
    return !twice;
}

bool sudoku_is_solution(const struct sudoku_problem *p, const uint8_t *grid)
{
    return keeps_clues(p, grid) && keeps_marks(p, grid) && (p->region ? regions_hold(p, grid) : boxes_hold(p, grid)) &&
           variant_holds(p, grid);
}

/* ---- conflicts ---- */

static bool in_cage(const struct sudoku_cage *cage, unsigned cell)
{
    for (unsigned i = 0; i < cage->count; i++)
        if (cage->cell[i] == cell)
            return true;
    return false;
}

/* True when the cell lies in the unit. Units are numbered: rows, columns, boxes, diagonals, groups, cages. */
static bool in_unit(const struct sudoku_problem *p, unsigned unit, unsigned cell)
{
    unsigned n = p->size, diagonals = p->diagonal ? 2 : 0, groups = p->disjoint ? n : 0;
    if (unit < 3 * n)
        return (unit < n ? cell / n : unit < 2 * n ? cell % n : box_of(p, cell)) == unit % n;
    unit -= 3 * n;
    if (unit < diagonals)
        return on_diagonal(p, cell, unit);
    unit -= diagonals;
    if (unit < groups)
        return group_of(p, cell) == unit;
    unit -= groups;
    return unit < p->cages && in_cage(&p->cage[unit], cell);
}

/* True when `count` different values from 1 to `largest` that are not used have this sum. Plain recursion from the
 * largest down, cut where the sum is out of reach of the smallest or the largest values. */
static bool can_sum(unsigned largest, const uint8_t *used, unsigned count, unsigned sum)
{
    if (count == 0)
        return sum == 0;
    if (largest < count || sum < count * (count + 1) / 2 || sum > count * largest)
        return false;
    if (!used[largest] && sum >= largest && can_sum(largest - 1, used, count - 1, sum - largest))
        return true;
    return can_sum(largest - 1, used, count, sum);
}

static bool sum_fails(const struct sudoku_problem *p, const struct sudoku_conflict *conflict)
{
    unsigned first = 3 * p->size + (p->diagonal ? 2 : 0) + (p->disjoint ? p->size : 0), sum = 0, open = 0;
    uint8_t used[SUDOKU_MAX + 1] = {0};
    if (conflict->unit < first || conflict->unit - first >= p->cages)
        return false;
    const struct sudoku_cage *cage = &p->cage[conflict->unit - first];
    for (unsigned i = 0; i < cage->count; i++) {
        unsigned value = p->clue[cage->cell[i]];
        used[value] = 1;
        sum += value;
        open += !value;
    }
    return conflict->count == cage->count && (sum > cage->sum || !can_sum(p->size, used, open, cage->sum - sum));
}

static bool conflict_holds(const struct sudoku_problem *p, const struct sudoku_conflict *conflict)
{
    if (conflict->count < (conflict->value ? 2 : 1) || (!conflict->value && !sum_fails(p, conflict)))
        return false;
    for (unsigned i = 0; i < conflict->count; i++) {
        unsigned cell = conflict->cell[i];
        if (cell >= p->size * p->size || (i && cell <= conflict->cell[i - 1]) || !in_unit(p, conflict->unit, cell) ||
            (conflict->value && p->clue[cell] != conflict->value))
            return false;
    }
    return true;
}

/* ---- the answer ---- */

static bool solved_holds(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    if (!a->count || !a->solution || !sudoku_is_solution(p, a->solution) || a->count > p->limit)
        return false;
    if (p->task == SUDOKU_CHECK) /* a check stops at the first solution */
        return (a->verdict == SUDOKU_SOLVED) == (p->clues == p->size * p->size);
    if (a->unique == SUDOKU_UNIQUE_YES)
        return a->count == 1 && a->complete;
    if (a->unique == SUDOKU_UNIQUE_NO)
        return a->count > 1 && a->other && sudoku_is_solution(p, a->other) &&
               memcmp(a->solution, a->other, (size_t)p->size * p->size) != 0;
    return a->count == 1 && !a->complete;
}

/* Returns what is wrong with an exact count and its list, or NULL. */
static const char *tally_fault(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    const struct sudoku_tally *tally = a->tally;
    size_t cells = (size_t)p->size * p->size;
    if (a->count != (tally->count > UINT32_MAX ? UINT32_MAX : (uint32_t)tally->count))
        return "the two counts of the answer differ";
    if (tally->listed > p->list || tally->listed > tally->count ||
        (tally->listed < p->list && tally->listed != tally->count))
        return "the length of the list contradicts the count";
    for (unsigned i = 0; i < tally->listed; i++) {
        if (!sudoku_is_solution(p, tally->list + i * cells))
            return "a solution of the list breaks a rule or a clue";
        if (i && memcmp(tally->list + (i - 1) * cells, tally->list + i * cells, cells) >= 0)
            return "the list is not in ascending order";
    }
    return NULL;
}

static const char *answer_fault(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    switch (a->verdict) {
    case SUDOKU_COMPLETABLE:
        if (p->task != SUDOKU_CHECK)
            return "only a check has the verdict \"completable\"";
        return solved_holds(p, a) ? NULL : "the completion breaks a rule or a clue";
    case SUDOKU_SOLVED:
        return solved_holds(p, a) ? NULL : "the solution breaks a rule or a clue";
    case SUDOKU_CONTRADICTION:
        for (size_t i = 0; i < a->conflicts; i++)
            if (!conflict_holds(p, &a->conflict[i]))
                return "a conflict of the answer is none";
        return a->conflicts ? NULL : "a contradiction without a conflict";
    case SUDOKU_UNSATISFIABLE:
        return a->solution || a->count || !a->complete ? "an unsatisfiable puzzle with a solution" : NULL;
    case SUDOKU_TIMEOUT:
    case SUDOKU_UNSOLVED:
        if (a->verdict == SUDOKU_UNSOLVED && !a->game_report)
            return "an unsolved game without a report";
        return a->partial && keeps_clues(p, a->partial) && !a->count ? NULL : "the partial grid loses a clue";
    }
    return "the verdict is unknown";
}

enum nash_status sudoku_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct sudoku_problem *p = problem;
    const struct sudoku_answer *answer = result->answer;
    const char *what = p->task == SUDOKU_GENERATE ? sudoku_generated_fault(p, answer) : NULL;
    if (p->task == SUDOKU_GENERATE)
        p = answer->generated;
    if (!what && p)
        what = answer_fault(p, answer);
    if (!what && p && answer->tally)
        what = tally_fault(p, answer);
    if (!what && p && answer->game_report)
        what = sudoku_game_fault(p, answer);
    if (!what && p && answer->explanation)
        what = sudoku_explanation_fault(p, answer);
    return what ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what) : NASH_OK;
}
