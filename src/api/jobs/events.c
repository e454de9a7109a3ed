/* GET /v1/jobs/{id}/events: the events of a job as server-sent events, with replay after Last-Event-ID. */
#include <stdlib.h>
#include <string.h>

#include <api/negotiation.h>

#include "job_find.h"

struct events {
    struct api *api;
    struct http_request *request;
    struct job *job;
    struct job_watch watch;
    bool watching, ended; /* `watch` is registered; the final event is in `out` or has been sent */
    int64_t seen;         /* number of the last event in `out` */
    struct nash_buf out;  /* the bytes from `sent` on have not been sent */
    size_t sent;
};

static void events_close(void *user)
{
    struct events *events = user;
    job_unwatch(events->api->jobs, &events->watch);
    job_unref(events->job);
    nash_buf_free(&events->out);
    free(events);
}

static void events_fire(struct job_watch *watch)
{
    http_wake(((struct events *)watch->context)->request);
}

/* Fetches new events; registers a watch if there are none. */
static void events_fetch(struct events *events)
{
    nash_buf_reset(&events->out);
    events->sent = 0;
    events->seen = job_events(events->api->jobs, events->job, events->seen, &events->out, &events->ended);
    if (events->out.len > 0 || events->ended || events->watching)
        return;
    events->watch = (struct job_watch){.condition = JOB_HAS_EVENT, .fire = events_fire, .context = events};
    events->watching = job_watch(events->api->jobs, events->job, &events->watch, events->seen);
    if (!events->watching)
        events->seen = job_events(events->api->jobs, events->job, events->seen, &events->out, &events->ended);
}

static long events_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct events *events = http_user(request);
    if (events->sent == events->out.len && !events->ended)
        events_fetch(events);
    if (events->sent == events->out.len) {
        if (events->ended || http_stopping(request))
            return HTTP_PULL_END;
        if (!ticked)
            return HTTP_PULL_WAIT;
        nash_buf_puts(&events->out, ": ping\n\n");
    }
    size_t count = events->out.len - events->sent;
    if (events->out.failed || count == 0)
        return HTTP_PULL_END;
    if (count > max)
        count = max;
    memcpy(buf, events->out.data + events->sent, count);
    events->sent += count;
    return (long)count;
}

/* Reads Last-Event-ID. Returns false after replying 400. */
static bool read_last_event(struct http_request *request, int64_t *seen)
{
    const char *last = http_header(request, "Last-Event-ID");
    *seen = 0;
    if (last == NULL || (nash_parse_int64(last, strlen(last), seen) && *seen >= 0))
        return true;
    http_problem_text(request, 400, "invalid-request", "Last-Event-ID must be the number of an event of this job");
    return false;
}

static void stream_events(struct http_request *request, struct job *job)
{
    struct events *events = calloc(1, sizeof *events);
    int64_t seen = 0;
    if (events == NULL) {
        job_unref(job);
        api_reply_no_memory(request, "another stream");
        return;
    }
    read_last_event(request, &seen);
    *events = (struct events){.api = api_of(request), .request = request, .job = job, .seen = seen};
    nash_buf_puts(&events->out, "retry: 2000\n\n");
    http_set_user(request, events, events_close);
    http_set_header(request, "X-Accel-Buffering", "no");
    http_stream(request, 200, "text/event-stream", SSE_PING_MS, events_pull);
}

void api_job_events(struct http_request *request)
{
    int64_t seen;
    if (api_accepts_or_406(request, "text/event-stream") && read_last_event(request, &seen))
        api_with_job(request, stream_events);
}
