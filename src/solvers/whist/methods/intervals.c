/* Counts the intervals in one pass over the word and writes them in a second. */
#include "intervals.h"

enum nash_status whist_intervals_make(struct whist_intervals *intervals, const int8_t *word, uint32_t order,
                                      struct nash_arena *arena)
{
    uint32_t cards = 2 * order, count = order > 0;
    for (uint32_t i = 1; i < cards; i++)
        count += word[i] != word[i - 1];
    struct whist_interval *interval = NASH_NEW(arena, struct whist_interval, count), *now = interval;
    if (!interval)
        return NASH_NOMEM;
    for (uint32_t i = 0; i < cards; i++) {
        if (i > 0 && word[i] != word[i - 1])
            now++;
        if (now->count++ == 0)
            *now = (struct whist_interval){.first = i, .count = 1, .sign = word[i]};
    }
    *intervals = (struct whist_intervals){.count = count, .interval = interval};
    return NASH_OK;
}
