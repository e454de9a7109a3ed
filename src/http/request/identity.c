/* The identity of a request in logs: its id, and the trace that it belongs to. */
#include "identity.h"

#include <string.h>
#include <sys/random.h>

#include <base/clock.h>
#include <http/reply/response.h>

enum { TRACEPARENT_LEN = 55, TRACEPARENT_MAX = 128 }; /* the first: of version 00; a longer one is not passed on */

bool http_id_is_valid(const char *id)
{
    size_t len = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:");
    return len > 0 && len <= HTTP_ID_MAX && id[len] == '\0';
}

/* Returns whether text begins with len lower-case hexadecimal digits that are not all zero, and then has `end`. */
static bool is_hex(const char *text, size_t len, char end)
{
    return strspn(text, "0123456789abcdef") == len && strspn(text, "0") < len && text[len] == end;
}

bool http_traceparent_is_valid(const char *text)
{
    size_t len = strlen(text);
    if (len < TRACEPARENT_LEN || len > TRACEPARENT_MAX || strspn(text, "0123456789abcdef") != 2 || text[2] != '-' ||
        strncmp(text, "ff", 2) == 0 || !is_hex(text + 3, 32, '-') || !is_hex(text + 36, 16, '-') ||
        strspn(text + 53, "0123456789abcdef") != 2)
        return false;
    return text[TRACEPARENT_LEN] == '\0' || (strncmp(text, "00", 2) != 0 && text[TRACEPARENT_LEN] == '-');
}

/* Returns a number that no other request of this process has, and hardly one of another process: a permutation
 * (splitmix64) of a counter that starts at random. */
static uint64_t next_number(struct http *http)
{
    while (http->ids == 0)
        if (getrandom(&http->ids, sizeof http->ids, 0) != (ssize_t)sizeof http->ids)
            http->ids = (uint64_t)(uintptr_t)http;
    uint64_t x = http->ids += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

const char *http_request_id(struct http_request *request)
{
    static const char digit[] = "0123456789abcdef";
    if (request->id[0] == '\0') {
        uint64_t number = next_number(request->http);
        for (int i = 0; i < 16; i++)
            request->id[i] = digit[number >> (60 - 4 * i) & 15];
        request->id[16] = '\0';
    }
    return request->id;
}

void http_identify(struct http_request *request)
{
    const char *id = request->head.request_id, *trace = request->head.traceparent;
    if (id != NULL && http_id_is_valid(id)) {
        strcpy(request->id, id);
        http_add_header(request, "X-Request-Id", request->id);
        request->id_sent = true;
    }
    if (trace != NULL && !http_traceparent_is_valid(trace))
        request->head.traceparent = NULL;
    else if (trace != NULL)
        http_add_header(request, "traceparent", trace);
}

void http_report_access(struct http_request *request)
{
    struct http *http = request->http;
    if (http->options.access == NULL)
        return;
    const struct http_access access = {
        .method = request->method_text,
        .path = request->raw_target,
        .route = request->route != NULL ? request->route->path : NULL,
        .status = request->status,
        .bytes_in = request->body.seen,
        .bytes_out = request->reply_bytes,
        .microseconds = (uint64_t)(clock_mono_ns() - request->started_ns) / 1000,
        .owner = request->owner,
        .address = request->conn->address,
        .request_id = http_request_id(request),
        .traceparent = request->head.traceparent,
    };
    http->options.access(http->options.context, &access);
}
