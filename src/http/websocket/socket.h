/* A WebSocket from its handshake to its end.
 *
 * upgrade.c (HTTP thread) checks the handshake and creates the socket. After the 101 has been sent, the WebSocket
 * thread (sockets.c) owns it and calls socket.c for each socket that has something to do. */
#ifndef HTTP_SOCKET_H
#define HTTP_SOCKET_H

#include <wslay/wslay.h>

#include <http/connection/conn.h>
#include <http/websocket.h>
#include <nash/buf.h>

enum {
    SOCKET_TICK_MS = 100,          /* a deadline fires at most this late */
    SOCKET_CLOSE_MS = 2000,        /* time for a client to answer a close, or to read the last bytes */
    SOCKET_QUEUE_MAX = 1 << 20,    /* bytes in a queue; a socket with more is cut when a further message is queued */
    SOCKET_OUT_STEP = 64 << 10,    /* bytes of frames prepared for send(2) */
    SOCKET_OUT_KEEP = 4 << 10,     /* bytes of their buffer that a socket keeps when all were sent */
    SOCKET_READ_STEP = 64 << 10,   /* bytes read from one socket before the next one is served */
    SOCKET_ANSWERS_MAX = 256 << 10 /* bytes of unread pongs at which the socket stops reading */
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
    bool due;  /* the socket is in the queue of sockets that need service */
    bool over; /* closed() is about to be called */
    /* ring buffer of messages to send: its capacity, index of the first message, number of messages, their bytes */
    struct bytes **queue;
    size_t queue_room, queue_at, queue_count, queue_bytes;
    bool choked;         /* the queue has overflowed */
    unsigned close_code; /* requested by http_socket_close(), 0 = none */
    char close_reason[124];

    /* WebSocket thread only */
    struct http_socket *prev, *next;
    wslay_event_context_ptr frames;
    struct nash_buf early; /* bytes that arrived after the handshake; those from `early_at` on have not been read */
    size_t early_at;
    size_t budget;       /* bytes that may still be read in this turn */
    struct nash_buf out; /* frames; the bytes from `sent` on have not been sent */
    size_t sent;
    bool watched; /* epoll watches fd for the events watched_for */
    uint32_t watched_for;
    bool pinged;                              /* nothing has arrived since the ping */
    bool ended;                               /* end of file, or a broken connection */
    bool closing;                             /* a close frame is to be queued after the messages */
    bool close_queued;                        /* the close frame has been queued */
    unsigned close_with;                      /* code of the close frame */
    const char *close_text, *close_why;       /* reason in the close frame; text for closed() */
    const char *why;                          /* the reason for a cut; NULL: the socket is open */
    uint64_t heard_ms, moved_ms, close_by_ms; /* last bytes received, last bytes sent, end of SOCKET_CLOSE_MS */
};

/* upgrade.c */
enum { HTTP_ACCEPT_MAX = 29 }; /* 28 characters of base64 and a NUL */
/* Computes Sec-WebSocket-Accept; false: the key is malformed. */
bool http_handshake_accept(char out[HTTP_ACCEPT_MAX], const char *key);
/* Returns whether a comma-separated list has the token, in any case. */
bool http_has_token(const char *list, const char *token);

/* socket.c, in the WebSocket thread */
bool http_socket_begin(struct http_socket *socket);              /* false: out of memory */
void http_socket_read(struct http_socket *socket);               /* reads what has arrived, calls message() */
void http_socket_write(struct http_socket *socket);              /* sends queued messages */
void http_socket_tick(struct http_socket *socket, uint64_t now); /* sends pings, enforces deadlines */
/* Starts the closing handshake with a code and reason; `why` is the text for closed(). */
void http_socket_start_close(struct http_socket *socket, unsigned code, const char *reason, const char *why);
/* Returns whether the closing handshake is complete or the socket must be cut. */
bool http_socket_is_done(const struct http_socket *socket);
const char *http_socket_why(const struct http_socket *socket); /* why a socket that is done has ended */
uint32_t http_socket_wants(const struct http_socket *socket);  /* EPOLLIN | EPOLLOUT */
void http_socket_free(struct http_socket *socket);

/* sockets.c */
void http_sockets_add(struct http_socket *socket); /* passes it to the WebSocket thread; called in the HTTP thread */
/* Removes the next message to send from the queue, with its reference; NULL: none. */
struct bytes *http_sockets_next(struct http_socket *socket);

#endif
