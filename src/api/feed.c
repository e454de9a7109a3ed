/* GET /v1/events: what happens to all jobs that the caller may see, as server-sent events (jobs/feed.h). All streams of
 * an owner send the same pieces; a stream has no text of its own. */
#include <stdlib.h>
#include <string.h>

#include <api/common.h>
#include <jobs/feed.h>

struct stream {
    struct api *api;
    struct http_request *request;
    struct feed_reader reader;
    struct bytes *piece; /* being sent, from `sent` on; NULL between two */
    size_t sent;
    bool begun;
};

static void stream_over(void *user)
{
    struct stream *stream = user;
    feed_close(stream->api->jobs, &stream->reader);
    bytes_unref(stream->piece);
    free(stream);
}

static void stream_fire(struct feed_reader *reader)
{
    http_wake(((struct stream *)reader->context)->request);
}

static long send_text(char *buf, size_t max, const char *text)
{
    size_t len = strlen(text); /* a line: there is always room for it */
    memcpy(buf, text, len < max ? len : max);
    return (long)(len < max ? len : max);
}

static long stream_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct stream *stream = http_user(request);
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
        http_problem_text(request, 400, "invalid-request",
                          "Last-Event-ID must be the number of an event of this feed.");
        return;
    }
    struct api *api = api_of(request);
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL) {
        *stream = (struct stream){.api = api, .request = request};
        stream->reader.fire = stream_fire;
        stream->reader.context = stream;
    }
    if (stream == NULL || !feed_open(api->jobs, &stream->reader, http_owner(request), seen)) {
        free(stream);
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for another stream now.");
        return;
    }
    http_set_user(request, stream, stream_over);
    http_set_header(request, "X-Accel-Buffering", "no");
    http_stream(request, 200, "text/event-stream", SSE_PING_MS, stream_pull);
}
