/* Jobs by id: from memory, else from the store. */
#include <string.h>

#include <base/log.h>
#include <jobs/health/mend.h>
#include <jobs/state.h>

#include "index.h"

static bool may_see(const struct store_job *row, const char *owner)
{
    return owner[0] == '\0' || strcmp(row->owner, owner) == 0;
}

/* Makes a job of a row that lacks a large body. It is on no list, since its answer could not be given to others. Takes
 * over the references of the row. Under the lock. */
static struct job *job_of_part(struct jobs *jobs, struct store_job *row)
{
    struct job *job = index_find_id(jobs, &row->id);
    if (job != NULL)
        job_ref(job);
    else
        job = job_new(jobs, nash_find_kind(row->kind, strlen(row->kind)), false);
    if (job == NULL || job->row.kind[0] != '\0') {
        store_job_release(row);
        return job;
    }
    job->row = *row;
    job->durable = true;
    job->revision = 1;
    return job;
}

static bool lacks_body(const struct store_job *row)
{
    return !row->damaged &&
           ((row->problem == NULL && row->problem_bytes > 0) || (row->result == NULL && row->result_bytes > 0));
}

/* Reads a job from the store, with large bodies only if `whole`. Reads it again when a job was forgotten meanwhile: it
 * may have been this one. */
static struct job *find_in_store(struct jobs *jobs, const struct job_id *id, const char *owner, bool whole)
{
    struct nash_error error = {0};
    for (;;) {
        struct store_job row;
        bool found = false;
        jobs_lock(jobs);
        uint64_t forgets = jobs->forgets;
        jobs_unlock(jobs);
        if (store_get(jobs->store, id, 1, STORE_BODIES, &row, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        if (!found)
            return NULL;
        if (!may_see(&row, owner)) {
            store_job_release(&row);
            return NULL;
        }
        if (whole || row.damaged) /* it is solved again from its problem */
            store_read_whole(jobs->store, &row);
        if (row.damaged)
            return mend_job(jobs, &row);
        jobs_lock(jobs);
        bool stale = forgets != jobs->forgets;
        struct job *job = stale ? NULL : lacks_body(&row) ? job_of_part(jobs, &row) : index_adopt(jobs, &row);
        jobs_unlock(jobs);
        if (!stale)
            return job;
        store_job_release(&row);
    }
}

bool jobs_find_here(struct jobs *jobs, const struct job_id *id, const char *owner, struct job **job)
{
    jobs_lock(jobs);
    struct job *known = index_find_id(jobs, id);
    *job = known != NULL && may_see(&known->row, owner) ? job_ref(known) : NULL;
    jobs_unlock(jobs);
    return known != NULL;
}

struct job *jobs_find(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    struct job *job;
    return jobs_find_here(jobs, id, owner, &job) ? job : find_in_store(jobs, id, owner, true);
}

struct job *jobs_find_part(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    struct job *job;
    return jobs_find_here(jobs, id, owner, &job) ? job : find_in_store(jobs, id, owner, false);
}
