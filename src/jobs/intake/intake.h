/* The queue of intakes. Called under the core's lock. */
#ifndef JOBS_INTAKE_INTAKE_H
#define JOBS_INTAKE_INTAKE_H

#include <pthread.h>

#include <jobs/executor/executor.h>
#include <jobs/intakes.h>
#include <jobs/submit/request.h>

/* waits for a worker; is with a worker; was read and waits for the decision; is being decided; has an outcome */
enum intake_state { INTAKE_WAITS, INTAKE_READING, INTAKE_READ, INTAKE_DECIDING, INTAKE_DONE };

struct intake {
    struct work work; /* first: the callbacks of the executor cast its address */
    struct jobs *core;
    struct jobs_request request; /* with copies of its strings, and references */
    enum intake_state state;
    bool in_executor; /* done() or the end of adopt() or drop() follows */
    bool retried;     /* a worker died while it read the problem */
    bool ended;       /* the owner has given it up */
    void (*wake)(void *context);
    void *context;
    struct parsed_request parsed; /* once it was read */
    struct nash_hash fingerprint;
    struct intake *next;                 /* in a list */
    struct intake *next_all, **link_all; /* in the list of all */
    enum submit_result result;
    struct job *job; /* the outcome, a reference */
    struct nash_error error;
    char owner[JOB_OWNER_MAX], flow[JOB_OWNER_MAX], idempotency[JOB_IDEMPOTENCY_MAX + 1];
    struct jobs_quota quota;
};

struct intake_list {
    struct intake *first, **end;
};

struct intakes {
    struct intake *all;
    struct intake_list waiting, read; /* for a worker; for the decision */
    unsigned waiting_count, reading_count;
    uint64_t retried;
    pthread_cond_t decide; /* wakes the thread that decides */
    pthread_t thread;
    bool started;
};

/* Not under the lock: before the threads start, and after they have ended. */
void intakes_init(struct intakes *intakes);
void intakes_release(struct intakes *intakes);

/* Queues a new intake for a worker. */
void intake_enqueue(struct intake *intake);
/* Takes the next intake that was read, to decide about it; NULL: there is none. */
struct intake *intake_pop_read(struct intakes *intakes);
/* Marks an intake as given up by its owner; frees it now or later. */
void intake_give_up(struct intake *intake);

/* Starts intakes that wait, while an executor takes them. */
void intakes_dispatch(struct jobs *jobs);
/* Refuses those that wait for a worker, because the server drains. */
void intakes_drain(struct jobs *jobs);
/* Requests that the workers stop that read. */
void intakes_cancel(struct jobs *jobs);

/* The executor's callbacks. */
void intake_was_read(struct intake *intake, const struct work_reading *reading);
void intake_worker_done(struct intake *intake, const struct work_result *result);

/* The worker that held the problem has been given its execution, or has dropped it. */
void intake_was_released(struct intake *intake);
/* Publishes the outcome. Frees the intake if nothing refers to it any more. */
void intake_settle(struct intake *intake);

/* intake.c: the thread that decides. */
void *intake_main(void *jobs);

#endif
