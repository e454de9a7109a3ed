/* A transposition table of proved bounds. A word holds the whole key (49 bits), so positions are never confused, both
 * bounds, and a weight that is larger for earlier positions, which took longer. A bucket has two words: a new word
 * replaces the first if its weight is at least as large, and the first becomes the second; otherwise it replaces the
 * second. The table begins within a core's cache, which suffices for most positions, and grows eightfold after as many
 * insertions as it has words, to 64 MB or the limit of the arena. */
#ifndef GAMETREE_CONNECT4_TRANSPOSITION_H
#define GAMETREE_CONNECT4_TRANSPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>

enum {
    C4_TRANSPOSITION_FIRST = 12, /* log2 of the number of words at the beginning */
    C4_TRANSPOSITION_LAST = 23,  /* log2 of the largest number of words */
    C4_TRANSPOSITION_STEP = 3,   /* log2 of the growth factor */
    C4_KEY_BITS = 50,            /* bits of the key, which come first in a word */
    C4_BOUND_BITS = 6,           /* bits of each of the two bounds, which follow */
    C4_WEIGHT_AT = 62            /* position of the weight */
};

struct c4_transposition {
    struct nash_arena *arena;
    uint64_t *word; /* [2^bits], 0: empty */
    unsigned bits;
    uint64_t room; /* insertions left before the table grows */
};

/* Proved bounds of a score: lo <= score <= hi. */
struct c4_range {
    int lo, hi;
};

/* Allocates the smallest table. Returns false if the arena is full. */
bool c4_transposition_open(struct c4_transposition *memory, struct nash_arena *arena);

/* Grows the table eightfold, or to its largest size, if the arena has room. */
void c4_transposition_grow(struct c4_transposition *memory);

static inline uint64_t *c4_transposition_place(const struct c4_transposition *memory, uint64_t key)
{
    return &memory->word[(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - memory->bits)) & ~UINT64_C(1)];
}

static inline bool c4_transposition_is(uint64_t word, uint64_t key)
{
    return (word & ((UINT64_C(1) << C4_KEY_BITS) - 1)) == key;
}

/* Narrows *range by the entry of a position. Returns false without one. */
static inline bool c4_transposition_get(const struct c4_transposition *memory, uint64_t key, struct c4_range *range)
{
    const uint64_t *place = c4_transposition_place(memory, key);
    uint64_t word = c4_transposition_is(place[0], key) ? place[0] : place[1];
    if (!c4_transposition_is(word, key))
        return false;
    int lo = (int)(word >> C4_KEY_BITS & 63) - 32, hi = (int)(word >> (C4_KEY_BITS + C4_BOUND_BITS) & 63) - 32;
    range->lo = lo > range->lo ? lo : range->lo;
    range->hi = hi < range->hi ? hi : range->hi;
    return true;
}

/* Inserts a word into a bucket that has no word of its position. */
static inline void c4_transposition_add(uint64_t *place, uint64_t word)
{
    if (word >> C4_WEIGHT_AT >= place[0] >> C4_WEIGHT_AT) {
        place[1] = place[0];
        place[0] = word;
    } else {
        place[1] = word;
    }
}

static inline void c4_transposition_put(struct c4_transposition *memory, uint64_t key, int stones,
                                        struct c4_range range)
{
    uint64_t *place = c4_transposition_place(memory, key);
    uint64_t weight = stones < 18 ? 3 : stones < 24 ? 2 : stones < 30 ? 1 : 0;
    uint64_t word = key | (uint64_t)(range.lo + 32) << C4_KEY_BITS |
                    (uint64_t)(range.hi + 32) << (C4_KEY_BITS + C4_BOUND_BITS) | weight << C4_WEIGHT_AT;
    for (int i = 0; i < 2; i++)
        if (c4_transposition_is(place[i], key)) {
            place[i] = word;
            return;
        }
    c4_transposition_add(place, word);
    if (--memory->room == 0)
        c4_transposition_grow(memory);
}

#endif
