/* Recording of the trace of AO*. */
#ifndef ANDOR_AOSTAR_RECORD_H
#define ANDOR_AOSTAR_RECORD_H

#include <solvers/andor/aostar/partial.h>

struct andor_record {
    struct andor_trace *trace; /* NULL: nothing is recorded */
    struct nash_arena *arena;
    size_t bytes;  /* size of the recorded cycles so far */
    uint32_t room; /* capacity of trace->cycles */
    bool on;       /* the current cycle is recorded */
    struct andor_cycle cycle;
    struct andor_revision *revisions; /* revisions of the current cycle */
    uint32_t count, revision_room;    /* length and capacity of revisions */
};

void andor_record_begin(struct andor_record *record, struct andor_trace *trace, struct nash_arena *arena);

/* Returns whether any cycle is to be recorded. */
static inline bool andor_record_any(const struct andor_record *record)
{
    return record->trace && record->trace->count;
}

/* Begins cycle `number`, counted from 1, and decides whether it is recorded (record->on); if not, the other functions
 * do nothing. All return false if the arena is full. */
bool andor_record_cycle(struct andor_record *record, const struct andor_state *state, uint64_t number);
bool andor_record_choice(struct andor_record *record, const struct andor_partial *partial, uint32_t expanded);
bool andor_record_fresh(struct andor_record *record, const struct andor_list *fresh);
bool andor_record_revision(struct andor_record *record, const struct andor_revision *revision);
bool andor_record_end(struct andor_record *record, andor_wide q_root);

/* Stores the number of cycles. ended: a limit or a budget ended the search. */
void andor_record_close(struct andor_record *record, uint64_t played, bool ended);

#endif
