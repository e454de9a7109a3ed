/* Start and stop: the listening sockets, libmicrohttpd's daemon (one epoll thread), the deadline and WebSocket threads.
 *
 * libmicrohttpd aborts the process when it is stopped with a suspended connection. So http_stop() refuses new requests,
 * closes the WebSockets, wakes waiting requests until all have replied or the grace is over, cuts the remaining
 * WebSockets, forbids suspending, resumes the requests that are still suspended, and then stops the daemon, which
 * closes all connections and stops listening. MHD_quiesce_daemon() is not used: it and the daemon's thread may both
 * remove the listening socket from the epoll set, and the second removal aborts the process. */
#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <base/log.h>
#include <http/connection/deadlines.h>
#include <http/connection/epoll.h>
#include <http/connection/linger.h>
#include <http/connection/suspend.h>
#include <http/connection/wheel.h>
#include <http/listen/listener.h>
#include <http/request/dispatch.h>
#include <http/request/route.h>
#include <http/spool/spool.h>
#include <http/websocket/sockets.h>

enum {
    SPARE_CONNECTIONS = 64, /* connections above the limit, which get a 503 */
    SPARE_FILES = 128,      /* descriptors for the rest of the process */
    STOP_STEP_MS = 5
};

const struct http_options http_defaults = {
    .host = "127.0.0.1",
    .port = 8080,
    .connections = 8192,
    .head_ms = 10 * 1000,
    .body_ms = 10 * 1000,
    .body_rate = 1000,
    .body_max_ms = 600 * 1000,
    .idle_ms = 75 * 1000,
    .reply_ms = 30 * 1000,
    .ping_ms = 15 * 1000,
    .body_max = 1 << 20,
    .inflight_max = 32 << 20,
};

/* ---- the listening sockets ---- */

static enum nash_status listen_on_all(struct http *http, struct nash_error *error)
{
    const struct http_options *options = &http->options;
    struct http_listen own = {.port = options->port};
    const struct http_listen *wanted = options->listens;
    size_t count = options->listens_count;
    if (count == 0) {
        snprintf(own.host, sizeof own.host, "%s", options->host);
        wanted = &own;
        count = 1;
    }
    if (count > HTTP_LISTEN_MAX)
        return nash_fail(error, NASH_INVALID, "", "more than %d addresses to listen on", HTTP_LISTEN_MAX);
    http->loopback = true;
    for (size_t i = 0; i < count; i++) {
        struct http_listener *listener = &http->listener[http->listeners];
        if (http_listener_open(listener, &wanted[i], error) != NASH_OK)
            return error->status;
        http->listeners++;
        http->loopback = http->loopback && listener->local;
        if (http->port == 0)
            http->port = listener->port;
    }
    return NASH_OK;
}

/* Raises the limit of descriptors, as far as the system allows: each connection needs one, and its body may need a
 * file. */
static void raise_file_limit(unsigned connections, bool files)
{
    struct rlimit limit;
    rlim_t least = (rlim_t)connections + SPARE_CONNECTIONS + SPARE_FILES, wanted = least + (files ? connections : 0);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < least)
        log_warn("few file descriptors", "%u connections need %lu, there are %lu", connections, (unsigned long)least,
                 (unsigned long)limit.rlim_cur);
}

/* ---- libmicrohttpd ---- */

static size_t unescape_nothing(void *pointer, struct MHD_Connection *mhd, char *text)
{
    (void)pointer;
    (void)mhd;
    return strlen(text); /* target.c decodes each piece */
}

__attribute__((format(printf, 2, 0))) static void log_library(void *pointer, const char *format, va_list arguments)
{
    char text[256];
    (void)pointer;
    if (!log_on(LOG_DEBUG))
        return;
    vsnprintf(text, sizeof text, format, arguments);
    text[strcspn(text, "\n")] = '\0';
    log_debug("libmicrohttpd", "%s", text);
}

static bool start_daemon(struct http *http, struct nash_error *error)
{
    const struct http_options *options = &http->options;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG;
    if (strchr(http->listener[0].shown, '[') != NULL)
        flags |= MHD_USE_IPv6;
    http->daemon =
        MHD_start_daemon(flags, 0, NULL, NULL, http_on_access, http, MHD_OPTION_EXTERNAL_LOGGER, log_library, NULL,
                         MHD_OPTION_LISTEN_SOCKET, http->listener[0].fd, MHD_OPTION_CONNECTION_LIMIT,
                         options->connections + SPARE_CONNECTIONS, MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->per_ip,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HTTP_MEMORY, MHD_OPTION_STRICT_FOR_CLIENT, 1,
                         MHD_OPTION_UNESCAPE_CALLBACK, unescape_nothing, NULL, MHD_OPTION_URI_LOG_CALLBACK, http_on_uri,
                         http, MHD_OPTION_NOTIFY_CONNECTION, http_conn_notify, http, MHD_OPTION_NOTIFY_COMPLETED,
                         http_on_completed, http, MHD_OPTION_END);
    if (http->daemon == NULL)
        nash_fail(error, NASH_INTERNAL, "", "libmicrohttpd did not start");
    return http->daemon != NULL;
}

