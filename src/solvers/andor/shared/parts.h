/* Places, choices and bounds for the search of the cheapest solution graph with shared parts. */
#ifndef ANDOR_SHARED_PARTS_H
#define ANDOR_SHARED_PARTS_H

#include "shared.h"

enum { ANDOR_SHARED_SCALE = 1 << 16 }; /* factor of scaled bounds, so that a cost can be divided among parents */

/* Places are the non-terminal nodes that a solution graph may need; without cycles each comes before those it leads to.
 */
struct andor_parts {
    const struct andor_graph *graph;
    struct nash_run *run;
    struct nash_error *error;
    bool cyclic;
    uint32_t count;
    uint32_t *node;             /* [count]: the graph node of each place */
    uint32_t *first;            /* [count + 1]: the choices of place p are choice[first[p] .. first[p + 1]) */
    uint32_t *choice;           /* [first[count]]: connectors that can be solved */
    uint32_t *to, *succ;        /* succ[to[i] .. to[i + 1]): the places of choice i, each once */
    uint32_t *child_at, *child; /* child[child_at[p] .. child_at[p + 1]): places that choices of p lead to, each once */
    uint32_t *parents;          /* [count]: number of places that have the place as a child */
    andor_wide *least, *share;  /* [count], scaled: lower bound of a place's cost; its part that each parent counts */
    andor_wide *chain; /* [count], not scaled: lower bound of a place's cost along its dearest chain of successors */
};

/* Computes all members of *parts. Errors: NASH_STOPPED, NASH_NOMEM. */
enum nash_status andor_parts_find(struct andor_parts *parts, const struct andor_graph *graph,
                                  const struct andor_values *values, struct nash_run *run, struct nash_error *error);

/* Improves the graph and cost in shared by branch and bound. */
enum nash_status andor_shared_search(const struct andor_parts *parts, struct andor_shared *shared);

#endif
