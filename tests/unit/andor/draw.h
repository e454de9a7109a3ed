/* Random AND/OR graphs, their costs found without any engine, and the same graphs generated lazily. Also used by
 * tests/bench/andor. */
#ifndef DRAW_H
#define DRAW_H

#include <nash/rng.h>
#include <solvers/andor/graph.h>

struct draw {
    uint32_t nodes;      /* number of nodes; the root is node 0 */
    uint32_t connectors; /* a node has at most this many connectors; a dead end has none */
    uint32_t successors; /* a connector has at most this many successors, at least 1; they may repeat */
    uint64_t cost;       /* a connector costs least .. cost */
    uint64_t least;
    unsigned dead, terminal; /* percentages of dead ends and of terminals among the nodes */
    bool cyclic;             /* false: successors have larger numbers than their node */
    uint32_t reach;          /* largest difference between the numbers of node and successor; 0: no limit */
};

/* Sets graph->to to NULL if the arena is full. h is 0 everywhere. */
void draw_graph(struct andor_graph *graph, const struct draw *draw, struct nash_rng *rng, struct nash_arena *arena);

/* Draws the parameters of a small graph. */
struct draw draw_small(struct nash_rng *rng);

enum draw_h { DRAW_H_ZERO, DRAW_H_EXACT, DRAW_H_MONOTONE, DRAW_H_ADMISSIBLE, DRAW_H_ANY };

/* Gives each node a heuristic value h of the given form. exact: the costs from naive_values(). */
void draw_h(struct andor_graph *graph, enum draw_h form, const andor_wide *exact, struct nash_rng *rng,
            struct nash_arena *arena);

/* Makes a graph that holds only the root of `graph`. Its expand() generates the other nodes and numbers them in the
 * order of generation. Each call of expand() moves the arrays and overwrites the old ones, which finds stale pointers.
 * max: number of nodes after which expand() fails with NASH_TOO_LARGE; 0: no limit. */
void draw_lazily(struct andor_graph *lazy, const struct andor_graph *graph, uint32_t max, struct nash_arena *arena);

/* Computes costs by iterating over all nodes until nothing changes. */
void naive_values(const struct andor_graph *graph, andor_wide *value);

/* Returns the recursive cost of the graph that the marked connectors form from node v, or ANDOR_WIDE_INF if it is no
 * solution graph. depth: levels of recursion allowed; more than the number of nodes means a cycle. */
andor_wide naive_marked_cost(const struct andor_graph *graph, const uint32_t *mark, uint32_t v, uint32_t depth);

void draw_print(const struct andor_graph *graph);

#endif
