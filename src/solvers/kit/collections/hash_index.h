/* A hash index of numbered items: open addressing in an arena, at most half full. The caller keeps the items; a slot
 * holds 32 bits of an item's hash and its number + 1, so that a look-up compares items only where the hashes agree and
 * growing reads no item.
 *
 *     struct hash_probe probe = hash_index_probe(&index, hash);
 *     for (uint32_t i; (i = hash_index_next(&index, &probe)) != HASH_INDEX_NONE;)
 *         if (equal(item[i], wanted))
 *             return i;
 *     hash_index_insert(&index, &probe, count);     (if hash_index_is_full(), grow and probe again before)
 */
#ifndef KIT_HASH_INDEX_H
#define KIT_HASH_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/arena.h>

#define HASH_INDEX_NONE UINT32_MAX
enum { HASH_INDEX_SLOTS_MIN = 16, HASH_INDEX_SLOTS_MAX = 1 << 30 };

struct hash_index {
    uint64_t *slot; /* 0 = free, else hash << 32 | number + 1 */
    uint32_t slots; /* number of slots, a power of two */
};

struct hash_probe {
    uint32_t hash; /* upper half of the 64-bit hash */
    uint32_t at;   /* the slot of the last candidate; the free slot after HASH_INDEX_NONE */
};

/* Makes room for `expected` items. Returns false if the arena is full. */
static inline bool hash_index_init(struct hash_index *index, uint32_t expected, struct nash_arena *arena)
{
    uint32_t slots = HASH_INDEX_SLOTS_MIN;
    while (slots < HASH_INDEX_SLOTS_MAX && slots / 2 < expected)
        slots *= 2;
    index->slot = NASH_NEW(arena, uint64_t, slots);
    index->slots = slots;
    return index->slot != NULL;
}

/* Begins a look-up, which uses the upper half of the hash only. */
static inline struct hash_probe hash_index_probe(const struct hash_index *index, uint64_t hash)
{
    uint32_t upper = (uint32_t)(hash >> 32);
    return (struct hash_probe){upper, (upper - 1) & (index->slots - 1)};
}

/* Returns the number of the next item whose hash may be that of the probe, or HASH_INDEX_NONE. */
static inline uint32_t hash_index_next(const struct hash_index *index, struct hash_probe *probe)
{
    uint32_t mask = index->slots - 1;
    for (uint32_t at = (probe->at + 1) & mask;; at = (at + 1) & mask) {
        uint64_t slot = index->slot[at];
        if (slot == 0 || slot >> 32 == probe->hash) {
            probe->at = at;
            return slot ? (uint32_t)slot - 1 : HASH_INDEX_NONE;
        }
    }
}

/* Fills the free slot at which the probe ended. The index must not be full. */
static inline void hash_index_insert(struct hash_index *index, const struct hash_probe *probe, uint32_t number)
{
    index->slot[probe->at] = (uint64_t)probe->hash << 32 | (number + 1);
}

static inline bool hash_index_is_full(const struct hash_index *index, uint32_t count)
{
    return count >= index->slots / 2;
}

/* Doubles the slots. Probes begun before are invalid afterwards. No item is read. Returns false, with the index
 * unchanged, if the arena is full or there are 2^30 slots already. */
static inline bool hash_index_grow(struct hash_index *index, struct nash_arena *arena)
{
    struct hash_index larger = {.slots = index->slots * 2};
    if (index->slots >= HASH_INDEX_SLOTS_MAX || !(larger.slot = NASH_NEW(arena, uint64_t, larger.slots)))
        return false;
    for (uint32_t i = 0; i < index->slots; i++) {
        uint32_t at = (uint32_t)(index->slot[i] >> 32) & (larger.slots - 1);
        if (index->slot[i] == 0)
            continue;
        while (larger.slot[at])
            at = (at + 1) & (larger.slots - 1);
        larger.slot[at] = index->slot[i];
    }
    *index = larger;
    return true;
}

#endif
