/* A budget of bytes that several threads share, such as that of request bodies under way. */
#ifndef BASE_MEMORY_BUDGET_H
#define BASE_MEMORY_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct byte_budget {
    _Atomic uint64_t used; /* never more than max */
    _Atomic uint64_t max;  /* bytes; may be changed at any time, also below `used` */
    _Atomic uint64_t refused;
};

/* Takes bytes from the budget. Returns false, and takes none, if fewer are left. */
static inline bool budget_take(struct byte_budget *budget, uint64_t bytes)
{
    uint64_t used = atomic_load_explicit(&budget->used, memory_order_relaxed);
    uint64_t max = atomic_load_explicit(&budget->max, memory_order_relaxed);
    do {
        if (used > max || bytes > max - used) {
            atomic_fetch_add_explicit(&budget->refused, 1, memory_order_relaxed);
            return false;
        }
    } while (!atomic_compare_exchange_weak_explicit(&budget->used, &used, used + bytes, memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

/* Returns bytes that budget_take() has taken. */
static inline void budget_give(struct byte_budget *budget, uint64_t bytes)
{
    atomic_fetch_sub_explicit(&budget->used, bytes, memory_order_relaxed);
}

#endif
