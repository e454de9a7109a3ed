/* Private to jobs: what the core is made of. See README.md for the threads and locks.
 *
 * One lock (jobs->lock) guards everything here but what says otherwise. Functions named without "jobs_" or "job_" in
 * front of a public name expect it to be held unless their comment says so. */
#ifndef JOBS_CORE_H
#define JOBS_CORE_H

#include <pthread.h>
#include <stdatomic.h>

#include <jobs/executor.h>
#include <jobs/jobs.h>
#include <jobs/queue.h>
#include <jobs/table.h>

enum {
    EVENTS_INLINE = 4,        /* events a job holds without memory of their own: the short life */
    EVENTS_MOST = 64,         /* in a ring */
    EVENTS_BYTES = 256 << 10, /* of progress in a ring; the newest stays whatever its size */
    ATTEMPTS_MOST = 3,        /* claims of a job that was seen running when a server died */
    SPARE_ARENAS = 8,         /* kept for parsing */
    KINDS_MOST = 32           /* counted apart in struct jobs_stats */
};

/* ---- jobs ---- */

struct event {
    struct bytes *progress; /* NULL: a state event */
    enum job_state state;
};

/* The last events of a job, numbered without gaps up to the job's row.last_event; the final one (result) is never in
 * it, since it can be written from the row. */
struct ring {
    struct event near[EVENTS_INLINE], *far; /* far NULL: in near */
    unsigned first, count, room;            /* room 0 = EVENTS_INLINE */
    int64_t first_id;
    size_t bytes; /* of progress */
};

/* The writes of one life, with the row as it is to be stored; memory for both is there before the job is accepted, so
 * that ending a job cannot fail. */
struct record {
    struct store_op submit, finish;
    bool submit_posted, finish_posted; /* the writer has it */
};

struct job {
    _Atomic unsigned refs;
    struct jobs *core;
    const struct nash_solver *solver; /* NULL: this server does not know the kind */
    struct {
        _Atomic(void *) reply; /* set once, under the lock; read without */
        void (*free_reply)(void *);
    } reply[JOB_REPLIES];

    struct store_job row; /* what may be told: turns finished only when the FINISH is committed */
    bool durable;         /* SUBMIT is committed, or the row came from the store */
    bool lost;            /* SUBMIT failed: in memory alone */
    bool ending;          /* FINISH is on its way; the outcome is in record->finish.row */
    bool cancelling;      /* a person wants it to end */
    bool kept;            /* on the list of finished jobs */
    uint64_t revision;
    uint64_t feed_tick;    /* the telling of the feed that it is in already */
    struct record *record; /* NULL once everything is written */
    struct run *run;       /* what it waits for; NULL when there is nothing (more) to wait for */
    struct job *run_next, **run_link;
    struct job_watch *watches;
    struct ring ring;

    struct node by_id; /* its being in the table is a reference */
    struct node by_key, by_spelling, by_idempotency;
    struct job *newer, *older; /* list of finished jobs */
    size_t cost;
    struct job *next_unwritten;
};

#define JOB_OF(node, member) ((struct job *)((char *)(node)-offsetof(struct job, member)))

/* id.c: the id after *id (all zero at first), greater than it in the order of bytes and of text. The time comes first, so
 * that rows made together lie together in the store's index; 80 random bits follow. Within a millisecond, or while the
 * clock is behind, it is a random step of 1 to 2^56 further: no id can be guessed from another. (As RFC 9562, 6.2, method
 * 2.) */
void job_id_next(struct job_id *id, int64_t now_ms);

/* job.c: needs no lock. A job with one reference and an empty row; NULL without memory. */
struct job *job_new(struct jobs *jobs, const struct nash_solver *solver, bool with_record);

static inline bool job_is_finished(const struct job *job)
{
    return job->row.state >= JOB_SUCCEEDED;
}
/* Finished, and nothing of it is left to be written. */
static inline bool job_is_done(const struct job *job)
{
    return job_is_finished(job) && (job->durable || job->lost);
}

/* events.c */
void event_state(struct job *job);
void event_progress(struct job *job, struct bytes *json); /* takes a reference of its own */
void event_result(struct job *job); /* the row is finished and has its last_event: tells the watchers */
void ring_release(struct ring *ring);
/* One server-sent event; id 0 = none. No lock needed. */
void sse_write(struct nash_buf *out, int64_t id, const char *name, const char *data, size_t len);

/* watch.c: calls the watches of these conditions (bits). */
void watches_fire(struct job *job, int conditions);

