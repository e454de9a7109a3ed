/* Clauses, written to CaDiCaL or only counted, and the constraints that are made of them. */
#ifndef SUDOKU_CLAUSES_H
#define SUDOKU_CLAUSES_H

#include <ccadical.h>

#include <solvers/sudoku/exact/cage.h>

struct nash_run;

struct sudoku_clauses {
    CCaDiCaL *solver;                      /* NULL: count only */
    unsigned pairwise_max;                 /* at-most-one groups with more members are encoded as a product */
    uint64_t variables, clauses, literals; /* counted so far; `variables` is also the last variable's number */
};

void sudoku_clause(struct sudoku_clauses *out, const int *literal, unsigned count);

/* Adds exactly-one of 2..49 literals. */
void sudoku_exactly_one(struct sudoku_clauses *out, const int *literal, unsigned count);

/* Encodes the cage on the board's open candidates. variable is as in sat.c, or NULL when only counting. False when the
 * run stops. */
bool sudoku_cage_clauses(struct sudoku_clauses *out, const struct sudoku_board *board, const struct sudoku_cage *cage,
                         const int32_t *variable, struct nash_run *run);

#endif
