/* Jobs in memory, found by id, answer, body and Idempotency-Key. Called under the core's lock. */
#ifndef JOBS_JOB_INDEX_H
#define JOBS_JOB_INDEX_H

#include "job.h"

/* Indexes a job by id, and by Idempotency-Key when it has one. Takes a reference. */
void index_add(struct job *job);
/* Keeps a job that is done: indexes it by id if it is not yet, indexes its answer and its body, and drops the least
 * recently used jobs while memory_bytes is exceeded. */
void index_keep(struct job *job);
/* Counts further bytes that are kept with a job, if it is on the list of finished jobs; may drop the job. */
void index_add_cost(struct job *job, size_t bytes);
/* Removes a job from every index; does nothing when it is in none. */
void index_drop(struct job *job);
/* Marks a finished job as the most recently used. */
void index_touch(struct job *job);
/* Indexes the answer of a job that is ending, before it is committed. */
void index_add_answer(struct job *job);
void index_remove_answer(struct job *job);

struct job *index_find_id(struct jobs *jobs, const struct job_id *id);
/* Returns a job that has answered this problem, or whose answer is being committed; of this owner if there is one. */
struct job *index_find_answer(struct jobs *jobs, const struct nash_hash *key, const char *owner);
/* Returns a job of this owner with a committed answer to exactly this body. hash: body_hash() of the request. */
struct job *index_find_body(struct jobs *jobs, const struct jobs_request *request, uint64_t hash);
struct job *index_find_idempotency(struct jobs *jobs, const char *owner, const char *key);

/* Returns the hash of a body for index_find_body(). Needs no lock: a long body is hashed before the lock is taken. */
uint64_t body_hash(const struct jobs_request *request);

/* Returns true if "fresh" may be among the job options of a stored body: it contains the word, or an escape that may
 * spell it. Such a body is not found by its bytes, and its job joins no execution when it is resumed. A body that only
 * happens to contain the word is answered by its key, a little later. */
bool body_may_be_fresh(const struct store_job *row);

/* Makes a job in memory from a row of the store, or returns the job that is in memory already. Only a finished job is
 * indexed. Takes over the row's references. Returns a reference for the caller; NULL without memory. */
struct job *index_adopt(struct jobs *jobs, struct store_job *row);
/* Returns the answer of a job found by index_find_answer(), as ready JSON; the job keeps the reference. */
struct bytes *job_answer(const struct job *job);

#endif
