#include "offload.h"

#include <malloc.h>
#include <stdlib.h>

#include <base/clock.h>

/* Returns memory that is free in the heaps to the system, at most once in TRIM_MS. Requests for lists and records leave
 * much of it behind, which malloc keeps unless it lies at the end of a heap. */
static void trim_memory(void)
{
    enum { TRIM_MS = 1000 };
    static _Atomic int64_t next_ns;
    int64_t now = clock_mono_ns(), next = atomic_load(&next_ns);
    if (now >= next && atomic_compare_exchange_strong(&next_ns, &next, now + TRIM_MS * INT64_C(1000000)))
        malloc_trim(0);
}

static void offload_read(struct body_reading *reading)
{
    struct offload *offload = (struct offload *)reading;
    trim_memory();
    offload->work(offload);
    offload->done = true;
}

static void offload_end(struct body_reading *reading)
{
    offload_free((struct offload *)reading);
}

void *offload_new(struct http_request *request, size_t size, offload_work *work, offload_reply *reply,
                  offload_release *release)
{
    struct offload *offload = calloc(1, size);
    if (offload == NULL) {
        api_reply_no_memory(request, "this request");
        return NULL;
    }
    *offload = (struct offload){.reading = {.read = offload_read, .release = offload_end},
                                .api = api_of(request),
                                .work = work,
                                .reply = reply,
                                .release = release};
    return offload;
}

void offload_free(struct offload *offload)
{
    if (offload->release != NULL)
        offload->release(offload);
    free(offload);
}

static void offload_close(void *user)
{
    struct offload *offload = user;
    body_reading_end(offload->api->readers, &offload->reading);
}

static void reply_draining(struct http_request *request)
{
    http_problem_text(request, 503, "draining", "the server is shutting down; send the request again later");
}

/* Called when the work is done, and without a cause while the server stops. */
static void offload_woken(struct http_request *request, bool timed_out)
{
    struct offload *offload = http_user(request);
    (void)timed_out;
    if (!body_reading_is_done(offload->api->readers, &offload->reading)) {
        http_wait(request, 0, offload_woken);
        return;
    }
    http_set_user(request, NULL, NULL); /* reply() may set another */
    if (offload->done)
        offload->reply(request, offload);
    else
        reply_draining(request);
    offload_free(offload);
}

void offload_start(struct http_request *request, struct offload *offload)
{
    struct api *api = offload->api;
    if (body_reader_add(api->readers, &offload->reading, request)) {
        http_drop_user(request);
        http_set_user(request, offload, offload_close);
        http_wait(request, 0, offload_woken);
        return;
    }
    if (atomic_load(&api->draining))
        reply_draining(request);
    else
        http_problem_text(request, 503, "unavailable", "%d requests wait for the database; try again later",
                          OFFLOAD_WAITING_MAX);
    offload_free(offload);
}
