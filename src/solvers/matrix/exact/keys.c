/* Open addressing with linear probing, at most half full. */
#include "keys.h"

#include <string.h>

enum { FIRST_SLOTS = 64 };

static uint64_t hash(const uint64_t *key, uint32_t words)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < words; k++) {
        h = (h ^ key[k]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static bool room(struct keys *keys, uint32_t slots)
{
    uint32_t *slot = NASH_NEW(keys->arena, uint32_t, slots);
    uint64_t *key = nash_arena_alloc_raw(keys->arena, (size_t)slots / 2 * keys->words * sizeof(uint64_t), 16);
    if (!slot || !key)
        return false;
    if (keys->count)
        memcpy(key, keys->key, (size_t)keys->count * keys->words * sizeof(uint64_t));
    for (uint32_t k = 0; k < keys->count; k++) {
        uint64_t at = hash(key + (size_t)k * keys->words, keys->words);
        while (slot[at & (slots - 1)])
            at++;
        slot[at & (slots - 1)] = k + 1;
    }
    keys->slots = slots;
    keys->slot = slot;
    keys->key = key;
    return true;
}

bool keys_init(struct keys *keys, uint32_t words, struct nash_arena *arena)
{
    *keys = (struct keys){.arena = arena, .words = words};
    return room(keys, FIRST_SLOTS);
}

void keys_empty(struct keys *keys)
{
    memset(keys->slot, 0, keys->slots * sizeof(uint32_t));
    keys->count = 0;
}

const uint64_t *keys_at(const struct keys *keys, uint32_t number)
{
    return keys->key + (size_t)number * keys->words;
}

uint32_t keys_add(struct keys *keys, const uint64_t *key, bool *added)
{
    size_t size = keys->words * sizeof(uint64_t);
    *added = false;
    if (keys->count == keys->slots / 2 && (keys->slots > UINT32_MAX / 4 || !room(keys, keys->slots * 2)))
        return KEYS_FULL;
    uint64_t at = hash(key, keys->words);
    for (;; at++) {
        uint32_t number = keys->slot[at & (keys->slots - 1)];
        if (!number)
            break;
        if (memcmp(keys_at(keys, number - 1), key, size) == 0)
            return number - 1;
    }
    memcpy(keys->key + (size_t)keys->count * keys->words, key, size);
    keys->slot[at & (keys->slots - 1)] = ++keys->count;
    *added = true;
    return keys->count - 1;
}