/* memory.c: jobs in memory, found by id, answer, spelling and Idempotency-Key. */
void memory_add(struct job *job);  /* by id, and by Idempotency-Key when it has one; takes a reference */
void memory_keep(struct job *job); /* a job that is done: adds it if need be, indexes its answer, makes room */
void memory_drop(struct job *job); /* forgets it in every index; nothing when it is not there */
/* Makes the answer of a job that is ending known before it is committed. */
void memory_answer_add(struct job *job);
void memory_answer_remove(struct job *job);
struct job *memory_by_id(struct jobs *jobs, const struct job_id *id);
/* A job that has answered (or, not yet committed, is about to have answered) this problem; of this owner if possible.
 */
struct job *memory_by_answer(struct jobs *jobs, const struct nash_hash *key, const char *owner);
/* A committed one of this owner, submitted in the very same bytes. */
struct job *memory_by_spelling(struct jobs *jobs, const struct jobs_request *request);
struct job *memory_by_idempotency(struct jobs *jobs, const char *owner, const char *key);
/* A finished row from the store becomes a job in memory, or the one that is there already. Takes the row's references
 * over. A reference for the caller; NULL without memory. */
struct job *memory_adopt(struct jobs *jobs, struct store_job *row);
/* The answer of a job found by memory_by_answer(): ready JSON. */
struct bytes *memory_answer(const struct job *job);

/* ---- runs ---- */

/* What the executor has under way: a run of jobs, or a pack of a batch's lines. */
struct task {
    struct execution execution; /* first: the executor's pointer is the task's */
    bool is_pack;
};

struct run {
    struct task task; /* first */
    struct jobs *core;
    struct lane *lane;
    struct job *jobs; /* that wait for it */
    struct node by_key;
    struct nash_hash key;
    int priority;                /* the highest of its jobs' */
    bool queued;                 /* in the queue */
    bool started;                /* in the executor */
    bool put_off;                /* the drain stops it: its jobs stay unfinished */
    struct run *next, **link;    /* in the queue, or among the started */
    int64_t started_ns, beat_ns; /* last heartbeat; 0 = none yet */
    struct bytes *progress;
    bool progress_is_new; /* not in a heartbeat yet */
};

/* run.c: a run of this order, with its own reference to the problem; no lock needed. spread: for several machines. */
struct run *run_new(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row, bool spread);
void run_free(struct run *run);
void run_attach(struct run *run, struct job *job);
void run_detach(struct job *job);
/* Lets identical problems find it, queues it. */
void run_enqueue(struct jobs *jobs, struct run *run);
void run_dequeue(struct jobs *jobs, struct run *run);
/* A run in flight for this problem and budget, not about to be cancelled; NULL when there is none. */
struct run *run_find(struct jobs *jobs, const struct nash_hash *key, uint32_t timeout_ms);
void run_unfind(struct jobs *jobs, struct run *run);
/* A job with a higher priority has joined. */
void run_hurry(struct run *run, int priority);
/* Nobody wants it any more: out of the queue, or stopped. May free it. */
void run_give_up(struct jobs *jobs, struct run *run);

/* Asks the executor of a started run to stop it. */
void run_stop(struct run *run);

/* pump.c: gives the executors what they can take. */
void pump(struct jobs *jobs);
extern const struct executor_client pump_client; /* without context */

/* finish.c: the end of a job, with its writes. */
struct outcome {
    enum job_state state;
    bool final;
    struct bytes *result, *error; /* borrowed */
};
/* Posts SUBMIT of a new job: unfinished, or finished with row's own outcome (born finished). */
void post_submit(struct job *job);
/* Posts FINISH; the job is told finished when it is committed. The job must have a record, and no run. */
void job_end(struct job *job, const struct outcome *outcome);
/* Posts a HEARTBEAT with the last progress (with_progress: else only that it runs). Best effort. */
void post_heartbeat(struct job *job);
void post_blob(struct job *job, const char *name, struct bytes *blob);
/* The FINISHes that could not be written are tried again. */
void unwritten_retry(struct jobs *jobs);

/* write.c: a problem object (RFC 9457), ready JSON; NULL without memory. No lock needed. */
struct bytes *error_json(const struct nash_error *error);

/* brief.c: the brief that a result, or its opening (NULL: none), begins with: where it is, and its length; 0 without
 * one, and *brief is left as it was. */
size_t brief_find(const struct bytes *result, const char **brief);

/* ---- problems ---- */

/* A body that has passed gate and parse. */
struct problem {
    struct nash_hash key;
    uint32_t timeout_ms;
    int priority;
    uint64_t seed;
    bool spread; /* for several machines */
};

/* problem.c: no lock needed. Fills *error on any failure (must not be NULL). */
enum nash_status problem_read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                              const char *text, size_t len, struct problem *problem, struct nash_error *error);
/* Is the problem of this row, which has been read before, for several machines? */
bool problem_is_spread(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row);

