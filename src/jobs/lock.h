/* The core's lock, and the deferred work, which is carried out when the lock is released. */
#ifndef JOBS_LOCK_H
#define JOBS_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct jobs;

/* Work that is deferred to jobs_unlock(); bits. */
enum deferred {
    DISPATCH_WORK = 1,   /* start what waits: work was added, or an executor became free */
    DELIVER_ANSWERS = 2, /* wake the delivery thread: a batch became deliverable */
    WAKE_SLEEPERS = 4,   /* wake the threads in jobs_wait(&changed) */
    WAKE_PUBLISHER = 8   /* wake the feed's thread: the first change since its last publication */
};

void jobs_lock(struct jobs *jobs);
/* Carries out what was deferred, then releases the lock. */
void jobs_unlock(struct jobs *jobs);
/* Carries out what was deferred, then waits for the condition until deadline_ns (monotonic; 0 = without limit). Returns
 * false at the deadline. The lock is released meanwhile. */
bool jobs_wait(struct jobs *jobs, pthread_cond_t *condition, int64_t deadline_ns);

#endif
