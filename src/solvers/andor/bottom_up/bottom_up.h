/* The passes upwards from the terminals: the value of every node that can be reached from the root.
 *
 * h*(v) = 0 of a terminal, infinite of a dead end, else the least over its connectors of cost + sum of h* of the
 * successors. An acyclic graph takes one pass in reverse topological order (dp). A graph with cycles is solved by
 * strongly connected components in reverse order, and within a component by Knuth's generalisation of Dijkstra's
 * algorithm (D. E. Knuth, Inf. Proc. Letters 6, 1977): costs are 0 or more, so the least open value is final. */
#ifndef ANDOR_BOTTOM_UP_BOTTOM_UP_H
#define ANDOR_BOTTOM_UP_BOTTOM_UP_H

#include <solvers/andor/graph.h>

/* Values in 64 bits, or in 128 if wide is not NULL (then value is NULL). The value of an unreachable node is infinite.
 */
struct andor_values {
    uint64_t *value;    /* [nodes] */
    andor_wide *wide;   /* [nodes] */
    uint32_t *mark;     /* [nodes]: the first connector that gives the value; ANDOR_NONE: none */
    uint32_t reachable; /* number of reachable nodes */
    bool cyclic;        /* a cycle is reachable */
};

static inline andor_wide andor_value(const struct andor_values *values, uint32_t v)
{
    return values->wide                    ? values->wide[v]
           : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF
                                           : (andor_wide)values->value[v];
}

/* Counters of a pass. Callers may pass NULL. */
struct andor_work {
    uint64_t settled; /* nodes whose value is final */
    uint64_t edges; /* edges read: all if the node numbers are a topological order, else those of the reachable nodes */
    uint64_t heap;  /* knuth only: pushes to the heap */
    uint32_t components; /* knuth only: strongly connected components of more than one node */
};

/* Solves acyclic graphs. NASH_UNPROCESSABLE: there is a cycle, which the message names. NASH_STOPPED: the run has to
 * stop. */
enum nash_status andor_dp(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                          struct andor_work *work, struct nash_error *error);

/* Solves any whole graph. */
enum nash_status andor_knuth(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                             struct andor_work *work, struct nash_error *error);

/* Runs dp, and knuth if dp meets a cycle. */
enum nash_status andor_bottom_up(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 struct andor_work *work, struct nash_error *error);

/* Proves values independently of how they were found: at every reachable node the value is the least over its
 * connectors, and marks lead to terminals without a cycle. NASH_INTERNAL names the node that fails. (verify/certify.c)
 */
enum nash_status andor_certify(const struct andor_graph *graph, const struct andor_values *values,
                               struct nash_arena *arena, struct nash_error *error);

#endif
