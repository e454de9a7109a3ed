/* Protection against requests that web pages of other sites make a browser send. API keys prevent them, because such a
 * page has no key. Without keys there are two checks:
 *
 * - A request that changes state and carries Origin (browsers always send it for these, RFC 6454) must come from the
 *   origin named by Host or from one of the allow-list.
 * - On a loopback address, Host must be an address, localhost or a listed name. Otherwise a site whose name resolves to
 *   127.0.0.1 for a moment (DNS rebinding) would be the same origin for the browser and could also read replies. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include <http/reply/response.h>

#include "head.h"
#include "parse.h"

/* Returns "host:port" of "https://host:port"; "" for another form, such as the origin "null". */
static const char *origin_authority(const char *origin)
{
    const char *end = strstr(origin, "://");
    return end != NULL ? end + 3 : "";
}

/* Returns whether the allow-list has this origin or, if origin is NULL, an origin with this host. */
static bool is_listed(const struct http *http, const char *origin, const char *host)
{
    const char *const *list = http->options.cors_origins;
    for (; list != NULL && *list != NULL; list++) {
        if (strcmp(*list, "*") == 0)
            return true;
        if (origin != NULL ? strcmp(*list, origin) == 0 : strcasecmp(origin_authority(*list), host) == 0)
            return true;
    }
    return false;
}

static bool is_localhost(const char *name, size_t len)
{
    static const char local[] = "localhost";
    size_t tail = sizeof local - 1;
    return len >= tail && strcasecmp(name + len - tail, local) == 0 && (len == tail || name[len - tail - 1] == '.');
}

bool http_host_is_local(const char *host)
{
    char name[64], address[sizeof(struct in6_addr)];
    bool bracket = host[0] == '[';
    host += bracket;
    size_t len = strcspn(host, bracket ? "]" : ":");
    const char *port = host + len + (bracket && host[len] == ']');
    if (len >= sizeof name || (bracket && host[len] == '\0') ||
        (port[0] != '\0' && (port[0] != ':' || port[1 + strspn(port + 1, "0123456789")] != '\0')))
        return false;
    memcpy(name, host, len);
    name[len] = '\0';
    if (bracket)
        return inet_pton(AF_INET6, name, address) == 1;
    return inet_pton(AF_INET, name, address) == 1 || is_localhost(name, len);
}

static bool check_host(struct http_request *request)
{
    const char *host = request->head.host;
    if (!request->http->loopback || host == NULL || http_host_is_local(host) || is_listed(request->http, NULL, host))
        return true;
    request->close = true;
    http_problem_text(request, 421, "misdirected",
                      "unknown host name %.200s; expected this server's address or localhost. To allow the name, start "
                      "nashd with --cors https://%.200s or with --api-keys.",
                      host, host);
    return false;
}

bool http_origin_may_change(struct http_request *request)
{
    const char *origin = request->head.origin, *host = request->head.host;
    if (request->http->options.authorize != NULL || origin == NULL ||
        (host != NULL && strcasecmp(origin_authority(origin), host) == 0) || is_listed(request->http, origin, NULL))
        return true;
    http_problem_text(request, 403, "cross-origin",
                      "pages of %.200s must not change anything on this server. To allow them, start nashd with --cors "
                      "%.200s.",
                      origin, origin);
    return false;
}

bool http_origin_check(struct http_request *request)
{
    bool changes = request->method != HTTP_GET && !request->is_options;
    return (request->http->options.authorize != NULL || check_host(request)) &&
           (!changes || http_origin_may_change(request));
}
