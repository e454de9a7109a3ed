/* Random AND/OR graphs, their costs found without any engine, and the same graphs generated lazily. Also used by
 * tests/bench/andor. */
#ifndef DRAW_H
#define DRAW_H

#include <nash/rng.h>
#include <solvers/andor/graph.h>

struct draw {
    uint32_t nodes;      /* the root is node 0 */
    uint32_t connectors; /* per node: 0 (a dead end) or 1 .. this */
    uint32_t successors; /* per connector: 1 .. this, with repetitions */
    uint64_t cost;       /* least .. this */
    uint64_t least;
    unsigned dead, terminal; /* percentages of the nodes */
    bool cyclic;             /* else successors have larger numbers */
    uint32_t reach;          /* largest distance of a successor; 0: no limit */
};

/* Sets graph->to to NULL if the arena is full. h is 0 everywhere. */
void draw_graph(struct andor_graph *graph, const struct draw *draw, struct nash_rng *rng, struct nash_arena *arena);

/* Draws the parameters of a small graph. */
struct draw draw_small(struct nash_rng *rng);

enum draw_h { DRAW_H_ZERO, DRAW_H_EXACT, DRAW_H_MONOTONE, DRAW_H_ADMISSIBLE, DRAW_H_ANY };

/* Gives the graph an h. exact: from naive_values(). */
void draw_h(struct andor_graph *graph, enum draw_h form, const andor_wide *exact, struct nash_rng *rng,
            struct nash_arena *arena);

/* Makes a graph that holds only the root: expand() generates the rest, under numbers of its own, in arrays that move at
 * each step; the old ones are overwritten. max: number of nodes after which it fails with NASH_TOO_LARGE; 0: none. */
void draw_lazily(struct andor_graph *lazy, const struct andor_graph *graph, uint32_t max, struct nash_arena *arena);

/* Computes costs by iterating over all nodes until nothing changes. */
void naive_values(const struct andor_graph *graph, andor_wide *value);

/* Returns the cost of the graph that the marks give from v, or infinity if it is no solution graph. depth: calls left
 * on the C stack. */
andor_wide naive_marked_cost(const struct andor_graph *graph, const uint32_t *mark, uint32_t v, uint32_t depth);

void draw_print(const struct andor_graph *graph);

#endif
