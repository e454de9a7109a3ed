/* Shared by the passes (dp.c, knuth.c, values.c): results, limits, the arrays of values.
 *
 * The body of a pass is in ordered_pass.inc, search_pass.inc or knuth_pass.inc, and is included twice: with 64 bits
 * per value, and with 128 for the rare graph that needs them. */
#ifndef ANDOR_BOTTOM_UP_PASS_H
#define ANDOR_BOTTOM_UP_PASS_H

#include "bottom_up.h"

enum pass_end {
    PASS_DONE,
    PASS_CYCLE,    /* the graph has a cycle; dp only */
    PASS_OVERFLOW, /* a value is too large for this width */
    PASS_STOPPED,
    PASS_NOMEM
};

enum {
    POLL_EVERY = 64,          /* nodes between two calls of nash_stop() */
    PROGRESS_EVERY = 1 << 16, /* nodes between two checks whether progress is due */
    /* numbers of the stop checks */
    ANDOR_STOP_DP = 1,
    ANDOR_STOP_ORDER = 2,
    ANDOR_STOP_KNUTH = 3,
    ANDOR_STOP_COMPONENT = 4,
    ANDOR_STOP_SWEEP = 5
};

/* Allocates a zeroed array that a pass reads in no particular order, in huge pages if available, which saves a fifth of
 * the time on a graph of a million nodes. Returns NULL if the arena is full. */
void *andor_pass_array(struct nash_arena *arena, size_t count, size_t size);

/* Allocates the arrays of one width, with all values infinite and no marks. Returns false if the arena is full. */
bool andor_values_begin(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena,
                        bool wide);

/* Narrows 128-bit values to 64 bits if all of them fit. Returns PASS_DONE, PASS_NOMEM, or PASS_OVERFLOW if a value is
 * 2^127 or more. */
enum pass_end andor_values_end(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena);

/* Returns whether a single cost is 2^63 or more, so that only the 128-bit pass applies. */
bool andor_costs_are_wide(const struct andor_graph *graph);

/* Report the number of settled nodes if progress is due. The second is cheap enough for every stop check. */
void andor_report_progress(struct nash_run *run, const char *engine, uint64_t settled, uint32_t nodes);
static inline void andor_report_progress_if_due(struct nash_run *run, const char *engine, uint64_t settled,
                                                uint32_t nodes)
{
    if (__builtin_expect(settled % PROGRESS_EVERY < POLL_EVERY, 0))
        andor_report_progress(run, engine, settled, nodes);
}

/* Returns the error for any end but PASS_DONE and PASS_CYCLE. PASS_OVERFLOW means 128 bits here. */
enum nash_status andor_pass_status(enum pass_end end, struct nash_error *error);

#endif
