/* Limits that change while jobs run. */
#ifndef JOBS_LIMITS_H
#define JOBS_LIMITS_H

struct jobs;
struct jobs_options;

/* Sets queue_max, queue_bytes, min_free_bytes, memory_bytes and retention; the other options are not read. A smaller
 * memory takes effect when the next job is finished. */
void jobs_set_limits(struct jobs *jobs, const struct jobs_options *options);

#endif
