/* Request bodies: limits, the buffer, files, and pieces for streaming routes.
 *
 * An announced length is checked with the head, so that a body of a gigabyte is refused before a byte of it is read.
 * http->inflight counts memory as it is allocated, not as it is announced: an announcement alone takes no memory from
 * other requests. Buffers double, so at most half of one is unused. */
#include <stdlib.h>
#include <string.h>

#include <base/memory/budget.h>
#include <http/reply/response.h>
#include <http/spool/spool.h>

#include "head.h"

static bool inflight_reserve(struct http *http, size_t bytes)
{
    if (atomic_fetch_add_explicit(&http->inflight, bytes, memory_order_relaxed) + bytes <= http->options.inflight_max)
        return true;
    atomic_fetch_sub_explicit(&http->inflight, bytes, memory_order_relaxed);
    return false;
}

static enum nash_status too_large(struct http_request *request, struct nash_error *error)
{
    return nash_fail_type(error, NASH_TOO_LARGE, "too-large", NULL,
                          "the body is too long: at most %zu bytes are allowed", request->body.max);
}

static enum nash_status too_busy(struct nash_error *error)
{
    return nash_fail_type(error, NASH_BUSY, "busy", NULL,
                          "too many request bodies are being received; try again later");
}

/* Returns whether the budgets allow a body of the announced length. */
static bool has_room(struct http_request *request)
{
    const struct http_body *body = &request->body;
    const struct http_options *options = &request->http->options;
    struct byte_budget *files = options->body_bytes;
    uint64_t used = atomic_load_explicit(&request->http->inflight, memory_order_relaxed), max = options->inflight_max;
    if (body->consume != NULL)
        return true;
    if (!body->to_file || body->length <= HTTP_BODY_MEMORY_MAX)
        return body->length <= (used < max ? max - used : 0);
    if (files == NULL)
        return true;
    used = atomic_load_explicit(&files->used, memory_order_relaxed);
    max = atomic_load_explicit(&files->max, memory_order_relaxed);
    if (body->length <= (used < max ? max - used : 0))
        return true;
    atomic_fetch_add_explicit(&files->refused, 1, memory_order_relaxed);
    return false;
}

bool http_body_announced(struct http_request *request)
{
    struct http_body *body = &request->body;
    struct nash_error error;
    if (!body->limited)
        body->max = body->consume != NULL ? SIZE_MAX : request->http->options.body_max;
    if (!body->present)
        return true;
    if (body->length > body->max)
        too_large(request, &error);
    else if (!has_room(request))
        too_busy(&error);
    else
        return true;
    http_problem(request, 0, &error);
    return false;
}

/* Returns the buffer size that holds `more` bytes in addition. */
static size_t body_room(const struct http_body *body, size_t more)
{
    size_t need = body->len + more + 1, room = body->room < HTTP_BODY_STEP ? HTTP_BODY_STEP : 2 * body->room;
    if (need <= body->room)
        return body->room;
    if (!body->chunked && room > body->length + 1)
        room = (size_t)body->length + 1;
    return room < need ? need : room;
}

static bool body_reserve(struct http_request *request, size_t more, struct nash_error *error)
{
    struct http_body *body = &request->body;
    size_t room = body_room(body, more);
    if (room > body->charged) {
        if (!inflight_reserve(request->http, room - body->charged)) {
            too_busy(error);
            return false;
        }
        body->charged = room;
    }
    if (room == body->room)
        return true;
    char *data = realloc(body->data, room);
    if (data == NULL) {
        nash_fail_type(error, NASH_BUSY, "busy", NULL, "out of memory for the body; try again later");
        return false;
    }
    body->data = data;
    body->room = room;
    return true;
}

/* Appends a piece. A small body usually arrives in one piece, and its buffer is recycled with the request, so most
 * requests allocate nothing. */
static enum MHD_Result body_append(struct http_request *request, const char *data, size_t *size)
{
    struct http_body *body = &request->body;
    struct nash_error error;
    if (body->seen > body->max)
        too_large(request, &error);
    else if (body_reserve(request, *size, &error)) {
        memcpy(body->data + body->len, data, *size);
        body->len += *size;
        body->data[body->len] = '\0';
        *size = 0;
        return MHD_YES;
    }
    http_raw_problem(request, &error);
    return MHD_NO;
}

/* Passes a piece to the route's consume(); suspends the request while it takes no more. */
static enum MHD_Result body_consume(struct http_request *request, const char *data, size_t *size)
{
    struct http_body *body = &request->body;
    while (*size > 0 && !request->replied) {
        size_t taken = body->consume(request, data, *size);
        data += taken;
        *size -= taken;
        body->seen += taken;
        if (body->seen > body->max && !request->replied) {
            struct nash_error error;
            too_large(request, &error);
            http_raw_problem(request, &error);
            return MHD_NO;
        }
        if (*size > 0 && !request->replied) {
            enum http_suspended state = http_body_pause(request);
            if (state != HTTP_IS_WOKEN)
                return state == HTTP_IS_SUSPENDED ? MHD_YES : MHD_NO;
        }
    }
    if (request->replied) { /* consume() has replied: discard the rest; the reply is sent at the end of the body */
        body->drain = true;
        *size = 0;
    }
    http_body_progress(request);
    return MHD_YES;
}

