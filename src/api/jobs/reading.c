#include "reading.h"

#include <stdlib.h>

/* Calls read() with an arena. */
static void read_whole(struct reading *reading)
{
    reading->arena = nash_arena_new(READ_MEMORY);
    if (reading->arena != NULL)
        reading->read(reading);
    if (reading->arena == NULL || reading->json.failed)
        reading->status = NASH_NOMEM;
    nash_arena_free(reading->arena);
    reading->arena = NULL;
}

static void reply_read(struct http_request *request, const struct reading *reading)
{
    if (reading->status == NASH_OK)
        http_reply(request, 200, reading->several ? "application/x-ndjson" : "application/json", reading->json.data,
                   reading->json.len);
    else if (reading->status == NASH_NOMEM)
        api_reply_no_memory(request, "this problem");
    else if (reading->json.len > 0)
        http_reply(request, http_problem_status(&reading->error), "application/problem+json", reading->json.data,
                   reading->json.len);
    else
        http_problem(request, 0, &reading->error);
}

/* ---- a large body ---- */

/* Runs in the reader's thread. */
static void run_in_thread(struct body_reading *thread)
{
    struct reading *reading = (struct reading *)thread;
    read_whole(reading);
    http_held_body_release(&reading->held);
}

static void reading_release(struct body_reading *thread)
{
    struct reading *reading = (struct reading *)thread;
    http_held_body_release(&reading->held);
    nash_buf_free(&reading->json);
    free(reading);
}

static void reading_close(void *user)
{
    struct reading *reading = user;
    body_reading_end(reading->reader, &reading->thread);
}

/* Called when the body has been read, and without a cause while the server stops. */
static void reply_large(struct http_request *request, bool timed_out)
{
    struct reading *reading = http_user(request);
    (void)timed_out;
    if (body_reading_is_done(reading->reader, &reading->thread))
        reply_read(request, reading);
    else
        http_wait(request, 0, reply_large);
}

/* Reads the body in the reader's thread, or here if there is no reader. */
static void read_large(struct http_request *request, const struct reading *small)
{
    struct reading *reading = malloc(sizeof *reading);
    if (reading == NULL) {
        api_reply_no_memory(request, "this problem");
        return;
    }
    *reading = *small;
    reading->thread = (struct body_reading){.read = run_in_thread, .release = reading_release};
    reading->reader = api_of(request)->body_reader;
    reading->status = nash_fail_type(&reading->error, NASH_BUSY, "draining", "",
                                     "the server is shutting down; send the problem again later");
    http_body_hold(request, &reading->held);
    reading->body.text = reading->held.data;
    if (body_reader_add(reading->reader, &reading->thread, request)) {
        http_set_user(request, reading, reading_close);
        http_wait(request, 0, reply_large);
        return;
    }
    run_in_thread(&reading->thread);
    reply_read(request, reading);
    reading_release(&reading->thread);
}

void reading_reply(struct http_request *request, const struct reading *reading)
{
    struct reading here = *reading;
    if (reading->body.len > BODY_READ_HERE_MAX) {
        read_large(request, reading);
        return;
    }
    read_whole(&here);
    reply_read(request, &here);
    nash_buf_free(&here.json);
}
