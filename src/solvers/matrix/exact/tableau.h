/* A dictionary of a best-response polyhedron in exact arithmetic: each basic variable, and v, as a linear function of
 * the nonbasic variables, which are 0 at the vertex.
 *
 * All entries are integers over one denominator, the determinant of the basis, so a pivot divides without remainder and
 * no fraction is reduced (Edmonds 1967, Bareiss 1968).
 *
 * Variables can be fixed at 0: the tableau then stands for the face on which they are 0.
 *
 * `rank` perturbs the polyhedron: the variable of rank r may fall to -epsilon^(r+1). The perturbed polyhedron is
 * simple, and the lexicographic ratio test walks along its edges. */
#ifndef MATRIX_EXACT_TABLEAU_H
#define MATRIX_EXACT_TABLEAU_H

#include <gmp.h>

#include "polyhedron.h"

struct tableau {
    struct nash_run *run;
    struct polyhedron polyhedron;
    uint32_t rows, cols; /* numbers of basic variables (polyhedron.other) and of nonbasic ones (polyhedron.own) */
    mpz_t *cell;         /* [(rows + 1) * (cols + 1)]: the last row is v, the last column has the values */
    mpz_t det;           /* > 0: the denominator of every cell */
    uint32_t *basic;     /* [rows]: the variable of each row */
    uint32_t *nonbasic;  /* [cols]: the variable of each column */
    uint32_t *place;     /* [own + other]: the row of a variable, or rows + its column */
    uint32_t *rank;      /* [own + other]: rank of a variable in the perturbation */
    uint32_t *order;     /* [own + other]: the variable of a rank, order[rank[v]] = v */
    bool *fixed;         /* [own + other]: whether a variable is fixed at 0 */
    mpz_t left, right;   /* scratch */
    uint64_t pivots;
};

enum { TABLEAU_NONE = UINT32_MAX };

/* Allocates from the run's arena; numbers belong to GMP and are freed by tableau_clear(). Returns false if the arena is
 * full, with nothing to clear.
 *
 * Pivots of large tableaus take long, so each polls the stop. The pivot is completed; functions of several pivots then
 * return early: tableau_fix_zero() and tableau_minimize() false, tableau_can_be_positive() true. */
bool tableau_init(struct tableau *tableau, const struct polyhedron *polyhedron, struct nash_run *run);
void tableau_clear(struct tableau *tableau);

/* Moves to the vertex where only `choice` is played. Nothing is fixed. */
void tableau_start(struct tableau *tableau, uint32_t choice);

/* Return the column or the row of a variable, or TABLEAU_NONE. */
uint32_t tableau_column(const struct tableau *tableau, uint32_t variable);
uint32_t tableau_row(const struct tableau *tableau, uint32_t variable);

mpz_t *tableau_cell(const struct tableau *tableau, uint32_t row, uint32_t column);
mpz_t *tableau_value(const struct tableau *tableau, uint32_t row); /* row tableau->rows: v */

/* Exchanges the variables of a row and of a column with a nonzero entry. */
void tableau_pivot(struct tableau *tableau, uint32_t row, uint32_t column);

/* Ratio test: returns the row that limits the growth of the column's variable, or TABLEAU_NONE. Ties go to the smallest
 * variable (Bland). */
uint32_t tableau_ratio(struct tableau *tableau, uint32_t column);

/* Ratio test in the perturbed polyhedron, which has no ties. tableau_perturb() chooses the ranks so that the present
 * basis is a vertex of the perturbed polyhedron. */
void tableau_perturb(struct tableau *tableau);
uint32_t tableau_ratio_lex(struct tableau *tableau, uint32_t column);

/* Pivots until a variable is 0 and fixes it. Returns false if it is positive on the whole face; only the basis has
 * changed then. Terminates by Bland's rule. */
bool tableau_fix_zero(struct tableau *tableau, uint32_t variable);

/* Returns whether a variable can be positive on this face. The tableau then stands at such a vertex, or at one with a
 * ray along which the variable grows. */
bool tableau_can_be_positive(struct tableau *tableau, uint32_t variable);

/* Pivots until the distinct variables in `zero` [cols] are nonbasic, as far as possible. The vertex may be infeasible
 * then. */
void tableau_set_basis(struct tableau *tableau, const uint32_t *zero);
bool tableau_feasible(const struct tableau *tableau);

/* Pivots until v is minimal, by Bland's rule. Returns false if stopped. */
bool tableau_minimize(struct tableau *tableau);

#endif
