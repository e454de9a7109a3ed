/* Answers that the store finds damaged: they are not served but solved again. Private. */
#ifndef JOBS_HEALTH_MEND_H
#define JOBS_HEALTH_MEND_H

#include <jobs/job/job.h>

/* Makes an unfinished job of a finished one whose result is damaged, in the store and in memory, and queues it. If its
 * problem is damaged, too, or would not give the same answer, the job fails with "answer-damaged". Takes over the
 * references of the row, which was read with its bodies. Returns a reference for the caller; NULL without memory. Takes
 * the lock itself. */
struct job *mend_job(struct jobs *jobs, struct store_job *row);

#endif
