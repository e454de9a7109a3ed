/* All that follows from an assumption when consequences work together: a cell whose candidates are off but for one, a
 * unit whose places are. Each consequence remembers why, so that the way to it can be counted and drawn. */
#ifndef SUDOKU_EXPLAIN_CLOSURE_H
#define SUDOKU_EXPLAIN_CLOSURE_H

#include "links.h"

struct explain_closure {
    unsigned start;
    unsigned clash;   /* a candidate found both on and off, or EXPLAIN_NO_NODE */
    uint64_t *seen;   /* nodes that follow */
    uint32_t *reason; /* [node] of those: what kind, and the node or unit */
    uint16_t *level;  /* [node] at least this many nodes stand before it in any way to it */
};

/* Room for the closure of any node. false: the arena is spent (l->spent). */
bool explain_closure_new(struct sudoku_logic *l, const struct explain_links *links, struct explain_closure *closure);

/* one_value: only places of the assumption's value (Nishio). Ends at the first clash. */
void explain_closure_run(const struct sudoku_logic *l, const struct explain_links *links, unsigned start,
                         bool one_value, struct explain_closure *closure);

/* The nodes the way to `node` needs, itself counted. */
unsigned explain_closure_count(const struct sudoku_logic *l, const struct explain_links *links,
                               const struct explain_closure *closure, unsigned node);

/* Writes that way into the step's chain, causes first. */
void explain_closure_write(struct sudoku_logic *l, const struct explain_links *links,
                           const struct explain_closure *closure, unsigned node);

#endif
