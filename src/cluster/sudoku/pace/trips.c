#include "trips.h"

#include <stdlib.h>
#include <string.h>

void trips_add(struct trips *trips, int64_t ns)
{
    int64_t us = ns / 1000;
    trips->us[trips->count++ % TRIPS] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Returns a percentile of the remembered times, in microseconds; 0 if there is none. */
static uint32_t percentile_us(const struct trips *trips, unsigned percent)
{
    uint32_t sorted[TRIPS];
    unsigned count = trips->count < TRIPS ? trips->count : TRIPS;
    if (count == 0)
        return 0;
    memcpy(sorted, trips->us, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_u32);
    return sorted[(count - 1) * percent / 100];
}

int64_t trips_p95_ns(const struct trips *trips)
{
    return (int64_t)percentile_us(trips, 95) * 1000;
}

uint32_t trips_median_us(const struct trips *trips)
{
    return percentile_us(trips, 50);
}
