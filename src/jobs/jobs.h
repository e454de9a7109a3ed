/* Jobs: a request is answered from the cache, joins an execution, or is queued; a worker process solves it; the
 * verified answer is stored before clients see it.
 *
 * The core keeps every unfinished job and a bounded set of recent finished ones in memory; the store has them all. See
 * README.md in this folder for threads and locks; job_view.h, batches.h, intakes.h, feed.h, stats.h for other calls. */
#ifndef JOBS_JOBS_H
#define JOBS_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <jobs/quotas.h>
#include <nash/nash.h>
#include <store/store.h>

struct jobs;     /* the core */
struct job;      /* one job, reference-counted; job_view.h reads its fields */
struct zygote;   /* the process that forks workers */
struct executor; /* executor.h */

struct jobs_options {
    unsigned workers;        /* worker processes */
    unsigned queue_max;      /* jobs waiting; further ones are refused with NASH_BUSY */
    uint64_t memory_bytes;   /* of finished jobs kept in memory (LRU) */
    uint64_t event_bytes;    /* of progress kept for event streams */
    uint64_t queue_bytes;    /* of the problems of unfinished jobs; beyond them NASH_BUSY; 0: no limit */
    uint64_t min_free_bytes; /* free bytes of the disk of the store below which new jobs are refused; 0: any */
    int64_t scrub_ms;        /* between two checks of the store while the server is idle; 0: none */
    uint32_t grace_ms;       /* from the stop flag to SIGKILL */
    uint32_t runaway_ms;     /* from the end of the time limit to SIGKILL, for a solver that does not poll */
    struct store_retention retention;
    struct jobs_quota quota; /* of flows that have none of their own */
    bool share_answers;      /* between owners: a problem that one has asked is answered to another at once */
    bool worker_stderr;      /* let workers write to our stderr (debugging) */
    /* Solves distributed problems, with a queue of its own. Taken over, also on failure. NULL: a worker solves them. */
    struct executor *distributed;
    enum nash_status (*check_webhook)(void *context, const char *url, struct nash_error *error); /* NULL: all refused */
    void *webhook_context;
};
extern const struct jobs_options jobs_defaults;

/* ---- start and stop ---- */

/* Starts the core with the worker pool, and resumes the unfinished jobs of the store. */
struct jobs *jobs_start(const struct jobs_options *options, struct zygote *zygote, struct store *store,
                        struct nash_error *error);
/* Same as jobs_start(), with another executor instead of the worker pool (tests). Takes the executor over, also on
 * failure. */
struct jobs *jobs_start_with(const struct jobs_options *options, struct executor *executor, struct store *store,
                             struct nash_error *error);
/* Accepts no new jobs (NASH_BUSY), lets running ones end within grace_ms, and leaves queued ones in the store. Blocks
 * until nothing runs. */
void jobs_drain(struct jobs *jobs, uint32_t grace_ms);
/* Ends all threads, closes the executors and frees the core. NULL is allowed. */
void jobs_stop(struct jobs *jobs);
/* ---- submitting ---- */

struct jobs_request {
    const struct nash_solver *solver;
    enum nash_format format;
    const char *text; /* the body, `len` bytes; copied */
    size_t len;
    struct tempfile *file; /* in place of `text`: a body in a file, see intakes.h */
    const char *sent;      /* what the client sent, if the server has put documents into it; NULL: text */
    size_t sent_len;
    bool keeps_sent;   /* the job keeps what was sent as its problem, and `text` only until it is finished */
    const char *owner; /* "" without authentication */
    const char *flow;  /* whose share of the workers it takes: the owner, or the address of a client; NULL: the owner */
    const struct jobs_quota *quota; /* of the flow; NULL: that of the options */
    const char *idempotency;        /* Idempotency-Key or NULL */
    bool never_waits;               /* the caller serves others: SUBMIT_ELSEWHERE instead of reading the store */
};

enum submit_result {
    SUBMIT_REFUSED,  /* *error has the reason; nothing is stored */
    SUBMIT_CACHED,   /* *job is the finished job of this owner that answered this problem before; or a new one with that
                        answer, which is finished but not durable before JOB_IS_DONE (job_watch) */
    SUBMIT_ACCEPTED, /* *job is new: queued, running, or sharing an execution; durable once JOB_IS_DURABLE */
    SUBMIT_REPEATED, /* the Idempotency-Key is known: *job is the older job */
    SUBMIT_ELSEWHERE /* the store must be read: submit again in another thread, without never_waits */
};

/* Submits a request. *job is NULL or a reference for the caller. Errors: those of the kind's parser; for a known key
 * with another body "idempotency-mismatch" (NASH_UNPROCESSABLE); NASH_BUSY "queue-full", "quota-exceeded", "draining".
 */
enum submit_result jobs_submit(struct jobs *jobs, const struct jobs_request *request, struct job **job,
                               struct nash_error *error);

/* ---- finding and changing ---- */
/* Find a job in memory, else in the store. Return a reference; NULL if unknown or another owner's (owner "": all). Of
 * the second, a job from the store may lack bodies of more than STORE_MEMORY_BYTES. */
struct job *jobs_find(struct jobs *jobs, const struct job_id *id, const char *owner);
struct job *jobs_find_part(struct jobs *jobs, const struct job_id *id, const char *owner);
/* Finds a job in memory only. Returns false if it is not there; else *job is a reference, or NULL for another owner. */
bool jobs_find_here(struct jobs *jobs, const struct job_id *id, const char *owner, struct job **job);

/* Lists jobs, newest first; unfinished ones have their live state. *rows: in the arena; store_job_release() each. */
enum nash_status jobs_list(struct jobs *jobs, const struct store_filter *filter, struct nash_arena *arena,
                           struct store_job **rows, size_t *count, struct nash_error *error);

/* Cancels a job. A queued one ends at once; a running one keeps its best answer so far (stop flag, then SIGKILL). A
 * shared execution goes on while another job waits for it. NASH_CONFLICT when the job is finished. */
enum nash_status jobs_cancel(struct jobs *jobs, struct job *job, struct nash_error *error);

/* Removes a finished job and its answer; NASH_CONFLICT while it is not finished. Blocks until the commit. */
enum nash_status jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error);

#endif
