/* The passes upwards from the terminals: the value of every node that can be reached from the root.
 *
 * h*(v) = 0 of a terminal, infinite of a dead end, else the least over its connectors of cost + sum of h* of the
 * successors. Acyclic: one pass in reverse topological order (dp). With cycles: strongly connected components in
 * reverse order, within one Knuth's generalisation of Dijkstra's algorithm (D. E. Knuth, Inf. Proc. Letters 6, 1977):
 * costs are 0 or more, so the least open value is final. */
#ifndef ANDOR_ENGINE_H
#define ANDOR_ENGINE_H

#include <solvers/andor/graph.h>

/* In 64 bits, or in 128 when wide is not NULL (then value is NULL). Nodes that cannot be reached are infinite. */
struct andor_values {
    uint64_t *value;  /* [nodes] */
    andor_wide *wide; /* [nodes] */
    uint32_t *mark;   /* [nodes]: the connector that gives the value, first of several; ANDOR_NONE: none */
    uint32_t reachable;
    bool cyclic; /* a cycle can be reached */
};

/* What a pass has done; NULL in calls: nobody asks. */
struct andor_work {
    uint64_t settled;    /* nodes whose value is final */
    uint64_t edges;      /* looked at: of all nodes, where their numbers are an order, else of those reached */
    uint64_t heap;       /* pushes, knuth only */
    uint32_t components; /* of more than one node */
};

/* Acyclic graphs only: NASH_UNPROCESSABLE, naming a cycle, for others. NASH_STOPPED when the run has to stop. */
enum nash_status andor_dp(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                          struct andor_work *work, struct nash_error *error);

/* Any graph that is there whole. */
enum nash_status andor_knuth(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                             struct andor_work *work, struct nash_error *error);

/* dp where that applies, else knuth, with one look at the graph. */
enum nash_status andor_bottom_up(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 struct andor_work *work, struct nash_error *error);

/* Do these values hold? A proof independent of how they were found: at every node reached the value is the least over
 * its connectors, and marks lead to terminals without a cycle. NASH_INTERNAL names the node that fails. */
enum nash_status andor_certify(const struct andor_graph *graph, const struct andor_values *values,
                               struct nash_arena *arena, struct nash_error *error);

#endif
