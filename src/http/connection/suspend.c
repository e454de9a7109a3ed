/* Waiting requests: the HTTP thread suspends a connection, and the first of several threads resumes it.
 *
 * conn->wait is a state machine:
 *
 *     RUNNING   --wake-->  WOKEN       a wake that precedes the wait is kept
 *     RUNNING   --wait-->  SUSPENDED   by the HTTP thread, after MHD_suspend_connection()
 *     WOKEN     --wait-->  RUNNING     the wait ends at once
 *     SUSPENDED --wake-->  RESUMED     by compare-and-swap: exactly one of the wakers, the deadline thread (TIMED_OUT,
 *                                      or GONE after the client disconnected) and http_stop() wins and calls
 *                                      MHD_resume_connection()
 *     RESUMED, TIMED_OUT, GONE  -->  RUNNING   by the HTTP thread, when it runs the request again
 *
 * libmicrohttpd never closes a suspended connection, so the winner may use it: the request cannot end before
 * MHD_resume_connection() has marked it. http->waking keeps alive what that call uses afterwards (the daemon's pipe):
 * http_stop() marks the server as closing, resumes everything and waits for the calls in progress. */
#include "suspend.h"

#include <http/request/request.h>
#include <http/wait.h>

enum http_suspended http_suspend(struct http_request *request, uint64_t ms)
{
    struct http *http = request->http;
    struct http_conn *conn = request->conn;
    int woken = HTTP_WOKEN;
    if (atomic_compare_exchange_strong(&conn->wait, &woken, HTTP_RUNNING))
        return HTTP_IS_WOKEN;
    pthread_mutex_lock(&http->lock);
    if (http->closing) {
        pthread_mutex_unlock(&http->lock);
        return HTTP_IS_CLOSING;
    }
    request->suspended = true;
    atomic_fetch_add_explicit(&http->waiting, 1, memory_order_relaxed);
    MHD_suspend_connection(request->mhd);
    http_conn_enter(conn, HTTP_PHASE_WAIT, ms);
    int running = HTTP_RUNNING;
    if (!atomic_compare_exchange_strong(&conn->wait, &running, HTTP_SUSPENDED)) { /* woken meanwhile */
        atomic_store(&conn->wait, HTTP_RESUMED);
        MHD_resume_connection(request->mhd);
    }
    pthread_mutex_unlock(&http->lock);
    return HTTP_IS_SUSPENDED;
}

enum http_wait_state http_resumed(struct http_request *request)
{
    request->suspended = false;
    atomic_fetch_sub_explicit(&request->http->waiting, 1, memory_order_relaxed);
    http_conn_enter(request->conn, HTTP_PHASE_HANDLE, 0);
    return (enum http_wait_state)atomic_exchange(&request->conn->wait, HTTP_RUNNING);
}

void http_resume(struct http_conn *conn, enum http_wait_state why)
{
    int suspended = HTTP_SUSPENDED;
    if (atomic_compare_exchange_strong(&conn->wait, &suspended, (int)why))
        MHD_resume_connection(conn->mhd);
}

void http_wake(struct http_request *request)
{
    struct http *http = request->http;
    struct http_conn *conn = request->conn;
    atomic_fetch_add(&http->waking, 1);
    for (int state = atomic_load(&conn->wait);;) {
        int next = state == HTTP_RUNNING ? HTTP_WOKEN : state;
        if (state == HTTP_SUSPENDED || state == HTTP_TIMED_OUT)
            next = HTTP_RESUMED; /* a wake replaces a timeout that the HTTP thread has not handled yet */
        if (next != state && !atomic_compare_exchange_weak(&conn->wait, &state, next))
            continue;
        if (state == HTTP_SUSPENDED)
            MHD_resume_connection(conn->mhd);
        break;
    }
    atomic_fetch_sub(&http->waking, 1);
}

void http_wait(struct http_request *request, uint32_t ms, void (*woken)(struct http_request *request, bool timed_out))
{
    request->woken = woken;
    request->wait_ms = ms == 0 || ms > HTTP_WAIT_MAX_MS ? HTTP_WAIT_MAX_MS : ms;
}
