/* A job's life: submit -> (cached | shared | queued) -> worker process -> verified answer -> stored -> told.
 *
 * The core keeps every unfinished job and a bounded set of recent finished ones in memory; the store has them all.
 * A *run* is one execution; identical problems in flight are several jobs on one run. Worker processes are forked by a
 * zygote that was itself forked before the first thread. See README.md in this folder for the threads and locks. The
 * folder pool/ holds the worker processes, behind executor.h. */
#ifndef JOBS_JOBS_H
#define JOBS_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <nash/nash.h>
#include <store/store.h>

struct jobs;   /* the core */
struct job;    /* one job, counted; fields only through the calls below */
struct zygote; /* the process that forks workers */
struct executor;

struct jobs_options {
    unsigned workers;      /* worker processes */
    unsigned queue_max;    /* jobs waiting; more are refused with NASH_BUSY */
    uint64_t memory_bytes; /* finished jobs kept in memory (LRU) */
    uint32_t grace_ms;     /* from stop flag to SIGKILL */
    uint32_t runaway_ms;   /* past the time budget before SIGKILL (a solver that does not poll) */
    struct store_retention retention;
    bool worker_stderr; /* let workers write to our stderr (debugging) */
    /* Gets the problems that are for several machines (struct nash_solver: spread) instead of a worker, with a queue of
     * their own. Taken over, also on failure. NULL: workers solve these too, alone. */
    struct executor *spread;
};
extern const struct jobs_options jobs_defaults;

/* Forks the zygote: call before any thread exists, after nash_prepare(). It leaves when our process dies. */
struct zygote *zygote_start(unsigned workers, bool worker_stderr, struct nash_error *error);
/* False once it has died: then nothing can be run any more. For the thread that started it. */
bool zygote_lives(struct zygote *zygote);
/* Ends the zygote and its workers, waits for it and frees. After jobs_stop(). NULL is fine. */
void zygote_stop(struct zygote *zygote);

/* What the kernel lets us confine workers with, probed in a child. */
struct sandbox_report {
    bool no_new_privs, seccomp, rlimits;
    int landlock_abi; /* 0 = not there */
};
void sandbox_probe(struct sandbox_report *report);

/* Starts dispatcher and workers and takes up the unfinished jobs of the store. */
struct jobs *jobs_start(const struct jobs_options *options, struct zygote *zygote, struct store *store,
                        struct nash_error *error);
/* The same with another executor than the worker pool (tests). Takes the executor over, also on failure. */
struct jobs *jobs_start_with(const struct jobs_options *options, struct executor *executor, struct store *store,
                             struct nash_error *error);
/* Drain: no new jobs (NASH_BUSY), running ones get grace_ms, queued ones stay in the store. Blocks until done. */
void jobs_drain(struct jobs *jobs, uint32_t grace_ms);
void jobs_stop(struct jobs *jobs);

/* ---- submitting ---- */

struct jobs_request {
    const struct nash_solver *solver;
    enum nash_format format;
    const char *text; /* the body; copied */
    size_t len;
    const char *owner;       /* "" without authentication */
    const char *idempotency; /* Idempotency-Key or NULL */
};

enum jobs_outcome {
    JOBS_REFUSED,  /* *error says why; nothing stored */
    JOBS_CACHED,   /* *job is the finished job that answered this problem before (same owner), or a new one with its
                      answer: that one is finished, but not durable before JOB_IS_DONE (job_watch) */
    JOBS_ACCEPTED, /* *job is new: queued, running or sharing a run; durable once JOB_IS_DURABLE */
    JOBS_REPEATED  /* the Idempotency-Key is known: *job is the older job */
};

/* Gate, parse, job options ("job" member), canonical key, cache, queue. *job carries one reference for the caller.
 * Errors: those of parse; "idempotency-mismatch" (NASH_UNPROCESSABLE) for a reused key with another body;
 * NASH_BUSY "queue-full" or "draining". */
enum jobs_outcome jobs_submit(struct jobs *jobs, const struct jobs_request *request, struct job **job,
                              struct nash_error *error);

/* ---- looking ---- */

struct job *job_ref(struct job *job);
void job_unref(struct job *job);

/* From memory, else from the store; NULL when unknown or not this owner's (owner "" sees all). One reference. */
struct job *jobs_find(struct jobs *jobs, const struct job_id *id, const char *owner);

/* What a job is now, consistent. Bodies are referenced: job_view_release(). */
struct job_view {
    struct job_id id;
    const struct nash_solver *solver; /* NULL when this server no longer knows the kind */
    struct store_job row;             /* state, times, problem, result, error, progress */
    bool durable;
    uint64_t revision;       /* grows with each visible change: ETag */
    unsigned queue_position; /* 1 = next; 0 = not waiting */
};
void job_view(struct jobs *jobs, struct job *job, struct job_view *view);
void job_view_release(struct job_view *view);

/* The job object of the wire contract, as JSON; of a row whose result is only opened, the row of a list: with the
 * result's brief instead. cached: value of the "cached" member. */
void job_write(const struct job_view *view, bool cached, struct nash_jsonw *out);

/* One slot for the HTTP layer to keep a ready reply on a *finished* job; freed with it. Set once (first wins;
 * the loser's is freed by the call). slot 0..JOB_REPLIES-1. */
enum { JOB_REPLIES = 2 };
void *job_reply(struct job *job, unsigned slot);
void *job_set_reply(struct job *job, unsigned slot, void *reply, void (*free_reply)(void *));

