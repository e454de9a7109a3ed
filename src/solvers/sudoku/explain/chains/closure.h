/* All consequences of an assumption, where several consequences together can imply another: when all candidates of a
 * cell but one are off, the last one is on, and likewise for the places of a value in a unit. Each consequence has a
 * reason, so that its derivation can be counted and written. */
#ifndef SUDOKU_EXPLAIN_CLOSURE_H
#define SUDOKU_EXPLAIN_CLOSURE_H

#include "links.h"
#include "patterns.h"

/* The rules by which nodes are derived. */
enum explain_rules {
    EXPLAIN_ONE_VALUE, /* places of the assumption's value alone (Nishio) */
    EXPLAIN_SIMPLE,    /* cells and units */
    EXPLAIN_PATTERNS   /* also patterns.h, where nothing simpler follows */
};

/* A pattern that removes a candidate, and the nodes that make it appear. */
struct explain_cut {
    struct sudoku_pattern pattern;
    uint16_t causes;
    uint32_t cause; /* index of the first one in explain_closure.cause */
};

struct explain_closure {
    unsigned start;          /* the node assumed */
    unsigned contradiction;  /* a candidate derived both on and off, or EXPLAIN_NO_NODE */
    uint64_t *seen;          /* nodes derived */
    uint32_t *reason;        /* [node] why a derived node follows: kind, and node, unit or cut (closure.c) */
    uint16_t *level;         /* [node] a lower bound of the nodes before it in any derivation */
    struct explain_cut *cut; /* with EXPLAIN_PATTERNS: the candidates cut by patterns */
    uint16_t *cause;
};

/* Memory for the run of a closure with patterns, shared by all closures of a search. */
struct explain_cuts {
    struct explain_cut *cut; /* [candidates] */
    uint16_t *cause;         /* [EXPLAIN_CAUSES_MAX] */
    unsigned cuts, causes;   /* numbers in use */
};
enum { EXPLAIN_CAUSES_MAX = 1 << 15 };

/* Returns the memory, from the arena, for the present number of candidates; NULL when it is exhausted (l->spent). */
struct explain_cuts *explain_cuts_new(struct sudoku_logic *l, const struct explain_links *links);

/* Allocates for the closure of any node. False: the arena is exhausted (l->spent). */
bool explain_closure_new(struct sudoku_logic *l, const struct explain_links *links, struct explain_closure *closure);

/* Derives all consequences of `start` by the rules, up to the first contradiction. cuts: for EXPLAIN_PATTERNS, else
 * NULL. Sets l->spent when the arena is exhausted. */
void explain_closure_run(struct sudoku_logic *l, const struct explain_links *links, unsigned start,
                         enum explain_rules rules, struct explain_cuts *cuts, struct explain_closure *closure);

/* Returns the number of nodes in the derivation of `node`, including it. */
unsigned explain_closure_count(const struct sudoku_logic *l, const struct explain_links *links,
                               const struct explain_closure *closure, unsigned node);

/* Writes that derivation into the step's chain, causes first. */
void explain_closure_write(struct sudoku_logic *l, const struct explain_links *links,
                           const struct explain_closure *closure, unsigned node);

#endif
