/* What a search for the cheapest solution graph with shared parts stands on: places, choices, bounds. */
#ifndef ANDOR_SHARED_PARTS_H
#define ANDOR_SHARED_PARTS_H

#include <solvers/andor/shared.h>

enum { ANDOR_SHARED_SCALE = 1 << 16 }; /* bounds are in these parts of a unit, so that a cost can be divided */

/* Places are the nodes a solution graph may need, not terminals; without cycles each stands before what it leads to. */
struct andor_parts {
    const struct andor_graph *graph;
    struct nash_run *run;
    struct nash_error *error;
    bool cyclic;
    uint32_t count, choices;
    uint32_t *node;            /* [count] */
    uint32_t *first;           /* [count + 1] into choice */
    uint32_t *choice;          /* [choices] connectors that can be solved */
    uint32_t *to, *succ;       /* of a choice: places, each once: succ[to[i]] .. succ[to[i + 1] - 1] */
    uint32_t *kid_at, *kid;    /* of a place: places any of its choices leads to, each once */
    uint32_t *parents;         /* [count] places that have it as a kid */
    andor_wide *least, *share; /* [count] scaled: what it costs at least; what each parent counts of that */
    andor_wide *chain;         /* [count] what it costs at least along the dearest of its successors, not scaled */
};

/* All of it. NASH_STOPPED, NASH_NOMEM. */
enum nash_status andor_parts_find(struct andor_parts *parts, const struct andor_graph *graph,
                                  const struct andor_values *values, struct nash_run *run, struct nash_error *error);

/* Branch and bound; shared holds a graph and its cost to begin with. */
enum nash_status andor_shared_search(const struct andor_parts *parts, struct andor_shared *shared);

#endif
