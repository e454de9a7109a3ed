/* Changes of all jobs that pass a filter, in steps of a page, so that neither the lock nor the store is held for long.
 * They read the store and wait for commits: not for the HTTP thread. */
#ifndef JOBS_BULK_H
#define JOBS_BULK_H

#include <jobs/jobs.h>

/* Cancels the unfinished jobs that pass the filter (its limit is not used). *count: those that are cancelled or will
 * stop, also after an error. */
enum nash_status jobs_cancel_all(struct jobs *jobs, const struct store_filter *filter, uint64_t *count,
                                 struct nash_error *error);
/* Removes the finished jobs that pass the filter, and their cached answers. *count: those that are removed. */
enum nash_status jobs_forget_all(struct jobs *jobs, const struct store_filter *filter, uint64_t *count,
                                 struct nash_error *error);

#endif
