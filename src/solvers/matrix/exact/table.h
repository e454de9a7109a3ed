/* A dictionary of a polyhedron of answers.h in exact arithmetic: every variable that is basic, and v, as a linear
 * function of those that are not, which are 0 at the vertex the dictionary stands at.
 *
 * All entries are integers over one common denominator, which is the determinant of the basis, so that a pivot divides
 * without remainder (Edmonds 1967, Bareiss 1968) and no fraction is ever reduced.
 *
 * Some variables can be fixed at 0: the table then stands for the face where they are.
 *
 * The order of the variables in `rank` perturbs the polyhedron: variable with rank r may fall to -epsilon^(r+1). That
 * makes it simple, and the lexicographic ratio test walks along the edges of the perturbed one. */
#ifndef MATRIX_EXACT_TABLE_H
#define MATRIX_EXACT_TABLE_H

#include <gmp.h>

#include "answers.h"

struct table {
    struct nash_run *run;
    struct answers answers;
    uint32_t rows, cols; /* basic variables (answers.other), variables that are not (answers.own) */
    mpz_t *cell;         /* [(rows + 1) * (cols + 1)]: the last row is v, the last column the values */
    mpz_t det;           /* > 0: every cell is over it */
    uint32_t *basic;     /* [rows]: their variables */
    uint32_t *nonbasic;  /* [cols] */
    uint32_t *place;     /* [own + other]: row of a variable, or rows + column */
    uint32_t *rank;      /* [own + other]: see above; order[rank[v]] = v */
    uint32_t *order;     /* [own + other] */
    bool *fixed;         /* [own + other] */
    mpz_t left, right;   /* scratch */
    uint64_t pivots;
};

enum { TABLE_NONE = UINT32_MAX };

/* Memory from the run's arena, numbers from GMP: table_clear() frees them. False: the arena is spent, nothing to clear.
 *
 * Pivots of large tables take long, so each polls the run's stop. It is carried out all the same; what pivots more than
 * once then ends early: table_fix() and table_least() say false, table_can_rise() true, and the run that it is stopped.
 */
bool table_open(struct table *table, const struct answers *answers, struct nash_run *run);
void table_clear(struct table *table);

/* The vertex where `choice` is played alone. Nothing is fixed. */
void table_start(struct table *table, uint32_t choice);

/* The column that has variable v, or TABLE_NONE when it is basic; the row alike. */
uint32_t table_column(const struct table *table, uint32_t variable);
uint32_t table_row(const struct table *table, uint32_t variable);

mpz_t *table_at(const struct table *table, uint32_t row, uint32_t column);
mpz_t *table_value(const struct table *table, uint32_t row); /* row = table->rows: v */

/* Exchanges a row's variable and a column's, whose entry is not 0. */
void table_pivot(struct table *table, uint32_t row, uint32_t column);

/* The row that first keeps a column's variable from growing, by values, then smallest variable (Bland), or
 * TABLE_NONE: nothing does. */
uint32_t table_ratio(struct table *table, uint32_t column);

/* The same in the perturbed polyhedron: no ties. table_perturb() makes the present vertex one of the perturbed. */
void table_perturb(struct table *table);
uint32_t table_ratio_lex(struct table *table, uint32_t column);

/* Fixes a variable at 0, pivoting until it is; false when it cannot be 0 on this face, which is then as it was but for
 * its basis. Ends by Bland's rule. */
bool table_fix(struct table *table, uint32_t variable);

/* Can a variable be more than 0 on this face? The table then stands where it is, or at the end of a ray where it grows.
 */
bool table_can_rise(struct table *table, uint32_t variable);

/* Pivots until the variables in `zero` [cols] (distinct) are nonbasic, as far as they can be; the vertex may then be
 * infeasible. */
void table_stand(struct table *table, const uint32_t *zero);
bool table_feasible(const struct table *table);

/* Pivots until v is least, by Bland's rule; false: stopped before. */
bool table_least(struct table *table);

#endif
