/* The WebSocket thread: one epoll set, one list of sockets, one queue of sockets that need service (due).
 *
 * Other threads access a socket only by http_socket_send() and http_socket_close(). These store the request under the
 * lock, add the socket to the queue and wake the thread if it sleeps. Everything else of a socket belongs to the
 * thread, so that callbacks of one socket never overlap.
 *
 * MHD_upgrade_action() returns an upgraded connection to libmicrohttpd and wakes the HTTP thread. It must not be called
 * after the daemon has stopped, so http_sockets_stop() ends this thread before that. */
#include "sockets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <base/log.h>

#include "socket.h"

struct http_sockets {
    struct http *http;
    pthread_t thread;
    bool on;          /* the thread was started */
    int epoll, event; /* the epoll set; the eventfd that wakes the thread */
    pthread_mutex_t lock;
    struct http_socket *due, **due_end; /* the queue, under lock */
    bool awake;                         /* under lock: the thread checks the queue before it sleeps */
    bool leave, end;                    /* under lock: close all sockets; end the thread */
    struct http_socket *first;          /* the list; WebSocket thread only */
};

/* ---- calls of other threads, all under the lock ---- */

static void wake_thread(struct http_sockets *sockets)
{
    uint64_t one = 1;
    if (!sockets->awake && write(sockets->event, &one, sizeof one) == (ssize_t)sizeof one)
        sockets->awake = true;
}

static void make_due(struct http_sockets *sockets, struct http_socket *socket)
{
    if (socket->due)
        return;
    socket->due = true;
    socket->next_due = NULL;
    *sockets->due_end = socket;
    sockets->due_end = &socket->next_due;
    wake_thread(sockets);
}

static bool enqueue_message(struct http_socket *socket, struct bytes *message)
{
    if (socket->queue_count == socket->queue_room) {
        size_t room = socket->queue_room > 0 ? 2 * socket->queue_room : 8;
        struct bytes **queue = malloc(room * sizeof *queue);
        if (queue == NULL)
            return false;
        for (size_t i = 0; i < socket->queue_count; i++)
            queue[i] = socket->queue[(socket->queue_at + i) % socket->queue_room];
        free(socket->queue);
        socket->queue = queue;
        socket->queue_room = room;
        socket->queue_at = 0;
    }
    socket->queue[(socket->queue_at + socket->queue_count++) % socket->queue_room] = bytes_ref(message);
    socket->queue_bytes += message->len;
    return true;
}

bool http_socket_send(struct http_socket *socket, struct bytes *message)
{
    struct http_sockets *sockets = socket->http->sockets;
    pthread_mutex_lock(&sockets->lock);
    bool good = !socket->over && !socket->choked && socket->close_code == 0;
    if (good) {
        socket->choked = socket->queue_bytes > SOCKET_QUEUE_MAX || !enqueue_message(socket, message);
        good = !socket->choked;
        make_due(sockets, socket);
    }
    pthread_mutex_unlock(&sockets->lock);
    return good;
}

void http_socket_close(struct http_socket *socket, unsigned code, const char *reason)
{
    struct http_sockets *sockets = socket->http->sockets;
    pthread_mutex_lock(&sockets->lock);
    if (!socket->over && socket->close_code == 0) {
        socket->close_code = code;
        snprintf(socket->close_reason, sizeof socket->close_reason, "%s", reason);
        make_due(sockets, socket);
    }
    pthread_mutex_unlock(&sockets->lock);
}

struct bytes *http_sockets_next(struct http_socket *socket)
{
    struct http_sockets *sockets = socket->http->sockets;
    struct bytes *message = NULL;
    pthread_mutex_lock(&sockets->lock);
    if (socket->queue_count > 0) {
        message = socket->queue[socket->queue_at];
        socket->queue_at = (socket->queue_at + 1) % socket->queue_room;
        socket->queue_count--;
        socket->queue_bytes -= message->len;
    }
    pthread_mutex_unlock(&sockets->lock);
    return message;
}

/* ---- the end of a socket ---- */

static void list_remove(struct http_sockets *sockets, struct http_socket *socket)
{
    if (socket->prev != NULL)
        socket->prev->next = socket->next;
    else if (sockets->first == socket)
        sockets->first = socket->next;
    if (socket->next != NULL)
        socket->next->prev = socket->prev;
}

