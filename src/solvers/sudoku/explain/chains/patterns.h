/* Patterns among the candidates that an assumption leaves. A pattern needs one candidate of each of its groups to hold;
 * a candidate that leaves no way to choose them is false. */
#ifndef SUDOKU_EXPLAIN_PATTERNS_H
#define SUDOKU_EXPLAIN_PATTERNS_H

#include <solvers/sudoku/explain/logic.h>

/* The candidates that are left: [cell] and [unit * N + value] as in the logic. */
struct explain_rest {
    const struct sudoku_logic *l;
    const uint64_t *open, *where;
};

/* Calls found() for each candidate that a pattern of this technique removes, which is POINTING (with claiming),
 * HIDDEN_PAIR, NAKED_PAIR or X_WING. Returns whether found() returned true for any. */
typedef bool explain_pattern_found(void *context, const struct sudoku_pattern *pattern, uint32_t literal);
bool explain_find_patterns(const struct explain_rest *rest, enum sudoku_technique technique,
                           explain_pattern_found *found, void *context);

/* Returns the number of a group: the values of a cell, or the places of a value in a unit. */
static inline uint16_t explain_group_of_cell(unsigned cell)
{
    return (uint16_t)cell;
}

static inline uint16_t explain_group_of_unit(const struct sudoku_logic *l, unsigned unit, unsigned value)
{
    return (uint16_t)(l->cells + unit * l->size + value);
}

#endif
