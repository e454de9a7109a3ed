/* A heap of units: the first in the order of the tree is at the top. A unit is in at most one heap. */
#ifndef CLUSTER_FARM_HEAP_H
#define CLUSTER_FARM_HEAP_H

#include "internal.h"

/* Returns false when out of memory. */
bool heap_add(struct heap *heap, struct node *node);
/* Removes the unit from its heap, if it is in one. */
void heap_remove(struct node *node);
static inline struct node *heap_top(const struct heap *heap)
{
    return heap->count > 0 ? heap->at[0] : NULL;
}

#endif