/* Starts the threads with all signals blocked: signals are for the main thread. */
static bool start_threads(struct http *http, struct nash_error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const struct http_options *options = &http->options;
    bool good = http_deadlines_start(http) && (http->sockets = http_sockets_start(http)) != NULL;
    if (good && options->spool_dir != NULL)
        good = (http->spool = http_spool_start(options->spool_dir, options->body_bytes)) != NULL;
    if (!good)
        nash_fail(error, NASH_INTERNAL, "", "cannot start the threads for deadlines, WebSockets and bodies");
    good = good && start_daemon(http, error);
    if (good && http->listeners > 1) {
        http->acceptor = http_acceptor_start(http->daemon, http->listener + 1, http->listeners - 1);
        if (http->acceptor == NULL) {
            nash_fail(error, NASH_INTERNAL, "", "cannot start the thread that accepts connections");
            MHD_stop_daemon(http->daemon);
            http->listener[0].fd = -1;
            good = false;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static void server_free(struct http *http)
{
    http_deadlines_stop(http);
    http_sockets_stop(http->sockets);
    http_sockets_free(http->sockets);
    http_spool_stop(http->spool);
    for (unsigned i = 0; i < http->listeners; i++)
        http_listener_close(&http->listener[i]);
    http_requests_free(http);
    while (http->spare != NULL) {
        struct http_conn *conn = http->spare;
        http->spare = conn->next;
        free(conn);
    }
    free(http->by_fd);
    http_linger_free(http->linger);
    http_wheel_free(http->wheel);
    http_routes_free(http->table);
    pthread_mutex_destroy(&http->lock);
    free(http);
}

struct http *http_start(const struct http_options *options, struct nash_error *error)
{
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory for the HTTP server");
        return NULL;
    }
    log_debug("http", "epoll_wait() is %s", http_has_own_epoll_wait ? "ours" : "the sanitizer's");
    http->options = *options;
    pthread_mutex_init(&http->lock, NULL);
    http->linger = http_linger_new();
    http->wheel = http_wheel_new();
    if (http->linger == NULL || http->wheel == NULL)
        nash_fail(error, NASH_NOMEM, "", "out of memory for the HTTP server");
    else if (options->routes_count > HTTP_ROUTES)
        nash_fail(error, NASH_INTERNAL, "", "more than %d routes", HTTP_ROUTES);
    else if ((http->table = http_routes_new(options->routes, options->routes_count, error)) != NULL &&
             listen_on_all(http, error) == NASH_OK) {
        raise_file_limit(options->connections, options->spool_dir != NULL);
        if (start_threads(http, error))
            return http;
    }
    server_free(http);
    return NULL;
}

uint16_t http_port(const struct http *http)
{
    return http->port;
}

bool http_on_loopback(const struct http *http)
{
    return http->loopback;
}

const char *http_listening(const struct http *http, unsigned index)
{
    return index < http->listeners ? http->listener[index].shown : NULL;
}

/* ---- stopping ---- */

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

static void wake_all(struct http *http, bool closing)
{
    pthread_mutex_lock(&http->lock);
    http->closing = closing;
    for (struct http_conn *conn = http->conns; conn != NULL; conn = conn->next)
        http_resume(conn, HTTP_RESUMED);
    pthread_mutex_unlock(&http->lock);
}

/* Waits until no http_wake() is between its compare-and-swap and its return. */
static void wait_for_wakers(struct http *http)
{
    while (atomic_load(&http->waking) != 0)
        sleep_ms(1);
}

void http_stop(struct http *http, uint32_t grace_ms)
{
    if (http == NULL)
        return;
    uint64_t until = http_now_ms() + grace_ms;
    atomic_store(&http->unfinished_until, http_now_ms() + HTTP_STOP_UNFINISHED_MS);
    atomic_store(&http->stopping, true);
    http_acceptor_stop(http->acceptor);
    http_sockets_leave(http->sockets);
    for (unsigned step = 0; atomic_load(&http->active) > 0 && http_now_ms() < until; step++) {
        if (step % (HTTP_TICK_MS / STOP_STEP_MS) == 0)
            wake_all(http, false); /* repeated, because a request may begin to wait at any moment */
        sleep_ms(STOP_STEP_MS);
    }
    http_deadlines_stop(http);
    http_sockets_stop(http->sockets);
    wake_all(http, true);
    wait_for_wakers(http);
    MHD_stop_daemon(http->daemon);
    http->listener[0].fd = -1; /* closed by the daemon */
    wait_for_wakers(http);
    server_free(http);
}
