/* The dictionary of tableau.h in floating point. It is fast and only guides a search: its results are proved in
 * integers by proof.h, or checked with an exact tableau.
 *
 * Payoffs are scaled to 0..1: v is (v of tableau.h - `min`) / `range`, and slacks are those of tableau.h / `range`. */
#ifndef MATRIX_EXACT_FLOAT_TABLEAU_H
#define MATRIX_EXACT_FLOAT_TABLEAU_H

#include "tableau.h"

struct float_tableau {
    struct nash_run *run;
    uint32_t own, other;
    uint32_t rows, cols; /* as in tableau.h; column `cols` has the values, row `rows` is v */
    uint32_t stride;     /* doubles per row */
    int64_t min;         /* smallest payoff */
    double range;        /* largest payoff minus the smallest, or 1 */
    size_t size;         /* bytes from `cell` on, which hold `cell` and the arrays below: copied to save the tableau */
    double *cell;        /* [(rows + 1) * stride], 64-byte aligned */
    uint32_t *basic, *nonbasic, *place;
    uint8_t *fixed;
    uint64_t pivots;
};

enum float_answer { FLOAT_ZERO, FLOAT_POSITIVE, FLOAT_UNKNOWN };

/* Returns false if the arena is full. Each pivot polls the stop; functions of several pivots then return early, with
 * FLOAT_UNKNOWN or false. */
bool float_tableau_init(struct float_tableau *approx, const struct polyhedron *polyhedron, struct nash_run *run);

/* Moves to the vertex where only `choice` is played. Nothing is fixed. */
void float_tableau_start(struct float_tableau *approx, const struct polyhedron *polyhedron, uint32_t choice);

/* Copies the vertex and the fixed variables of an exact tableau. */
void float_tableau_load(struct float_tableau *approx, const struct tableau *tableau);

void float_tableau_pivot(struct float_tableau *approx, uint32_t row, uint32_t column);

/* Ratio test: returns the row that limits the growth of the column's variable, or TABLEAU_NONE. Ties go to the larger
 * entry. */
uint32_t float_tableau_ratio(const struct float_tableau *approx, uint32_t column);

/* Returns a variable's value; 0 if it is nonbasic or nearly 0. */
double float_tableau_value(const struct float_tableau *approx, uint32_t variable);

/* Returns whether the variable is positive and no step decreases it: as far as this dictionary shows, it cannot be 0.
 */
bool float_tableau_blocked(const struct float_tableau *approx, uint32_t variable);

/* Fixes a variable at 0 and returns FLOAT_ZERO. Returns FLOAT_POSITIVE if the variable seems to be positive on the
 * whole face; its row then has no negative nonfixed entry. Returns FLOAT_UNKNOWN if the pivot limit is reached before.
 */
enum float_answer float_tableau_fix_zero(struct float_tableau *approx, uint32_t variable);

/* Returns whether the variable seems to be 0 on the whole face, which may take pivots. */
bool float_tableau_always_zero(struct float_tableau *approx, uint32_t variable);

/* Pivots until v is minimal. Returns false if stopped or past the pivot limit. */
bool float_tableau_minimize(struct float_tableau *approx);

#endif
