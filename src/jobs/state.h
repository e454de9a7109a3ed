/* The core: its state, its lock, and the deferred work, which is carried out when the lock is released.
 *
 * There are two kinds of files: those whose functions are called under the lock (most of job/, dispatch/, batch/ and
 * feed/), and those that take it (the functions of the public headers, callbacks, threads). Files of the first kind
 * never lock and never wait; they record with jobs_defer() what has to follow. Files of the second kind take the lock
 * with jobs_lock() and release it with jobs_unlock() or jobs_wait(), which carry out what was deferred. So calls go one
 * way only, which tests/style/call_graph.py checks. */
#ifndef JOBS_STATE_H
#define JOBS_STATE_H

#include <pthread.h>

#include <jobs/batch/batch.h>
#include <jobs/dispatch/execution.h>
#include <jobs/feed/channel.h>
#include <jobs/health/health_state.h>
#include <jobs/intake/intake.h>
#include <jobs/job/job.h>
#include <jobs/lock.h>
#include <jobs/stats.h>

enum {
    ATTEMPTS_MAX = 3, /* a job that was running when servers died is resumed at most so often; a resumable one: so
                         often in a row without a new BLOB_LATEST, and as often when its workers are killed */
    SPARE_ARENAS = 8, /* arenas kept for parsing */
    PROBLEM_MEMORY_MAX = 8 << 20 /* bytes of problems of unfinished jobs; beyond it they are given up once stored */
};

struct jobs {
    struct jobs_options options;
    struct executor_load pool, distributed; /* for work of one worker; of several machines */
    struct executor_client client;
    struct store *store;

    pthread_mutex_t lock;   /* guards all members below, except spare_arena and parts of feed */
    unsigned deferred;      /* bits of enum deferred */
    pthread_cond_t changed; /* broadcast only while sleepers > 0 */
    unsigned sleepers;      /* threads that wait for `changed` */
    bool draining, stopping;
    struct job_ids ids; /* of the jobs that this server makes */
    uint64_t jobs_made;

    struct hash_table by_id, by_key, by_body, by_idempotency; /* jobs: see job/index.c */
    struct hash_table in_flight;                              /* executions by key and time limit */
    struct job *newest, *oldest;                              /* finished jobs, by last use */
    uint64_t kept_jobs;                                       /* number of finished jobs in memory */
    struct byte_budget kept_bytes, event_bytes;               /* of these jobs; of the progress in all rings */
    struct byte_budget queue_bytes;                           /* of the problems of unfinished jobs */
    uint64_t problem_memory;                                  /* bytes of those that are in memory */
    uint64_t forgets;      /* jobs forgotten so far; when it has changed, an earlier read of the store is stale */
    struct job *unwritten; /* jobs whose FINISH the store could not write */

    struct execution *running;                   /* started executions */
    unsigned executions_started, chunks_started; /* number in the executors now */
    unsigned background_started;                 /* executions among them that are background work, */
    unsigned express_started;                    /* or have a slice */
    uint64_t over_quota;                         /* submissions refused by a quota */
    uint64_t slices, slices_cut;                 /* slices given; those that were too short */
    struct flows flows;                          /* what waits */
    int64_t charged_ns;                          /* when running work was last charged */
    unsigned attached;                           /* jobs whose execution waits or runs */

    struct jobs_batch *batches; /* all batches */
    struct chunk *chunks;       /* chunks in the executor */
    struct {
        struct jobs_batch *first, **end;
    } deliverable;          /* batches with something to deliver */
    pthread_cond_t deliver; /* wakes the delivery thread */
    pthread_t delivery_thread, timer_thread;
    pthread_cond_t tick; /* wakes the timer's thread at the stop */
    bool delivery_started, timer_started;

    struct feed feed;
    struct intakes intakes;

    struct health_state health;

    struct jobs_kind_stats kind[JOBS_KINDS_MAX];
    size_t kinds; /* the last one counts unknown kinds */

    _Atomic(struct nash_arena *) spare_arena[SPARE_ARENAS]; /* used without the lock */
};

/* Defers work to jobs_unlock() or jobs_wait(). Under the lock. */
static inline void jobs_defer(struct jobs *jobs, enum deferred what)
{
    jobs->deferred |= what;
}

/* Records for the feed that a job has visibly changed. Under the lock. Costs one test while there are no readers. */
static inline void feed_note(struct job *job)
{
    if (job->core->feed.channels != NULL)
        feed_note_change(job);
}

/* ---- counters.c, under the lock ---- */

/* Returns the counters of a kind; for an unknown kind those of the last entry. */
struct jobs_kind_stats *counters_of(struct jobs *jobs, const struct nash_solver *solver);
/* Adds the duration of an execution that ends now. */
void counters_add_execution(struct jobs *jobs, const struct execution *execution);

/* ---- threads and start ---- */

/* lifecycle/recover.c: takes up to max unfinished jobs from the store. Takes the lock itself. */
enum nash_status recover_jobs(struct jobs *jobs, size_t max, struct nash_error *error);
/* health.c: looks at disk, store and workers. Takes the lock itself. */
void health_check(struct jobs *jobs);
/* lifecycle/timer.c: heartbeats, leases, retention. */
void *timer_main(void *jobs);

#endif
