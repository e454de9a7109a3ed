/* All consequences of an assumption, when consequences work together: a cell with all candidates but one off, a unit
 * with all places but one off. Each consequence has a reason, so that its derivation can be counted and written. */
#ifndef SUDOKU_EXPLAIN_CLOSURE_H
#define SUDOKU_EXPLAIN_CLOSURE_H

#include "links.h"

struct explain_closure {
    unsigned start;
    unsigned contradiction; /* a candidate derived both on and off, or EXPLAIN_NO_NODE */
    uint64_t *seen;         /* nodes derived */
    uint32_t *reason;       /* [node] of those: the kind, and the node or unit */
    uint16_t *level;        /* [node] a lower bound of the nodes before it in any derivation */
};

/* Allocates for the closure of any node. False: the arena is exhausted (l->spent). */
bool explain_closure_new(struct sudoku_logic *l, const struct explain_links *links, struct explain_closure *closure);

/* Derives all consequences of `start`, up to the first contradiction. one_value: only places of the assumption's value
 * (Nishio). */
void explain_closure_run(const struct sudoku_logic *l, const struct explain_links *links, unsigned start,
                         bool one_value, struct explain_closure *closure);

/* Returns the number of nodes in the derivation of `node`, including it. */
unsigned explain_closure_count(const struct sudoku_logic *l, const struct explain_links *links,
                               const struct explain_closure *closure, unsigned node);

/* Writes that derivation into the step's chain, causes first. */
void explain_closure_write(struct sudoku_logic *l, const struct explain_links *links,
                           const struct explain_closure *closure, unsigned node);

#endif
