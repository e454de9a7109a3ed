/* The order in which children are searched. */
#ifndef GAMETREE_TREE_SEARCH_MOVE_ORDERING_H
#define GAMETREE_TREE_SEARCH_MOVE_ORDERING_H

#include <stdint.h>
#include <string.h>

#include <nash/solver.h>

/* Sorts the nodes by guess ^ mask, largest first, equal ones by number; sorted input is fastest. Returns false if
 * stopped at stop check `check`, which is called for many nodes only; the order is then an intermediate one. */
bool sort_best_first(uint32_t *node, size_t count, const int32_t *guess, int32_t mask, struct nash_run *run,
                     unsigned check);

/* Moves the node at a place to the front; the order of the others stays. */
static inline void move_to_front(uint32_t *node, size_t place)
{
    uint32_t moved = node[place];
    memmove(node + 1, node, place * sizeof *node);
    *node = moved;
}

#endif
