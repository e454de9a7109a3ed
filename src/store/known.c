#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <store/known.h>

/* 2 MiB: at a million keys one "perhaps" in 4,000 is wrong, at ten millions one in five. */
enum { BITS = 1 << 24, WORD = 64, PROBES = 6 };

struct known {
    _Atomic bool complete;
    _Atomic uint64_t word[BITS / WORD];
};

struct known *known_new(void)
{
    return calloc(1, sizeof(struct known));
}

void known_free(struct known *known)
{
    free(known);
}

/* The i-th place of a key: four bytes of it. */
static uint32_t place(const struct nash_hash *key, int i)
{
    uint32_t four;
    memcpy(&four, key->byte + 4 * i, sizeof four);
    return four % BITS;
}

void known_add(struct known *known, const struct nash_hash *key)
{
    for (int i = 0; i < PROBES; i++) {
        uint32_t at = place(key, i);
        atomic_fetch_or_explicit(&known->word[at / WORD], UINT64_C(1) << at % WORD, memory_order_release);
    }
}

bool known_may_have(const struct known *known, const struct nash_hash *key)
{
    if (!atomic_load_explicit(&known->complete, memory_order_acquire))
        return true;
    for (int i = 0; i < PROBES; i++) {
        uint32_t at = place(key, i);
        if (!(atomic_load_explicit(&known->word[at / WORD], memory_order_acquire) >> at % WORD & 1))
            return false;
    }
    return true;
}

void known_complete(struct known *known)
{
    atomic_store_explicit(&known->complete, true, memory_order_release);
}
