/* The events of a job as server-sent events. The last one, the result, is written from the finished row, so that it
 * exists for every job at any time, also for one read from the store. */
#include <stdio.h>

#include <jobs/state.h>

#include "write.h"

static void write_ring_event(struct nash_buf *out, int64_t id, const struct event *event)
{
    if (event->progress != NULL) {
        sse_write(out, id, "progress", event->progress->data, event->progress->len);
        return;
    }
    char data[32];
    int len = snprintf(data, sizeof data, "{\"status\":\"%s\"}", job_state_name(event->state));
    sse_write(out, id, "state", data, (size_t)len);
}

static void write_result_event(struct nash_buf *out, const struct job_view *view)
{
    enum { RESULT_MAX = 256 << 10 }; /* bytes of a result in an event; each stream has a copy */
    struct nash_buf data = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&data);
    struct job_view part = *view; /* borrows its references */
    part.row.result_bytes = job_result_bytes(view);
    if (part.row.result_bytes > RESULT_MAX)
        part.row.result = NULL;
    job_write(&part, false, &json);
    if (data.failed)
        out->failed = true;
    else
        sse_write(out, view->row.last_event, "result", data.data, data.len);
    nash_buf_free(&data);
}

int64_t job_events(struct jobs *jobs, struct job *job, int64_t seen, struct nash_buf *out, bool *ended)
{
    jobs_lock(jobs);
    struct event_ring *ring = &job->ring;
    for (unsigned i = 0; i < ring->count; i++) {
        int64_t id = ring->first_id + i;
        if (id > seen) {
            write_ring_event(out, id, ring_at(ring, i));
            seen = id;
        }
    }
    *ended = job_is_done(job);
    bool result = *ended && job->row.last_event > seen;
    jobs_unlock(jobs);
    if (result) {
        struct job_view view;
        job_view(jobs, job, &view);
        write_result_event(out, &view);
        seen = view.row.last_event;
        job_view_release(&view);
    }
    return seen;
}
