/* The core: its state, its lock, and what a change leaves to be done when the lock is released.
 *
 * Two kinds of files: those whose functions are called under the lock (job/, dispatch/, batch/, feed/ for the most
 * part), and those that take it (the calls of the public headers, callbacks, threads). Files of the first kind never
 * lock and never wait; what they cause they note with jobs_defer(). Files of the second kind take the lock with
 * jobs_lock() and release it with jobs_unlock() or jobs_wait(), which carry it out. So calls go one way only, which
 * tests/style/call_graph.py checks. */
#ifndef JOBS_STATE_H
#define JOBS_STATE_H

#include <pthread.h>

#include <jobs/batch/batch.h>
#include <jobs/dispatch/execution.h>
#include <jobs/feed/channel.h>
#include <jobs/job/job.h>
#include <jobs/stats.h>

enum {
    ATTEMPTS_MAX = 3, /* claims of a job that was seen running when a server died */
    SPARE_ARENAS = 8  /* kept for parsing */
};

/* What is left to jobs_unlock(); bits. */
enum deferred {
    DISPATCH_WORK = 1,   /* start what waits: work was added, or an executor became free */
    DELIVER_ANSWERS = 2, /* wake the delivery thread: a batch became deliverable */
    WAKE_SLEEPERS = 4,   /* wake the threads in jobs_wait(&changed) */
    WAKE_PUBLISHER = 8   /* wake the feed's thread: the first change since its last publication */
};

struct jobs {
    struct jobs_options options;
    struct executor_queue pool, distributed; /* for one worker; for several machines */
    struct executor_client client;
    struct store *store;

    pthread_mutex_t lock;   /* of all that follows */
    unsigned deferred;      /* bits of enum deferred */
    pthread_cond_t changed; /* broadcast only while sleepers > 0 */
    unsigned sleepers;      /* threads that wait for `changed` */
    bool draining, stopping;
    struct job_id last_id; /* made by this server */

    struct hash_table by_id, by_key, by_body, by_idempotency; /* jobs: see job/index.c */
    struct hash_table in_flight;                              /* executions by key and time limit */
    struct job *newest, *oldest;                              /* finished jobs, by last use */
    uint64_t kept_jobs, kept_bytes;
    uint64_t forgets; /* jobs forgotten so far; when it has changed, an earlier read of the store is stale */
    struct job *unwritten;

    struct execution *running; /* started executions */
    unsigned executions_started, chunks_started;
    unsigned attached; /* jobs that wait for an execution */
    unsigned turn;     /* starts so far: decides between jobs and batches */

    struct jobs_batch *batches; /* all */
    struct chunk *chunks;       /* in the executor */
    struct {
        struct jobs_batch *first, **end;
    } startable, deliverable; /* batches with a chunk to start; with something to deliver */
    pthread_cond_t deliver;
    pthread_t delivery_thread, timer_thread;
    pthread_cond_t tick;
    bool delivery_started, timer_started;

    struct feed feed;

    struct jobs_kind_stats kind[JOBS_KINDS_MAX];
    size_t kinds; /* the last one counts unknown kinds */

    _Atomic(struct nash_arena *) spare_arena[SPARE_ARENAS]; /* used without the lock */
};

/* ---- lock.c ---- */

void jobs_lock(struct jobs *jobs);
/* Carries out what was deferred, then releases the lock. */
void jobs_unlock(struct jobs *jobs);
/* Carries out what was deferred, then waits for the condition until deadline_ns (monotonic; 0 = without limit). Returns
 * false at the deadline. The lock is released meanwhile. */
bool jobs_wait(struct jobs *jobs, pthread_cond_t *condition, int64_t deadline_ns);

/* Under the lock: leaves this to jobs_unlock(). */
static inline void jobs_defer(struct jobs *jobs, enum deferred what)
{
    jobs->deferred |= what;
}

/* Under the lock: notes for the feed that a job looks different now. Costs one test while there are no readers. */
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

/* recover.c: takes up to max unfinished jobs from the store. Takes the lock itself. */
enum nash_status recover_jobs(struct jobs *jobs, size_t max, struct nash_error *error);
/* timer.c: heartbeats, leases, retention. */
void *timer_main(void *jobs);

#endif
