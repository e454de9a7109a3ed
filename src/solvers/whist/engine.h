/* What a method is: something that tells the value of a word. values.c, line.c, play.c and compare.c work with any. */
#ifndef WHIST_ENGINE_H
#define WHIST_ENGINE_H

#include "graph.h"

/* The work of one method on one problem: made by the caller with zeroes and a run, handed to each call, so that what a
 * search remembers serves the next one. */
struct whist_work {
    struct nash_run *run; /* arena, nodes, stop */
    uint64_t nodes;       /* positions searched */
    uint64_t stored;      /* of them kept in a table of transpositions */
    uint64_t hits;        /* found there */
    uint64_t table;       /* positions looked up in the table of instances (table.h), no nodes */
    uint32_t tabulated;   /* of orders up to this */
    uint32_t low, high;   /* bounds of the value that was asked for when it was stopped; 0, 0: it knows none */
    void *own;            /* the engine's, in the arena */
};

struct whist_engine {
    const char *name;   /* as in "method" */
    uint32_t order_max; /* it is not asked for more */
    /* Tricks of the player on lead, or -1: run->stopped says why, or the arena is spent (NASH_STOP_NONE). */
    int (*tricks)(struct whist_work *work, const int8_t *word, uint32_t order);
    /* The values of the leads from all his intervals but the highest, from above; false as above. NULL: they have no
     * shorter way than their children. */
    bool (*leads)(struct whist_work *work, const int8_t *word, const struct whist_graph *graph, uint32_t order,
                  uint32_t *value);
};

extern const struct whist_engine whist_naive;   /* every card of both, nothing kept: what the patent compares with */
extern const struct whist_engine whist_seed;    /* attack and defence trees of the patent, no table */
extern const struct whist_engine whist_table;   /* the same down to the orders that are tabulated */
extern const struct whist_engine whist_search;  /* null windows, bounds, transpositions; masks of 128 bits */
extern const struct whist_engine whist_formula; /* the closed rule (rule.h) */

#endif
