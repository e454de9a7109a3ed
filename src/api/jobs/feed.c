/* GET /v1/events: the events of all jobs that the caller may see, as server-sent events (jobs/feed.h). All streams
 * of an owner share the same pieces of text. */
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/negotiation.h>
#include <jobs/feed.h>

struct feed_stream {
    struct api *api;
    struct http_request *request;
    struct feed_reader reader;
    struct bytes *piece; /* text that is being sent; NULL between two pieces */
    size_t sent;         /* bytes of `piece` */
    bool begun;          /* the first line, "retry", has been sent */
};

static void feed_stream_close(void *user)
{
    struct feed_stream *stream = user;
    feed_close(stream->api->jobs, &stream->reader);
    bytes_unref(stream->piece);
    free(stream);
}

static void feed_stream_fire(struct feed_reader *reader)
{
    http_wake(((struct feed_stream *)reader->context)->request);
}

static long send_text(char *buf, size_t max, const char *text)
{
    size_t len = strlen(text); /* one line, which always fits */
    memcpy(buf, text, len < max ? len : max);
    return (long)(len < max ? len : max);
}

static long feed_stream_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct feed_stream *stream = http_user(request);
    if (http_stopping(request))
        return HTTP_PULL_END;
    if (!stream->begun) {
        stream->begun = true;
        return send_text(buf, max, "retry: 2000\n\n");
    }
    if (stream->piece == NULL) {
        stream->piece = feed_next(stream->api->jobs, &stream->reader);
        stream->sent = 0;
    }
    if (stream->piece == NULL)
        return ticked ? send_text(buf, max, ": ping\n\n") : HTTP_PULL_WAIT;
    size_t count = stream->piece->len - stream->sent;
    if (count > max)
        count = max;
    memcpy(buf, stream->piece->data + stream->sent, count);
    stream->sent += count;
    if (stream->sent == stream->piece->len) {
        bytes_unref(stream->piece);
        stream->piece = NULL;
    }
    return (long)count;
}

void api_feed(struct http_request *request)
{
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "text/event-stream"))
        return;
    const char *last = http_header(request, "Last-Event-ID");
    int64_t seen = 0;
    if (last != NULL && (!nash_parse_int64(last, strlen(last), &seen) || seen < 0)) {
        http_problem_text(request, 400, "invalid-request", "Last-Event-ID must be the number of an event of this feed");
        return;
    }
    struct api *api = api_of(request);
    struct feed_stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL) {
        *stream = (struct feed_stream){.api = api, .request = request};
        stream->reader.fire = feed_stream_fire;
        stream->reader.context = stream;
    }
    if (stream == NULL || !feed_open(api->jobs, &stream->reader, api_scope(request), seen)) {
        free(stream);
        api_reply_no_memory(request, "another stream");
        return;
    }
    http_set_user(request, stream, feed_stream_close);
    http_set_header(request, "X-Accel-Buffering", "no");
    http_stream(request, 200, "text/event-stream", SSE_PING_MS, feed_stream_pull);
}
