/* Intakes: large bodies on their way to a job. Such a body lies in a file. A worker reads it and reports the properties
 * of the job; then the core takes the same decisions as jobs_submit(). A new job is solved by that worker if it may
 * start at once, from what was read. */
#ifndef JOBS_INTAKES_H
#define JOBS_INTAKES_H

#include <jobs/jobs.h>

struct intake;

/* Begins to submit a request whose body is request->file. wake() is called once, when intake_take() has the outcome. It
 * runs under the core's lock: it must be short and call nothing of jobs. Returns NULL with *error when the request is
 * refused at once: its Idempotency-Key is not valid, or NASH_BUSY "queue-full" or "draining". */
struct intake *intake_start(struct jobs *jobs, const struct jobs_request *request, void (*wake)(void *context),
                            void *context, struct nash_error *error);
/* Takes the outcome, as jobs_submit() returns it. Returns false while there is none. Once only. */
bool intake_take(struct intake *intake, enum submit_result *result, struct job **job, struct nash_error *error);
/* Ends an intake and frees it: once this returns, wake() is not running and will not run. A body that is not being read
 * is given up; a job that has been made stays. */
void intake_end(struct intake *intake);

/* For the metrics. */
struct intake_stats {
    unsigned waiting, reading;             /* now */
    uint64_t retried;                      /* readings repeated because their worker died */
    uint64_t queue_bytes, queue_bytes_max; /* of the problems of unfinished jobs: now, and at most */
    uint64_t refused;                      /* jobs, because these were too many */
};
void intake_stats(struct jobs *jobs, struct intake_stats *stats);

#endif
