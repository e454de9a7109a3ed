/* Turns each change of a job into a numbered event, and announces it to the job's watches and to the feed. */
#include <base/bytes.h>
#include <jobs/state.h>

void job_notify(struct job *job, int conditions)
{
    for (struct job_watch *watch = job->watches, *next; watch != NULL; watch = next) {
        next = watch->next;
        if (!((int)watch->condition & conditions))
            continue;
        if (watch->condition != JOB_HAS_EVENT)
            watch_unlink(watch);
        watch->fire(watch);
    }
}

static void announce_event(struct job *job)
{
    job->revision++;
    job_notify(job, JOB_HAS_EVENT);
    feed_note(job);
}

void event_state(struct job *job)
{
    ring_add(&job->ring, ++job->row.last_event, (struct event){.state = job->row.state});
    announce_event(job);
}

void event_progress(struct job *job, struct bytes *json)
{
    ring_add(&job->ring, ++job->row.last_event, (struct event){.progress = bytes_ref(json)});
    announce_event(job);
}

void event_result(struct job *job)
{
    announce_event(job);
}
