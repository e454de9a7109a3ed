/* A server whose sockets echo, and what its side of them saw: for the tests of WebSockets. */
#ifndef TESTS_HTTP_ECHO_SOCKET_H
#define TESTS_HTTP_ECHO_SOCKET_H

#include <pthread.h>

#include <http/socket.h>

#include "client.h"
#include "frames.h"

enum { MESSAGE_MOST = 96 << 10 };

/* The server's side of all its sockets. */
struct end {
    pthread_mutex_t lock;
    unsigned opened, messages, closed;
    size_t bytes;
    char why[64]; /* of the last closed() */
};

extern struct http *server;
extern uint16_t port;
extern struct end end;
extern int send_buffer; /* of the server's sockets in bytes, so that it fills; 0 = the system's */

void sleep_ms(long ms);
/* GET /socket: a message comes back as it is, one that begins with 'c' asks to be closed with 4001. GET /hello. */
void start(struct http_options options);
/* cmocka's: start(http_defaults); stop, and every socket that was opened has been closed. */
int setup(void **state);
int teardown(void **state);

unsigned closed_count(void);
/* Waits for the n-th closed() and compares its why. */
void check_closed(unsigned n, const char *why);
void open_socket(struct raw *raw);
/* Sends, and takes the same back. */
void check_echo(struct raw *raw, const void *data, size_t len);
/* The closing handshake, begun by the client. */
void say_goodbye(struct raw *raw);

#endif
