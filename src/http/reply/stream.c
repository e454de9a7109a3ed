/* Streams: replies whose body is produced piece by piece (server-sent events, NDJSON).
 *
 * libmicrohttpd requests the next piece when the socket has taken the last one. If the next piece does not exist yet,
 * the connection is suspended until http_wake() or the tick; returning 0 without suspending would make libmicrohttpd
 * spin. Each piece renews the reply's deadline, so that only a reader that makes no progress is cut. */
#include <http/connection/suspend.h>
#include <http/wait.h>

#include "response.h"

static ssize_t stream_read_piece(void *pointer, uint64_t position, char *buf, size_t max)
{
    struct http_request *request = pointer;
    bool ticked = false;
    (void)position;
    if (request->suspended) {
        enum http_wait_state why = http_resumed(request);
        if (why == HTTP_GONE)
            return MHD_CONTENT_READER_END_WITH_ERROR;
        ticked = why == HTTP_TIMED_OUT;
    }
    for (;;) {
        long count = request->pull(request, buf, max, ticked);
        if (count == HTTP_PULL_END)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (count == HTTP_PULL_BROKEN)
            return MHD_CONTENT_READER_END_WITH_ERROR;
        if (count > 0) {
            http_conn_enter(request->conn, HTTP_PHASE_REPLY, request->http->options.reply_ms);
            request->reply_bytes += (uint64_t)count;
            return count;
        }
        switch (http_suspend(request, request->tick_ms)) {
        case HTTP_IS_SUSPENDED:
            return 0;
        case HTTP_IS_CLOSING:
            return MHD_CONTENT_READER_END_WITH_ERROR;
        case HTTP_IS_WOKEN:
            ticked = false;
        }
    }
}

/* len: MHD_SIZE_UNKNOWN, or the length of the body. */
static void start_stream(struct http_request *request, unsigned status, const char *type, uint64_t len,
                         long (*pull_piece)(struct http_request *request, char *buf, size_t max, bool ticked))
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(len, HTTP_MEMORY / 2, stream_read_piece, request, NULL);
    if (response != NULL && request->is_head) { /* HEAD has no final chunk: closing the connection ends the reply */
        if (len == MHD_SIZE_UNKNOWN)
            MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    } else if (response != NULL) {
        request->pull = pull_piece;
        atomic_fetch_add_explicit(&request->http->streams, 1, memory_order_relaxed);
    }
    http_set_response(request, status, response, type, 0);
}

void http_stream(struct http_request *request, unsigned status, const char *type, uint32_t tick_ms,
                 long (*pull_piece)(struct http_request *request, char *buf, size_t max, bool ticked))
{
    if (!http_may_reply(request))
        return;
    request->tick_ms = tick_ms == 0 || tick_ms > HTTP_WAIT_MAX_MS ? HTTP_WAIT_MAX_MS : tick_ms;
    start_stream(request, status, type, MHD_SIZE_UNKNOWN, pull_piece);
}

void http_stream_sized(struct http_request *request, unsigned status, const char *type, uint64_t len,
                       long (*pull_piece)(struct http_request *request, char *buf, size_t max, bool ticked))
{
    if (!http_may_reply(request))
        return;
    request->tick_ms = HTTP_WAIT_MAX_MS;
    start_stream(request, status, type, len, pull_piece);
}
