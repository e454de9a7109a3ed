/* The parts of solving, each in a file of its own. */
#ifndef WHIST_SOLVE_H
#define WHIST_SOLVE_H

#include "methods.h"

/* Matching bounds of the value of a word: each surplus among the lowest cards is so many tricks lost or won. */
void whist_bounds(const int8_t *word, uint32_t order, uint32_t *low, uint32_t *high);

/* compare.c: every method that takes the order on the same deal, cheap ones first; and another method's word on the
 * value. NASH_INTERNAL where two disagree; NASH_NOMEM. */
enum nash_status whist_compare(const struct whist_problem *problem, struct nash_run *run, struct whist_answer *answer,
                               struct nash_error *error);
enum nash_status whist_confirm(const struct whist_problem *problem, struct nash_run *run, struct whist_answer *answer,
                               struct nash_error *error);

/* solve_suits.c: several suits and a game of them. NASH_NOMEM. */
enum nash_status whist_solve_suits(const struct whist_problem *problem, struct nash_run *run,
                                   struct whist_answer *answer);

#endif
