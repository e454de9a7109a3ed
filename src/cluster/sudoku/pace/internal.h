/* Functions that front.c and pace.c share. */
#ifndef CLUSTER_SUDOKU_PACE_INTERNAL_H
#define CLUSTER_SUDOKU_PACE_INTERNAL_H

#include "pace.h"

#define PACE_MS INT64_C(1000000)

/* Returns the lower median of value[count], count > 0, and sorts the array. */
int64_t pace_median(int64_t *value, unsigned count);

/* Returns twice the delay, at most 8 s. */
int64_t pace_delay_doubled(int64_t delay_ns);

/* Returns the number of members in the front. */
unsigned pace_count_front(const struct pace *pace);

/* Returns the median latency of the present members; 0 if it is unknown. */
int64_t pace_latency_ns(const struct pace *pace);

#endif
