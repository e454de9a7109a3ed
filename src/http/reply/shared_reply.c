/* Shared replies: one struct MHD_Response with all its headers, sent by any number of requests.
 *
 * The same response serves 200 and 304: libmicrohttpd sends no body with 304 but its length, as RFC 9110 section 15.4.5
 * recommends. A request with headers of its own (CORS, traceparent, those of the handler) gets a new response over the
 * same bytes. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http/request/parse.h>

#include "response.h"

struct http_shared_reply {
    _Atomic unsigned refs;
    struct MHD_Response *response;
    struct bytes *body;
    char *etag;
    bool has_cache_control;
    size_t headers;
    struct http_header header[]; /* [0] = Content-Type; owned */
};

static bool add_header(struct http_shared_reply *shared, const char *name, const char *value)
{
    char *name_copy = strdup(name), *value_copy = strdup(value);
    shared->header[shared->headers++] = (struct http_header){name_copy, value_copy};
    if (strcasecmp(name, "Cache-Control") == 0)
        shared->has_cache_control = true;
    return name_copy != NULL && value_copy != NULL && MHD_add_response_header(shared->response, name, value) == MHD_YES;
}

struct http_shared_reply *http_shared_reply_new(const char *type, const char *etag, const char *const headers[][2],
                                                size_t headers_n, struct bytes *body)
{
    struct http_shared_reply *shared = calloc(1, sizeof *shared + (headers_n + 4) * sizeof shared->header[0]);
    if (shared == NULL)
        return NULL;
    shared->refs = 1;
    shared->body = bytes_ref(body);
    shared->response = http_response_of_bytes(body);
    shared->etag = strdup(etag);
    bool good = shared->response != NULL && shared->etag != NULL && add_header(shared, "Content-Type", type) &&
                add_header(shared, "X-Content-Type-Options", "nosniff") && add_header(shared, "ETag", etag);
    for (size_t i = 0; good && i < headers_n; i++)
        good = add_header(shared, headers[i][0], headers[i][1]);
    if (good && !shared->has_cache_control)
        good = add_header(shared, "Cache-Control", "no-cache");
    if (good)
        return shared;
    http_shared_reply_free(shared);
    return NULL;
}

void http_shared_reply_free(void *pointer)
{
    struct http_shared_reply *shared = pointer;
    if (shared == NULL || atomic_fetch_sub_explicit(&shared->refs, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < shared->headers; i++) {
        free((void *)(uintptr_t)shared->header[i].name);
        free((void *)(uintptr_t)shared->header[i].value);
    }
    if (shared->response != NULL)
        MHD_destroy_response(shared->response);
    bytes_unref(shared->body);
    free(shared->etag);
    free(shared);
}

/* Makes a response for one request, with its own headers. */
static struct MHD_Response *response_with_headers(struct http_request *request, struct http_shared_reply *shared)
{
    struct MHD_Response *response = http_response_of_bytes(shared->body);
    if (response == NULL)
        return NULL;
    for (size_t i = 0; i < shared->headers; i++)
        if (!request->has_cache_control || strcasecmp(shared->header[i].name, "Cache-Control") != 0)
            MHD_add_response_header(response, shared->header[i].name, shared->header[i].value);
    for (unsigned i = 0; i < request->headers; i++)
        MHD_add_response_header(response, request->header[i].name, request->header[i].value);
    if (request->close)
        MHD_add_response_header(response, "Connection", "close");
    return response;
}

void http_reply_shared(struct http_request *request, struct http_shared_reply *shared)
{
    bool own = request->headers > 0 || request->close;
    if (!http_may_reply(request))
        return;
    request->replied = true;
    request->status = http_etag_match(request, shared->etag) ? 304 : 200;
    request->reply_bytes = request->status == 304 ? 0 : shared->body->len;
    if (own) {
        request->response = response_with_headers(request, shared);
        return;
    }
    request->response = shared->response;
    request->shared_reply = shared;
    atomic_fetch_add_explicit(&shared->refs, 1, memory_order_relaxed);
}

bool http_etag_match(const struct http_request *request, const char *etag)
{
    const char *list = request->head.if_none_match;
    return list != NULL && (strcmp(list, etag) == 0 || http_etag_listed(list, etag));
}
