#include "bloom_filter.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* 2 MiB: false positives are one in 4,000 at a million keys, one in five at ten million. */
enum { BITS = 1 << 24, WORD = 64, PROBES = 6 };

struct bloom_filter {
    _Atomic bool complete;
    _Atomic uint64_t word[BITS / WORD];
};

struct bloom_filter *bloom_filter_new(void)
{
    return calloc(1, sizeof(struct bloom_filter));
}

void bloom_filter_free(struct bloom_filter *filter)
{
    free(filter);
}

/* Returns the i-th bit of a key: four bytes of the key as a number. */
static uint32_t bit_of(const struct nash_hash *key, int i)
{
    uint32_t four;
    memcpy(&four, key->byte + 4 * i, sizeof four);
    return four % BITS;
}

void bloom_filter_add(struct bloom_filter *filter, const struct nash_hash *key)
{
    for (int i = 0; i < PROBES; i++) {
        uint32_t at = bit_of(key, i);
        atomic_fetch_or_explicit(&filter->word[at / WORD], UINT64_C(1) << at % WORD, memory_order_release);
    }
}

bool bloom_filter_may_have(const struct bloom_filter *filter, const struct nash_hash *key)
{
    if (!atomic_load_explicit(&filter->complete, memory_order_acquire))
        return true;
    for (int i = 0; i < PROBES; i++) {
        uint32_t at = bit_of(key, i);
        if (!(atomic_load_explicit(&filter->word[at / WORD], memory_order_acquire) >> at % WORD & 1))
            return false;
    }
    return true;
}

void bloom_filter_complete(struct bloom_filter *filter)
{
    atomic_store_explicit(&filter->complete, true, memory_order_release);
}