/* Gives back the memory of the body. */
static void free_memory(struct http_request *request)
{
    struct http_body *body = &request->body;
    if (body->charged > 0)
        atomic_fetch_sub_explicit(&request->http->inflight, body->charged, memory_order_relaxed);
    body->charged = body->len = body->moved = 0;
    if (body->room > HTTP_KEEP_MAX) {
        free(body->data);
        body->data = NULL;
        body->room = 0;
    }
}

/* ---- bodies in files ---- */

/* Returns whether this piece of the body goes to a file. */
static bool is_for_file(const struct http_body *body, size_t size)
{
    return body->spooled != NULL ||
           (body->to_file && (body->length > HTTP_BODY_MEMORY_MAX || body->len + size > HTTP_BODY_MEMORY_MAX));
}

/* Puts bytes into the file, as many as its writer takes. Returns the number of those that are left. */
static size_t file_put(struct http_body *body, const char **data, size_t size)
{
    size_t count = http_spooled_put(body->spooled, *data, size);
    *data += count;
    return size - count;
}

/* Passes on what is in memory, because the length was not announced, then the piece. Returns the number of bytes that
 * are left in all. */
static size_t file_put_all(struct http_request *request, const char **data, size_t *size)
{
    struct http_body *body = &request->body;
    size_t left = body->len - body->moved;
    if (left > 0) {
        const char *kept = body->data + body->moved;
        left = file_put(body, &kept, left);
        body->moved = body->len - left;
        if (left == 0)
            free_memory(request);
    }
    if (left == 0) {
        size_t before = *size;
        *size = file_put(body, data, before);
        body->seen += before - *size;
    }
    return left + *size;
}

/* Passes a piece to the file; suspends the request while its writer takes no more. */
static enum MHD_Result body_to_file(struct http_request *request, const char *data, size_t *size)
{
    struct http_body *body = &request->body;
    struct nash_error error;
    bool failed = false;
    if (body->spooled == NULL && (body->spooled = http_spooled_new(request->http->spool, request)) == NULL) {
        nash_fail_type(&error, NASH_BUSY, "busy", NULL, "out of memory for the body; try again later");
        failed = true;
    }
    while (!failed && file_put_all(request, &data, size) > 0) {
        if ((failed = http_spooled_failed(body->spooled, &error)))
            break;
        enum http_suspended state = http_body_pause(request);
        if (state != HTTP_IS_WOKEN)
            return state == HTTP_IS_SUSPENDED ? MHD_YES : MHD_NO;
    }
    if (!failed && body->seen > body->max) {
        too_large(request, &error);
        failed = true;
    }
    if (failed) {
        http_raw_problem(request, &error);
        return MHD_NO;
    }
    http_body_progress(request);
    return MHD_YES;
}

enum http_suspended http_body_settle(struct http_request *request)
{
    struct http_body *body = &request->body;
    struct nash_error error;
    if (body->spooled == NULL || request->replied)
        return HTTP_IS_WOKEN;
    while (!http_spooled_settled(body->spooled)) {
        enum http_suspended state = http_suspend(request, HTTP_WAIT_MAX_MS);
        if (state != HTTP_IS_WOKEN)
            return state;
    }
    if (http_spooled_failed(body->spooled, &error))
        http_problem(request, 0, &error);
    return HTTP_IS_WOKEN;
}

struct tempfile *http_body_file(struct http_request *request)
{
    struct http_body *body = &request->body;
    return body->spooled != NULL && request->handled ? http_spooled_file(body->spooled) : NULL;
}

/* ---- taking and holding a body ---- */

enum MHD_Result http_body_take(struct http_request *request, const char *data, size_t *size)
{
    struct http_body *body = &request->body;
    if (request->suspended) {
        enum http_wait_state why = http_body_resumed(request);
        if (why == HTTP_GONE || why == HTTP_TIMED_OUT)
            return MHD_NO;
    }
    if (body->consume != NULL && !body->drain)
        return body_consume(request, data, size);
    if (!body->drain && is_for_file(body, *size))
        return body_to_file(request, data, size);
    body->seen += *size;
    http_body_progress(request);
    if (!body->drain)
        return body_append(request, data, size);
    *size = 0; /* discarded; the body's deadline and limit still hold */
    return body->seen > body->max && body->seen > HTTP_DRAIN_MAX ? MHD_NO : MHD_YES;
}

void http_body_hold(struct http_request *request, struct http_held_body *held)
{
    struct http_body *body = &request->body;
    *held = (struct http_held_body){request->http, body->data, body->len, body->charged};
    body->data = NULL;
    body->len = body->room = body->charged = 0;
}

void http_held_body_release(struct http_held_body *held)
{
    if (held->charged > 0)
        atomic_fetch_sub_explicit(&held->http->inflight, held->charged, memory_order_relaxed);
    free(held->data);
    *held = (struct http_held_body){0};
}

void http_body_done(struct http_request *request)
{
    struct http_body *body = &request->body;
    if (body->spooled != NULL)
        http_spooled_release(body->spooled);
    body->spooled = NULL;
    free_memory(request);
}
