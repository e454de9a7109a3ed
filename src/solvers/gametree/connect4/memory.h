/* Positions that were searched and what is proved of their scores. A word holds the whole key (49 bits), so that no two
 * positions are ever taken for one, both bounds, and a weight by how early the position is, that is, how long it took.
 * Two words to a place: the second goes to whoever comes last, the first to who weighs as much as the one that is
 * there, which then becomes the second. It begins small enough for a core's own cache, since most positions need no
 * more, and grows eightfold when it has taken as many words as it has, to 64 MB or as far as the arena goes. */
#ifndef GAMETREE_CONNECT4_MEMORY_H
#define GAMETREE_CONNECT4_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>

enum {
    C4_MEMORY_FIRST = 12,
    C4_MEMORY_LAST = 23,
    C4_MEMORY_STEP = 3,
    C4_KEY_BITS = 50,
    C4_BOUND_BITS = 6,
    C4_WEIGHT_AT = 62
};

struct c4_memory {
    struct nash_arena *arena;
    uint64_t *word; /* 2^bits of them, 0: none */
    unsigned bits;
    uint64_t room; /* words to be taken before it grows */
};

/* What is proved of a score: lo <= score <= hi. */
struct c4_range {
    int lo, hi;
};

/* False: no memory even for the smallest. */
bool c4_memory_open(struct c4_memory *memory, struct nash_arena *arena);

/* Eight times as large, if the arena has room for it. */
void c4_memory_grow(struct c4_memory *memory);

static inline uint64_t *c4_memory_place(const struct c4_memory *memory, uint64_t key)
{
    return &memory->word[(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - memory->bits)) & ~UINT64_C(1)];
}

static inline bool c4_memory_is(uint64_t word, uint64_t key)
{
    return (word & ((UINT64_C(1) << C4_KEY_BITS) - 1)) == key;
}

/* Narrows *range by what is known. */
static inline bool c4_memory_get(const struct c4_memory *memory, uint64_t key, struct c4_range *range)
{
    const uint64_t *place = c4_memory_place(memory, key);
    uint64_t word = c4_memory_is(place[0], key) ? place[0] : place[1];
    if (!c4_memory_is(word, key))
        return false;
    int lo = (int)(word >> C4_KEY_BITS & 63) - 32, hi = (int)(word >> (C4_KEY_BITS + C4_BOUND_BITS) & 63) - 32;
    range->lo = lo > range->lo ? lo : range->lo;
    range->hi = hi < range->hi ? hi : range->hi;
    return true;
}

/* A word of a position that is not yet in this place. */
static inline void c4_memory_add(uint64_t *place, uint64_t word)
{
    if (word >> C4_WEIGHT_AT >= place[0] >> C4_WEIGHT_AT) {
        place[1] = place[0];
        place[0] = word;
    } else {
        place[1] = word;
    }
}

static inline void c4_memory_put(struct c4_memory *memory, uint64_t key, int stones, struct c4_range range)
{
    uint64_t *place = c4_memory_place(memory, key);
    uint64_t weight = stones < 18 ? 3 : stones < 24 ? 2 : stones < 30 ? 1 : 0;
    uint64_t word = key | (uint64_t)(range.lo + 32) << C4_KEY_BITS |
                    (uint64_t)(range.hi + 32) << (C4_KEY_BITS + C4_BOUND_BITS) | weight << C4_WEIGHT_AT;
    for (int i = 0; i < 2; i++)
        if (c4_memory_is(place[i], key)) {
            place[i] = word;
            return;
        }
    c4_memory_add(place, word);
    if (--memory->room == 0)
        c4_memory_grow(memory);
}

#endif
