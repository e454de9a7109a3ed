/* The interface of a method: a function that computes the value of a deal, given as a word (deal.h). values.c,
 * principal_line.c, analysis.c and compare.c work with any method. */
#ifndef WHIST_ENGINE_H
#define WHIST_ENGINE_H

#include "intervals.h"

/* The state of one method on one problem. The caller zeroes it, sets `run` and passes it to each call, so that later
 * calls reuse what a search has stored. */
struct whist_work {
    struct nash_run *run; /* arena, node count, stop flag */
    uint64_t nodes;       /* positions searched */
    uint64_t stored;      /* positions stored in a transposition table */
    uint64_t hits;        /* positions found in the transposition table */
    uint64_t table;       /* positions looked up in the table of instances (table.h); not counted in nodes */
    uint32_t tabulated;   /* largest order that is looked up in that table */
    uint32_t low, high;   /* bounds of the value after a stop; 0, 0: no bounds are known */
    void *state;          /* private data of the engine, in the arena */
};

struct whist_engine {
    const char *name;   /* the word in the member "method" of a request */
    uint32_t order_max; /* largest order that the engine accepts */
    /* Returns the tricks of the player on lead, or -1: run->stopped gives the reason, or the arena is full
     * (NASH_STOP_NONE). */
    int (*tricks)(struct whist_work *work, const int8_t *word, uint32_t order);
    /* Writes the values of the leads from all intervals of the leader but the highest, in descending order of the
     * cards. Returns false for the reasons for which `tricks` returns -1. NULL: the engine has no faster way than to
     * solve each child. */
    bool (*leads)(struct whist_work *work, const int8_t *word, const struct whist_intervals *intervals, uint32_t order,
                  uint32_t *value);
};

extern const struct whist_engine whist_naive;   /* full minimax, which the patent compares with */
extern const struct whist_engine whist_seed;    /* attack and defence trees of the patent, no table */
extern const struct whist_engine whist_table;   /* the trees of whist_seed, with the tabulated orders looked up */
extern const struct whist_engine whist_search;  /* null windows, bounds, transpositions; masks of 128 bits */
extern const struct whist_engine whist_formula; /* the closed rule (rule.h) */

#endif
