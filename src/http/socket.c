/* One WebSocket: bytes to messages and back, by wslay. All of it runs in the sockets' thread.
 *
 * wslay makes frames into a buffer of ours, so that a frame, or many small ones, leave by one send(2). It is given the
 * next queued message only when it has none: what a slow reader has not taken stays in the queue, which is bounded.
 * Answers that wslay makes by itself (pongs) are bounded by not reading while too many are unsent.
 *
 * A close from our side goes out behind the messages queued before it, and the client gets SOCKET_CLOSE_MS to answer.
 * After a breach of the protocol nothing more is read; the close frame leaves and the connection lingers (linger.c),
 * else the reset that unread bytes provoke could overtake it. */
#include "socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static size_t pending(const struct http_socket *socket)
{
    return socket->out.len - socket->sent;
}

static void fail(struct http_socket *socket, const char *why)
{
    if (socket->why == NULL)
        socket->why = why;
}

/* ---- wslay's callbacks ---- */

static ssize_t read_some(wslay_event_context_ptr frames, uint8_t *buf, size_t len, int flags, void *pointer)
{
    struct http_socket *socket = pointer;
    (void)flags;
    if (socket->early_at < socket->early_len) {
        size_t left = socket->early_len - socket->early_at, count = len < left ? len : left;
        memcpy(buf, socket->early + socket->early_at, count);
        socket->early_at += count;
        return (ssize_t)count;
    }
    ssize_t got = -1;
    errno = EAGAIN;
    if (socket->budget > 0)
        do
            got = recv(socket->fd, buf, len < socket->budget ? len : socket->budget, MSG_DONTWAIT);
        while (got < 0 && errno == EINTR);
    if (got > 0) {
        socket->budget -= (size_t)got;
        socket->heard_ms = http_now_ms();
        socket->pinged = false;
        return got;
    }
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    socket->ended = socket->ended || !later;
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t write_some(wslay_event_context_ptr frames, const uint8_t *data, size_t len, int flags, void *pointer)
{
    struct http_socket *socket = pointer;
    (void)flags;
    if (pending(socket) >= SOCKET_OUT_STEP) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    nash_buf_add(&socket->out, data, len);
    if (!socket->out.failed)
        return (ssize_t)len;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

/* Text is refused by its first frame. */
static void frame_begins(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                         void *pointer)
{
    static const char reason[] = "binary messages only";
    struct http_socket *socket = pointer;
    if (frame->opcode != WSLAY_TEXT_FRAME)
        return;
    wslay_event_queue_close(frames, WSLAY_CODE_UNSUPPORTED_DATA, (const uint8_t *)reason, sizeof reason - 1);
    wslay_event_shutdown_read(frames);
    socket->closing = socket->close_queued = true;
    socket->close_why = "it sent text";
    socket->close_by_ms = http_now_ms() + SOCKET_CLOSE_MS;
}

static void message_came(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                         void *pointer)
{
    struct http_socket *socket = pointer;
    (void)frames;
    if (message->opcode != WSLAY_BINARY_FRAME)
        return;
    atomic_fetch_add_explicit(&socket->http->socket_received, 1, memory_order_relaxed);
    socket->events->message(socket->user, socket, message->msg, message->msg_length);
}

bool http_socket_begin(struct http_socket *socket)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = read_some,
        .send_callback = write_some,
        .on_frame_recv_start_callback = frame_begins,
        .on_msg_recv_callback = message_came,
    };
    int on = 1;
    setsockopt(socket->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    socket->heard_ms = socket->moved_ms = http_now_ms();
    if (wslay_event_context_server_init(&socket->frames, &callbacks, socket) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(socket->frames, socket->message_max);
    return true;
}

void http_socket_free(struct http_socket *socket)
{
    for (; socket->queue_count > 0; socket->queue_count--) {
        bytes_unref(socket->queue[socket->queue_at]);
        socket->queue_at = (socket->queue_at + 1) % socket->queue_room;
    }
    free(socket->queue);
    if (socket->frames != NULL)
        wslay_event_context_free(socket->frames);
    nash_buf_free(&socket->out);
    free(socket->early);
    free(socket);
}

/* ---- reading and writing ---- */

static size_t unsent_answers(const struct http_socket *socket)
{
    return wslay_event_get_queued_msg_length(socket->frames) + pending(socket);
}

void http_socket_read(struct http_socket *socket)
{
    socket->budget = SOCKET_READ_STEP;
    if (socket->why != NULL || !wslay_event_want_read(socket->frames) || wslay_event_recv(socket->frames) == 0)
        return;
    if (socket->ended)
        fail(socket, "the client hung up");
    else if (!socket->closing) /* a head that no frame may have: wslay says goodbye, without a code */
        socket->close_why = "it broke the WebSocket protocol";
}

/* The next message for wslay, or the close behind the last one; false: there is nothing. */
static bool feed(struct http_socket *socket)
{
    struct bytes *message = http_sockets_next(socket);
    if (message != NULL) {
        const struct wslay_event_msg binary = {WSLAY_BINARY_FRAME, (const uint8_t *)message->data, message->len};
        int failed = wslay_event_queue_msg(socket->frames, &binary); /* copies */
        bytes_unref(message);
        if (failed == WSLAY_ERR_NOMEM)
            fail(socket, "no memory");
        else if (failed == 0)
            atomic_fetch_add_explicit(&socket->http->socket_sent, 1, memory_order_relaxed);
        return failed != WSLAY_ERR_NOMEM; /* after a close nothing is sent any more */
    }
    if (!socket->closing || socket->close_queued)
        return false;
    socket->close_queued = true;
    return wslay_event_queue_close(socket->frames, (uint16_t)socket->close_with, (const uint8_t *)socket->close_text,
                                   strlen(socket->close_text)) == 0;
}

/* A reader that never quite keeps up must not make the buffer grow for ever. */
static void forget_sent(struct http_socket *socket)
{
    if (socket->sent < SOCKET_OUT_STEP)
        return;
    memmove(socket->out.data, socket->out.data + socket->sent, pending(socket));
    socket->out.len -= socket->sent;
    socket->sent = 0;
}

static void make_frames(struct http_socket *socket)
{
    while (socket->why == NULL && pending(socket) < SOCKET_OUT_STEP &&
           (wslay_event_want_write(socket->frames) || feed(socket)))
        if (wslay_event_send(socket->frames) != 0)
            fail(socket, "no memory");
}

/* True when all of it went. */
static bool send_out(struct http_socket *socket)
{
    while (pending(socket) > 0) {
        ssize_t count = send(socket->fd, socket->out.data + socket->sent, pending(socket), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK) {
                socket->ended = true;
                fail(socket, "the client hung up");
            }
            return false;
        }
        socket->sent += (size_t)count;
        socket->moved_ms = http_now_ms();
    }
    nash_buf_reset(&socket->out);
    socket->sent = 0;
    return true;
}

void http_socket_write(struct http_socket *socket)
{
    if (pending(socket) == 0)
        socket->moved_ms = http_now_ms();
    do {
        forget_sent(socket);
        make_frames(socket);
    } while (socket->why == NULL && pending(socket) > 0 && send_out(socket));
}

/* ---- its end ---- */

void http_socket_say_close(struct http_socket *socket, unsigned code, const char *reason, const char *why)
{
    if (socket->closing)
        return;
    socket->closing = true;
    socket->close_with = code;
    socket->close_text = reason;
    socket->close_why = why;
    socket->close_by_ms = http_now_ms() + SOCKET_CLOSE_MS;
}

void http_socket_tick(struct http_socket *socket, uint64_t now)
{
    const struct http_options *options = &socket->http->options;
    const char *late = NULL;
    if (pending(socket) > 0 && now - socket->moved_ms >= options->reply_ms)
        late = "it reads too slowly";
    else if (now - socket->heard_ms >= 2 * (uint64_t)options->ping_ms)
        late = "it fell silent";
    if (late != NULL) {
        atomic_fetch_add_explicit(&socket->http->socket_cut, 1, memory_order_relaxed);
        fail(socket, late);
    } else if (socket->closing && now >= socket->close_by_ms) {
        fail(socket, socket->close_why);
    } else if (!socket->pinged && now - socket->heard_ms >= options->ping_ms) {
        const struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
        socket->pinged = true;
        if (wslay_event_queue_msg(socket->frames, &ping) == WSLAY_ERR_NOMEM)
            fail(socket, "no memory");
    }
}

bool http_socket_is_done(const struct http_socket *socket)
{
    return socket->why != NULL || socket->ended ||
           (pending(socket) == 0 && !wslay_event_want_read(socket->frames) && !wslay_event_want_write(socket->frames));
}

const char *http_socket_why(const struct http_socket *socket)
{
    if (socket->why != NULL || socket->close_why != NULL)
        return socket->why != NULL ? socket->why : socket->close_why;
    if (wslay_event_get_close_received(socket->frames))
        return "the client closed it";
    if (socket->ended)
        return "the client hung up";
    return wslay_event_get_status_code_sent(socket->frames) == WSLAY_CODE_MESSAGE_TOO_BIG
               ? "a message was too large"
               : "it broke the WebSocket protocol";
}

uint32_t http_socket_wants(const struct http_socket *socket)
{
    bool reads = wslay_event_want_read(socket->frames) && unsent_answers(socket) < SOCKET_ANSWERS_MAX;
    return (reads ? EPOLLIN : 0U) | (pending(socket) > 0 ? EPOLLOUT : 0U);
}
