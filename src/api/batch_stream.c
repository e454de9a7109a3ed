#include <stdlib.h>
#include <string.h>

#include <api/batch_stream.h>
#include <api/common.h>

static void stream_over(void *user)
{
    struct batch_stream *stream = user;
    pthread_mutex_lock(&stream->lock);
    stream->over = true;
    pthread_mutex_unlock(&stream->lock);
    stream->calls->release(stream);
    lines_release(&stream->lines);
    records_release(&stream->records);
    spool_release(&stream->spool);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

static bool take_problem(void *context, const char *problem, size_t len)
{
    struct batch_stream *stream = context;
    return stream->calls->take(stream, problem, len);
}

static bool take_line(void *context, const char *line, size_t len)
{
    struct batch_stream *stream = context;
    size_t blank = 0;
    if (stream->calls->has_records)
        return records_line(&stream->records, line, len, take_problem, stream);
    while (blank < len && (line[blank] == ' ' || line[blank] == '\t'))
        blank++;
    if (blank == len || (stream->calls->hash_is_remark && line[blank] == '#'))
        return true;
    return take_problem(stream, line, len);
}

static void do_work(struct batch_stream *stream)
{
    if (stream->calls->work != NULL)
        stream->calls->work(stream);
}

static size_t consume(struct http_request *request, const char *data, size_t len)
{
    struct batch_stream *stream = http_user(request);
    do_work(stream);
    size_t used = lines_feed(&stream->lines, data, len, take_line, stream);
    if (stream->calls->flush != NULL)
        stream->calls->flush(stream);
    return used;
}

void batch_stream_begin(struct batch_stream *stream, struct http_request *request, size_t line_max)
{
    stream->request = request;
    pthread_mutex_init(&stream->lock, NULL);
    lines_init(&stream->lines, line_max);
    records_init(&stream->records, line_max, stream->keeps);
    spool_init(&stream->spool, api_of(request)->spool_dir);
    http_set_user(request, stream, stream_over);
    http_body_limit(request, BATCH_BODY_MAX);
    http_body_stream(request, consume);
}

static long pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct batch_stream *stream = http_user(request);
    (void)ticked;
    do_work(stream);
    pthread_mutex_lock(&stream->lock);
    size_t count = spool_take(&stream->spool, buf, max);
    bool done = stream->done, broken = stream->spool.failed || stream->lines.failed || stream->records.held.failed;
    pthread_mutex_unlock(&stream->lock);
    if (broken)
        return HTTP_PULL_BROKEN;
    if (count > 0)
        return (long)count;
    return done ? HTTP_PULL_END : HTTP_PULL_WAIT;
}

static void last_line(struct http_request *request, bool timed_out)
{
    struct batch_stream *stream = http_user(request);
    (void)timed_out;
    do_work(stream);
    if (!lines_end(&stream->lines, take_line, stream) || !records_end(&stream->records, take_problem, stream)) {
        http_wait(request, 0, last_line);
        return;
    }
    stream->calls->end(stream);
    http_stream(request, 200, stream->type, 0, pull);
}

void batch_stream_reply(struct http_request *request)
{
    last_line(request, false);
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

void batch_write_error(struct nash_buf *out, uint64_t index, const struct nash_error *error)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kuint(&json, "index", index);
    nash_jsonw_key(&json, "error");
    http_problem_write(out, http_problem_status(error), error, NULL);
    nash_jsonw_object_end(&json);
    nash_buf_putc(out, '\n');
}
