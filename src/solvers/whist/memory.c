/* Buckets of three, each a line of the cache. The whole mask is kept, so that no two positions are ever taken for one;
 * the order belongs to the key, since a mask does not tell how many low cards the other player has above its last bit.
 * Where there is no room, what cost least gives way: the many positions near the leaves are soon found again.
 *
 * It begins small, for an easy deal shall not pay for clearing what a hard one needs, and grows fourfold when two
 * thirds are taken. The old array stays behind in the arena, which cannot take it back: a third on top at most. It
 * never grows into the second half of what the arena has left, so that a search ends for want of time, and not of
 * memory. */
#include "memory.h"

#include <string.h>

enum { WAYS = 3, FIRST_LOG = 8, GROW_LOG = 2, LAST_LOG = 20 };

struct bucket {
    uint64_t mask[WAYS][2];
    struct {
        uint8_t order; /* 0 = empty */
        uint8_t least, most;
        uint8_t cost; /* logarithm of the nodes */
    } entry[WAYS];
    uint32_t spare;
};

struct whist_memory {
    struct nash_arena *arena;
    struct bucket *bucket;
    uint32_t log;  /* of how many buckets there are */
    uint32_t most; /* it grows to */
    uint64_t kept;
};

_Static_assert(sizeof(struct bucket) == 64, "a bucket is a line of the cache");

/* NULL: that would be more than half of what is left. */
static struct bucket *make_buckets(struct nash_arena *arena, uint32_t log)
{
    size_t bytes = sizeof(struct bucket) << log;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bool fits_twice = nash_arena_alloc_raw(arena, 2 * bytes, sizeof(struct bucket)) != NULL;
    nash_arena_release(arena, mark);
    struct bucket *bucket = fits_twice ? nash_arena_alloc_raw(arena, bytes, sizeof(struct bucket)) : NULL;
    if (bucket)
        memset(bucket, 0, bytes);
    return bucket;
}

struct whist_memory *whist_memory_make(struct nash_arena *arena)
{
    struct whist_memory *memory = NASH_NEW(arena, struct whist_memory, 1);
    if (!memory)
        return NULL;
    *memory = (struct whist_memory){arena, make_buckets(arena, FIRST_LOG), FIRST_LOG, LAST_LOG, 0};
    return memory->bucket ? memory : NULL;
}

static struct bucket *bucket_of(const struct whist_memory *memory, whist_mask mask, uint32_t order)
{
    uint64_t low = (uint64_t)mask, high = (uint64_t)(mask >> 64);
    uint64_t hash = (low ^ (uint64_t)order << 57) * UINT64_C(0x9E3779B97F4A7C15);
    hash = ((hash ^ hash >> 32) + high) * UINT64_C(0xD6E8FEB86659FD93);
    return &memory->bucket[(hash ^ hash >> 32) & ((UINT64_C(1) << memory->log) - 1)];
}

void whist_memory_fetch(const struct whist_memory *memory, whist_mask mask, uint32_t order)
{
    __builtin_prefetch(bucket_of(memory, mask, order));
}

static bool is_at(const struct bucket *bucket, uint32_t way, whist_mask mask, uint32_t order)
{
    return bucket->entry[way].order == order && bucket->mask[way][0] == (uint64_t)mask &&
           bucket->mask[way][1] == (uint64_t)(mask >> 64);
}

bool whist_memory_find(const struct whist_memory *memory, whist_mask mask, uint32_t order, uint32_t *least,
                       uint32_t *most)
{
    const struct bucket *bucket = bucket_of(memory, mask, order);
    for (uint32_t way = 0; way < WAYS; way++)
        if (is_at(bucket, way, mask, order)) {
            *least = bucket->entry[way].least > *least ? bucket->entry[way].least : *least;
            *most = bucket->entry[way].most < *most ? bucket->entry[way].most : *most;
            return true;
        }
    return false;
}

/* The place of the position, or that of an empty one or of what cost least. */
static uint32_t way_for(const struct bucket *bucket, whist_mask mask, uint32_t order)
{
    uint32_t place = 0;
    for (uint32_t way = 0; way < WAYS; way++) {
        if (is_at(bucket, way, mask, order))
            return way;
        if (bucket->entry[way].cost < bucket->entry[place].cost)
            place = way;
    }
    return place;
}

static void grow(struct whist_memory *memory)
{
    const struct bucket *old = memory->bucket, *end = old + (UINT64_C(1) << memory->log);
    struct bucket *bucket = make_buckets(memory->arena, memory->log + GROW_LOG);
    if (!bucket) {
        memory->most = memory->log;
        return;
    }
    memory->bucket = bucket;
    memory->log += GROW_LOG;
    memory->kept = 0;
    for (; old < end; old++)
        for (uint32_t way = 0; way < WAYS && old->entry[way].order; way++) {
            whist_mask mask = (whist_mask)old->mask[way][1] << 64 | old->mask[way][0];
            struct bucket *to = bucket_of(memory, mask, old->entry[way].order);
            uint32_t place = way_for(to, mask, old->entry[way].order);
            memory->kept += to->entry[place].order == 0;
            memcpy(to->mask[place], old->mask[way], sizeof to->mask[place]);
            to->entry[place] = old->entry[way];
        }
}

bool whist_memory_keep(struct whist_memory *memory, whist_mask mask, uint32_t order, uint32_t least, uint32_t most,
                       uint64_t nodes)
{
    if (memory->kept >> memory->log >= WAYS - 1 && memory->log < memory->most)
        grow(memory);
    struct bucket *bucket = bucket_of(memory, mask, order);
    uint32_t way = way_for(bucket, mask, order);
    bool is_new = !is_at(bucket, way, mask, order);
    memory->kept += bucket->entry[way].order == 0;
    bucket->mask[way][0] = (uint64_t)mask;
    bucket->mask[way][1] = (uint64_t)(mask >> 64);
    bucket->entry[way].order = (uint8_t)order;
    bucket->entry[way].least = (uint8_t)least;
    bucket->entry[way].most = (uint8_t)most;
    bucket->entry[way].cost = (uint8_t)(64 - __builtin_clzll(nodes | 1));
    return is_new;
}
