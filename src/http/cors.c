/* Cross-origin requests (the Fetch standard): an allow-list of origins, and the preflight answered from the route
 * table. Without a list no such header is ever sent, and browsers keep to the same origin. */
#include <string.h>

#include "internal.h"

/* What a page may send and may read beyond the safelisted headers. */
static const char allow_headers[] =
    "Authorization, Content-Type, Prefer, Idempotency-Key, If-None-Match, Last-Event-ID, traceparent";
static const char expose_headers[] =
    "Location, ETag, Retry-After, Preference-Applied, Link, RateLimit, RateLimit-Policy, traceparent";

/* The value for Access-Control-Allow-Origin, or NULL. */
static const char *allowed(const char *const *list, const char *origin)
{
    for (; *list != NULL; list++) {
        if (strcmp(*list, "*") == 0)
            return "*";
        if (origin != NULL && strcmp(*list, origin) == 0)
            return *list;
    }
    return NULL;
}

void http_cors(struct http_request *request)
{
    const char *const *list = request->http->options.cors_origins;
    if (list == NULL || list[0] == NULL)
        return;
    const char *origin = allowed(list, request->head.origin);
    if (origin == NULL || strcmp(origin, "*") != 0)
        http_add_header(request, "Vary", "Origin"); /* also without Origin: caches must know */
    if (origin == NULL || request->head.origin == NULL)
        return;
    http_add_header(request, "Access-Control-Allow-Origin", origin);
    http_add_header(request, "Access-Control-Expose-Headers", expose_headers);
}

void http_cors_preflight(struct http_request *request)
{
    const char *const *list = request->http->options.cors_origins;
    char methods[HTTP_ALLOW_MAX];
    if (list == NULL || request->head.origin == NULL || allowed(list, request->head.origin) == NULL ||
        http_header(request, "Access-Control-Request-Method") == NULL)
        return;
    http_set_header(request, "Access-Control-Allow-Methods", http_allow(request->node->methods, methods));
    http_add_header(request, "Access-Control-Allow-Headers", allow_headers);
    http_add_header(request, "Access-Control-Max-Age", "600");
}
