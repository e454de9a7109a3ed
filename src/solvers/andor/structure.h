/* Facts about a whole graph (lecture notes, p. 5): roots have no parent, leaves have no successor, and a tree has at
 * most one parent at each node. */
#ifndef ANDOR_STRUCTURE_H
#define ANDOR_STRUCTURE_H

#include <nash/arena.h>
#include <solvers/andor/graph.h>

struct andor_structure {
    bool tree;                /* no node has two parents, and there is no cycle */
    uint32_t node, parent[2]; /* a node with two parents, or ANDOR_NONE */
    uint32_t *flags;          /* [nodes]: bits of enum andor_structure_flag */
    uint32_t roots, leaves, terminals;
};

enum andor_structure_flag { ANDOR_IS_ROOT = 1, ANDOR_IS_LEAF = 2, ANDOR_IS_TERMINAL = 4 };

/* Returns false if the arena is full. */
bool andor_find_structure(const struct andor_graph *graph, struct nash_arena *arena, struct andor_structure *structure);

#endif
