/* Why a worker ended, and what that means for its work. Private to the pool. */
#ifndef JOBS_POOL_EXIT_STATUS_H
#define JOBS_POOL_EXIT_STATUS_H

struct pool;
struct worker;
struct work_result;

/* Why the server killed a worker. */
enum kill_reason {
    KILL_NONE,     /* it did not */
    KILL_CANCEL,   /* cancelled work did not stop */
    KILL_RUNAWAY,  /* time limit exceeded */
    KILL_OUTPUT,   /* too much output */
    KILL_PROTOCOL, /* violation of the protocol */
    KILL_CLOSED,   /* socket closed */
    KILL_START,    /* not READY in time */
    KILL_INPUT     /* the server cannot read the problem in its file */
};

/* Returns the signal from outside that ended a process which the server has not killed, or 0. */
int exit_status_outside_signal(int wait_status);
/* Fills in the result of work whose process has ended. */
void exit_status_explain(const struct pool *pool, const struct worker *worker, int wait_status,
                         struct work_result *result);
/* Counts the end of a process in pool->stats, by its cause. */
void exit_status_count(struct pool *pool, const struct worker *worker, const struct work_result *result);

#endif
