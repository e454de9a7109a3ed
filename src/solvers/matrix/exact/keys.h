/* A set of keys of a fixed number of 64-bit words, numbered 0, 1, ... as they came. Its memory is of the arena; it
 * grows by doubling and can be emptied without giving back what it holds. */
#ifndef MATRIX_EXACT_KEYS_H
#define MATRIX_EXACT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/arena.h>

struct keys {
    struct nash_arena *arena;
    uint32_t words, count;
    uint32_t slots; /* a power of two */
    uint32_t *slot; /* number of a key + 1, or 0 */
    uint64_t *key;  /* [slots / 2 * words] */
};

enum { KEYS_FULL = UINT32_MAX };

bool keys_init(struct keys *keys, uint32_t words, struct nash_arena *arena); /* false: the arena is spent */
void keys_empty(struct keys *keys);

/* The number of a key, which is added when it is not there; *added tells. KEYS_FULL: the arena is spent. */
uint32_t keys_add(struct keys *keys, const uint64_t *key, bool *added);

const uint64_t *keys_at(const struct keys *keys, uint32_t number);

static inline void bit_set(uint64_t *word, uint32_t bit)
{
    word[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline void bit_flip(uint64_t *word, uint32_t bit)
{
    word[bit / 64] ^= (uint64_t)1 << bit % 64;
}

static inline bool bit_get(const uint64_t *word, uint32_t bit)
{
    return word[bit / 64] >> bit % 64 & 1;
}

#endif
