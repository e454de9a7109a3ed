/* A slot: a place for one worker process, and the run it has at hand. Private to the pool.
 *
 * pool->lock guards what starts and cancels share with the pool's thread: state, execution, deadlines, the order. The
 * rest belongs to that thread, and so does every change of state but two: a start makes an idle slot busy, and close()
 * makes all dying. */
#ifndef JOBS_POOL_SLOT_H
#define JOBS_POOL_SLOT_H

#include <pthread.h>

#include <jobs/executor.h>
#include <jobs/pool/frame.h>
#include <jobs/pool/zygote.h>

enum slot_state {
    SLOT_EMPTY,    /* no process; one will be asked for at retry_ns */
    SLOT_STARTING, /* asked for, not READY yet */
    SLOT_IDLE,
    SLOT_BUSY,
    SLOT_DYING /* its socket is closed, it retires or it was killed: its end is awaited */
};

/* Why we killed a worker. */
enum slot_kill { KILL_NONE, KILL_CANCEL, KILL_RUNAWAY, KILL_FLOOD, KILL_STRANGE, KILL_MUTE, KILL_START };

struct slot {
    unsigned number;
    enum slot_state state;
    struct execution *execution; /* under way, or ended with its worker and not yet told */
    struct slot *next_idle;
    struct slot_flag *flag;

    int socket;      /* -1: none */
    uint32_t ticket; /* of the process, as the zygote knows it */
    enum slot_kill kill;
    bool killed;     /* and the zygote has been told */
    bool was_ready;  /* this process got so far */
    bool worked;     /* it has had an order */
    bool cancelled;  /* its run is to stop */
    int64_t kill_ns; /* when it has to be killed; 0 = never */

    struct frame_solve order; /* as it is sent, the problem after it */
    size_t order_sent, order_len;

    struct frame_reader reader;
    struct frame_limits limits;
    int64_t started_ns;                  /* of the run */
    uint64_t progress_bytes, blob_bytes; /* said in this run */
    unsigned answered;                   /* lines of this pack */
    unsigned failures;                   /* processes in a row that never became READY */
    int64_t retry_ns;                    /* 0 = none */
};

struct pool {
    struct executor executor; /* first */
    struct executor_client client;
    struct zygote *zygote;
    unsigned count;
    uint32_t grace_ms, runaway_ms;
    int epoll, event, timer;
    pthread_t thread;
    bool running;

    pthread_mutex_t lock;
    struct slot *slots;
    struct slot *idle; /* most recently used first: its caches are warm */
    bool closing, zygote_gone;
    int64_t timer_ns; /* when the timer goes off; INT64_MAX = never */
    struct executor_stats stats;
};

enum { AT_ONCE = 1 }; /* as retry_ns */

/* ---- under the lock ---- */

/* Makes the timer go off at `when` or before. */
void pool_arm(struct pool *pool, int64_t when);
/* An idle slot becomes busy with this run; the order is sent as far as it goes. False: its worker has died idle. */
bool slot_start(struct pool *pool, struct slot *slot, struct execution *execution);
/* When a run that began then has to be over; or the line of a pack that its worker is at, when that last spoke then. */
int64_t slot_last_moment(const struct pool *pool, const struct slot *slot, int64_t from);
/* Sends what is left of the order. */
void slot_flush(struct pool *pool, struct slot *slot);
/* SIGKILL, once. */
void slot_kill(struct pool *pool, struct slot *slot, enum slot_kill why);
/* Its end is near: it is awaited for a moment, then brought about. */
void slot_linger(struct pool *pool, struct slot *slot);

/* ---- the pool's thread ---- */

/* Asks the zygote for a process. */
void slot_fork(struct pool *pool, struct slot *slot);
/* Reads a piece of what the worker says; true when the slot has become free. */
bool slot_read(struct pool *pool, struct slot *slot);
/* The process has ended (or never came to be): tells the run's end, empties the slot. True when a run ended. */
bool slot_ended(struct pool *pool, struct slot *slot, int wait_status);

/* ending.c: what the end of a process means for its run. */
void ending_explain(const struct pool *pool, const struct slot *slot, int wait_status,
                    struct execution_outcome *outcome);
/* The counter this kind of end belongs to. */
void ending_count(struct pool *pool, const struct slot *slot, const struct execution_outcome *outcome);

#endif
