/* What the files that write the result share. */
#ifndef WHIST_WRITE_H
#define WHIST_WRITE_H

#include "methods.h"

/* "a" or "b": the player who leads the deal, or the other. */
const char *whist_owner(bool leader, bool b_leads);

/* Tricks of the player on lead, as both players'. */
void whist_write_tricks(struct nash_jsonw *out, const char *key, uint32_t tricks, uint32_t order, bool b_leads);

/* "tricks" and "otd"; or null and "bounds". */
void whist_write_value(struct nash_jsonw *out, const struct whist_answer *answer, uint32_t order, bool b_leads);

/* write_suits.c: of several suits, all between brief and statistics. write_compare.c: how the methods fared. */
void whist_write_suits(struct nash_jsonw *out, const struct whist_problem *problem, const struct whist_answer *answer);
void whist_write_compare(struct nash_jsonw *out, const struct whist_problem *problem,
                         const struct whist_answer *answer);

/* The positions of full minimax over an order up to WHIST_NAIVE_ORDER, N(n) = 1 + n^2 N(n - 1) with N(0) = 1, as
 * decimal digits. Returns how many. */
enum { WHIST_NAIVE_ORDER = 64, WHIST_NAIVE_DIGITS = 200 };
size_t whist_naive_nodes(uint32_t order, char digits[WHIST_NAIVE_DIGITS]);

#endif
