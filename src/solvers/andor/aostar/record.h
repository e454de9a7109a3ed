/* The trace of AO*: what is kept of each cycle. */
#ifndef ANDOR_RECORD_H
#define ANDOR_RECORD_H

#include <solvers/andor/aostar/partial.h>

struct andor_record {
    struct andor_trace *trace; /* NULL: nothing is kept */
    struct nash_arena *arena;
    size_t bytes;  /* kept so far */
    uint32_t room; /* cycles there is room for */
    bool on;       /* this cycle is kept */
    struct andor_cycle cycle;
    struct andor_revision *revisions; /* of this cycle */
    uint32_t count, revision_room;
};

void andor_record_begin(struct andor_record *record, struct andor_trace *trace, struct nash_arena *arena);

/* Is any cycle kept? */
static inline bool andor_record_any(const struct andor_record *record)
{
    return record->trace && record->trace->count;
}

/* Before cycle `number`, from 1: is it to be kept (record->on)? Each: false when the arena is spent; nothing happens
 * where the cycle is not kept. */
bool andor_record_cycle(struct andor_record *record, const struct andor_state *state, uint64_t number);
bool andor_record_choice(struct andor_record *record, const struct andor_partial *partial, uint32_t expanded);
bool andor_record_fresh(struct andor_record *record, const struct andor_list *fresh);
bool andor_record_revision(struct andor_record *record, const struct andor_revision *revision);
bool andor_record_end(struct andor_record *record, andor_wide q_root);

/* Hands over what is known when the search is over; ended: before its time. */
void andor_record_close(struct andor_record *record, uint64_t played, bool ended);

#endif
