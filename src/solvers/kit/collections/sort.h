/* Stable radix sorts, least significant digit first, 11 bits a pass. A digit that is equal in all keys costs no pass. A
 * few items are sorted by insertion. */
#ifndef KIT_SORT_H
#define KIT_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sort_item {
    uint64_t key;
    uint32_t value; /* goes with its key */
};

/* Sort ascending by key. `scratch` has room for `count` elements too. Return the array with the result: one of the two.
 */
struct sort_item *radix_sort_items(struct sort_item *items, struct sort_item *scratch, size_t count);
uint32_t *radix_sort_u32(uint32_t *keys, uint32_t *scratch, size_t count);

/* Map numbers to unsigned keys of the same order, and back. -0.0 becomes 0.0; NaN is not allowed. */
static inline uint64_t sort_key_of_int(int64_t number)
{
    return (uint64_t)number ^ UINT64_C(1) << 63;
}

static inline int64_t sort_int_of_key(uint64_t key)
{
    return (int64_t)(key ^ UINT64_C(1) << 63);
}

static inline uint64_t sort_key_of_double(double number)
{
    uint64_t key;
    number += 0.0;
    memcpy(&key, &number, sizeof key);
    return key >> 63 ? ~key : key | UINT64_C(1) << 63;
}

static inline double sort_double_of_key(uint64_t key)
{
    double number;
    key = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
    memcpy(&number, &key, sizeof number);
    return number;
}

#endif
