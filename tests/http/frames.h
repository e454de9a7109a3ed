/* A WebSocket client for tests, frame by frame: what a browser does and what none would do. Written from RFC 6455; it
 * shares no code with the server. */
#ifndef TESTS_HTTP_FRAMES_H
#define TESTS_HTTP_FRAMES_H

#include "client.h"

enum frame_opcode {
    FRAME_MORE = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
};

/* How frame_send_as() may differ from what is right. */
enum { FRAME_NOT_LAST = 1, FRAME_UNMASKED = 2, FRAME_RESERVED = 4 };

struct frame {
    int opcode; /* -1: the connection ended, or nothing came in time */
    bool last;
    uint8_t *data; /* owned, NUL-terminated behind len */
    size_t len;
};

/* Connects and asks for the path; the reply is the server's, 101 when all is well. `more`: further fields, each ended
 * by CR LF. protocol may be NULL. */
struct reply frames_open(struct raw *raw, uint16_t port, const char *path, const char *protocol, const char *more);
/* frames_open() that must succeed: false when it does not. */
bool frames_opened(struct raw *raw, uint16_t port, const char *path, const char *protocol);

bool frame_send(struct raw *raw, enum frame_opcode opcode, const void *data, size_t len);
bool frame_send_as(struct raw *raw, unsigned how, enum frame_opcode opcode, const void *data, size_t len);
/* The next frame, of any kind; a masked one ends the connection, as it must. */
struct frame frame_next(struct raw *raw);
/* The next frame that is no ping; pings are answered. */
struct frame frame_next_data(struct raw *raw);
void frame_free(struct frame *frame);
/* Reads up to a close frame and gives its code: 0 when the connection ended without, 1005 when it has none. Does not
 * answer it. */
unsigned frame_close_code(struct raw *raw);

#endif
