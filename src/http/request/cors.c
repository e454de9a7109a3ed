/* Cross-origin requests (CORS, the Fetch standard): an allow-list of origins, and preflights answered from the route
 * table. Without a list no CORS header is sent, and browsers allow pages of the same origin only. */
#include <string.h>

#include <http/reply/response.h>

#include "head.h"

/* Headers that a page may send and read, in addition to the safelisted ones. */
static const char allow_headers[] =
    "Authorization, Content-Type, Prefer, Idempotency-Key, If-None-Match, Last-Event-ID, "
    "X-Request-Id, traceparent";
static const char expose_headers[] =
    "Location, ETag, Retry-After, Preference-Applied, Link, RateLimit, RateLimit-Policy, X-Request-Id, "
    "traceparent";

/* Returns the value of Access-Control-Allow-Origin, or NULL. */
static const char *allowed_origin(const char *const *list, const char *origin)
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
    const char *origin = allowed_origin(list, request->head.origin);
    if (origin == NULL || strcmp(origin, "*") != 0)
        http_add_header(request, "Vary", "Origin"); /* even without an Origin, because caches store the reply */
    if (origin == NULL || request->head.origin == NULL)
        return;
    http_add_header(request, "Access-Control-Allow-Origin", origin);
    http_add_header(request, "Access-Control-Expose-Headers", expose_headers);
}

void http_cors_preflight(struct http_request *request)
{
    const char *const *list = request->http->options.cors_origins;
    char methods[HTTP_ALLOW_MAX];
    if (list == NULL || request->head.origin == NULL || allowed_origin(list, request->head.origin) == NULL ||
        http_header(request, "Access-Control-Request-Method") == NULL)
        return;
    http_set_header(request, "Access-Control-Allow-Methods", http_allow(request->node->methods, methods));
    http_add_header(request, "Access-Control-Allow-Headers", allow_headers);
    http_add_header(request, "Access-Control-Max-Age", "600");
}
