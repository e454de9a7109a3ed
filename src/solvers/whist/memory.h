/* What a search remembers of positions it has looked at: bounds of their values, in an array of bounded size. */
#ifndef WHIST_MEMORY_H
#define WHIST_MEMORY_H

#include "deal.h"

struct whist_memory;

/* In the arena, of which it takes at most half of what is left. NULL: that is next to nothing. */
struct whist_memory *whist_memory_make(struct nash_arena *arena);

/* The position will be looked for soon. */
void whist_memory_fetch(const struct whist_memory *memory, whist_mask mask, uint32_t order);

/* least <= value <= most: both narrowed where the position is remembered, which is then told. */
bool whist_memory_find(const struct whist_memory *memory, whist_mask mask, uint32_t order, uint32_t *least,
                       uint32_t *most);

/* Keeps the bounds, in the place of what cost less where there is no room. nodes: what they cost. True: it was new. */
bool whist_memory_keep(struct whist_memory *memory, whist_mask mask, uint32_t order, uint32_t least, uint32_t most,
                       uint64_t nodes);

#endif
