#include "http_piece.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include <shards/parcel.h>

enum { PIECE_MOST = 4 << 20 };

static bool more(struct piece *piece, int fd)
{
    if (piece->len + 1 >= piece->room) {
        size_t room = piece->room == 0 ? 8192 : 2 * piece->room;
        uint8_t *larger = room <= PIECE_MOST ? realloc(piece->data, room) : NULL;
        if (larger == NULL)
            return false;
        piece->data = larger;
        piece->room = room;
    }
    ssize_t count;
    do
        count = recv(fd, piece->data + piece->len, piece->room - piece->len - 1, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0)
        piece->len += (size_t)count;
    piece->data[piece->len] = '\0';
    return count > 0;
}

static size_t body_length(const struct piece *piece)
{
    const char *at = (const char *)piece->data, *end = at + piece->head;
    for (; at < end; at = strchr(at, '\n') + 1)
        if (strncasecmp(at, "Content-Length:", 15) == 0)
            return strtoul(at + 15, NULL, 10);
    return 0;
}

bool piece_read(struct piece *piece, int fd)
{
    const char *end = NULL;
    piece->len = 0;
    do {
        if (!more(piece, fd))
            return false;
        end = strstr((const char *)piece->data, "\r\n\r\n");
    } while (end == NULL);
    piece->head = (size_t)(end - (const char *)piece->data) + 4;
    size_t whole = piece->head + body_length(piece);
    while (piece->len < whole)
        if (!more(piece, fd))
            return false;
    return piece->len == whole; /* nobody pipelines */
}

bool piece_send(const struct piece *piece, size_t len, int fd)
{
    size_t sent = 0;
    while (sent < len) {
        ssize_t count = send(fd, piece->data + sent, len - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

void piece_free(struct piece *piece)
{
    free(piece->data);
    *piece = (struct piece){0};
}

bool piece_reverse(struct piece *piece)
{
    size_t body = piece->len - piece->head, to = body;
    struct parcel_reader reader = {.at = piece->data + piece->head, .left = body};
    uint8_t *turned = malloc(body + 1);
    const uint8_t *message;
    size_t len;
    unsigned count = 0;
    while (turned != NULL && parcel_next(&reader, &message, &len) == PARCEL_MESSAGE) {
        memcpy(turned + (to -= len), message, len);
        count++;
    }
    if (count > 1 && to == 0)
        memcpy(piece->data + piece->head, turned, body);
    free(turned);
    return count > 1 && to == 0;
}

/* The event at p has another letter than before, and than the one it comes from. */
static void change_event(uint8_t *p)
{
    p[7] = (uint8_t)(p[7] == 0 ? 1 : p[7] - 1);
    if (p[7] == p[6])
        p[7] = (uint8_t)(p[7] == 0 ? 2 : p[7] + 2);
}

bool piece_lie(struct piece *piece, uint32_t chance)
{
    struct parcel_reader reader = {.at = piece->data + piece->head, .left = piece->len - piece->head};
    const uint8_t *message;
    size_t len;
    while (parcel_next(&reader, &message, &len) == PARCEL_MESSAGE) {
        uint8_t *body = piece->data + (message - piece->data) + MESSAGE_HEAD;
        uint32_t events = message[0] == MESSAGE_EVENTS ? message_u32(body + 12) : 0;
        uint32_t cells = message[0] == MESSAGE_FOUND ? message_u32(body + 32) : 0;
        if (events > 0)
            change_event(body + MESSAGE_EVENTS_FIXED + (size_t)(chance % events) * MESSAGE_EVENT);
        if (cells > 0)
            body[MESSAGE_FOUND_FIXED + chance % cells] ^= 1;
        if (events > 0 || cells > 0)
            return true;
    }
    return false;
}
