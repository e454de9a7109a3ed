/* Quotas of flows, under the core's lock. What a flow has is counted while a job waits for its execution
 * (execution_attach(), execution_detach()), so nothing has to be given back here. */
#ifndef JOBS_SUBMIT_QUOTA_H
#define JOBS_SUBMIT_QUOTA_H

#include <jobs/jobs.h>

/* Admits a new job whose problem has this many bytes, and takes one of the flow's jobs of this minute. waits: the job
 * is not finished from the start. Returns NASH_BUSY "quota-exceeded", and takes nothing, if a limit is reached. */
enum nash_status quota_admit(struct jobs *jobs, const struct jobs_request *request, uint64_t bytes, bool waits,
                             struct nash_error *error);

#endif
