/* Replies: the headers of handlers, the headers of every reply, and the body for libmicrohttpd.
 *
 * libmicrohttpd ends the connection if a reply is queued before the request's body has arrived. So replying only sets
 * request->response, and dispatch.c queues it. Small bodies are copied into request->out, which is recycled with the
 * request, so that a reply allocates nothing. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <base/log.h>

#include "compress.h"
#include "response.h"

static bool has_no_line_break(const char *text)
{
    return strpbrk(text, "\r\n") == NULL;
}

/* Returns a copy that lives as long as the request, or NULL if request->scratch is full. */
static const char *scratch_copy(struct http_request *request, const char *text)
{
    size_t size = strlen(text) + 1;
    if (size > HTTP_SCRATCH - request->scratch_used)
        return NULL;
    char *copy = request->scratch + request->scratch_used;
    memcpy(copy, text, size);
    request->scratch_used += size;
    return copy;
}

void http_add_header(struct http_request *request, const char *name, const char *value)
{
    if (request->headers == HTTP_HEADERS) {
        log_error("header dropped", "more than %d headers at %s: %s", HTTP_HEADERS, request->target.path, name);
        return;
    }
    request->header[request->headers++] = (struct http_header){name, value};
    if (strcasecmp(name, "Cache-Control") == 0)
        request->has_cache_control = true;
    else if (strcasecmp(name, "ETag") == 0)
        request->has_etag = true;
    else if (strcasecmp(name, "Retry-After") == 0)
        request->has_retry_after = true;
}

void http_set_header(struct http_request *request, const char *name, const char *value)
{
    if (!has_no_line_break(name) || !has_no_line_break(value)) {
        log_warn("header refused", "line break in %s", name);
        return;
    }
    const char *kept_name = scratch_copy(request, name);
    const char *kept_value = kept_name != NULL ? scratch_copy(request, value) : NULL;
    if (kept_value == NULL) {
        log_error("header dropped", "too little room for %s at %s", name, request->target.path);
        return;
    }
    http_add_header(request, kept_name, kept_value);
}

bool http_out_reserve(struct http_request *request, size_t len)
{
    if (len <= request->out_room)
        return true;
    size_t room = len < 1024 ? 1024 : len;
    char *data = realloc(request->out, room);
    if (data == NULL)
        return false;
    request->out = data;
    request->out_room = room;
    return true;
}

bool http_may_reply(struct http_request *request)
{
    if (request->replied)
        log_error("second reply dropped", "%s %s", request->method_text, request->target.path);
    return !request->replied;
}

void http_set_response(struct http_request *request, unsigned status, struct MHD_Response *response, const char *type,
                       uint64_t len)
{
    request->replied = true;
    request->status = status;
    request->response = response;
    request->reply_bytes = len;
    if (response == NULL)
        return; /* out of memory: dispatch.c closes the connection */
    if (type != NULL)
        MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    if (!request->has_cache_control)
        MHD_add_response_header(response, "Cache-Control", request->has_etag ? "no-cache" : "no-store");
    for (unsigned i = 0; i < request->headers; i++)
        MHD_add_response_header(response, request->header[i].name, request->header[i].value);
    if (!request->id_sent)
        MHD_add_response_header(response, "X-Request-Id", http_request_id(request));
    if (request->close)
        MHD_add_response_header(response, "Connection", "close");
}

void http_reply_own(struct http_request *request, unsigned status, const char *type, size_t len)
{
    http_set_response(request, status,
                      MHD_create_response_from_buffer(len, len > 0 ? request->out : (void *)"", MHD_RESPMEM_PERSISTENT),
                      type, len);
}

/* Replies with the body in gzip if the request and the body allow it. Adds Vary wherever another request might. */
static bool reply_compressed(struct http_request *request, unsigned status, const char *type, const void *body,
                             size_t len)
{
    size_t out_len;
    if (request->has_etag || !compress_is_worth(type, len))
        return false;
    http_add_header(request, "Vary", "Accept-Encoding");
    void *out = compress_for(request, body, len, &out_len);
    if (out == NULL)
        return false;
    http_add_header(request, "Content-Encoding", "gzip");
    http_set_response(request, status, MHD_create_response_from_buffer(out_len, out, MHD_RESPMEM_MUST_FREE), type,
                      out_len);
    return true;
}

void http_reply(struct http_request *request, unsigned status, const char *type, const void *body, size_t len)
{
    if (!http_may_reply(request) || reply_compressed(request, status, type, body, len))
        return;
    if (len > HTTP_KEEP_MAX) {
        http_set_response(request, status,
                          MHD_create_response_from_buffer(len, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY), type,
                          len);
        return;
    }
    if (!http_out_reserve(request, len)) {
        http_set_response(request, 500, NULL, NULL, 0);
        return;
    }
    if (len > 0)
        memcpy(request->out, body, len);
    http_reply_own(request, status, type, len);
}

static void unref_bytes(void *body)
{
    bytes_unref(body);
}

struct MHD_Response *http_response_of_bytes(struct bytes *body)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(body->len, body->data, unref_bytes, body);
    if (response != NULL)
        bytes_ref(body);
    return response;
}

void http_reply_bytes(struct http_request *request, unsigned status, const char *type, struct bytes *body)
{
    if (http_may_reply(request) && !reply_compressed(request, status, type, body->data, body->len))
        http_set_response(request, status, http_response_of_bytes(body), type, body->len);
}