/* Told at most once each: when durable; when durable and finished. A job that the store could not take is told both as
 * well, so that nobody waits for ever: it has failed then, and view.durable is false. */
enum job_condition { JOB_IS_DURABLE = 1, JOB_IS_DONE = 2, JOB_HAS_EVENT = 4 };

struct job_watch {
    enum job_condition condition;
    void (*fire)(struct job_watch *watch); /* under the core's lock: be short, call nothing of jobs.h */
    void *context;
    struct job *job;                /* set by job_watch(); holds a reference until job_unwatch() */
    struct job_watch *next, **link; /* the core's */
};

/* Registers. Returns false (and registers nothing) when the condition already holds. JOB_HAS_EVENT fires at each event
 * after `seen` until unwatched. */
bool job_watch(struct jobs *jobs, struct job *job, struct job_watch *watch, int64_t seen);
/* After it returns, fire() is not running and will not run. Safe for a watch never registered (job == NULL). */
void job_unwatch(struct jobs *jobs, struct job_watch *watch);

/* ---- events (SSE) ---- */

/* Appends all events after `seen` as SSE text ("id: 3\nevent: progress\ndata: {…}\n\n") to out; returns the number of
 * the last one and sets *ended when the final event is among those sent or before. Event names: state, progress,
 * result (the finished job object). Older events than the ring holds are skipped. */
int64_t job_events(struct jobs *jobs, struct job *job, int64_t seen, struct nash_buf *out, bool *ended);

/* ---- acting ---- */

/* Cancels: a queued job ends at once, a running one gets its stop flag, then SIGKILL; keeps the best so far. A shared
 * run goes on while another job wants it. NASH_CONFLICT when already finished. */
enum nash_status jobs_cancel(struct jobs *jobs, struct job *job, struct nash_error *error);

/* Forgets a finished job (and its cached answer); NASH_CONFLICT while it is not finished. Blocks for the commit. */
enum nash_status jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error);

/* Newest first; filter as in the store, unfinished ones show their live state. Rows in the arena. */
enum nash_status jobs_list(struct jobs *jobs, const struct store_filter *filter, struct nash_arena *arena,
                           struct store_job **rows, size_t *count, struct nash_error *error);

/* ---- many small problems at once (kind batch): no rows, no ids, no look into memory, answers in order ---- */

struct jobs_batch;

/* One answer of a batch, in input order. */
struct batch_answer {
    uint64_t index; /* 0-based line */
    enum nash_status status;
    const char *text; /* result JSON, or the kind's text form; valid during the call */
    size_t len;
    const struct nash_error *error; /* when status is not NASH_OK */
};

struct batch_options {
    const struct nash_solver *solver;
    bool want_text;
    uint32_t timeout_ms; /* per line; 0 = the kind's default */
    unsigned window;     /* lines in flight before batch_add says full; 0 = what keeps all workers busy */
    unsigned pack;       /* lines in one order to a worker; 0 = as many as it should solve in a few ms */
    /* A contiguous piece of answers is ready: called from the dispatcher, outside locks, never concurrently for one
     * batch. */
    void (*answers)(struct jobs_batch *batch, const struct batch_answer *answer, size_t count);
    /* There is room again after batch_add() returned false. */
    void (*room)(struct jobs_batch *batch);
    void *context;
};

struct jobs_batch *batch_start(struct jobs *jobs, const struct batch_options *options, struct nash_error *error);
void *batch_context(struct jobs_batch *batch);
/* Adds one line (copied); from one thread at a time. false: full, not taken, room() will follow. An empty or '#' line
 * is the caller's matter. Nothing is read of a line here: what is no problem is told as its answer. */
bool batch_add(struct jobs_batch *batch, const char *line, size_t len);
/* Lines added so far may be started: to be called whenever no further one is at hand. */
void batch_flush(struct jobs_batch *batch);
/* No more lines. When every answer has been given, answers() is called with count 0. */
void batch_end(struct jobs_batch *batch);
/* Gives up: after it returns no callback runs; frees. Also the way to free after the end, and allowed within a
 * callback. All batches must have been freed, and all watches ended, before jobs_stop(). */
void batch_free(struct jobs_batch *batch);

/* ---- counting ---- */

enum { JOBS_BUCKETS = 14 };
extern const double jobs_bucket_seconds[JOBS_BUCKETS]; /* upper bounds of the duration histogram */

struct jobs_kind_stats {
    const struct nash_solver *solver;
    uint64_t submitted, cached, shared, succeeded, failed, cancelled;
    uint64_t seconds_bucket[JOBS_BUCKETS + 1]; /* run durations, last = +Inf, not cumulative */
    double seconds_sum;
    uint64_t batch_lines;
};
struct jobs_stats {
    unsigned workers, workers_busy, queued, running;
    uint64_t workers_replaced, crashes, out_of_memory, runaways, sandbox_violations;
    uint64_t memory_jobs, memory_bytes; /* finished jobs kept */
    size_t kinds;
    struct jobs_kind_stats kind[32];
};
void jobs_stats(struct jobs *jobs, struct jobs_stats *stats);

/* Parses 32 hex digits. */
bool job_id_read(const char *text, size_t len, struct job_id *id);
enum { JOB_ID_TEXT = 2 * JOB_ID_BYTES + 1 };
char *job_id_text(char *out, const struct job_id *id);
const char *job_state_name(enum job_state state);

#endif
