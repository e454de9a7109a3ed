/* A set of keys of a fixed number of 64-bit words, numbered from 0 in the order of their addition. It lives in an arena
 * and grows by doubling. */
#ifndef MATRIX_EQUILIBRIA_KEYS_H
#define MATRIX_EQUILIBRIA_KEYS_H

#include <solvers/kit/collections/hash_index.h>

struct keys {
    struct nash_arena *arena;
    struct hash_index index;
    uint64_t *key;               /* [room * words] */
    uint32_t words, count, room; /* words of a key; number of keys; capacity */
};

enum { KEYS_FULL = UINT32_MAX };

bool keys_init(struct keys *keys, uint32_t words, struct nash_arena *arena); /* false: no memory */
/* Removes all keys and keeps the memory. */
void keys_empty(struct keys *keys);

/* Returns the number of a key, which is added if it is absent (*added), or KEYS_FULL without memory. */
uint32_t keys_add(struct keys *keys, const uint64_t *key, bool *added);

static inline const uint64_t *keys_at(const struct keys *keys, uint32_t number)
{
    return keys->key + (size_t)number * keys->words;
}

static inline void bit_set(uint64_t *word, uint32_t bit)
{
    word[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline void bit_flip(uint64_t *word, uint32_t bit)
{
    word[bit / 64] ^= (uint64_t)1 << bit % 64;
}

#endif
