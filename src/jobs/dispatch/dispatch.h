/* Moves work from the queues to the executors. */
#ifndef JOBS_DISPATCH_DISPATCH_H
#define JOBS_DISPATCH_DISPATCH_H

#include <jobs/executor/executor.h>
#include <jobs/jobs.h>

struct execution;

/* Starts waiting executions and chunks while an executor takes them. Under the core's lock. Called by jobs_unlock();
 * directly only where the caller has to know at once whether the work was started (submit.c). */
void dispatch(struct jobs *jobs);

/* Starts a queued execution with the worker that has read its problem, if the execution is the next one and may start
 * now. Under the core's lock. */
bool dispatch_reading(struct jobs *jobs, struct work *reading, struct execution *execution);

/* completion.c: the executors' callbacks. The user of a copy sets its `context` to the struct jobs. */
extern const struct executor_client completion_client;

#endif
