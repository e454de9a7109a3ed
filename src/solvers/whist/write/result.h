/* Helpers shared by the writers of the result. */
#ifndef WHIST_RESULT_H
#define WHIST_RESULT_H

#include <solvers/whist/kind.h>

/* Returns "a" or "b" for the leader of the deal or the other player. */
const char *whist_player_name(bool leader, bool b_leads);

/* Writes the tricks of both players; `tricks` are those of the player on lead. */
void whist_write_tricks(struct nash_jsonw *out, const char *key, uint32_t tricks, uint32_t order, bool b_leads);

/* Writes "tricks" and "otd", or null and "bounds". */
void whist_write_value(struct nash_jsonw *out, const struct whist_answer *answer, uint32_t order, bool b_leads);

/* Writes "graph", the strategy graph: its intervals and the edges of its paths. */
void whist_write_graph(struct nash_jsonw *out, const struct whist_deal *deal, const struct whist_intervals *intervals);

/* suits.c: the members of a result of several suits between summary and statistics. compare.c: the comparison of
 * methods. */
void whist_write_suits(struct nash_jsonw *out, const struct whist_problem *problem, const struct whist_answer *answer);
void whist_write_compare(struct nash_jsonw *out, const struct whist_problem *problem,
                         const struct whist_answer *answer);

/* Writes the decimal digits of the number of positions of full minimax over an order up to WHIST_NAIVE_ORDER_MAX:
 * N(n) = 1 + n^2 N(n - 1) with N(0) = 1. Returns the number of digits. */
enum { WHIST_NAIVE_ORDER_MAX = 64, WHIST_NAIVE_DIGITS = 200 };
size_t whist_naive_nodes(uint32_t order, char digits[WHIST_NAIVE_DIGITS]);

#endif
