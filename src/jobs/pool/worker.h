/* A worker as the server sees it: its process, and the work it does. Private to the pool.
 *
 * pool->lock guards what start() and cancel() share with the pool's thread: state, work, deadlines, the frame that is
 * sent. The rest belongs to that thread, and so does every change of state but two: start() makes an idle worker busy,
 * and close() makes all of them dying. */
#ifndef JOBS_POOL_WORKER_H
#define JOBS_POOL_WORKER_H

#include <pthread.h>

#include <jobs/executor/executor.h>

#include "blobs.h"
#include "exit_status.h"
#include "frame.h"
#include "zygote.h"

enum worker_state {
    WORKER_EMPTY,    /* no process; one will be requested at retry_ns */
    WORKER_STARTING, /* requested, not READY yet */
    WORKER_IDLE,
    WORKER_BUSY,
    WORKER_DYING /* its socket is closed, it retires, or it was killed: waiting for the process to end */
};

struct worker {
    unsigned number; /* index in pool->workers */
    enum worker_state state;
    struct work *work; /* current, or of a dead process whose end is not reported yet */
    struct worker *next_idle;
    struct worker_flag *flag;

    int socket;      /* the server's end; -1 = none */
    uint32_t ticket; /* identifies the process in messages of the zygote; 0 = none */
    enum kill_reason kill;
    bool killed;      /* the kill was sent to the zygote */
    bool was_ready;   /* this process has been READY */
    bool worked;      /* this process has been given work */
    bool cancelled;   /* its work is to stop */
    bool holds;       /* it has read a problem, and waits for FRAME_GO or FRAME_DROP */
    int64_t kill_ns;  /* when it has to be killed (monotonic); 0 = never */
    int64_t slice_ns; /* when its work is stopped, at the end of a slice; 0 = never */

    struct frame_solve frame;       /* as it is sent, followed by the problem */
    size_t sent_bytes, frame_bytes; /* sent so far; in all, with the problem */
    bool loads;                     /* nothing is sent before the pool's thread has read the blob to continue from */
    struct bytes *resume;           /* that blob, until it is sent; NULL: none */

    struct frame_reader reader;
    struct frame_limits limits;
    int64_t started_ns;      /* when the work was started */
    uint64_t progress_bytes; /* received for this work */
    struct blob_count blobs; /* the same */
    unsigned answered;       /* lines of the current chunk that are answered */
    unsigned failures;       /* processes in a row that never became READY */
    int64_t retry_ns;        /* when a process is requested for an empty worker; 0 = never, or RETRY_NOW */
};

struct pool {
    struct executor executor; /* first */
    struct executor_client client;
    struct zygote *zygote;
    unsigned count; /* workers */
    uint32_t grace_ms, runaway_ms;
    int epoll, event, timer; /* descriptors; event wakes the thread for close() */
    pthread_t thread;
    bool running; /* the thread was started */

    pthread_mutex_t lock;
    struct worker *workers;
    struct worker *idle; /* list; most recently used first, because its caches are warm */
    bool closing, zygote_gone;
    int64_t zygote_started_ns, zygote_retry_ns; /* zygote_retry_ns: when it is started again; 0: it runs */
    unsigned zygote_failures;                   /* that ended soon after their start, in a row */
    int64_t timer_ns;                           /* when the timer expires; INT64_MAX = never */
    struct executor_stats stats;
};

enum { RETRY_NOW = 1 }; /* a retry_ns that has always passed */

/* Returns the delay before a process that failed is started again: 50 ms, doubled with each failure in a row up to 5 s.
 */
int64_t pool_retry_ms(unsigned failures);

/* ---- under the lock ---- */

/* Makes the timer expire at `when` or before. */
void pool_arm(struct pool *pool, int64_t when);
/* Gives work to an idle worker and sends as much of it as the socket takes. Returns false when the process has died. */
bool worker_start(struct pool *pool, struct worker *worker, struct work *work);
/* Prepares the worker for work of which it has not received anything. */
void worker_prepare(struct worker *worker, struct work *work);
/* Returns the time at which work begun at `from` has to be over; of a chunk: the line begun at `from`. */
int64_t worker_deadline_ns(const struct pool *pool, const struct worker *worker, int64_t from);
/* Makes the pool's thread call worker_load(), or notice that the pool is closing. */
void pool_wake(struct pool *pool);
/* Requests SIGKILL, once. */
void worker_kill(struct pool *pool, struct worker *worker, enum kill_reason why);
/* Waits LINGER_MS for the process to end by itself, then kills it. */
void worker_linger(struct pool *pool, struct worker *worker);

/* ---- the pool's thread ---- */

/* Sends more of the frame, as much as the socket takes. */
void worker_write(struct pool *pool, struct worker *worker);

/* Reads the blob from which the worker's work continues, if that is due, and sends the work. */
void worker_load(struct pool *pool, struct worker *worker);
/* Requests a process from the zygote. */
void worker_fork(struct pool *pool, struct worker *worker);
/* Reads from the socket once; returns true when the worker has become free. */
bool worker_read(struct pool *pool, struct worker *worker);
/* Reports the end of the work and empties the worker. Called when the process has ended or could not be forked. Returns
 * true when the worker had work. */
bool worker_ended(struct pool *pool, struct worker *worker, int wait_status);

#endif
