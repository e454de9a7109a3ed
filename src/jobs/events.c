/* A job's life as numbered events. State and progress events lie in a ring, bounded by number and bytes; the last one
 * (result) is written from the finished row, so that it is there for every job at any time, also from the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jobs/core.h>

static struct event *ring_at(struct ring *ring, unsigned i)
{
    struct event *events = ring->far != NULL ? ring->far : ring->near;
    return &events[(ring->first + i) % ring->room];
}

static void drop_first(struct ring *ring)
{
    struct event *event = ring_at(ring, 0);
    if (event->progress != NULL)
        ring->bytes -= event->progress->len;
    bytes_unref(event->progress);
    ring->first = (ring->first + 1) % ring->room;
    ring->first_id++;
    ring->count--;
}

void ring_release(struct ring *ring)
{
    while (ring->count > 0)
        drop_first(ring);
    free(ring->far);
    ring->far = NULL;
}

/* Makes room for one more: larger while it may grow, else without the oldest. */
static void make_room(struct ring *ring)
{
    if (ring->room == 0)
        ring->room = EVENTS_INLINE;
    if (ring->count < ring->room)
        return;
    unsigned room = ring->room * 2;
    struct event *far = room <= EVENTS_MOST ? malloc(room * sizeof *far) : NULL;
    if (far == NULL) {
        drop_first(ring);
        return;
    }
    for (unsigned i = 0; i < ring->count; i++)
        far[i] = *ring_at(ring, i);
    free(ring->far);
    ring->far = far;
    ring->room = room;
    ring->first = 0;
}

static void add(struct job *job, struct event event)
{
    struct ring *ring = &job->ring;
    make_room(ring);
    job->row.last_event++;
    job->revision++;
    if (ring->count == 0)
        ring->first_id = job->row.last_event;
    *ring_at(ring, ring->count++) = event;
    if (event.progress != NULL)
        ring->bytes += event.progress->len;
    while (ring->bytes > EVENTS_BYTES && ring->count > 1)
        drop_first(ring);
    watches_fire(job, JOB_HAS_EVENT);
    feed_note(job);
}

void event_state(struct job *job)
{
    add(job, (struct event){.state = job->row.state});
}

void event_progress(struct job *job, struct bytes *json)
{
    add(job, (struct event){.progress = bytes_ref(json)});
}

void event_result(struct job *job)
{
    job->revision++;
    watches_fire(job, JOB_HAS_EVENT);
    feed_note(job);
}

/* ---- as text ---- */

void sse_write(struct nash_buf *out, int64_t id, const char *name, const char *data, size_t len)
{
    if (id != 0) {
        nash_buf_puts(out, "id: ");
        nash_buf_i64(out, id);
        nash_buf_putc(out, '\n');
    }
    nash_buf_puts(out, "event: ");
    nash_buf_puts(out, name);
    while (true) { /* a line break would end the data: each line is given its own field */
        const char *end = memchr(data, '\n', len);
        size_t line = end != NULL ? (size_t)(end - data) : len;
        nash_buf_puts(out, "\ndata: ");
        nash_buf_add(out, data, line);
        if (end == NULL)
            break;
        data += line + 1;
        len -= line + 1;
    }
    nash_buf_puts(out, "\n\n");
}

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

static void write_result(struct nash_buf *out, const struct job_view *view)
{
    struct nash_buf data = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&data);
    job_write(view, false, &json);
    if (data.failed)
        out->failed = true;
    else
        sse_write(out, view->row.last_event, "result", data.data, data.len);
    nash_buf_free(&data);
}

int64_t job_events(struct jobs *jobs, struct job *job, int64_t seen, struct nash_buf *out, bool *ended)
{
    pthread_mutex_lock(&jobs->lock);
    struct ring *ring = &job->ring;
    for (unsigned i = 0; i < ring->count; i++) {
        int64_t id = ring->first_id + i;
        if (id > seen) {
            write_ring_event(out, id, ring_at(ring, i));
            seen = id;
        }
    }
    *ended = job_is_done(job);
    bool result = *ended && job->row.last_event > seen;
    pthread_mutex_unlock(&jobs->lock);
    if (result) {
        struct job_view view;
        job_view(jobs, job, &view);
        write_result(out, &view);
        seen = view.row.last_event;
        job_view_release(&view);
    }
    return seen;
}