/* ---- batches ---- */

struct pack;

/* pack.c */
struct pack *pack_first(struct jobs *jobs); /* the next to start; NULL when none waits */
/* Its order, of as many of its lines as make sense now; nothing else changes. */
struct execution *pack_order(struct pack *pack);
void pack_started(struct pack *pack);
/* Takes a piece of its answers; without the lock. */
void pack_answers(struct pack *pack, const char *data, size_t len, unsigned count);
void pack_done(struct pack *pack, const struct execution_outcome *outcome);
/* batch.c */
void batches_drain(struct jobs *jobs);   /* lines that wait are refused from now on */
void batches_cancel(struct jobs *jobs);  /* packs under way are stopped */
void batches_destroy(struct jobs *jobs); /* nothing calls back any more: packs left behind by freed batches */
/* tell.c: the thread that gives the answers. */
void *tell_main(void *jobs);

/* ---- the feed: see feed.c ---- */

struct feed_channel;

struct feed {
    struct feed_channel *channels; /* of owners with readers; changed under both locks */
    uint64_t tick;                 /* counts tellings */
    int64_t changed_ns;            /* the first change since the last telling; 0 = none */
    int64_t told_ns, stats_ns;     /* the last telling; the next look at the counts */
    bool flood;                    /* more changed last time than could be told */
    pthread_cond_t wake;           /* all the above are under jobs->lock */

    pthread_mutex_t lock;     /* of what follows; after jobs->lock */
    _Atomic unsigned readers; /* read without */
    int64_t last;             /* number */
    struct bytes *stats;      /* the last counts told, as an event; written by the feed's thread alone */
    int64_t stats_number;

    void (*write_stats)(void *context, struct nash_buf *json);
    void *stats_context;
    pthread_t thread;
    bool started;
};

void feed_init(struct feed *feed);
void feed_release(struct feed *feed);
void feed_note_change(struct job *job);
/* A job has been forgotten. */
void feed_forgotten(struct jobs *jobs, const struct job_id *id, const char *owner);
/* So many jobs have changed of which nothing is known here. */
void feed_missed(struct jobs *jobs, uint64_t count);
/* feed_tick.c: the thread. */
void *feed_main(void *jobs);

/* ---- the core ---- */

/* An executor and the runs that wait for it. */
struct lane {
    struct executor *executor; /* NULL: there is none, and nothing waits for it */
    struct queue queue;
};

struct jobs {
    struct jobs_options options;
    struct lane pool, spread; /* workers; what has several machines solve one problem */
    struct executor_client client;
    struct store *store;

    pthread_mutex_t lock;
    pthread_cond_t changed; /* for those who block; broadcast only while sleepers > 0 */
    unsigned sleepers;
    bool draining, stopping;
    struct job_id last_id; /* made by this server */

    struct table by_id, by_key, by_spelling, by_idempotency, flights;
    struct job *newest, *oldest; /* finished jobs, by last use */
    uint64_t kept_jobs, kept_bytes;
    uint64_t forgets; /* grows when a job has been forgotten: what was read of the store before is stale */
    struct job *unwritten;

    struct run *running; /* started runs */
    unsigned runs_started, packs_started;
    unsigned attached; /* jobs on a run */
    unsigned turn;     /* starts: whose turn is it, jobs or batches */

    struct jobs_batch *batches; /* all */
    struct pack *packs;         /* in the executor */
    struct {
        struct jobs_batch *first, **end;
    } eager, telling; /* with packs to start; with something to be told */
    pthread_cond_t tell;
    pthread_t tell_thread, timer_thread;
    pthread_cond_t tick;
    bool tell_started, timer_started;

    struct feed feed;

    struct jobs_kind_stats kind[KINDS_MOST];
    size_t kinds;

    _Atomic(struct nash_arena *) spare_arena[SPARE_ARENAS]; /* without the lock */
};

/* What can be seen of a job in the list has changed. */
static inline void feed_note(struct job *job)
{
    if (job->core->feed.channels != NULL)
        feed_note_change(job);
}

/* stats.c: the counters of a kind; of an unknown one those of nobody. */
struct jobs_kind_stats *stats_of(struct jobs *jobs, const struct nash_solver *solver);
void stats_run(struct jobs *jobs, const struct run *run);

/* recover.c: takes up to max unfinished jobs of the store up; those that were tried too often end. Takes the lock
 * itself. */
enum nash_status recover(struct jobs *jobs, size_t max, struct nash_error *error);

/* timer.c: heartbeats, leases, retention. */
void *timer_main(void *jobs);

/* core.c: wakes those who block. */
void wake_sleepers(struct jobs *jobs);

#endif
