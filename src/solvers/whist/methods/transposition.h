/* The transposition table: bounds of the values of searched positions, in an array of bounded size. */
#ifndef WHIST_TRANSPOSITION_H
#define WHIST_TRANSPOSITION_H

#include <solvers/whist/deal.h>

struct whist_transpositions;

/* Allocates the table in the arena, of which it takes at most half of the free part. NULL: the arena is almost full. */
struct whist_transpositions *whist_transpositions_make(struct nash_arena *arena);

/* Prefetches the cache line of a position that will be looked up soon. */
void whist_transpositions_prefetch(const struct whist_transpositions *table, whist_mask mask, uint32_t order);

/* Narrows *low <= value <= *high to the stored bounds. Returns true if the position is stored. */
bool whist_transpositions_find(const struct whist_transpositions *table, whist_mask mask, uint32_t order, uint32_t *low,
                               uint32_t *high);

/* Stores the bounds. If the bucket is full, they replace the entry that cost the fewest nodes. nodes: the cost of
 * this entry. Returns true if the position was new. */
bool whist_transpositions_store(struct whist_transpositions *table, whist_mask mask, uint32_t order, uint32_t low,
                                uint32_t high, uint64_t nodes);

#endif
