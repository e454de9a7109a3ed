/* Round-trip times of the last TRIPS requests. */
#ifndef CLUSTER_SUDOKU_PACE_TRIPS_H
#define CLUSTER_SUDOKU_PACE_TRIPS_H

#include <stdint.h>

enum { TRIPS = 64 };

struct trips {
    uint32_t us[TRIPS]; /* ring of times in microseconds */
    unsigned count;     /* number of times ever added */
};

void trips_add(struct trips *trips, int64_t ns);
/* Return the 95th percentile and the median; 0 before the first trips_add(). */
int64_t trips_p95_ns(const struct trips *trips);
uint32_t trips_median_us(const struct trips *trips);

#endif
