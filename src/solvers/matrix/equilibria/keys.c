#include "keys.h"

#include <string.h>

enum { ROOM_MIN = 32 };

static uint64_t keys_hash(const uint64_t *key, uint32_t words)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < words; k++) {
        h = (h ^ key[k]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h * 0xff51afd7ed558ccdu; /* the index uses the upper half */
}

bool keys_init(struct keys *keys, uint32_t words, struct nash_arena *arena)
{
    *keys = (struct keys){.arena = arena, .words = words, .room = ROOM_MIN};
    keys->key = NASH_NEW(arena, uint64_t, (size_t)keys->room * words);
    return keys->key && hash_index_init(&keys->index, keys->room, arena);
}

void keys_empty(struct keys *keys)
{
    memset(keys->index.slot, 0, keys->index.slots * sizeof *keys->index.slot);
    keys->count = 0;
}

static bool keys_grow(struct keys *keys)
{
    size_t size = (size_t)keys->count * keys->words * sizeof(uint64_t);
    uint64_t *key = nash_arena_alloc_raw(keys->arena, 2 * size, sizeof(uint64_t));
    if (!key || !hash_index_grow(&keys->index, keys->arena))
        return false;
    memcpy(key, keys->key, size);
    keys->key = key;
    keys->room *= 2;
    return true;
}

uint32_t keys_add(struct keys *keys, const uint64_t *key, bool *added)
{
    size_t size = keys->words * sizeof(uint64_t);
    *added = false;
    if (keys->count == keys->room && !keys_grow(keys))
        return KEYS_FULL;
    struct hash_probe probe = hash_index_probe(&keys->index, keys_hash(key, keys->words));
    for (uint32_t number; (number = hash_index_next(&keys->index, &probe)) != HASH_INDEX_NONE;)
        if (memcmp(keys_at(keys, number), key, size) == 0)
            return number;
    memcpy(keys->key + (size_t)keys->count * keys->words, key, size);
    hash_index_insert(&keys->index, &probe, keys->count);
    *added = true;
    return keys->count++;
}
