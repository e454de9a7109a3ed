/* The checks of the head, in this order: framing, origin, target, draining, route, method, key, content coding, size.
 *
 * One pass over the header fields collects those that the server itself uses; handlers look up others by name.
 * libmicrohttpd lacks the framing checks: servers disagree about a message with both Content-Length and
 * Transfer-Encoding, two lengths or two hosts, and attackers use that to smuggle requests past a proxy (RFC 9112
 * section 11.2). Such a message ends the connection. */
#include "head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http/reply/response.h>

static bool field_is(const char *name, const char *known)
{
    return strcasecmp(name, known) == 0;
}

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
        if (field_is(name, "Host")) {
            request->head.hosts++;
            request->head.host = value;
        }
        break;
    case 6:
        if (field_is(name, "Origin"))
            request->head.origin = value;
        else if (field_is(name, "Expect"))
            request->head.expect = value;
        break;
    case 11:
        if (field_is(name, "traceparent"))
            request->head.traceparent = value;
        break;
    case 13:
        if (field_is(name, "Authorization"))
            request->head.authorization = value;
        else if (field_is(name, "If-None-Match"))
            request->head.if_none_match = value;
        break;
    case 14:
        if (field_is(name, "Content-Length")) {
            request->head.lengths++;
            request->head.length = value;
        }
        break;
    case 16:
        if (field_is(name, "Content-Encoding"))
            request->head.encoding = value;
        break;
    case 17:
        if (field_is(name, "Transfer-Encoding")) {
            request->head.codings++;
            request->head.coding = value;
        }
        break;
    default:
        break;
    }
    return MHD_YES;
}

static bool check_framing(struct http_request *request)
{
    const char *why = NULL;
    if (request->head.codings > 0 && request->head.lengths > 0)
        why = "Content-Length and Transfer-Encoding exclude each other";
    else if (request->head.lengths > 1)
        why = "Content-Length is given more than once";
    else if (request->head.codings > 1)
        why = "Transfer-Encoding is given more than once";
    else if (request->head.hosts > 1)
        why = "Host is given more than once";
    else if (request->head.codings > 0 && !request->is_http_1_1)
        why = "Transfer-Encoding requires HTTP/1.1";
    else if (request->head.codings == 0 || field_is(request->head.coding, "chunked"))
        return true;
    request->close = true;
    if (why != NULL)
        http_problem_text(request, 400, "invalid-framing", "%s", why);
    else
        http_problem_text(request, 501, "unsupported-transfer-coding",
                          "unsupported transfer coding; the server accepts chunked only");
    return false;
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

static bool check_key(struct http_request *request)
{
    struct http *http = request->http;
    const char *text = request->head.authorization, *challenge = "Bearer realm=\"nashd\"";
    struct nash_error why;
    nash_fail_type(&why, NASH_INVALID, "unauthorized", "", "an API key is required: Authorization: Bearer KEY");
    request->owner = "";
    if (http->options.authorize == NULL || request->route->open)
        return true;
    if (text != NULL) {
        challenge = "Bearer realm=\"nashd\", error=\"invalid_token\"";
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
    atomic_fetch_add_explicit(&http->refused_auth, 1, memory_order_relaxed);
    http_add_header(request, "WWW-Authenticate", challenge);
    http_problem(request, 401, &why);
    return false;
}

static bool check_coding(struct http_request *request)
{
    const char *encoding = request->head.encoding;
    if (!request->body.present || encoding == NULL || encoding[0] == '\0' || field_is(encoding, "identity"))
        return true;
    http_add_header(request, "Accept-Encoding", "identity"); /* RFC 9110 section 15.5.16 */
    http_problem_text(request, 415, "unsupported-media-type",
                      "unsupported Content-Encoding; send the body without compression");
    return false;
}

static void read_body_head(struct http_request *request)
{
    struct http_body *body = &request->body;
    body->chunked = request->head.codings > 0;
    if (!body->chunked && request->head.length != NULL)
        body->length = strtoull(request->head.length, NULL, 10); /* digits only: checked by libmicrohttpd */
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
    if (request->head.traceparent != NULL)
        http_add_header(request, "traceparent", request->head.traceparent);
    if (!check_framing(request) || !http_origin_check(request) || !check_target(request) || !check_draining(request) ||
        !find_route(request) || !check_key(request) || !check_coding(request))
        return;
    if (request->route->on_head != NULL)
        request->route->on_head(request);
    if (!request->replied)
        http_body_announced(request);
}
