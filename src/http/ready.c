/* Ready replies: one struct MHD_Response with all its headers, sent by any number of requests.
 *
 * The same response serves 200 and 304: libmicrohttpd sends no body with 304 and still says its length, as RFC 9110
 * section 15.4.5 wants. A request that needs headers of its own (CORS, traceparent, what the handler set) gets a fresh
 * response over the same bytes. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "internal.h"
#include "parse.h"

struct http_ready {
    _Atomic unsigned refs;
    struct MHD_Response *response;
    struct bytes *body;
    char *etag;
    bool has_cache_control;
    size_t headers;
    struct http_header header[]; /* [0] = Content-Type; owned */
};

static void unref_bytes(void *body)
{
    bytes_unref(body);
}

static struct MHD_Response *response_over(struct bytes *body)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(body->len, body->data, unref_bytes, body);
    if (response != NULL)
        bytes_ref(body);
    return response;
}

static bool add_header(struct http_ready *ready, const char *name, const char *value)
{
    char *name_copy = strdup(name), *value_copy = strdup(value);
    ready->header[ready->headers++] = (struct http_header){name_copy, value_copy};
    if (strcasecmp(name, "Cache-Control") == 0)
        ready->has_cache_control = true;
    return name_copy != NULL && value_copy != NULL && MHD_add_response_header(ready->response, name, value) == MHD_YES;
}

struct http_ready *http_ready_new(const char *type, const char *etag, const char *const headers[][2], size_t headers_n,
                                  struct bytes *body)
{
    struct http_ready *ready = calloc(1, sizeof *ready + (headers_n + 4) * sizeof ready->header[0]);
    if (ready == NULL)
        return NULL;
    ready->refs = 1;
    ready->body = bytes_ref(body);
    ready->response = response_over(body);
    ready->etag = strdup(etag);
    bool good = ready->response != NULL && ready->etag != NULL && add_header(ready, "Content-Type", type) &&
                add_header(ready, "X-Content-Type-Options", "nosniff") && add_header(ready, "ETag", etag);
    for (size_t i = 0; good && i < headers_n; i++)
        good = add_header(ready, headers[i][0], headers[i][1]);
    if (good && !ready->has_cache_control)
        good = add_header(ready, "Cache-Control", "no-cache");
    if (good)
        return ready;
    http_ready_free(ready);
    return NULL;
}

void http_ready_free(void *pointer)
{
    struct http_ready *ready = pointer;
    if (ready == NULL || atomic_fetch_sub_explicit(&ready->refs, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < ready->headers; i++) {
        free((void *)(uintptr_t)ready->header[i].name);
        free((void *)(uintptr_t)ready->header[i].value);
    }
    if (ready->response != NULL)
        MHD_destroy_response(ready->response);
    bytes_unref(ready->body);
    free(ready->etag);
    free(ready);
}

/* The dear way: a response of this request alone. */
static struct MHD_Response *response_with_headers(struct http_request *request, struct http_ready *ready)
{
    struct MHD_Response *response = response_over(ready->body);
    if (response == NULL)
        return NULL;
    for (size_t i = 0; i < ready->headers; i++)
        if (!request->has_cache_control || strcasecmp(ready->header[i].name, "Cache-Control") != 0)
            MHD_add_response_header(response, ready->header[i].name, ready->header[i].value);
    for (unsigned i = 0; i < request->headers; i++)
        MHD_add_response_header(response, request->header[i].name, request->header[i].value);
    if (request->close)
        MHD_add_response_header(response, "Connection", "close");
    return response;
}

void http_reply_ready(struct http_request *request, struct http_ready *ready)
{
    bool own = request->headers > 0 || request->close;
    if (!http_may_reply(request))
        return;
    request->replied = true;
    request->status = http_etag_match(request, ready->etag) ? 304 : 200;
    request->reply_bytes = request->status == 304 ? 0 : ready->body->len;
    if (own) {
        request->response = response_with_headers(request, ready);
        return;
    }
    request->response = ready->response;
    request->ready = ready;
    atomic_fetch_add_explicit(&ready->refs, 1, memory_order_relaxed);
}

bool http_etag_match(const struct http_request *request, const char *etag)
{
    const char *list = request->head.if_none_match;
    return list != NULL && (strcmp(list, etag) == 0 || http_etag_listed(list, etag));
}
