/* Addresses to listen on, as an option gives them. */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/status.h>

enum { HTTP_LISTEN_MAX = 16, HTTP_HOST_MAX = 256 };

struct http_listen {
    char host[HTTP_HOST_MAX]; /* name or address without brackets; of a Unix socket its path */
    uint16_t port;            /* 0: any free port */
    bool is_unix;
};

/* Reads "HOST:PORT", "[ADDRESS]:PORT" or "unix:PATH". NASH_INVALID with a sentence that begins with the text. */
enum nash_status http_listen_parse(const char *text, struct http_listen *listen, struct nash_error *error);
/* Returns whether only this machine can connect: a loopback address, or a Unix socket, which its file mode protects. */
bool http_listen_is_local(const struct http_listen *listen);

#endif
