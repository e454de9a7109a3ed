/* The list of connections, and the phase and deadline of each.
 *
 * Phase and deadline share one atomic word, so that the deadline thread never reads the phase of one moment with the
 * deadline of another. Structs are recycled, not freed, while the server runs: a late http_wake() may still access
 * one. */
#include "conn.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <http/reply/response.h>

#include "linger.h"
#include "receive.h"
#include "suspend.h"
#include "wheel.h"

uint64_t http_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void http_conn_enter(struct http_conn *conn, enum http_phase phase, uint64_t ms)
{
    http_conn_until(conn, phase, phase == HTTP_PHASE_HANDLE ? 0 : http_now_ms() + ms);
}

void http_conn_until(struct http_conn *conn, enum http_phase phase, uint64_t deadline)
{
    uint64_t seen = atomic_load_explicit(&conn->clock, memory_order_relaxed);
    do {
        if ((seen & 7) == HTTP_PHASE_CUT)
            return;
    } while (!atomic_compare_exchange_weak(&conn->clock, &seen, deadline << 3 | (uint64_t)phase));
    if (phase != HTTP_PHASE_HANDLE && deadline < atomic_load(&conn->due))
        http_wheel_earlier(conn->http->wheel, conn);
}

bool http_conn_is_cut(const struct http_conn *conn)
{
    return (atomic_load(&conn->clock) & 7) == HTTP_PHASE_CUT;
}

void http_conn_begin_head(struct http_conn *conn)
{
    if ((atomic_load_explicit(&conn->clock, memory_order_relaxed) & 7) == HTTP_PHASE_IDLE)
        http_conn_enter(conn, HTTP_PHASE_HEAD, conn->http->options.head_ms);
}

struct http_conn *http_conn_of(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

/* Returns a connection for this socket, or NULL if there is no memory. */
static struct http_conn *conn_new(struct http *http, int fd)
{
    struct http_conn *conn = http->spare;
    if (conn != NULL)
        http->spare = conn->next;
    else
        conn = calloc(1, sizeof *conn);
    if (conn == NULL)
        return NULL;
    conn->http = http;
    conn->fd = fd;
    if (http_receive_begin(conn))
        return conn;
    conn->next = http->spare;
    http->spare = conn;
    return NULL;
}

static void set_address(struct http_conn *conn, const struct sockaddr *address)
{
    const void *bytes = NULL;
    int family = address != NULL ? address->sa_family : AF_UNSPEC;
    if (family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        bytes = six;
        if (IN6_IS_ADDR_V4MAPPED(six)) {
            family = AF_INET;
            bytes = six->s6_addr + 12;
        }
    } else if (family == AF_INET) {
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    }
    if (bytes == NULL || inet_ntop(family, bytes, conn->address, sizeof conn->address) == NULL)
        snprintf(conn->address, sizeof conn->address, "unix");
}

static void conn_opened(struct http *http, struct MHD_Connection *mhd, void **context)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
    pthread_mutex_lock(&http->lock);
    struct http_conn *conn = conn_new(http, info->connect_fd);
    if (conn != NULL) {
        const union MHD_ConnectionInfo *client = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        set_address(conn, client != NULL ? client->client_addr : NULL);
        conn->mhd = mhd;
        conn->refused = conn->leaving = conn->linger = false;
        atomic_store_explicit(&conn->wait, HTTP_RUNNING, memory_order_relaxed);
        conn->prev = NULL;
        conn->next = http->conns;
        if (http->conns != NULL)
            http->conns->prev = conn;
        http->conns = conn;
        atomic_store(&conn->late, false);
        atomic_store(&conn->clock, (http_now_ms() + http->options.head_ms) << 3 | HTTP_PHASE_HEAD);
        http_wheel_add(http->wheel, conn);
    }
    pthread_mutex_unlock(&http->lock);
    *context = conn; /* NULL: out of memory; every request on the connection is refused */
    atomic_fetch_add_explicit(&http->accepted, 1, memory_order_relaxed);
    unsigned before = atomic_fetch_add_explicit(&http->connections, 1, memory_order_relaxed);
    if (conn != NULL && before >= http->options.connections) {
        conn->refused = conn->linger = true;
        http_raw_refuse(conn->fd);
        http_conn_enter(conn, HTTP_PHASE_HEAD, HTTP_REFUSED_MS);
    }
}

static void conn_closed(struct http *http, void **context)
{
    struct http_conn *conn = *context;
    atomic_fetch_sub_explicit(&http->connections, 1, memory_order_relaxed);
    if (conn == NULL)
        return;
    http_receive_end(conn);
    pthread_mutex_lock(&http->lock);
    if (conn->linger && !http->closing && !atomic_load(&conn->late))
        http_linger_add(http->linger, conn->fd);
    http_wheel_remove(http->wheel, conn);
    if (http->visited == conn)
        http->visited = conn->next;
    if (conn->prev != NULL)
        conn->prev->next = conn->next;
    else
        http->conns = conn->next;
    if (conn->next != NULL)
        conn->next->prev = conn->prev;
    conn->next = http->spare;
    conn->mhd = NULL;
    http->spare = conn;
    pthread_mutex_unlock(&http->lock);
    *context = NULL;
}

void http_conn_notify(void *http, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        conn_opened(http, mhd, context);
    else
        conn_closed(http, context);
}
