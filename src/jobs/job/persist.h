/* The writes of a job's life: SUBMIT, FINISH, heartbeats and blobs. Called under the core's lock. */
#ifndef JOBS_JOB_PERSIST_H
#define JOBS_JOB_PERSIST_H

#include "job.h"

struct job_outcome {
    enum job_state state;
    bool final;                   /* `result` is the complete answer */
    enum job_verdict verdict;     /* what verify() found; an executor passes on no result that it refused */
    struct bytes *result, *error; /* borrowed */
};

/* Posts the SUBMIT of a new job: unfinished, or finished from the start with the row's own outcome. problem: what is
 * solved, if the row has another text as its problem, which is stored until the job is finished; else NULL. */
void post_submit(struct job *job, struct bytes *problem);
/* Returns what is to be solved for an unfinished row of the store, a reference. Reads the store. */
struct bytes *stored_problem(struct store *store, const struct store_job *row);
/* Posts the FINISH; clients see the job as finished once it is committed. The job must have pending writes and wait for
 * no execution. */
void job_end(struct job *job, const struct job_outcome *outcome);
/* Posts a HEARTBEAT with the job's progress. Nothing waits for it. */
void post_heartbeat(struct job *job);
/* Posts a BLOB. Nothing waits for it. */
void post_blob(struct job *job, const char *name, struct bytes *blob);
/* Records that this attempt to run the job has stored a blob to continue from. Nothing waits for it. */
void post_advance(struct job *job);
/* Returns the number of the last attempt that did so; 0: none. Reads the store. */
uint32_t last_advance(struct store *store, const struct job_id *id);
/* Posts again every FINISH that the store could not write. */
void persist_retry(struct jobs *jobs);

#endif
