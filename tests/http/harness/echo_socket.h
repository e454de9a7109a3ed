/* A server whose WebSockets echo each message, and a record of their callbacks. */
#ifndef TESTS_HTTP_ECHO_SOCKET_H
#define TESTS_HTTP_ECHO_SOCKET_H

#include <pthread.h>

#include <http/reply.h>
#include <http/stats.h>
#include <http/websocket/socket.h>
#include <http/websocket/sockets.h>

#include "client.h"
#include "frames.h"

enum { MESSAGE_MOST = 96 << 10 };

/* Numbers of callbacks of all sockets of the server. */
struct end {
    pthread_mutex_t lock;
    unsigned opened, messages, closed;
    size_t bytes;
    char why[64]; /* the argument of the last closed() */
};

extern struct http *server;
extern uint16_t port;
extern struct end end;
extern int
    send_buffer; /* size of the server's send buffers in bytes; small: they fill soon; 0 = the system's default */

void sleep_ms(long ms);
/* Starts the server. GET /socket opens a socket that echoes each message; a message that begins with 'c' makes the
 * server close with the code 4001. GET /hello is an ordinary request. */
void start(struct http_options options);
/* For cmocka: setup() starts the server with http_defaults; teardown() stops it and checks that every opened socket was
 * closed. */
int setup(void **state);
int teardown(void **state);

unsigned closed_count(void);
/* Waits until closed() has been called n times, and compares the reason of the last call. */
void check_closed(unsigned n, const char *why);
void open_socket(struct raw *raw);
/* Sends a message and checks that the same message comes back. */
void check_echo(struct raw *raw, const void *data, size_t len);
/* Runs the closing handshake, begun by the client. */
void say_goodbye(struct raw *raw);

#endif
