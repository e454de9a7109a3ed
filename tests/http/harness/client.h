/* HTTP clients for tests: libcurl for valid requests, raw sockets for invalid ones.
 *
 * When the client itself fails (no connection, no reply within CLIENT_PATIENCE_MS), the reply has status 0, so that the
 * test fails by its own assertion. */
#ifndef TESTS_HTTP_CLIENT_H
#define TESTS_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLIENT_PATIENCE_MS = 20000 };

struct reply {
    int status; /* 0: no reply */
    char *head; /* status line and fields, NUL-terminated; owned */
    char *body; /* decoded, NUL-terminated; owned */
    size_t len;
};

void reply_free(struct reply *reply);
/* Returns the value of the first field of this name, in one of a few static buffers; NULL when absent. */
const char *reply_header(const struct reply *reply, const char *name);
/* Returns the "type" of a problem without its "/problems/" prefix (static buffer), or "" for another body. */
const char *reply_problem(const struct reply *reply);

/* ---- libcurl ---- */

/* Sends one request on a new connection. headers: NULL-terminated list of "Name: value", or NULL. body NULL: none. */
struct reply client_call(uint16_t port, const char *method, const char *path, const char *const *headers,
                         const void *body, size_t len);
struct reply client_get(uint16_t port, const char *path);
struct reply client_post(uint16_t port, const char *path, const char *type, const char *body);

/* ---- raw sockets ---- */

struct raw {
    int fd;
    char *data; /* bytes read and not yet used by raw_reply() */
    size_t len, room;
    bool closed; /* end of file or reset was seen */
};

bool raw_open(struct raw *raw, uint16_t port); /* false when it cannot connect */
void raw_close(struct raw *raw);
bool raw_send(struct raw *raw, const void *data, size_t len); /* false when the peer has closed */
bool raw_text(struct raw *raw, const char *text);
/* Reads the next reply of the connection. is_head: it has no body in spite of its Content-Length. Interim replies (100)
 * are returned like others. */
struct reply raw_reply(struct raw *raw, bool is_head);
/* Sends text on a new connection and returns the reply. */
struct reply raw_ask(uint16_t port, const char *text);
/* Reads on; returns true when at least `want` bytes of the raw stream have arrived that contain text. */
bool raw_wait_for(struct raw *raw, const char *text);
/* Removes exactly len bytes of the stream; false when it ends before, or they do not arrive. */
bool raw_take(struct raw *raw, void *out, size_t len);
/* Waits until the peer closes; false if it does not within ms. Discards the bytes that arrive. */
bool raw_closed_within(struct raw *raw, int ms);

#endif