static void due_remove(struct http_sockets *sockets, struct http_socket *socket)
{
    struct http_socket **at = &sockets->due;
    while (*at != NULL && *at != socket)
        at = &(*at)->next_due;
    if (*at == NULL)
        return;
    *at = socket->next_due;
    if (sockets->due_end == &socket->next_due)
        sockets->due_end = at;
}

/* Calls closed() and frees a socket that is not in the list of the thread. */
static void socket_close(struct http_sockets *sockets, struct http_socket *socket, const char *why)
{
    struct MHD_UpgradeResponseHandle *upgrade = socket->upgrade;
    pthread_mutex_lock(&sockets->lock);
    socket->over = true;
    if (socket->due)
        due_remove(sockets, socket);
    pthread_mutex_unlock(&sockets->lock);
    log_debug("socket closed", "%s", why);
    socket->events->closed(socket->user, why);
    socket->conn->linger = !socket->ended && socket->why == NULL;
    atomic_fetch_sub_explicit(&sockets->http->open_sockets, 1, memory_order_relaxed);
    http_socket_free(socket);
    MHD_upgrade_action(upgrade, MHD_UPGRADE_ACTION_CLOSE);
}

/* ---- the thread ---- */

static void socket_finish(struct http_sockets *sockets, struct http_socket *socket, const char *why)
{
    if (socket->watched)
        epoll_ctl(sockets->epoll, EPOLL_CTL_DEL, socket->fd, NULL);
    list_remove(sockets, socket);
    socket_close(sockets, socket, why);
}

static void socket_watch(struct http_sockets *sockets, struct http_socket *socket)
{
    struct epoll_event event = {.events = http_socket_wants(socket), .data.ptr = socket};
    if (!socket->watched || event.events != socket->watched_for)
        if (epoll_ctl(sockets->epoll, socket->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket->fd, &event) != 0)
            socket->why = "out of memory";
    socket->watched = true;
    socket->watched_for = event.events;
}

/* Carries out the requests of other threads, then sends what can be sent. */
static void socket_serve(struct http_sockets *sockets, struct http_socket *socket)
{
    pthread_mutex_lock(&sockets->lock);
    bool choked = socket->choked, leave = sockets->leave;
    unsigned code = socket->close_code;
    pthread_mutex_unlock(&sockets->lock);
    if (choked && socket->why == NULL) {
        atomic_fetch_add_explicit(&sockets->http->socket_cut, 1, memory_order_relaxed);
        socket->why = "the client reads too slowly";
    }
    if (code != 0)
        http_socket_start_close(socket, code, socket->close_reason, socket->close_reason);
    else if (leave)
        http_socket_start_close(socket, WSLAY_CODE_GOING_AWAY, "the server stops", "the server stops");
    http_socket_write(socket);
    if (!http_socket_is_done(socket))
        socket_watch(sockets, socket);
    if (http_socket_is_done(socket))
        socket_finish(sockets, socket, http_socket_why(socket));
}

static void socket_begin(struct http_sockets *sockets, struct http_socket *socket)
{
    socket->next = sockets->first;
    if (sockets->first != NULL)
        sockets->first->prev = socket;
    sockets->first = socket;
    if (!http_socket_begin(socket) || socket->ended) {
        socket_finish(sockets, socket, "out of memory");
        return;
    }
    socket->events->opened(socket->user, socket);
    http_socket_read(socket);
    socket_serve(sockets, socket);
}

/* Removes the first socket from the queue. NULL: the queue is empty, and from now on make_due() wakes the thread. *end
 * is set to whether the thread must end. */
static struct http_socket *due_pop(struct http_sockets *sockets, bool *end)
{
    pthread_mutex_lock(&sockets->lock);
    *end = sockets->end;
    struct http_socket *socket = sockets->due;
    if (socket != NULL) {
        sockets->due = socket->next_due;
        if (sockets->due == NULL)
            sockets->due_end = &sockets->due;
        socket->due = false;
    } else {
        sockets->awake = false;
    }
    pthread_mutex_unlock(&sockets->lock);
    return socket;
}

/* Returns false when the thread must end. */
static bool serve_due(struct http_sockets *sockets)
{
    bool end;
    for (struct http_socket *socket; (socket = due_pop(sockets, &end)) != NULL;)
        if (socket->frames == NULL)
            socket_begin(sockets, socket);
        else
            socket_serve(sockets, socket);
    return !end;
}

