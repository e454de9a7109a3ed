/* Shared by the files that rank solution graphs. */
#ifndef ANDOR_K_BEST_RANKING_H
#define ANDOR_K_BEST_RANKING_H

#include <solvers/andor/list.h>
#include <solvers/andor/optima/tight.h>

#include "k_best.h"

/* A part of the solution graphs: those with the choices of graph `parent` before position `at`, and there the
 * alternative of this rank. */
struct part {
    andor_wide cost;   /* cost of its best graph, or a lower bound while `choice` is NULL */
    andor_wide times;  /* how many times the node at `at` is counted: the cost rises by its slack times this number */
    uint64_t number;   /* order of creation, which decides ties */
    uint32_t parent;   /* index in ranking.best->graphs; ANDOR_NONE: all solution graphs */
    uint32_t at, rank; /* rank: index among the connectors of the place, from 0 */
    const struct andor_choice *choice; /* the best graph, if it was built; NULL: not yet */
    uint32_t count;
};

struct ranking {
    const struct andor_graph *graph;
    const struct andor_values *values;
    struct nash_run *run;
    struct nash_error *error;
    struct andor_k_best *best;
    uint32_t k;
    bool shared;
    bool exact;             /* acyclic, recursive: the lower bound of a part is the cost of its best graph */
    struct andor_tight all; /* the solvable part of the graph; connectors of a place ascend by their slack */
    andor_wide *slack;      /* [connectors of all]: connector's cost plus values of its successors, less its node's */
    uint32_t *start;        /* [k]: the first position at which a graph is divided further */
    struct part *heap;      /* binary heap, by cost and number */
    uint32_t waiting, room;
    uint64_t numbers;
    bool dropped;           /* parts were left out that cannot be among the k best, or cost too much */
    uint64_t choices;       /* length of all graphs found */
    struct andor_list list; /* scratch: pairs of node and connector */
    uint8_t *needed;        /* [places]: scratch */
    andor_wide *times;      /* [nodes]: scratch, all 0 */
    uint32_t *mark;         /* [nodes]: scratch */
};

/* Builds the best graph of a part. *feasible is false if the part is empty. Errors: NASH_STOPPED, NASH_NOMEM, and those
 * of the passes. (build.c) */
enum nash_status ranking_build(struct ranking *ranking, struct part *part, bool *feasible);

/* Returns the range of the connectors of node v in all.connector. */
static inline uint32_t ranking_first(const struct ranking *ranking, uint32_t v)
{
    return ranking->all.first[ranking->all.place[v] - 1];
}

static inline uint32_t ranking_last(const struct ranking *ranking, uint32_t v)
{
    return ranking->all.first[ranking->all.place[v]];
}

#endif
