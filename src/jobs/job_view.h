/* What clients see of a job: its state, its JSON, its events, and notification of changes. */
#ifndef JOBS_JOB_VIEW_H
#define JOBS_JOB_VIEW_H

#include <jobs/jobs.h>

struct job *job_ref(struct job *job);
void job_unref(struct job *job); /* NULL is allowed */

/* A consistent copy of a job. Holds references: job_view_release(). */
struct job_view {
    struct job_id id;
    const struct nash_solver *solver; /* NULL when this server no longer has the kind */
    struct store_job row;             /* state, times, problem, result, error, progress */
    bool durable;                     /* stored in the database */
    uint64_t revision;                /* grows with each visible change: ETag */
    unsigned queue_position;          /* estimated place among all that wait, 1 = next; 0 = not waiting */
    unsigned queue_of;                /* how many wait */
};
void job_view(struct jobs *jobs, struct job *job, struct job_view *view);
void job_view_release(struct job_view *view);

/* Writes the job object of the wire contract. A row with only the opening of its result, its first bytes (the row of a
 * list), is written with the result's summary instead. cached: value of the member "cached". */
void job_write(const struct job_view *view, bool cached, struct nash_jsonw *out);
/* Writes the object of a job with a result, without the result: *begin receives what precedes it, *end what follows. */
void job_write_around(const struct job_view *view, bool cached, struct nash_buf *begin, struct nash_buf *end);
/* Returns the length of the result, also if it is not in memory; 0 without one. */
uint64_t job_result_bytes(const struct job_view *view);

/* Replaces what clients see of a job's webhook, if the job is in memory. Adds a reference. */
void jobs_set_webhook(struct jobs *jobs, const struct job_id *id, struct bytes *webhook);

/* Ready replies that the HTTP layer keeps on a *finished* job, freed with it. slot: 0 to JOB_REPLIES - 1. */
enum { JOB_REPLIES = 2 };
void *job_reply(struct job *job, unsigned slot); /* NULL: none yet */
/* Keeps a reply of so many bytes and returns it; or, when there is one already, frees this one and returns the first.
 */
void *job_set_reply(struct job *job, unsigned slot, void *reply, size_t bytes, void (*free_reply)(void *));

/* ---- notification ---- */

/* JOB_IS_DURABLE and JOB_IS_DONE (durable and finished) fire at most once each. They also fire for a job that the store
 * could not write, so that no watcher waits for ever: the job has failed then, and view.durable is false. */
enum job_condition { JOB_IS_DURABLE = 1, JOB_IS_DONE = 2, JOB_HAS_EVENT = 4 };

struct job_watch {
    enum job_condition condition;
    void (*fire)(struct job_watch *watch); /* under the core's lock: must be short and call nothing of jobs */
    void *context;
    struct job *job;                /* set by job_watch(); holds a reference until job_unwatch() */
    struct job_watch *next, **link; /* list of the job's watches; private to the core */
};

/* Registers a watch. Returns false, and registers nothing, when the condition already holds. JOB_HAS_EVENT fires at
 * each event after number `seen` until it is unwatched. */
bool job_watch(struct jobs *jobs, struct job *job, struct job_watch *watch, int64_t seen);
/* Ends a watch: once it returns, fire() is not running and will not run. Allowed for a watch that was never registered
 * (job == NULL). */
void job_unwatch(struct jobs *jobs, struct job_watch *watch);

/* ---- events ---- */

/* Appends all events after number `seen` to out, as server-sent events ("id: 3\nevent: progress\ndata: {…}\n\n").
 * Returns the number of the last one. Sets *ended when the final event is among those sent now or before. Events:
 * state, progress, result (the finished job object). Events older than the ring holds are skipped. */
int64_t job_events(struct jobs *jobs, struct job *job, int64_t seen, struct nash_buf *out, bool *ended);

/* ---- ids and states as text ---- */

/* Parses 32 hex digits. Returns false for any other text. */
bool job_id_read(const char *text, size_t len, struct job_id *id);
enum { JOB_ID_TEXT = 2 * JOB_ID_BYTES + 1 };
/* Writes 32 hex digits and a NUL (JOB_ID_TEXT bytes). Returns out. */
char *job_id_text(char *out, const struct job_id *id);
const char *job_state_name(enum job_state state);

#endif