static void serve_event(struct http_sockets *sockets, const struct epoll_event *event)
{
    struct http_socket *socket = event->data.ptr;
    uint64_t count;
    if (socket == NULL) {
        if (read(sockets->event, &count, sizeof count) < 0 && errno != EAGAIN)
            log_error("sockets", "eventfd: %s", strerror(errno));
        return;
    }
    if ((event->events & EPOLLIN) != 0)
        http_socket_read(socket);
    if ((event->events & (EPOLLHUP | EPOLLERR)) != 0)
        socket->ended = true;
    socket_serve(sockets, socket);
}

static void serve_clock(struct http_sockets *sockets, uint64_t now)
{
    for (struct http_socket *socket = sockets->first, *next; socket != NULL; socket = next) {
        next = socket->next;
        http_socket_tick(socket, now);
        socket_serve(sockets, socket);
    }
}

static void set_awake(struct http_sockets *sockets)
{
    pthread_mutex_lock(&sockets->lock);
    sockets->awake = true;
    pthread_mutex_unlock(&sockets->lock);
}

static void *run_sockets(void *pointer)
{
    struct http_sockets *sockets = pointer;
    struct epoll_event event[64];
    uint64_t tick = 0;
    while (serve_due(sockets)) {
        int count = epoll_wait(sockets->epoll, event, 64, sockets->first != NULL ? SOCKET_TICK_MS : -1);
        set_awake(sockets);
        for (int i = 0; i < count; i++)
            serve_event(sockets, &event[i]);
        uint64_t now = http_now_ms();
        if (now - tick >= SOCKET_TICK_MS) {
            tick = now;
            serve_clock(sockets, now);
        }
    }
    while (sockets->first != NULL)
        socket_finish(sockets, sockets->first, "the server stops");
    return NULL;
}

/* ---- from start to stop ---- */

void http_sockets_add(struct http_socket *socket)
{
    struct http_sockets *sockets = socket->http->sockets;
    atomic_fetch_add_explicit(&sockets->http->open_sockets, 1, memory_order_relaxed);
    pthread_mutex_lock(&sockets->lock);
    bool end = sockets->end;
    if (!end)
        make_due(sockets, socket);
    pthread_mutex_unlock(&sockets->lock);
    if (end)
        socket_close(sockets, socket, "the server stops");
}

struct http_sockets *http_sockets_start(struct http *http)
{
    struct http_sockets *sockets = calloc(1, sizeof *sockets);
    struct epoll_event event = {.events = EPOLLIN};
    if (sockets == NULL)
        return NULL;
    sockets->http = http;
    sockets->due_end = &sockets->due;
    pthread_mutex_init(&sockets->lock, NULL);
    sockets->epoll = epoll_create1(EPOLL_CLOEXEC);
    sockets->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (sockets->epoll >= 0 && sockets->event >= 0 &&
        epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, sockets->event, &event) == 0)
        sockets->on = pthread_create(&sockets->thread, NULL, run_sockets, sockets) == 0;
    if (sockets->on)
        return sockets;
    http_sockets_free(sockets);
    return NULL;
}

void http_sockets_leave(struct http_sockets *sockets)
{
    pthread_mutex_lock(&sockets->lock);
    sockets->leave = true;
    wake_thread(sockets);
    pthread_mutex_unlock(&sockets->lock);
}

void http_sockets_stop(struct http_sockets *sockets)
{
    if (sockets == NULL || !sockets->on)
        return;
    pthread_mutex_lock(&sockets->lock);
    sockets->end = true;
    wake_thread(sockets);
    pthread_mutex_unlock(&sockets->lock);
    pthread_join(sockets->thread, NULL);
    sockets->on = false;
    bool end;
    for (struct http_socket *socket; (socket = due_pop(sockets, &end)) != NULL;) /* added but not opened */
        socket_close(sockets, socket, "the server stops");
}

void http_sockets_free(struct http_sockets *sockets)
{
    if (sockets == NULL)
        return;
    if (sockets->epoll >= 0)
        close(sockets->epoll);
    if (sockets->event >= 0)
        close(sockets->event);
    pthread_mutex_destroy(&sockets->lock);
    free(sockets);
}
