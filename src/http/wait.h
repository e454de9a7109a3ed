/* Requests that wait for something, and replies that are produced piece by piece. */
#ifndef HTTP_WAIT_H
#define HTTP_WAIT_H

#include <http/http.h>

/* Suspends the request until http_wake() or for `ms` (0 or too long: HTTP_WAIT_MAX_MS). Then woken() runs in the HTTP
 * thread, where it replies or waits again. A wake that precedes the wait is kept. Only in handlers and woken callbacks,
 * not in on_head. */
void http_wait(struct http_request *request, uint32_t ms, void (*woken)(struct http_request *request, bool timed_out));
/* Wakes a waiting request. May be called from any thread until on_close has run. */
void http_wake(struct http_request *request);

/* Replies with a body produced on demand. pull() fills buf and returns the number of bytes, or
 *   HTTP_PULL_WAIT    nothing yet: called again after http_wake(), or with `ticked` after tick_ms (for pings)
 *   HTTP_PULL_END     the body is complete
 *   HTTP_PULL_BROKEN  the connection is cut, so that the client detects the missing part */
enum { HTTP_PULL_WAIT = -1, HTTP_PULL_END = -2, HTTP_PULL_BROKEN = -3 };
void http_stream(struct http_request *request, unsigned status, const char *type, uint32_t tick_ms,
                 long (*pull)(struct http_request *request, char *buf, size_t max, bool ticked));

/* Does the same with a body of a length that is known, which becomes Content-Length. pull() must give so many bytes. */
void http_stream_sized(struct http_request *request, unsigned status, const char *type, uint64_t len,
                       long (*pull)(struct http_request *request, char *buf, size_t max, bool ticked));

#endif
