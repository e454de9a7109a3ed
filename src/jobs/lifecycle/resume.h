/* The resumption of a job that is in the store, used by recover.c and mend.c. Under the core's lock. */
#ifndef JOBS_LIFECYCLE_RESUME_H
#define JOBS_LIFECYCLE_RESUME_H

#include <jobs/dispatch/execution.h>
#include <jobs/job/job.h>

/* Number of events after which those of a job's next life begin, so that a client that saw event 57 before a crash,
 * which the store may not have recorded, misses none of the events that follow. */
#define EVENTS_PER_LIFE INT64_C(1000000000)

/* Queues a job of the index that solves `problem`, or lets it join an execution of the same problem. */
void resume_enqueue(struct job *job, struct bytes *problem, const struct problem_traits *traits);
/* Ends such a job with an error. */
void resume_fail(struct job *job, enum nash_status status, const char *type, const char *detail);

#endif
