/* The thread of all WebSockets: one epoll, one list, one queue of those with something to do.
 *
 * Other threads reach a socket by http_socket_send() and http_socket_close() alone: these leave their wish under the
 * lock, put the socket into the queue of the due and wake the thread, unless it is awake. Everything else of a socket
 * belongs to the thread, so that its events never overlap.
 *
 * An upgraded connection stays one of libmicrohttpd's until MHD_upgrade_action(), which wakes the HTTP thread and must
 * not come after the daemon's end: http_sockets_stop() ends this thread before. */
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
    bool on;
    int epoll, event;
    pthread_mutex_t lock;
    struct http_socket *due, **due_end; /* under lock, in the order they came */
    bool awake;                         /* under lock: the thread will look at the queue before it sleeps */
    bool leave, end;                    /* under lock */
    struct http_socket *first;          /* the thread's */
};

/* ---- what other threads do, all under the lock ---- */

static void wake(struct http_sockets *sockets)
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
    wake(sockets);
}

static bool enqueue(struct http_socket *socket, struct bytes *message)
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
        socket->choked = socket->queue_bytes > SOCKET_QUEUE_MAX || !enqueue(socket, message);
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

/* ---- a socket's end ---- */

static void unlist(struct http_sockets *sockets, struct http_socket *socket)
{
    if (socket->prev != NULL)
        socket->prev->next = socket->next;
    else if (sockets->first == socket)
        sockets->first = socket->next;
    if (socket->next != NULL)
        socket->next->prev = socket->prev;
}

static void forget_due(struct http_sockets *sockets, struct http_socket *socket)
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

/* Of one that the thread never had, or has no longer. */
static void part(struct http_sockets *sockets, struct http_socket *socket, const char *why)
{
    struct MHD_UpgradeResponseHandle *upgrade = socket->upgrade;
    pthread_mutex_lock(&sockets->lock);
    socket->over = true;
    if (socket->due)
        forget_due(sockets, socket);
    pthread_mutex_unlock(&sockets->lock);
    log_debug("socket closed", "%s", why);
    socket->events->closed(socket->user, why);
    socket->conn->linger = !socket->ended && socket->why == NULL;
    atomic_fetch_sub_explicit(&sockets->http->open_sockets, 1, memory_order_relaxed);
    http_socket_free(socket);
    MHD_upgrade_action(upgrade, MHD_UPGRADE_ACTION_CLOSE);
}

/* ---- the thread ---- */

static void finish(struct http_sockets *sockets, struct http_socket *socket, const char *why)
{
    if (socket->watched)
        epoll_ctl(sockets->epoll, EPOLL_CTL_DEL, socket->fd, NULL);
    unlist(sockets, socket);
    part(sockets, socket, why);
}

static void watch(struct http_sockets *sockets, struct http_socket *socket)
{
    struct epoll_event event = {.events = http_socket_wants(socket), .data.ptr = socket};
    if (!socket->watched || event.events != socket->watched_for)
        if (epoll_ctl(sockets->epoll, socket->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket->fd, &event) != 0)
            socket->why = "no memory";
    socket->watched = true;
    socket->watched_for = event.events;
}

/* The wishes of other threads, then what can be written. */
static void serve(struct http_sockets *sockets, struct http_socket *socket)
{
    pthread_mutex_lock(&sockets->lock);
    bool choked = socket->choked, leave = sockets->leave;
    unsigned code = socket->close_code;
    pthread_mutex_unlock(&sockets->lock);
    if (choked && socket->why == NULL) {
        atomic_fetch_add_explicit(&sockets->http->socket_cut, 1, memory_order_relaxed);
        socket->why = "it reads too slowly";
    }
    if (code != 0)
        http_socket_say_close(socket, code, socket->close_reason, socket->close_reason);
    else if (leave)
        http_socket_say_close(socket, WSLAY_CODE_GOING_AWAY, "the server stops", "the server stops");
    http_socket_write(socket);
    if (!http_socket_is_done(socket))
        watch(sockets, socket);
    if (http_socket_is_done(socket))
        finish(sockets, socket, http_socket_why(socket));
}

static void begin(struct http_sockets *sockets, struct http_socket *socket)
{
    socket->next = sockets->first;
    if (sockets->first != NULL)
        sockets->first->prev = socket;
    sockets->first = socket;
    if (!http_socket_begin(socket) || socket->ended) {
        finish(sockets, socket, "no memory");
        return;
    }
    socket->events->opened(socket->user, socket);
    http_socket_read(socket);
    serve(sockets, socket);
}

/* NULL: there is none, and whoever makes one due from now on wakes the thread; *end tells whether it is to end. */
static struct http_socket *take_due(struct http_sockets *sockets, bool *end)
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

/* False: the thread is to end. */
static bool serve_due(struct http_sockets *sockets)
{
    bool end;
    for (struct http_socket *socket; (socket = take_due(sockets, &end)) != NULL;)
        if (socket->frames == NULL)
            begin(sockets, socket);
        else
            serve(sockets, socket);
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
    serve(sockets, socket);
}

static void serve_clock(struct http_sockets *sockets, uint64_t now)
{
    for (struct http_socket *socket = sockets->first, *next; socket != NULL; socket = next) {
        next = socket->next;
        http_socket_tick(socket, now);
        serve(sockets, socket);
    }
}

static void be_awake(struct http_sockets *sockets)
{
    pthread_mutex_lock(&sockets->lock);
    sockets->awake = true;
    pthread_mutex_unlock(&sockets->lock);
}

static void *run(void *pointer)
{
    struct http_sockets *sockets = pointer;
    struct epoll_event event[64];
    uint64_t tick = 0;
    while (serve_due(sockets)) {
        int count = epoll_wait(sockets->epoll, event, 64, sockets->first != NULL ? SOCKET_TICK_MS : -1);
        be_awake(sockets);
        for (int i = 0; i < count; i++)
            serve_event(sockets, &event[i]);
        uint64_t now = http_now_ms();
        if (now - tick >= SOCKET_TICK_MS) {
            tick = now;
            serve_clock(sockets, now);
        }
    }
    while (sockets->first != NULL)
        finish(sockets, sockets->first, "the server stops");
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
        part(sockets, socket, "the server stops");
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
        sockets->on = pthread_create(&sockets->thread, NULL, run, sockets) == 0;
    if (sockets->on)
        return sockets;
    http_sockets_free(sockets);
    return NULL;
}

void http_sockets_leave(struct http_sockets *sockets)
{
    pthread_mutex_lock(&sockets->lock);
    sockets->leave = true;
    wake(sockets);
    pthread_mutex_unlock(&sockets->lock);
}

void http_sockets_stop(struct http_sockets *sockets)
{
    if (sockets == NULL || !sockets->on)
        return;
    pthread_mutex_lock(&sockets->lock);
    sockets->end = true;
    wake(sockets);
    pthread_mutex_unlock(&sockets->lock);
    pthread_join(sockets->thread, NULL);
    sockets->on = false;
    bool end;
    for (struct http_socket *socket; (socket = take_due(sockets, &end)) != NULL;) /* added, and never begun */
        part(sockets, socket, "the server stops");
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
