/* Accessors of a request for handlers. */
#include "request.h"

#include <string.h>

void *http_context(const struct http_request *request)
{
    return request->http->options.context;
}

struct http *http_server(const struct http_request *request)
{
    return request->http;
}

bool http_stopping(const struct http_request *request)
{
    return atomic_load_explicit(&request->http->stopping, memory_order_relaxed);
}

const char *http_address(const struct http_request *request)
{
    return request->conn->address;
}

const char *http_owner(const struct http_request *request)
{
    return request->owner;
}

const struct http_route *http_route_of(const struct http_request *request)
{
    return request->route;
}

const char *http_param(const struct http_request *request, const char *name)
{
    const struct http_path *path = request->path;
    size_t len = strlen(name);
    for (unsigned i = 0; path != NULL && i < path->count; i++)
        if (path->parameter[i].len == len && memcmp(path->parameter[i].name, name, len) == 0)
            return request->target.segment[path->parameter[i].segment];
    return "";
}

const char *http_query(const struct http_request *request, const char *name)
{
    for (unsigned i = 0; i < request->target.query; i++)
        if (strcmp(request->target.parameter[i].name, name) == 0)
            return request->target.parameter[i].value;
    return NULL;
}

void http_query_each(const struct http_request *request, void (*each)(void *, const char *name, const char *value),
                     void *context)
{
    for (unsigned i = 0; i < request->target.query; i++)
        each(context, request->target.parameter[i].name, request->target.parameter[i].value);
}

const char *http_header(const struct http_request *request, const char *name)
{
    const char *value = NULL;
    if (MHD_lookup_connection_value_n(request->mhd, MHD_HEADER_KIND, name, strlen(name), &value, NULL) != MHD_YES)
        return NULL;
    return value != NULL ? value : "";
}

const char *http_body(const struct http_request *request, size_t *len)
{
    *len = request->body.len;
    return request->body.len > 0 ? request->body.data : "";
}

void *http_user(const struct http_request *request)
{
    return request->user;
}

void http_set_user(struct http_request *request, void *user, void (*on_close)(void *user))
{
    request->user = user;
    request->on_close = on_close;
}

void http_drop_user(struct http_request *request)
{
    if (request->on_close != NULL)
        request->on_close(request->user);
    http_set_user(request, NULL, NULL);
}

void http_body_limit(struct http_request *request, size_t max)
{
    request->body.max = max;
    request->body.limited = true;
}

void http_body_spool(struct http_request *request)
{
    request->body.to_file = request->http->spool != NULL;
}

void http_body_stream(struct http_request *request,
                      size_t (*consume)(struct http_request *request, const char *data, size_t len))
{
    request->body.consume = consume;
}
