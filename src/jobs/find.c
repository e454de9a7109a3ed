/* Jobs by id: from memory, else from the store. */
#include <string.h>

#include <base/log.h>
#include <jobs/core.h>

static bool may_see(const struct store_job *row, const char *owner)
{
    return owner[0] == '\0' || strcmp(row->owner, owner) == 0;
}

/* Reads the row again when somebody has forgotten a job meanwhile: it may have been this one. */
static struct job *find_in_store(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    struct nash_error error = {0};
    for (;;) {
        struct store_job row;
        bool found = false;
        pthread_mutex_lock(&jobs->lock);
        uint64_t forgets = jobs->forgets;
        pthread_mutex_unlock(&jobs->lock);
        if (store_get(jobs->store, id, 1, true, &row, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        if (!found)
            return NULL;
        if (!may_see(&row, owner)) {
            store_job_release(&row);
            return NULL;
        }
        pthread_mutex_lock(&jobs->lock);
        bool stale = forgets != jobs->forgets;
        struct job *job = stale ? NULL : memory_adopt(jobs, &row);
        pthread_mutex_unlock(&jobs->lock);
        if (!stale)
            return job;
        store_job_release(&row);
    }
}

struct job *jobs_find(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    pthread_mutex_lock(&jobs->lock);
    struct job *job = memory_by_id(jobs, id);
    bool known = job != NULL;
    job = known && may_see(&job->row, owner) ? job_ref(job) : NULL;
    pthread_mutex_unlock(&jobs->lock);
    return known ? job : find_in_store(jobs, id, owner);
}
