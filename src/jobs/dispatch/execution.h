/* An execution: one call of a solver, for one job or for several jobs with the same problem. Called under the core's
 * lock unless a comment says otherwise. */
#ifndef JOBS_DISPATCH_EXECUTION_H
#define JOBS_DISPATCH_EXECUTION_H

#include <base/intrusive_hash.h>
#include <jobs/executor/executor.h>
#include <jobs/jobs.h>

#include "flow.h"

struct job;

/* How a problem is to be solved: the answers of the solver's functions of these names. */
struct problem_traits {
    bool distributed, resumable, background;
};

/* An executor, and how much work it has now. */
struct executor_load {
    struct executor *executor; /* NULL: there is none */
    unsigned started;          /* executions and chunks */
};

struct execution {
    struct work work; /* first: the callbacks of the executor cast its address to struct execution * */
    struct jobs *core;
    struct executor_load *load;       /* the executor that runs it */
    enum flow_class class;            /* where it waits in its flow */
    struct flow *flow;                /* whose share it takes; used while it waits or runs */
    struct order_node order;          /* in flow->waiting[class]; has the highest priority of its jobs */
    struct charge charge;             /* while it runs */
    struct job *jobs;                 /* list of the jobs that wait for it */
    struct hash_node by_key;          /* in jobs->in_flight */
    struct nash_hash key;             /* canonical key of the problem */
    bool queued;                      /* in the queue */
    bool started;                     /* in the executor */
    bool suspended;                   /* stopped by the drain: its jobs stay unfinished */
    bool resumable;                   /* it may continue from the blob BLOB_LATEST of its jobs */
    bool stored;                      /* this run has sent that blob */
    unsigned crashes;                 /* workers that crashed */
    struct nash_error *first_failure; /* of the first try whose worker died; NULL: none yet */
    unsigned setbacks;                /* workers in a row that were killed before they sent that blob */
    struct execution *next, **link;   /* among the started ones */
    int64_t started_ns, beat_ns;      /* beat_ns: last heartbeat; 0 = none yet */
    struct job_id source;             /* the job in whose row the problem is, if it is not in memory */
    struct bytes *progress;           /* latest progress, JSON; NULL = none yet */
    bool progress_is_new;             /* no heartbeat has stored it yet */
};

/* Returns an execution for this row, which solves `problem`, or the row's large_problem if that is NULL, with its own
 * reference; NULL without memory. Needs no lock. */
struct execution *execution_new(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row,
                                struct bytes *problem, const struct problem_traits *traits);
void execution_free(struct execution *execution); /* NULL is allowed; needs no lock */
/* Makes a job wait for the execution, and counts it in its flow. flow: the name; NULL: the job's owner. */
void execution_attach(struct execution *execution, struct job *job, const char *flow);
void execution_detach(struct job *job);

/* problem.c: gives up the memory, or the file, of the problem of a job that is in the store, and of its execution if
 * that waits: the executor will read it from there. */
void job_shed_problem(struct job *job);
/* Makes the execution use the problem of one of its jobs, if its own is not in memory. */
void execution_choose_problem(struct execution *execution);

/* Makes the execution visible to execution_find(), and queues it in the flow of its job. */
void execution_enqueue(struct jobs *jobs, struct execution *execution);
void execution_dequeue(struct jobs *jobs, struct execution *execution);
/* Returns the execution in flight for this problem and time limit that has not been cancelled; or NULL. */
struct execution *execution_find(struct jobs *jobs, const struct nash_hash *key, uint32_t timeout_ms);
/* Hides the execution from execution_find(). */
void execution_unlist(struct jobs *jobs, struct execution *execution);
/* A further job has been attached: raises the priority to that of the job, and moves a waiting execution to the job's
 * flow if less waits there. So no flow can delay a problem of another by asking for it first. */
void execution_joined(struct jobs *jobs, struct execution *execution, const struct job *job);

/* Moves a queued execution to the started ones, and its jobs to JOB_RUNNING. */
void execution_started(struct jobs *jobs, struct execution *execution);
/* Removes a started execution from the list of started ones, and hides it from execution_find(). */
void execution_ended(struct jobs *jobs, struct execution *execution);
/* Puts a started execution whose worker died back into the queue, in front; its jobs become JOB_QUEUED. The time it has
 * run counts towards its limit. */
void execution_requeue(struct jobs *jobs, struct execution *execution, const struct work_result *result);
/* Charges all running work for the time until now. Does nothing if it did so a moment ago. */
void charge_running(struct jobs *jobs, int64_t now_ns);
/* Returns the place of a waiting execution, 1 = next, as flow_place() estimates it, and *of = how many wait; 0: it does
 * not wait. */
unsigned execution_place(const struct execution *execution, unsigned *of);
/* Puts a started execution back whose slice was too short. Its jobs have not been shown as running, and it has its full
 * time limit again. */
void execution_cut(struct jobs *jobs, struct execution *execution);
/* Returns true when the execution runs in a slice, which clients do not see. */
static inline bool execution_has_slice(const struct execution *execution)
{
    return execution->started && execution->work.slice_ms != 0;
}
/* Requests that the executor stops a started execution. */
void execution_cancel(struct execution *execution);
/* Drops an execution without jobs: takes it out of the queue and frees it, or cancels it. */
void execution_abandon(struct jobs *jobs, struct execution *execution);

#endif
