/* Shared by the files that read a problem. */
#ifndef ANDOR_READ_INPUT_H
#define ANDOR_READ_INPUT_H

#include <solvers/andor/problem.h>
#include <solvers/kit/reader.h>

/* Reads the members that may stand beside a text: the options, and the largest number of nodes to generate. */
void andor_read_beside_text(struct reader *r, struct andor_problem *p, uint32_t *node_limit);

/* ---- amount.c: costs and values of h ---- */

/* A number as it was written: mantissa / 10^decimals. */
struct andor_amount {
    uint64_t mantissa; /* at most 2^53 */
    uint8_t decimals;  /* 0 .. ANDOR_DECIMALS, as few as possible */
};

enum { ANDOR_DECIMALS = 6 };

/* Checks that a value is a number from 0 to 2^53 - 1; otherwise reports NASH_INVALID and returns false. */
bool andor_check_amount(const struct reader *r);
/* Reads a number that andor_check_amount() accepts. NASH_UNPROCESSABLE: it has more than six decimals. */
struct andor_amount andor_read_amount(const struct reader *r);

/* Multiplies amounts by 10^decimals (andor_graph.unit), and stores them in *narrow, or in *wide if one does not fit 32
 * bits; the other is NULL. Returns the index of an amount that does not fit 64 bits either, or count. */
uint32_t andor_scale_amounts(const struct reader *r, const struct andor_amount *amount, uint32_t count,
                             unsigned decimals, const uint32_t **narrow, const uint64_t **wide);

enum { ANDOR_K_BEST_MAX = 1000 }; /* number of ranked solution graphs */

/* Reads the member "solution_graph", if it is present. */
void andor_read_candidate(struct reader *r, struct andor_problem *p);

/* ---- the forms: each reads the members that only it has ---- */

void andor_read_verbose(struct reader *r, struct andor_problem *p);
void andor_read_rules(struct reader *r, struct andor_problem *p);

/* The compact form: a graph in flat arrays of integers.
 *
 *     {"n": 9, "root": 0, "terminals": [7, 8], "h": [n]?, "off": [n + 1], "cost": [m]?, "soff": [m + 1], "succ": [...]}
 *
 * Node v has the connectors off[v] .. off[v + 1] - 1, connector c the successors succ[soff[c]] .. succ[soff[c + 1] -
 * 1]. Arrays that fit 32 bits are used where they are, in the memory of the document, which must live as long as the
 * graph. NASH_UNPROCESSABLE: the arrays do not fit together. */
void andor_read_compact(struct reader *r, struct andor_problem *p);

#endif
