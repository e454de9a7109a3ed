/* All consequences of an assumption, where several consequences together can imply another: when all candidates of a
 * cell but one are off, the last one is on, and likewise for the places of a value in a unit. Each consequence has a
 * reason, so that its derivation can be counted and written. */
#ifndef SUDOKU_EXPLAIN_CLOSURE_H
#define SUDOKU_EXPLAIN_CLOSURE_H

#include "links.h"

struct explain_closure {
    unsigned start;         /* the node assumed */
    unsigned contradiction; /* a candidate derived both on and off, or EXPLAIN_NO_NODE */
    uint64_t *seen;         /* nodes derived */
    uint32_t *reason;       /* [node] why a derived node follows: kind, and node or unit (closure.c) */
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
