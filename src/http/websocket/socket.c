/* One WebSocket: bytes to messages and back, by wslay. All of it runs in the WebSocket thread.
 *
 * wslay writes frames into socket->out, so that one send(2) sends many small frames. It gets the next queued message
 * only when it has none, so unread messages of a slow reader stay in the queue, which is bounded. wslay's own answers
 * (pongs) are bounded by not reading while too many are unsent.
 *
 * A close by the server is sent after the messages queued before it, and the client has SOCKET_CLOSE_MS to answer.
 * After a protocol error the socket stops reading, sends the close frame and lingers (connection/linger.c); otherwise
 * the reset that unread bytes cause could overtake the frame. */
#include "socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static size_t socket_pending(const struct http_socket *socket)
{
    return socket->out.len - socket->sent;
}

static void socket_fail(struct http_socket *socket, const char *why)
{
    if (socket->why == NULL)
        socket->why = why;
}

/* ---- wslay's callbacks ---- */

static ssize_t receive_bytes(wslay_event_context_ptr frames, uint8_t *buf, size_t len, int flags, void *pointer)
{
    struct http_socket *socket = pointer;
    (void)flags;
    if (socket->early_at < socket->early.len) {
        size_t left = socket->early.len - socket->early_at, count = len < left ? len : left;
        memcpy(buf, socket->early.data + socket->early_at, count);
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

static ssize_t append_frame_bytes(wslay_event_context_ptr frames, const uint8_t *data, size_t len, int flags,
                                  void *pointer)
{
    struct http_socket *socket = pointer;
    (void)flags;
    if (socket_pending(socket) >= SOCKET_OUT_STEP) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    nash_buf_add(&socket->out, data, len);
    if (!socket->out.failed)
        return (ssize_t)len;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

/* Refuses text at its first frame. */
static void on_frame_start(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                           void *pointer)
{
    static const char reason[] = "binary messages only";
    struct http_socket *socket = pointer;
    if (frame->opcode != WSLAY_TEXT_FRAME)
        return;
    wslay_event_queue_close(frames, WSLAY_CODE_UNSUPPORTED_DATA, (const uint8_t *)reason, sizeof reason - 1);
    wslay_event_shutdown_read(frames);
    socket->closing = socket->close_queued = true;
    socket->close_why = "the client sent text";
    socket->close_by_ms = http_now_ms() + SOCKET_CLOSE_MS;
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *pointer)
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
        .recv_callback = receive_bytes,
        .send_callback = append_frame_bytes,
        .on_frame_recv_start_callback = on_frame_start,
        .on_msg_recv_callback = on_message,
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
    nash_buf_free(&socket->early);
    free(socket);
}

/* ---- reading and writing ---- */

static size_t unsent_answers(const struct http_socket *socket)
{
    return wslay_event_get_queued_msg_length(socket->frames) + socket_pending(socket);
}

void http_socket_read(struct http_socket *socket)
{
    socket->budget = SOCKET_READ_STEP;
    if (socket->why != NULL || !wslay_event_want_read(socket->frames) || wslay_event_recv(socket->frames) == 0)
        return;
    if (socket->ended)
        socket_fail(socket, "the client hung up");
    else if (!socket->closing) /* an invalid frame header: wslay closes without a code */
        socket->close_why = "the client violated the WebSocket protocol";
}

/* Passes the next message to wslay, or the close after the last message. Returns false if there is nothing to send. */
static bool queue_next_message(struct http_socket *socket)
{
    struct bytes *message = http_sockets_next(socket);
    if (message != NULL) {
        const struct wslay_event_msg binary = {WSLAY_BINARY_FRAME, (const uint8_t *)message->data, message->len};
        int failed = wslay_event_queue_msg(socket->frames, &binary); /* copies */
        bytes_unref(message);
        if (failed == WSLAY_ERR_NOMEM)
            socket_fail(socket, "out of memory");
        else if (failed == 0)
            atomic_fetch_add_explicit(&socket->http->socket_sent, 1, memory_order_relaxed);
        return failed != WSLAY_ERR_NOMEM; /* after a close wslay ignores the message */
    }
    if (!socket->closing || socket->close_queued)
        return false;
    socket->close_queued = true;
    return wslay_event_queue_close(socket->frames, (uint16_t)socket->close_with, (const uint8_t *)socket->close_text,
                                   strlen(socket->close_text)) == 0;
}

/* Moves the unsent rest to the front, so that the buffer stays bounded with a reader that never catches up. */
static void discard_sent(struct http_socket *socket)
{
    if (socket->sent < SOCKET_OUT_STEP)
        return;
    nash_buf_erase(&socket->out, 0, socket->sent);
    socket->sent = 0;
}

static void make_frames(struct http_socket *socket)
{
    while (socket->why == NULL && socket_pending(socket) < SOCKET_OUT_STEP &&
           (wslay_event_want_write(socket->frames) || queue_next_message(socket)))
        if (wslay_event_send(socket->frames) != 0)
            socket_fail(socket, "out of memory");
}

/* Returns true when all bytes have been sent. */
static bool send_frames(struct http_socket *socket)
{
    while (socket_pending(socket) > 0) {
        ssize_t count =
            send(socket->fd, socket->out.data + socket->sent, socket_pending(socket), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK) {
                socket->ended = true;
                socket_fail(socket, "the client hung up");
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
    if (socket_pending(socket) == 0)
        socket->moved_ms = http_now_ms();
    do {
        discard_sent(socket);
        make_frames(socket);
    } while (socket->why == NULL && socket_pending(socket) > 0 && send_frames(socket));
    if (socket_pending(socket) == 0 && socket->out.room > SOCKET_OUT_KEEP)
        nash_buf_free(&socket->out);
}

/* ---- the end of a socket ---- */

void http_socket_start_close(struct http_socket *socket, unsigned code, const char *reason, const char *why)
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
    if (socket_pending(socket) > 0 && now - socket->moved_ms >= options->reply_ms)
        late = "the client reads too slowly";
    else if (now - socket->heard_ms >= 2 * (uint64_t)options->ping_ms)
        late = "the client is silent";
    if (late != NULL) {
        atomic_fetch_add_explicit(&socket->http->socket_cut, 1, memory_order_relaxed);
        socket_fail(socket, late);
    } else if (socket->closing && now >= socket->close_by_ms) {
        socket_fail(socket, socket->close_why);
    } else if (!socket->pinged && now - socket->heard_ms >= options->ping_ms) {
        const struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
        socket->pinged = true;
        if (wslay_event_queue_msg(socket->frames, &ping) == WSLAY_ERR_NOMEM)
            socket_fail(socket, "out of memory");
    }
}

bool http_socket_is_done(const struct http_socket *socket)
{
    return socket->why != NULL || socket->ended ||
           (socket_pending(socket) == 0 && !wslay_event_want_read(socket->frames) &&
            !wslay_event_want_write(socket->frames));
}

const char *http_socket_why(const struct http_socket *socket)
{
    if (socket->why != NULL || socket->close_why != NULL)
        return socket->why != NULL ? socket->why : socket->close_why;
    if (wslay_event_get_close_received(socket->frames))
        return "the client closed the socket";
    if (socket->ended)
        return "the client hung up";
    return wslay_event_get_status_code_sent(socket->frames) == WSLAY_CODE_MESSAGE_TOO_BIG
               ? "a message was too large"
               : "the client violated the WebSocket protocol";
}

uint32_t http_socket_wants(const struct http_socket *socket)
{
    bool reads = wslay_event_want_read(socket->frames) && unsent_answers(socket) < SOCKET_ANSWERS_MAX;
    return (reads ? EPOLLIN : 0U) | (socket_pending(socket) > 0 ? EPOLLOUT : 0U);
}
