#include "job.h"

#include <stdlib.h>

#include <jobs/state.h>

struct job *job_new(struct jobs *jobs, const struct nash_solver *solver, bool with_pending)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    atomic_init(&job->refs, 1);
    job->core = jobs;
    job->solver = solver;
    job->ring.budget = &jobs->event_bytes;
    if (with_pending && (job->pending = calloc(1, sizeof *job->pending)) == NULL) {
        free(job);
        return NULL;
    }
    return job;
}

void pending_free(struct pending_writes *pending)
{
    if (pending != NULL)
        free(pending->webhook_url);
    free(pending);
}

struct job *job_ref(struct job *job)
{
    atomic_fetch_add_explicit(&job->refs, 1, memory_order_relaxed);
    return job;
}

void job_unref(struct job *job)
{
    if (job == NULL || atomic_fetch_sub_explicit(&job->refs, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < JOB_REPLIES; i++) {
        void *reply = atomic_load_explicit(&job->reply[i].reply, memory_order_relaxed);
        if (reply != NULL)
            job->reply[i].free_reply(reply);
    }
    ring_release(&job->ring);
    store_job_release(&job->row);
    pending_free(job->pending);
    free(job);
}

bool job_charge(struct job *job, uint64_t bytes)
{
    if (!budget_take(&job->core->queue_bytes, bytes))
        return false;
    job->charged += bytes;
    if (job->row.problem != NULL) {
        job->problem_memory = job->row.problem->len;
        job->core->problem_memory += job->problem_memory;
    }
    return true;
}

void job_discharge(struct job *job)
{
    budget_give(&job->core->queue_bytes, job->charged);
    job->charged = 0;
    job->core->problem_memory -= job->problem_memory;
    job->problem_memory = 0;
}
