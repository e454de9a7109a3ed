/* What clients see of a job, and the replies kept on it. */
#include <jobs/state.h>

#include "index.h"

/* Returns a number that grows with each visible change. The queue position changes without an event of the job, so it
 * forms the low bits. */
static uint64_t visible_revision(const struct job *job, unsigned position)
{
    enum { PLACES = 1 << 20 };
    return job->revision * PLACES + (position < PLACES ? PLACES - 1 - position : 0);
}

void job_view(struct jobs *jobs, struct job *job, struct job_view *view)
{
    jobs_lock(jobs);
    const struct execution *execution = job->execution;
    unsigned of = 0, position = execution != NULL ? execution_place(execution, &of) : 0;
    *view = (struct job_view){
        .id = job->row.id,
        .solver = job->solver,
        .row = job->row,
        .durable = job->durable,
        .revision = visible_revision(job, position),
        .queue_position = position,
        .queue_of = of,
    };
    store_job_ref(&view->row);
    jobs_unlock(jobs);
}

void job_view_release(struct job_view *view)
{
    store_job_release(&view->row);
}

void jobs_set_webhook(struct jobs *jobs, const struct job_id *id, struct bytes *webhook)
{
    jobs_lock(jobs);
    struct job *job = index_find_id(jobs, id);
    if (job != NULL && webhook != NULL) {
        bytes_unref(job->row.webhook);
        job->row.webhook = bytes_ref(webhook);
        job->revision++;
    }
    jobs_unlock(jobs);
}

void *job_reply(struct job *job, unsigned slot)
{
    return atomic_load_explicit(&job->reply[slot].reply, memory_order_acquire);
}

void *job_set_reply(struct job *job, unsigned slot, void *reply, size_t bytes, void (*free_reply)(void *))
{
    jobs_lock(job->core);
    void *first = atomic_load_explicit(&job->reply[slot].reply, memory_order_relaxed);
    if (first == NULL) {
        job->reply[slot].free_reply = free_reply;
        atomic_store_explicit(&job->reply[slot].reply, reply, memory_order_release);
        index_add_cost(job, bytes);
    }
    jobs_unlock(job->core);
    if (first == NULL)
        return reply;
    free_reply(reply);
    return first;
}
