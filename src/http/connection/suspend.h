/* Suspending and resuming requests (suspend.c). */
#ifndef HTTP_SUSPEND_H
#define HTTP_SUSPEND_H

#include "conn.h"

enum http_wait_state { HTTP_RUNNING, HTTP_WOKEN, HTTP_SUSPENDED, HTTP_RESUMED, HTTP_TIMED_OUT, HTTP_GONE };
enum http_suspended { HTTP_IS_SUSPENDED, HTTP_IS_WOKEN, HTTP_IS_CLOSING };

/* HTTP thread. Suspends the connection for up to ms milliseconds, unless a wake is pending or the server closes. */
enum http_suspended http_suspend(struct http_request *request, uint64_t ms);
/* HTTP thread. Marks a resumed request as running; returns the reason of its resumption. */
enum http_wait_state http_resumed(struct http_request *request);
/* Resumes the connection if it is suspended. Called by other threads, under http->lock. */
void http_resume(struct http_conn *conn, enum http_wait_state why);

#endif
