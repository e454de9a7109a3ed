/* See frames.h. */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reply frames_open(struct raw *raw, uint16_t port, const char *path, const char *protocol, const char *more)
{
    char text[2048];
    if (!raw_open(raw, port))
        return (struct reply){0};
    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: localhost:%u\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s%s\r\n",
             path, port, protocol != NULL ? "Sec-WebSocket-Protocol: " : "", protocol != NULL ? protocol : "",
             protocol != NULL ? "\r\n" : "", more);
    raw_text(raw, text);
    return raw_reply(raw, false);
}

bool frames_opened(struct raw *raw, uint16_t port, const char *path, const char *protocol)
{
    struct reply reply = frames_open(raw, port, path, protocol, "");
    bool good = reply.status == 101;
    if (!good)
        fprintf(stderr, "GET %s: %d %s\n", path, reply.status, reply.body != NULL ? reply.body : "");
    reply_free(&reply);
    return good;
}

bool frame_send_as(struct raw *raw, unsigned how, enum frame_opcode opcode, const void *data, size_t len)
{
    static const uint8_t key[4] = {0x9b, 0x01, 0xfe, 0x5a};
    uint8_t *frame = malloc(len + 14), *at = frame;
    const uint8_t *from = data;
    bool masked = (how & FRAME_UNMASKED) == 0;
    *at++ = (uint8_t)((how & FRAME_NOT_LAST ? 0 : 0x80) | (how & FRAME_RESERVED ? 0x40 : 0) | (int)opcode);
    int width = len < 126 ? 0 : len < 65536 ? 2 : 8;
    *at++ = (uint8_t)((masked ? 0x80 : 0) | (width == 0 ? (int)len : width == 2 ? 126 : 127));
    for (int i = width - 1; i >= 0; i--)
        *at++ = (uint8_t)((uint64_t)len >> 8 * i);
    if (masked)
        for (int i = 0; i < 4; i++)
            *at++ = key[i];
    for (size_t i = 0; i < len; i++)
        *at++ = (uint8_t)(masked ? from[i] ^ key[i % 4] : from[i]);
    bool good = raw_send(raw, frame, (size_t)(at - frame));
    free(frame);
    return good;
}

bool frame_send(struct raw *raw, enum frame_opcode opcode, const void *data, size_t len)
{
    return frame_send_as(raw, 0, opcode, data, len);
}

struct frame frame_next(struct raw *raw)
{
    struct frame frame = {.opcode = -1};
    uint8_t head[2], length[8];
    if (!raw_take(raw, head, 2) || (head[1] & 0x80) != 0 || (head[0] & 0x70) != 0)
        return frame;
    uint64_t len = head[1] & 0x7f;
    size_t width = len == 126 ? 2 : len == 127 ? 8 : 0;
    if (!raw_take(raw, length, width))
        return frame;
    for (size_t i = 0; i < width; i++)
        len = (i == 0 ? 0 : len << 8) | length[i];
    if (len > 64 << 20 || (frame.data = malloc(len + 1)) == NULL || !raw_take(raw, frame.data, len)) {
        free(frame.data);
        frame.data = NULL;
        return frame;
    }
    frame.data[len] = '\0';
    frame.len = len;
    frame.opcode = head[0] & 15;
    frame.last = (head[0] & 0x80) != 0;
    return frame;
}

struct frame frame_next_data(struct raw *raw)
{
    for (;;) {
        struct frame frame = frame_next(raw);
        if (frame.opcode != FRAME_PING)
            return frame;
        frame_send(raw, FRAME_PONG, frame.data, frame.len);
        frame_free(&frame);
    }
}

void frame_free(struct frame *frame)
{
    free(frame->data);
    *frame = (struct frame){.opcode = -1};
}

unsigned frame_close_code(struct raw *raw)
{
    for (;;) {
        struct frame frame = frame_next(raw);
        int opcode = frame.opcode;
        unsigned code = frame.len >= 2 ? (unsigned)(frame.data[0] << 8 | frame.data[1]) : 1005;
        frame_free(&frame);
        if (opcode == -1)
            return 0;
        if (opcode == FRAME_CLOSE)
            return code;
    }
}
