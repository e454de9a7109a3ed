/* HTTP clients for tests: libcurl for what clients usually do, raw sockets for what they should not.
 *
 * Failures of the client itself (no connection, no answer within CLIENT_PATIENCE_MS) end in a reply of status 0, so
 * that a test fails by its own assertion. */
#ifndef TESTS_HTTP_CLIENT_H
#define TESTS_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLIENT_PATIENCE_MS = 20000 };

struct reply {
    int status; /* 0: none came */
    char *head; /* status line and fields, NUL-terminated; owned */
    char *body; /* decoded, NUL-terminated; owned */
    size_t len;
};

void reply_free(struct reply *reply);
/* The value of the first field of that name, copied into one of a few static buffers; NULL when absent. */
const char *reply_header(const struct reply *reply, const char *name);
/* The "type" of a problem without its "/problems/" prefix (static buffer), or "" when it is not one. */
const char *reply_problem(const struct reply *reply);

/* ---- libcurl ---- */

/* One request on a connection of its own. headers: NULL-terminated list of "Name: value", or NULL. body NULL: none. */
struct reply client_call(uint16_t port, const char *method, const char *path, const char *const *headers,
                         const void *body, size_t len);
struct reply client_get(uint16_t port, const char *path);
struct reply client_post(uint16_t port, const char *path, const char *type, const char *body);

/* ---- raw sockets ---- */

struct raw {
    int fd;
    char *data; /* bytes read and not yet taken by raw_reply() */
    size_t len, room;
    bool closed; /* end of file or reset was seen */
};

bool raw_open(struct raw *raw, uint16_t port); /* false when it cannot connect */
void raw_close(struct raw *raw);
bool raw_send(struct raw *raw, const void *data, size_t len); /* false when the peer has closed */
bool raw_text(struct raw *raw, const char *text);
/* The next reply on the connection; is_head: it has no body in spite of its Content-Length. Interim replies (100) are
 * returned like others. */
struct reply raw_reply(struct raw *raw, bool is_head);
/* Text sent on a fresh connection, and the reply to it. */
struct reply raw_ask(uint16_t port, const char *text);
/* Reads on; true once at least `want` bytes of the raw stream are there that contain text. */
bool raw_wait_for(struct raw *raw, const char *text);
/* Takes exactly len bytes of the stream; false when it ends before, or they do not come. */
bool raw_take(struct raw *raw, void *out, size_t len);
/* Waits until the peer closes; false when it did not within ms. Bytes that come are thrown away. */
bool raw_closed_within(struct raw *raw, int ms);

#endif
