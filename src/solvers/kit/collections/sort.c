#include "sort.h"

#include <stdbool.h>

enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    INSERTION_MAX = 64 /* items up to which insertion costs less than clearing the counts */
};

/* Turns the counts of digits into the first place of each digit. Returns true if all keys have the same digit, so that
 * no pass is needed. */
static bool radix_places(size_t place[DIGITS], size_t count)
{
    size_t sum = 0;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        size_t next = sum + place[digit];
        if (place[digit] == count)
            return true;
        place[digit] = sum;
        sum = next;
    }
    return false;
}

static void insertion_sort_items(struct sort_item *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct sort_item item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

static void insertion_sort_u32(uint32_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t key = keys[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

struct sort_item *radix_sort_items(struct sort_item *items, struct sort_item *scratch, size_t count)
{
    if (count <= INSERTION_MAX) {
        insertion_sort_items(items, count);
        return items;
    }
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t place[DIGITS] = {0};
        for (size_t i = 0; i < count; i++)
            place[items[i].key >> shift & (DIGITS - 1)]++;
        if (radix_places(place, count))
            continue;
        for (size_t i = 0; i < count; i++)
            scratch[place[items[i].key >> shift & (DIGITS - 1)]++] = items[i];
        struct sort_item *sorted = scratch;
        scratch = items;
        items = sorted;
    }
    return items;
}

uint32_t *radix_sort_u32(uint32_t *keys, uint32_t *scratch, size_t count)
{
    if (count <= INSERTION_MAX) {
        insertion_sort_u32(keys, count);
        return keys;
    }
    for (unsigned shift = 0; shift < 32; shift += DIGIT_BITS) {
        size_t place[DIGITS] = {0};
        for (size_t i = 0; i < count; i++)
            place[keys[i] >> shift & (DIGITS - 1)]++;
        if (radix_places(place, count))
            continue;
        for (size_t i = 0; i < count; i++)
            scratch[place[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        uint32_t *sorted = scratch;
        scratch = keys;
        keys = sorted;
    }
    return keys;
}
