/* Buckets of three, each a line of the cache. The whole mask is kept, so that no two positions are ever taken for one;
 * the order belongs to the key, since a mask does not tell how many low cards the other player has above its last bit.
 * What costs least gives way: the many positions near the leaves are soon found again. */
#include "memory.h"

enum { WAYS = 3, BUCKETS_LEAST_LOG = 6, BUCKETS_MOST_LOG = 20 };

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
    uint64_t last; /* buckets - 1 */
    struct bucket *bucket;
};

_Static_assert(sizeof(struct bucket) == 64, "a bucket is a line of the cache");

struct whist_memory *whist_memory_make(uint32_t order, struct nash_arena *arena)
{
    struct whist_memory *memory = NASH_NEW(arena, struct whist_memory, 1);
    uint32_t log = order / 2 + 1; /* the positions of a search grow by the square root of 2 an order */
    log = log < BUCKETS_LEAST_LOG ? BUCKETS_LEAST_LOG : log > BUCKETS_MOST_LOG ? BUCKETS_MOST_LOG : log;
    for (; memory && log >= BUCKETS_LEAST_LOG; log--) {
        size_t bytes = sizeof(struct bucket) << log;
        struct nash_arena_mark mark = nash_arena_mark(arena);
        bool twice = nash_arena_alloc_raw(arena, 2 * bytes, sizeof(struct bucket)) != NULL;
        nash_arena_release(arena, mark);
        memory->bucket = twice ? nash_arena_alloc_raw(arena, bytes, sizeof(struct bucket)) : NULL;
        if (memory->bucket) {
            memory->last = (UINT64_C(1) << log) - 1;
            for (uint64_t i = 0; i <= memory->last; i++)
                memory->bucket[i] = (struct bucket){0};
            return memory;
        }
    }
    return NULL;
}

static struct bucket *bucket_of(const struct whist_memory *memory, whist_mask mask, uint32_t order)
{
    uint64_t low = (uint64_t)mask, high = (uint64_t)(mask >> 64);
    uint64_t hash = (low ^ (uint64_t)order << 57) * UINT64_C(0x9E3779B97F4A7C15);
    hash = ((hash ^ hash >> 32) + high) * UINT64_C(0xD6E8FEB86659FD93);
    return &memory->bucket[(hash ^ hash >> 32) & memory->last];
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

static void set(struct bucket *bucket, uint32_t way, uint32_t least, uint32_t most, uint64_t nodes)
{
    bucket->entry[way].least = (uint8_t)least;
    bucket->entry[way].most = (uint8_t)most;
    bucket->entry[way].cost = (uint8_t)(64 - __builtin_clzll(nodes | 1));
}

bool whist_memory_keep(struct whist_memory *memory, whist_mask mask, uint32_t order, uint32_t least, uint32_t most,
                       uint64_t nodes)
{
    struct bucket *bucket = bucket_of(memory, mask, order);
    uint32_t place = 0;
    for (uint32_t way = 0; way < WAYS; way++) {
        if (is_at(bucket, way, mask, order)) {
            set(bucket, way, least, most, nodes);
            return false;
        }
        if (bucket->entry[way].cost < bucket->entry[place].cost)
            place = way;
    }
    bucket->mask[place][0] = (uint64_t)mask;
    bucket->mask[place][1] = (uint64_t)(mask >> 64);
    bucket->entry[place].order = (uint8_t)order;
    set(bucket, place, least, most, nodes);
    return true;
}
