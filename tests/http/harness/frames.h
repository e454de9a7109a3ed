/* A WebSocket client for tests, frame by frame, for valid and invalid frames. Written from RFC 6455; it shares no code
 * with the server. */
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

/* Flags of frame_send_as(): no FIN bit, no mask, a reserved bit set. */
enum { FRAME_NOT_LAST = 1, FRAME_UNMASKED = 2, FRAME_RESERVED = 4 };

struct frame {
    int opcode; /* -1: the connection has ended, or no frame has arrived in time */
    bool last;
    uint8_t *data; /* owned, NUL-terminated after len */
    size_t len;
};

/* Connects and requests a WebSocket; returns the server's reply, 101 on success. protocol: the subprotocol, may be
 * NULL; more: further header fields, each ended by CR LF. */
struct reply frames_open(struct raw *raw, uint16_t port, const char *path, const char *protocol, const char *more);
/* Calls frames_open(); returns whether the reply is 101. */
bool frames_opened(struct raw *raw, uint16_t port, const char *path, const char *protocol);

bool frame_send(struct raw *raw, enum frame_opcode opcode, const void *data, size_t len);
bool frame_send_as(struct raw *raw, unsigned how, enum frame_opcode opcode, const void *data, size_t len);
/* Returns the next frame of any kind; a masked frame ends the connection, as the RFC requires. */
struct frame frame_next(struct raw *raw);
/* Returns the next frame that is no ping; answers pings. */
struct frame frame_next_data(struct raw *raw);
void frame_free(struct frame *frame);
/* Reads up to a close frame and returns its code: 1005 if it has none, 0 if the connection ends without a close frame.
 * Does not answer the close frame. */
unsigned frame_close_code(struct raw *raw);

#endif
