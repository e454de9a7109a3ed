/* The life of a request, in the order of libmicrohttpd's callbacks: the first line, the head, pieces of the body, its
 * end (or a resumption), completion.
 *
 * A reply may be made after the head, but libmicrohttpd ends the connection when a reply is queued before the body has
 * been read, even for a request without one. So an early reply is queued at the end of the body if the body is small or
 * absent. A larger body, or one announced by Expect: 100-continue, is refused at once and the connection ends with a
 * lingering close (connection/linger.c). */
#include "dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <http/connection/suspend.h>
#include <http/reply/response.h>
#include <http/websocket/sockets.h>

#include "head.h"
#include "identity.h"

/* ---- the free list of requests, HTTP thread only ---- */

static struct http_request *request_new(struct http *http)
{
    struct http_request *request = http->free_requests;
    if (request != NULL)
        http->free_requests = request->next_free;
    else
        request = calloc(1, sizeof *request);
    return request;
}

static void request_free(struct http_request *request)
{
    free(request->uri);
    free(request->out);
    free(request->body.data);
    free(request);
}

/* Zeroes the members of a request from `from` up to the one before `to`. */
#define CLEAR(request, from, to)                                                                                       \
    memset((char *)(request) + offsetof(struct http_request, from), 0,                                                 \
           offsetof(struct http_request, to) - offsetof(struct http_request, from))

/* Puts a request on the free list, zeroed except for the buffers and the large arrays, which need no clearing. */
static void request_recycle(struct http *http, struct http_request *request)
{
    char *body = request->body.data;
    size_t room = request->body.room;
    CLEAR(request, http, uri);
    CLEAR(request, method, header);
    CLEAR(request, headers, scratch);
    CLEAR(request, replied, end);
    request->scratch_used = 0;
    request->body.data = body;
    request->body.room = room;
    request->next_free = http->free_requests;
    http->free_requests = request;
}

void http_requests_free(struct http *http)
{
    while (http->free_requests != NULL) {
        struct http_request *request = http->free_requests;
        http->free_requests = request->next_free;
        request_free(request);
    }
}

/* ---- the callbacks ---- */

/* Returns whether the server may read the next request of a connection: none that receive.c has not checked. */
static bool is_checked(struct http_conn *conn)
{
    if (conn->requests < conn->framing.messages)
        return true;
    log_error("request refused", "libmicrohttpd received it past the server's own recv(); the build is broken");
    return false;
}

void *http_on_uri(void *pointer, const char *uri, struct MHD_Connection *mhd)
{
    struct http *http = pointer;
    struct http_conn *conn = http_conn_of(mhd);
    if (conn != NULL && conn->framing.substituted && conn->framing.faulty == conn->requests + 1)
        uri = NULL; /* that of the substitute */
    size_t len = uri != NULL ? strlen(uri) : 0, raw = http_target_room(len), room = raw + len + 1;
    struct http_request *request = conn != NULL && !conn->refused && is_checked(conn) ? request_new(http) : NULL;
    if (request == NULL)
        return NULL;
    if (room > request->uri_room) {
        char *grown = realloc(request->uri, room < 512 ? 512 : room);
        if (grown == NULL) {
            request_free(request);
            return NULL;
        }
        request->uri = grown;
        request->uri_room = room < 512 ? 512 : room;
    }
    request->http = http;
    request->conn = conn;
    request->mhd = mhd;
    request->number = ++conn->requests;
    strcpy(request->method_text, "?");
    request->started_ns = clock_mono_ns();
    request->owner = "";
    request->raw_target = "";
    if (http->options.access != NULL && uri != NULL)
        request->raw_target = memcpy(request->uri + raw, uri, len + 1);
    http_target_read(&request->target, uri != NULL ? uri : "", len, request->uri);
    http_conn_enter(conn, HTTP_PHASE_HEAD, http->options.head_ms);
    atomic_fetch_add_explicit(&http->active, 1, memory_order_relaxed);
    return request;
}

/* Releases the request's reference to its reply, if it has one. */
static void reply_drop(struct http_request *request)
{
    if (request->shared_reply != NULL)
        http_shared_reply_free(request->shared_reply);
    else if (request->response != NULL)
        MHD_destroy_response(request->response);
    request->response = NULL;
    request->shared_reply = NULL;
}

static enum MHD_Result queue_reply(struct http_request *request)
{
    struct MHD_Response *response = request->response;
    if (response == NULL) {
        log_error("reply failed", "out of memory at %s", request->target.path);
        return MHD_NO;
    }
    uint64_t slow = request->pull == NULL ? request->reply_bytes / HTTP_BYTES_PER_MS : 0;
    http_conn_enter(request->conn, HTTP_PHASE_REPLY, request->http->options.reply_ms + slow);
    if (http_conn_is_cut(request->conn))
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(request->mhd, request->status, response);
    reply_drop(request);
    return result;
}

/* Returns whether the rest of a refused body is read and discarded, so that the connection can be kept. */
static bool should_drain(const struct http_request *request)
{
    return !request->close && !request->body.chunked && request->body.length <= HTTP_DRAIN_MAX &&
           request->head.expect == NULL;
}

