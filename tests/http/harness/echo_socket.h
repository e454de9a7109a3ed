/* A server with WebSockets that echo, and a record of their callbacks. */
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

/* The callbacks of all sockets of the server. */
struct end {
    pthread_mutex_t lock;
    unsigned opened, messages, closed;
    size_t bytes;
    char why[64]; /* the argument of the last closed() */
};

extern struct http *server;
extern uint16_t port;
extern struct end end;
extern int send_buffer; /* of the server's sockets in bytes, small so that it fills; 0 = the system's default */

void sleep_ms(long ms);
/* GET /socket: echoes each message; a message that begins with 'c' makes the server close with 4001. GET /hello. */
void start(struct http_options options);
/* Set-up and tear-down for cmocka: start with http_defaults; stop, and check that every opened socket was closed. */
int setup(void **state);
int teardown(void **state);

unsigned closed_count(void);
/* Waits for the n-th closed() and compares its reason. */
void check_closed(unsigned n, const char *why);
void open_socket(struct raw *raw);
/* Sends a message and receives the same one back. */
void check_echo(struct raw *raw, const void *data, size_t len);
/* Runs the closing handshake, begun by the client. */
void say_goodbye(struct raw *raw);

#endif
