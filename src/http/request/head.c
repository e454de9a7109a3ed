/* The checks of the head, in this order: origin, target, draining, route, method, key, its role, content coding, size.
 * Syntax and framing are checked before libmicrohttpd reads the head (framing/head.c): names and values have no control
 * characters, Host is valid, and there is at most one of Host, Content-Length and Transfer-Encoding.
 *
 * One pass over the header fields collects those that the server itself uses; handlers look up others by name. */
#include "head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http/framing/line.h>
#include <http/reply/response.h>

#include "identity.h"
#include "key_failures.h"

/* Stores a header field that the server uses. Switches on the length first, because most fields are none of these. */
static enum MHD_Result collect_field(void *pointer, enum MHD_ValueKind kind, const char *name, size_t name_len,
                                     const char *value, size_t value_len)
{
    struct http_request *request = pointer;
    (void)kind;
    (void)value_len;
    if (value == NULL)
        value = "";
    switch (name_len) {
    case 4:
        if (HTTP_NAME_IS(name, name_len, "host"))
            request->head.host = value;
        break;
    case 6:
        if (HTTP_NAME_IS(name, name_len, "origin"))
            request->head.origin = value;
        else if (HTTP_NAME_IS(name, name_len, "expect"))
            request->head.expect = value;
        break;
    case 11:
        if (HTTP_NAME_IS(name, name_len, "traceparent"))
            request->head.traceparent = value;
        break;
    case 12:
        if (HTTP_NAME_IS(name, name_len, "x-request-id"))
            request->head.request_id = value;
        break;
    case 13:
        if (HTTP_NAME_IS(name, name_len, "authorization"))
            request->head.authorization = value;
        else if (HTTP_NAME_IS(name, name_len, "if-none-match"))
            request->head.if_none_match = value;
        break;
    case 14:
        if (HTTP_NAME_IS(name, name_len, "content-length"))
            request->head.length = value;
        break;
    case 16:
        if (HTTP_NAME_IS(name, name_len, "content-encoding"))
            request->head.encoding = value;
        break;
    case 17:
        if (HTTP_NAME_IS(name, name_len, "transfer-encoding"))
            request->head.coding = value;
        break;
    default:
        break;
    }
    return MHD_YES;
}

static bool check_target(struct http_request *request)
{
    switch (request->target.verdict) {
    case HTTP_TARGET_BAD:
        http_problem_text(request, 400, "invalid-target", "%s", request->target.why);
        return false;
    case HTTP_TARGET_STRANGE:
        http_problem_text(request, 404, "not-found", "no resource has this path");
        return false;
    case HTTP_TARGET_STAR:
        if (request->is_options)
            http_reply(request, 204, NULL, "", 0);
        else
            http_problem_text(request, 400, "invalid-target", "the target '*' is allowed with OPTIONS only");
        return false;
    case HTTP_TARGET_OK:
        break;
    }
    return true;
}

static bool check_draining(struct http_request *request)
{
    if (!atomic_load_explicit(&request->http->stopping, memory_order_relaxed))
        return true;
    request->close = true;
    http_problem_text(request, 503, "draining", "the server is shutting down; try again later");
    return false;
}

static bool find_route(struct http_request *request)
{
    struct http *http = request->http;
    char allow[HTTP_ALLOW_MAX];
    request->node = http_routes_find(http->table, request->target.segment, request->target.segments);
    if (request->node == NULL) {
        http_problem_text(request, 404, "not-found", "no resource has this path");
        return false;
    }
    if ((request->node->methods & request->method) == 0) {
        http_set_header(request, "Allow", http_allow(request->node->methods, allow));
        if (request->is_options) {
            http_cors_preflight(request);
            http_reply(request, 204, NULL, "", 0);
        } else {
            http_problem_text(request, 405, "method-not-allowed", "method not allowed here; allowed: %s", allow);
        }
        return false;
    }
    int index = request->node->route[__builtin_ctz(request->method)];
    request->route_index = (unsigned)index;
    request->route = &http->options.routes[index];
    request->path = http_routes_path(http->table, index);
    return true;
}

