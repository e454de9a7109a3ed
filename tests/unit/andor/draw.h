/* AND/OR graphs drawn by lot, what they cost found without any of our engines, and the same graphs made bit by bit.
 * Also used by tests/bench/andor. */
#ifndef DRAW_H
#define DRAW_H

#include <nash/rng.h>
#include <solvers/andor/graph.h>

struct draw {
    uint32_t nodes;      /* the root is node 0 */
    uint32_t connectors; /* of a node: 0 (a dead end) or 1 .. that */
    uint32_t successors; /* of a connector: 1 .. that, with repetitions */
    uint64_t cost;       /* least .. that */
    uint64_t least;
    unsigned dead, terminal; /* nodes of a hundred */
    bool cyclic;             /* else successors have greater numbers */
    uint32_t reach;          /* successors are at most so far away; 0: anywhere */
};

/* NULL graph->to when the arena is spent. h is 0 everywhere. */
void draw_graph(struct andor_graph *graph, const struct draw *draw, struct nash_rng *rng, struct nash_arena *arena);

/* A small graph whose form is drawn too. */
struct draw draw_small(struct nash_rng *rng);

enum draw_h { DRAW_H_ZERO, DRAW_H_EXACT, DRAW_H_MONOTONE, DRAW_H_ADMISSIBLE, DRAW_H_ANY };

/* Gives it an h; exact: what naive_values() found. */
void draw_h(struct andor_graph *graph, enum draw_h form, const andor_wide *exact, struct nash_rng *rng,
            struct nash_arena *arena);

/* The same graph with nothing made but the root: expand() makes it, under numbers of its own, in arrays that move each
 * time; the old ones are overwritten. most: nodes it makes before it is NASH_TOO_LARGE; 0: all. */
void draw_lazily(struct andor_graph *lazy, const struct andor_graph *graph, uint32_t most, struct nash_arena *arena);

/* Costs by doing all nodes again until nothing changes. */
void naive_values(const struct andor_graph *graph, andor_wide *value);

/* Is what the marks give from v on a solution graph? Then its cost, else infinite. depth: calls on the C stack left. */
andor_wide naive_marked_cost(const struct andor_graph *graph, const uint32_t *mark, uint32_t v, uint32_t depth);

void draw_print(const struct andor_graph *graph);

#endif
