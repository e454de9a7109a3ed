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
/* Returns the value of the first header field of this name, or NULL, in one of a few static buffers. */
const char *reply_header(const struct reply *reply, const char *name);
/* Returns the "type" of problem details without its prefix "/problems/", or "" for any other body, in a static buffer.
 */
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
/* Reads the next reply of the connection. is_head: it answers a HEAD request, so it has no body in spite of its
 * Content-Length. Interim replies (100) are returned like others. */
struct reply raw_reply(struct raw *raw, bool is_head);
/* Sends text on a new connection and returns the reply. */
struct reply raw_ask(uint16_t port, const char *text);
/* Reads until the bytes of the raw stream that are not used yet contain `text`; returns false if the stream ends
 * before, or the text does not arrive in time. */
bool raw_wait_for(struct raw *raw, const char *text);
/* Reads exactly `len` bytes of the stream into `out`; returns false if the stream ends before, or they do not arrive in
 * time. */
bool raw_take(struct raw *raw, void *out, size_t len);
/* Waits until the peer closes the connection, and discards bytes that arrive; returns false if it does not within `ms`.
 */
bool raw_closed_within(struct raw *raw, int ms);

#endif