/* Replies 401, or 429 to an address that has sent many wrong keys; returns false. */
static bool refuse_key(struct http_request *request, const struct nash_error *why, bool wrong)
{
    const char *challenge = wrong ? "Bearer realm=\"nashd\", error=\"invalid_token\"" : "Bearer realm=\"nashd\"";
    char retry[16];
    unsigned retry_s;
    atomic_fetch_add_explicit(&request->http->refused_auth, 1, memory_order_relaxed);
    if (wrong && !key_failure_count(request, &retry_s)) {
        snprintf(retry, sizeof retry, "%u", retry_s);
        http_add_header(request, "Retry-After", retry);
        http_problem_text(request, 429, "too-many-requests",
                          "this address has sent more than %d wrong keys in a minute; a right key is accepted",
                          KEY_FAILURES_PER_MINUTE);
        return false;
    }
    http_add_header(request, "WWW-Authenticate", challenge);
    http_problem(request, 401, why);
    return false;
}

static bool check_key(struct http_request *request)
{
    struct http *http = request->http;
    const char *text = request->head.authorization;
    bool wrong = text != NULL && text[0] != '\0';
    struct nash_error why;
    nash_fail_type(&why, NASH_INVALID, "unauthorized", "", "an API key is required: Authorization: Bearer KEY");
    request->owner = "";
    if (http->options.authorize == NULL || request->route->open)
        return true;
    if (text == NULL && request->route->secret != NULL && http_query(request, request->route->secret) != NULL) {
        request->owner = HTTP_GUEST;
        return true;
    }
    if (text != NULL) {
        nash_fail_type(&why, NASH_INVALID, "unauthorized", "", "the API key is not valid");
        if (strncasecmp(text, "Bearer ", 7) == 0) {
            text += 7 + strspn(text + 7, " ");
            const char *owner = http->options.authorize(http->options.context, text, strlen(text), &why);
            if (owner != NULL) {
                request->owner = owner;
                return true;
            }
        }
    }
    return refuse_key(request, &why, wrong);
}

/* Returns false if the application has refused the request with this key. */
static bool check_admission(struct http_request *request)
{
    if (request->http->options.admit != NULL && request->owner[0] != '\0')
        request->http->options.admit(request);
    return !request->replied;
}

static bool check_coding(struct http_request *request)
{
    const char *encoding = request->head.encoding;
    if (!request->body.present || encoding == NULL || encoding[0] == '\0' || strcasecmp(encoding, "identity") == 0)
        return true;
    http_add_header(request, "Accept-Encoding", "identity"); /* RFC 9110 section 15.5.16 */
    http_problem_text(request, 415, "unsupported-media-type",
                      "unsupported Content-Encoding; send the body without compression");
    return false;
}

static void read_body_head(struct http_request *request)
{
    struct http_body *body = &request->body;
    body->chunked = request->head.coding != NULL;
    if (request->head.length != NULL)
        body->length = strtoull(request->head.length, NULL, 10);
    body->present = body->chunked || body->length > 0;
}

void http_head(struct http_request *request, const char *version)
{
    MHD_get_connection_values_n(request->mhd, MHD_HEADER_KIND, collect_field, request);
    read_body_head(request);
    if (request->target.authority != NULL) /* RFC 9112 section 3.2.2: it replaces Host */
        request->head.host = request->target.authority;
    request->is_http_1_1 = strcmp(version, "HTTP/1.1") == 0;
    http_cors(request);
    http_identify(request);
    if (!http_origin_check(request) || !check_target(request) || !check_draining(request) || !find_route(request) ||
        !check_key(request) || !check_admission(request) || !check_coding(request))
        return;
    if (request->route->on_head != NULL)
        request->route->on_head(request);
    if (!request->replied)
        http_body_announced(request);
}
