/* Whose web pages may act here? A page of any site can make its reader's browser send requests to this server, with the
 * reader's place in the network. While keys are asked for that is harmless: no page has one. Without keys, two looks:
 *
 * - A request that changes something and names the site it comes from (Origin; browsers always do for these, RFC 6454)
 *   must come from our own site, the one the browser believes to talk to (Host), or from one in the allow-list.
 * - Host must not be a foreign name for a loopback address. Else a site that lets its own name point to 127.0.0.1 for a
 *   moment (DNS rebinding) would *be* our own site for the browser, and could read everything as well. Addresses and
 *   the name localhost cannot be rebound. A name in the allow-list is ours: that of a proxy in front, say. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "internal.h"
#include "parse.h"

/* "host:port" of "https://host:port"; "" when it has another form, as the origin "null" has. */
static const char *authority(const char *origin)
{
    const char *end = strstr(origin, "://");
    return end != NULL ? end + 3 : "";
}

/* Is the origin, or (with `host`) any origin at that host, in the allow-list? */
static bool is_listed(const struct http *http, const char *origin, const char *host)
{
    const char *const *list = http->options.cors_origins;
    for (; list != NULL && *list != NULL; list++) {
        if (strcmp(*list, "*") == 0)
            return true;
        if (origin != NULL ? strcmp(*list, origin) == 0 : strcasecmp(authority(*list), host) == 0)
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
                      "This server answers to its address and to localhost, not to the name %.200s. Start it with "
                      "--cors https://%.200s, or with --api-keys, if that name is meant to lead here.",
                      host, host);
    return false;
}

bool http_origin_may_change(struct http_request *request)
{
    const char *origin = request->head.origin, *host = request->head.host;
    if (request->http->options.authorize != NULL || origin == NULL ||
        (host != NULL && strcasecmp(authority(origin), host) == 0) || is_listed(request->http, origin, NULL))
        return true;
    http_problem_text(request, 403, "cross-origin",
                      "Pages of %.200s may not act on this server. Start it with --cors %.200s to allow that.", origin,
                      origin);
    return false;
}

bool http_origin_check(struct http_request *request)
{
    bool changes = request->method != HTTP_GET && !request->is_options;
    return (request->http->options.authorize != NULL || check_host(request)) &&
           (!changes || http_origin_may_change(request));
}
