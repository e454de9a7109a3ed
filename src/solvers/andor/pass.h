/* Private to the passes upwards (dp.c, knuth.c, values.c): how a pass ends, and what both widths of it share.
 *
 * The body of a pass stands once, in ordered_pass.h, search_pass.h and knuth_pass.h, and is included twice: with 64
 * bits a value, and with 128 for the rare graph that needs them. */
#ifndef ANDOR_PASS_H
#define ANDOR_PASS_H

#include <solvers/andor/engine.h>

enum pass_end {
    PASS_DONE,
    PASS_CYCLE,    /* dp only */
    PASS_OVERFLOW, /* a value is too large for this width */
    PASS_STOPPED,
    PASS_NOMEM
};

enum {
    POLL_EVERY = 64,      /* nodes between two polls of nash_stop() */
    TELL_EVERY = 1 << 16, /* and between two looks whether somebody wants to know */
    /* numbers of the polls */
    ANDOR_STOP_DP = 1,
    ANDOR_STOP_ORDER = 2,
    ANDOR_STOP_KNUTH = 3,
    ANDOR_STOP_COMPONENT = 4,
    ANDOR_STOP_SWEEP = 5
};

/* An array of zeroes that a pass looks at all over: in large pages where there are any, which saves a fifth of the time
 * on a graph of a million nodes. NULL: out of memory. */
void *andor_pass_array(struct nash_arena *arena, size_t count, size_t size);

/* Makes the arrays of one width: all infinite and without marks. False: out of memory. */
bool andor_values_begin(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena,
                        bool wide);

/* After the pass: values of 128 bits go into 64 when all of them fit; one from 2^127 on is too large for either engine.
 * PASS_DONE, PASS_OVERFLOW, PASS_NOMEM. */
enum pass_end andor_values_end(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena);

/* Does a cost alone, from 2^63 on, need the pass in 128 bits? */
bool andor_costs_are_wide(const struct andor_graph *graph);

/* To be asked with every poll: once in a while tells how many nodes are settled. */
void andor_tell(struct nash_run *run, const char *engine, uint64_t settled, uint32_t nodes);
static inline void andor_tell_if_due(struct nash_run *run, const char *engine, uint64_t settled, uint32_t nodes)
{
    if (__builtin_expect(settled % TELL_EVERY < POLL_EVERY, 0))
        andor_tell(run, engine, settled, nodes);
}

/* The error of a pass that has ended so otherwise than by PASS_DONE or PASS_CYCLE; of PASS_OVERFLOW: in 128 bits. */
enum nash_status andor_pass_status(enum pass_end end, struct nash_error *error);

#endif
