/* Jobs as counted things, and what can be seen of one. */
#include <stdlib.h>

#include <jobs/core.h>

struct job *job_new(struct jobs *jobs, const struct nash_solver *solver, bool with_record)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    atomic_init(&job->refs, 1);
    job->core = jobs;
    job->solver = solver;
    if (with_record && (job->record = calloc(1, sizeof *job->record)) == NULL) {
        free(job);
        return NULL;
    }
    return job;
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
    free(job->record);
    free(job);
}

void *job_reply(struct job *job, unsigned slot)
{
    return atomic_load_explicit(&job->reply[slot].reply, memory_order_acquire);
}

void *job_set_reply(struct job *job, unsigned slot, void *reply, void (*free_reply)(void *))
{
    pthread_mutex_lock(&job->core->lock);
    void *first = atomic_load_explicit(&job->reply[slot].reply, memory_order_relaxed);
    if (first == NULL) {
        job->reply[slot].free_reply = free_reply;
        atomic_store_explicit(&job->reply[slot].reply, reply, memory_order_release);
    }
    pthread_mutex_unlock(&job->core->lock);
    if (first == NULL)
        return reply;
    free_reply(reply);
    return first;
}

/* The place in the queue is visible too, and moves without an event of the job: it makes the lower part. */
static uint64_t revision(const struct job *job, unsigned position)
{
    enum { PLACES = 1 << 20 };
    return job->revision * PLACES + (position < PLACES ? PLACES - 1 - position : 0);
}

void job_view(struct jobs *jobs, struct job *job, struct job_view *view)
{
    pthread_mutex_lock(&jobs->lock);
    unsigned position = job->run != NULL ? queue_position(&job->run->lane->queue, job->run) : 0;
    *view = (struct job_view){
        .id = job->row.id,
        .solver = job->solver,
        .row = job->row,
        .durable = job->durable,
        .revision = revision(job, position),
        .queue_position = position,
    };
    bytes_ref(view->row.problem);
    bytes_ref(view->row.result);
    bytes_ref(view->row.error);
    bytes_ref(view->row.progress);
    pthread_mutex_unlock(&jobs->lock);
}

void job_view_release(struct job_view *view)
{
    store_job_release(&view->row);
}