static bool is_malformed(const struct http_request *request)
{
    return request->number == request->conn->framing.faulty;
}

/* Replies to a request whose head or body is malformed, in place of a reply that has not been queued yet. */
static void reply_malformed(struct http_request *request)
{
    struct nash_error error;
    enum http_fault fault = request->conn->framing.fault;
    reply_drop(request);
    request->replied = false;
    request->malformed = request->close = request->conn->linger = true;
    atomic_fetch_add_explicit(&request->http->malformed, 1, memory_order_relaxed);
    nash_fail_type(&error, NASH_INVALID, http_fault_type(fault), NULL, "%s", http_fault_detail(fault));
    log_debug("malformed request", "%s", error.detail);
    http_problem(request, 0, &error);
}

static enum MHD_Result on_head(struct http_request *request, const char *method, const char *version)
{
    request->opened = true;
    if (request->uri[0] != '\0')
        snprintf(request->method_text, sizeof request->method_text, "%s", method);
    request->close = request->conn->framing.state == HTTP_SWITCHED; /* unless it becomes a WebSocket */
    request->method = http_method_of(method, &request->is_head, &request->is_options);
    if (!is_malformed(request)) {
        http_head(request, version);
    } else {
        reply_malformed(request);
        request->body.present = !request->conn->framing.substituted;
    }
    if (request->body.present)
        http_body_begin(request);
    else
        http_conn_enter(request->conn, HTTP_PHASE_HANDLE, 0);
    if (!request->replied || !request->body.present)
        return MHD_YES;
    if (should_drain(request)) {
        request->body.drain = true;
        return MHD_YES;
    }
    request->conn->linger = true;
    return queue_reply(request);
}

/* Runs the handler and woken callbacks until there is a reply, or the request is suspended. */
static enum MHD_Result run_handler(struct http_request *request)
{
    if (!request->handled) {
        http_conn_enter(request->conn, HTTP_PHASE_HANDLE, 0);
        if (http_conn_is_cut(request->conn)) /* from here on it cannot be */
            return MHD_NO;
        enum http_suspended state = http_body_settle(request);
        if (state != HTTP_IS_WOKEN)
            return state == HTTP_IS_SUSPENDED ? MHD_YES : MHD_NO;
        request->handled = true;
        if (is_malformed(request) && !request->malformed)
            reply_malformed(request);
        if (!request->replied)
            request->route->handle(request);
    }
    while (!request->replied) {
        void (*woken)(struct http_request *, bool) = request->woken;
        if (woken == NULL) {
            http_problem_text(request, 500, "internal", "the handler neither replied nor waited");
            break;
        }
        enum http_suspended state = http_suspend(request, request->wait_ms);
        if (state != HTTP_IS_WOKEN)
            return state == HTTP_IS_SUSPENDED ? MHD_YES : MHD_NO;
        request->woken = NULL;
        woken(request, false);
    }
    return queue_reply(request);
}

static enum MHD_Result on_resumed(struct http_request *request)
{
    void (*woken)(struct http_request *, bool) = request->woken;
    enum http_wait_state why = http_resumed(request);
    if (why == HTTP_GONE)
        return MHD_NO;
    request->woken = NULL;
    if (woken != NULL) /* NULL: the body was being written to its file */
        woken(request, why == HTTP_TIMED_OUT);
    return run_handler(request);
}

enum MHD_Result http_on_access(void *http, struct MHD_Connection *mhd, const char *url, const char *method,
                               const char *version, const char *upload, size_t *upload_size, void **context)
{
    struct http_request *request = *context;
    (void)http;
    (void)mhd;
    (void)url;
    if (request == NULL)
        return MHD_NO; /* refused, or out of memory */
    if (http_conn_is_cut(request->conn))
        return MHD_NO;
    if (!request->opened)
        return on_head(request, method, version);
    if (upload != NULL && *upload_size > 0)
        return http_body_take(request, upload, upload_size);
    return request->suspended ? on_resumed(request) : run_handler(request);
}

void http_on_completed(void *pointer, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code)
{
    struct http *http = pointer;
    struct http_request *request = *context;
    (void)mhd;
    if (request == NULL)
        return;
    *context = NULL;
    if (atomic_load(&request->conn->late))
        request->status = 408;
    if (!request->counted)
        http_count_reply(request);
    http_report_access(request);
    http_upgrade_abandon(request);
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK)
        log_debug("request ended early", "%s %s", request->method_text, request->target.path);
    if (request->on_close != NULL)
        request->on_close(request->user);
    if (request->suspended) /* resumed by http_stop() and not run again */
        http_resumed(request);
    if (request->pull != NULL)
        atomic_fetch_sub_explicit(&http->streams, 1, memory_order_relaxed);
    reply_drop(request);
    http_body_done(request);
    request->conn->framing.may_switch = false;
    atomic_store(&request->conn->wait, HTTP_RUNNING);
    http_conn_enter(request->conn, HTTP_PHASE_IDLE, http->options.idle_ms);
    request_recycle(http, request);
    atomic_fetch_sub(&http->active, 1);
}
