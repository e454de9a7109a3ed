/* What upgrade.c, sockets.c and socket.c share: a WebSocket from its handshake to its end.
 *
 * upgrade.c (the HTTP thread) checks the handshake and makes the socket; when the 101 has left, it hands the socket to
 * the thread of sockets.c, which calls socket.c for what one of them has to do. */
#ifndef HTTP_SOCKET_H
#define HTTP_SOCKET_H

#include <wslay/wslay.h>

#include "internal.h"

enum {
    SOCKET_TICK_MS = 100,          /* its deadlines are late by at most this */
    SOCKET_CLOSE_MS = 2000,        /* what a client gets to answer a close, or to take the last bytes */
    SOCKET_QUEUE_MAX = 1 << 20,    /* bytes waiting for a slow reader; one message more is taken, then it is cut */
    SOCKET_OUT_STEP = 64 << 10,    /* bytes of frames made ahead of send(2) */
    SOCKET_READ_STEP = 64 << 10,   /* bytes read before the next socket has its turn */
    SOCKET_ANSWERS_MAX = 256 << 10 /* pongs a client has not read: no more is read from it */
};

struct http_socket {
    struct http *http;
    struct http_conn *conn;
    struct MHD_UpgradeResponseHandle *upgrade; /* NULL: never upgraded */
    const struct http_socket_events *events;
    void *user;
    size_t message_max;
    int fd;

    /* under sockets->lock */
    struct http_socket *next_due;
    bool due, over; /* in the list of those with something to do; closed() is about to be called */
    struct bytes **queue;
    size_t queue_room, queue_at, queue_count, queue_bytes;
    bool choked;         /* the queue has overrun */
    unsigned close_code; /* asked for by http_socket_close(), 0 = not */
    char close_reason[124];

    /* the sockets' thread only */
    struct http_socket *prev, *next;
    wslay_event_context_ptr frames;
    char *early; /* what came behind the handshake; owned */
    size_t early_len, early_at;
    size_t budget;       /* bytes that may still be read this turn */
    struct nash_buf out; /* frames, from `sent` on not in the socket yet */
    size_t sent;
    bool watched; /* by epoll, for these events */
    uint32_t watched_for;
    bool pinged;  /* and not heard from since */
    bool ended;   /* end of file, or a broken connection */
    bool closing; /* a close frame goes out as soon as the queue is empty; then, close_queued, it does */
    bool close_queued;
    unsigned close_with;
    const char *close_text, *close_why;
    const char *why; /* cut, for this; NULL: going on */
    uint64_t heard_ms, moved_ms, close_by_ms;
};

/* upgrade.c */
enum { HTTP_ACCEPT_MAX = 29 };
bool http_handshake_accept(char out[HTTP_ACCEPT_MAX],
                           const char *key);              /* Sec-WebSocket-Accept; false: the key is malformed */
bool http_has_token(const char *list, const char *token); /* in a comma-separated list, whatever the case */

/* socket.c: in the sockets' thread */
bool http_socket_begin(struct http_socket *socket); /* false: no memory */
void http_socket_read(struct http_socket *socket);  /* reads what there is, calls message() */
void http_socket_write(struct http_socket *socket); /* writes what is due */
void http_socket_say_close(struct http_socket *socket, unsigned code, const char *reason, const char *why);
void http_socket_tick(struct http_socket *socket, uint64_t now); /* pings and deadlines */
bool http_socket_is_done(const struct http_socket *socket);
const char *http_socket_why(const struct http_socket *socket); /* of one that is done */
uint32_t http_socket_wants(const struct http_socket *socket);  /* EPOLLIN | EPOLLOUT */
void http_socket_free(struct http_socket *socket);

/* sockets.c */
void http_sockets_add(struct http_socket *socket); /* takes it over; the HTTP thread */
struct bytes *
http_sockets_next(struct http_socket *socket); /* the next message to send, or NULL; the caller's reference */

#endif
