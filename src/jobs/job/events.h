/* The events of a job: numbered, kept in a ring, and announced to watches and the feed. Called under the core's lock.
 */
#ifndef JOBS_JOB_EVENTS_H
#define JOBS_JOB_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/memory/budget.h>
#include <jobs/job_view.h>

enum {
    EVENTS_INLINE = 4,      /* events stored in struct event_ring itself: enough for a short job */
    EVENTS_MAX = 64,        /* events in a ring */
    EVENTS_BYTES = 32 << 10 /* bytes of progress in a ring; the newest event stays whatever its size */
};

struct event {
    struct bytes *progress; /* NULL: a state event */
    enum job_state state;
    bool charged; /* the progress is counted in the ring's bytes and in its budget */
};

/* The last events of a job. Older progress is charged to a budget of all jobs; when that is used up, a ring drops its
 * oldest events and keeps the newest, whose progress the job's row has in any case. Numbered without gaps up to the
 * job's row.last_event. The final event (result) is never in the ring, since it can be written from the row. */
struct event_ring {
    struct event near[EVENTS_INLINE], *far; /* the events are in *far, or in near if far is NULL */
    unsigned first, count, room;            /* index of the oldest, number, and capacity (0: EVENTS_INLINE) */
    int64_t first_id;                       /* number of the oldest event */
    size_t bytes;                           /* of the charged progress in the ring */
    struct byte_budget *budget;             /* of all rings */
};

/* ---- ring.c ---- */

/* Returns the i-th event, 0 = the oldest. */
struct event *ring_at(struct event_ring *ring, unsigned i);
/* Appends an event with this number; drops the oldest ones when the ring is full. */
void ring_add(struct event_ring *ring, int64_t id, struct event event);
void ring_release(struct event_ring *ring);

/* ---- events.c ---- */

/* Adds an event with the job's state. */
void event_state(struct job *job);
/* Adds an event with this progress; takes a reference of its own. */
void event_progress(struct job *job, struct bytes *json);
/* Announces the final event of a job whose row is finished and has its last_event. */
void event_result(struct job *job);
/* Calls the watches of these conditions (bits of enum job_condition). */
void job_notify(struct job *job, int conditions);

static inline void watch_unlink(struct job_watch *watch)
{
    *watch->link = watch->next;
    if (watch->next != NULL)
        watch->next->link = watch->link;
    watch->next = NULL;
    watch->link = NULL;
}

#endif
