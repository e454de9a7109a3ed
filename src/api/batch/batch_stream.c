#include "batch_stream.h"

#include <stdlib.h>
#include <string.h>

#include <api/common.h>

static void stream_close(void *user)
{
    struct batch_stream *stream = user;
    pthread_mutex_lock(&stream->lock);
    stream->over = true;
    pthread_mutex_unlock(&stream->lock);
    stream->calls->release(stream);
    problems_release(&stream->problems);
    spool_release(&stream->spool);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

static bool stream_take_problem(void *context, const char *problem, size_t len)
{
    struct batch_stream *stream = context;
    return stream->calls->take(stream, problem, len);
}

static void stream_work(struct batch_stream *stream)
{
    if (stream->calls->work != NULL)
        stream->calls->work(stream);
}

static size_t stream_consume(struct http_request *request, const char *data, size_t len)
{
    struct batch_stream *stream = http_user(request);
    stream_work(stream);
    size_t used = problems_feed(&stream->problems, data, len);
    if (stream->calls->flush != NULL)
        stream->calls->flush(stream);
    return used;
}

void batch_stream_begin(struct batch_stream *stream, struct http_request *request, const struct nash_solver *solver,
                        size_t max)
{
    stream->request = request;
    pthread_mutex_init(&stream->lock, NULL);
    problems_init(&stream->problems, solver, max, stream_take_problem, stream);
    spool_init(&stream->spool, api_of(request)->spool_dir);
    http_set_user(request, stream, stream_close);
    http_body_limit(request, BATCH_BODY_MAX);
    http_body_stream(request, stream_consume);
}

static long stream_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct batch_stream *stream = http_user(request);
    (void)ticked;
    stream_work(stream);
    pthread_mutex_lock(&stream->lock);
    size_t count = spool_take(&stream->spool, buf, max);
    bool done = stream->done, broken = stream->spool.failed || problems_failed(&stream->problems);
    pthread_mutex_unlock(&stream->lock);
    if (broken)
        return HTTP_PULL_BROKEN;
    if (count > 0)
        return (long)count;
    return done ? HTTP_PULL_END : HTTP_PULL_WAIT;
}

static void stream_take_last_line(struct http_request *request, bool timed_out)
{
    struct batch_stream *stream = http_user(request);
    (void)timed_out;
    stream_work(stream);
    if (!problems_end(&stream->problems)) {
        http_wait(request, 0, stream_take_last_line);
        return;
    }
    stream->calls->end(stream);
    http_stream(request, 200, stream->type, 0, stream_pull);
}

void batch_stream_reply(struct http_request *request)
{
    stream_take_last_line(request, false);
}

void batch_stream_wake(struct batch_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    if (!stream->over)
        http_wake(stream->request);
    pthread_mutex_unlock(&stream->lock);
}

void batch_stream_add(struct batch_stream *stream, const void *bytes, size_t count, bool done)
{
    pthread_mutex_lock(&stream->lock);
    spool_add(&stream->spool, bytes, count);
    stream->done |= done;
    if (!stream->over)
        http_wake(stream->request);
    pthread_mutex_unlock(&stream->lock);
}
