/* Children in the order of search. */
#ifndef GAMETREE_ORDER_H
#define GAMETREE_ORDER_H

#include <stdint.h>
#include <string.h>

#include <nash/solver.h>

/* Sorts the nodes by guess ^ mask, the greatest first, equal ones by number. Sorted ones take least. False: stopped at
 * `check` (of many nodes only), in some order between. */
bool order_best_first(uint32_t *node, size_t count, const int32_t *guess, int32_t mask, struct nash_run *run,
                      unsigned check);

/* Moves the node at a place to the front; the others keep their order. */
static inline void order_to_front(uint32_t *node, size_t place)
{
    uint32_t moved = node[place];
    memmove(node + 1, node, place * sizeof *node);
    *node = moved;
}

#endif
