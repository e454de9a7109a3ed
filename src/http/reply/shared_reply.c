/* Shared replies: one struct MHD_Response with all its headers, sent by any number of requests.
 *
 * The same response serves 200 and 304: libmicrohttpd sends no body with 304 but its length, as RFC 9110 section 15.4.5
 * recommends. A request with headers of its own (CORS, traceparent, X-Request-Id, those of the handler) gets a new
 * response over the same bytes. An id that the server made is not sent with a shared response. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http/request/parse.h>

#include "compress.h"
#include "response.h"

/* The headers of every reply that varies, which come first: Content-Type, X-Content-Type-Options, ETag, Vary. */
enum { OWN_HEADERS = 4 };

struct http_shared_reply {
    _Atomic unsigned refs;
    struct MHD_Response *response;
    struct bytes *body;
    char *etag;
    bool has_cache_control;
    bool is_packed_tried; /* set by the HTTP thread, which alone uses `packed` until the last reference is dropped */
    struct http_shared_reply *packed; /* the same in gzip; NULL: not asked for yet, or not smaller */
    size_t headers;
    struct http_header header[]; /* owned */
};

static bool add_header(struct http_shared_reply *shared, const char *name, const char *value)
{
    char *name_copy = strdup(name), *value_copy = strdup(value);
    shared->header[shared->headers++] = (struct http_header){name_copy, value_copy};
    if (strcasecmp(name, "Cache-Control") == 0)
        shared->has_cache_control = true;
    return name_copy != NULL && value_copy != NULL && MHD_add_response_header(shared->response, name, value) == MHD_YES;
}

/* varies: the reply depends on Accept-Encoding. */
static struct http_shared_reply *make(const char *type, const char *etag, const char *const headers[][2],
                                      size_t headers_n, bool varies, struct bytes *body)
{
    struct http_shared_reply *shared = calloc(1, sizeof *shared + (headers_n + 5) * sizeof shared->header[0]);
    if (shared == NULL)
        return NULL;
    shared->refs = 1;
    shared->body = bytes_ref(body);
    shared->response = http_response_of_bytes(body);
    shared->etag = strdup(etag);
    bool good = shared->response != NULL && shared->etag != NULL && add_header(shared, "Content-Type", type) &&
                add_header(shared, "X-Content-Type-Options", "nosniff") && add_header(shared, "ETag", etag);
    if (good && varies)
        good = add_header(shared, "Vary", "Accept-Encoding");
    for (size_t i = 0; good && i < headers_n; i++)
        good = add_header(shared, headers[i][0], headers[i][1]);
    if (good && !shared->has_cache_control)
        good = add_header(shared, "Cache-Control", "no-cache");
    if (good)
        return shared;
    http_shared_reply_free(shared);
    return NULL;
}

struct http_shared_reply *http_shared_reply_new(const char *type, const char *etag, const char *const headers[][2],
                                                size_t headers_n, struct bytes *body)
{
    return make(type, etag, headers, headers_n, compress_is_worth(type, body->len), body);
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
    http_shared_reply_free(shared->packed);
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

/* Makes the reply in gzip: the same headers with Content-Encoding and another ETag. Leaves shared->packed NULL if that
 * is impossible or not smaller. */
static void pack(const struct http_request *request, struct http_shared_reply *shared)
{
    const char *headers[HTTP_HEADERS][2] = {{"Content-Encoding", "gzip"}};
    size_t count = 1, len, etag_len = strlen(shared->etag);
    char etag[64];
    shared->is_packed_tried = true;
    void *data = etag_len + 6 < sizeof etag && shared->headers < HTTP_HEADERS
                     ? compress_for(request, shared->body->data, shared->body->len, &len)
                     : NULL;
    struct bytes *body = data != NULL ? bytes_copy(data, len) : NULL;
    free(data);
    if (body == NULL)
        return;
    snprintf(etag, sizeof etag, "%.*s-gzip\"", (int)etag_len - 1, shared->etag);
    for (size_t i = OWN_HEADERS; i < shared->headers; i++) {
        headers[count][0] = shared->header[i].name;
        headers[count++][1] = shared->header[i].value;
    }
    shared->packed = make(shared->header[0].value, etag, headers, count, true, body);
    bytes_unref(body);
}

/* Returns the form of the reply that the request accepts. */
static struct http_shared_reply *form_for(const struct http_request *request, struct http_shared_reply *shared)
{
    if (!compress_is_worth(shared->header[0].value, shared->body->len) || !http_accepts_coding(request, "gzip"))
        return shared;
    if (!shared->is_packed_tried)
        pack(request, shared);
    return shared->packed != NULL ? shared->packed : shared;
}

void http_reply_shared(struct http_request *request, struct http_shared_reply *shared)
{
    shared = form_for(request, shared);
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
