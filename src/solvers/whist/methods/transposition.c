/* A bucket has three entries and fills one cache line. The whole mask is stored, so two positions are never confused;
 * the order belongs to the key, since the mask does not show how many low cards of the other player lie above its last
 * bit. A full bucket replaces its cheapest entry: the many positions near the leaves are soon found again. README.md
 * describes how the table grows. */
#include "transposition.h"

#include <string.h>

/* Entries of a bucket; logarithms of the number of buckets: at first, per growth, at most. */
enum { WAYS = 3, FIRST_LOG = 8, GROW_LOG = 2, LAST_LOG = 20 };

struct bucket {
    uint64_t mask[WAYS][2];
    struct {
        uint8_t order;     /* 0: empty */
        uint8_t low, high; /* bounds of the value */
        uint8_t cost;      /* logarithm of the nodes searched for the entry */
    } entry[WAYS];
    uint32_t spare;
};

struct whist_transpositions {
    struct nash_arena *arena;
    struct bucket *bucket;
    uint32_t log;     /* logarithm of the number of buckets */
    uint32_t log_max; /* upper bound of log */
    uint64_t kept;    /* entries in use */
};

_Static_assert(sizeof(struct bucket) == 64, "a bucket is a line of the cache");

/* Returns cleared buckets, or NULL if they would take more than half of the free arena. */
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

struct whist_transpositions *whist_transpositions_make(struct nash_arena *arena)
{
    struct whist_transpositions *table = NASH_NEW(arena, struct whist_transpositions, 1);
    if (!table)
        return NULL;
    *table = (struct whist_transpositions){arena, make_buckets(arena, FIRST_LOG), FIRST_LOG, LAST_LOG, 0};
    return table->bucket ? table : NULL;
}

static struct bucket *bucket_of(const struct whist_transpositions *table, whist_mask mask, uint32_t order)
{
    uint64_t low = (uint64_t)mask, high = (uint64_t)(mask >> 64);
    uint64_t hash = (low ^ (uint64_t)order << 57) * UINT64_C(0x9E3779B97F4A7C15);
    hash = ((hash ^ hash >> 32) + high) * UINT64_C(0xD6E8FEB86659FD93);
    return &table->bucket[(hash ^ hash >> 32) & ((UINT64_C(1) << table->log) - 1)];
}

void whist_transpositions_prefetch(const struct whist_transpositions *table, whist_mask mask, uint32_t order)
{
    __builtin_prefetch(bucket_of(table, mask, order));
}

static bool is_at(const struct bucket *bucket, uint32_t way, whist_mask mask, uint32_t order)
{
    return bucket->entry[way].order == order && bucket->mask[way][0] == (uint64_t)mask &&
           bucket->mask[way][1] == (uint64_t)(mask >> 64);
}

bool whist_transpositions_find(const struct whist_transpositions *table, whist_mask mask, uint32_t order, uint32_t *low,
                               uint32_t *high)
{
    const struct bucket *bucket = bucket_of(table, mask, order);
    for (uint32_t way = 0; way < WAYS; way++)
        if (is_at(bucket, way, mask, order)) {
            *low = bucket->entry[way].low > *low ? bucket->entry[way].low : *low;
            *high = bucket->entry[way].high < *high ? bucket->entry[way].high : *high;
            return true;
        }
    return false;
}

/* Returns the index in the bucket of the position's entry, or else of an empty or the cheapest entry. */
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

static void grow(struct whist_transpositions *table)
{
    const struct bucket *old = table->bucket, *end = old + (UINT64_C(1) << table->log);
    struct bucket *bucket = make_buckets(table->arena, table->log + GROW_LOG);
    if (!bucket) {
        table->log_max = table->log;
        return;
    }
    table->bucket = bucket;
    table->log += GROW_LOG;
    table->kept = 0;
    for (; old < end; old++)
        for (uint32_t way = 0; way < WAYS && old->entry[way].order; way++) {
            whist_mask mask = (whist_mask)old->mask[way][1] << 64 | old->mask[way][0];
            struct bucket *to = bucket_of(table, mask, old->entry[way].order);
            uint32_t place = way_for(to, mask, old->entry[way].order);
            table->kept += to->entry[place].order == 0;
            memcpy(to->mask[place], old->mask[way], sizeof to->mask[place]);
            to->entry[place] = old->entry[way];
        }
}

bool whist_transpositions_store(struct whist_transpositions *table, whist_mask mask, uint32_t order, uint32_t low,
                                uint32_t high, uint64_t nodes)
{
    if (table->kept >> table->log >= WAYS - 1 && table->log < table->log_max)
        grow(table);
    struct bucket *bucket = bucket_of(table, mask, order);
    uint32_t way = way_for(bucket, mask, order);
    bool is_new = !is_at(bucket, way, mask, order);
    table->kept += bucket->entry[way].order == 0;
    bucket->mask[way][0] = (uint64_t)mask;
    bucket->mask[way][1] = (uint64_t)(mask >> 64);
    bucket->entry[way].order = (uint8_t)order;
    bucket->entry[way].low = (uint8_t)low;
    bucket->entry[way].high = (uint8_t)high;
    bucket->entry[way].cost = (uint8_t)(64 - __builtin_clzll(nodes | 1));
    return is_new;
}
