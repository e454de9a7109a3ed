#include "http_fragment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include <cluster/sudoku/shard/protocol.h>
#include <cluster/transport/message_list.h>
#include <cluster/unit_farm/protocol.h>

enum { PIECE_MOST = 4 << 20 };

static bool more(struct fragment *fragment, int fd)
{
    if (fragment->len + 1 >= fragment->room) {
        size_t room = fragment->room == 0 ? 8192 : 2 * fragment->room;
        uint8_t *larger = room <= PIECE_MOST ? realloc(fragment->data, room) : NULL;
        if (larger == NULL)
            return false;
        fragment->data = larger;
        fragment->room = room;
    }
    ssize_t count;
    do
        count = recv(fd, fragment->data + fragment->len, fragment->room - fragment->len - 1, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0)
        fragment->len += (size_t)count;
    fragment->data[fragment->len] = '\0';
    return count > 0;
}

static size_t body_length(const struct fragment *fragment)
{
    const char *at = (const char *)fragment->data, *end = at + fragment->head;
    for (; at < end; at = strchr(at, '\n') + 1)
        if (strncasecmp(at, "Content-Length:", 15) == 0)
            return strtoul(at + 15, NULL, 10);
    return 0;
}

bool fragment_read(struct fragment *fragment, int fd)
{
    const char *end = NULL;
    fragment->len = 0;
    do {
        if (!more(fragment, fd))
            return false;
        end = strstr((const char *)fragment->data, "\r\n\r\n");
    } while (end == NULL);
    fragment->head = (size_t)(end - (const char *)fragment->data) + 4;
    size_t whole = fragment->head + body_length(fragment);
    while (fragment->len < whole)
        if (!more(fragment, fd))
            return false;
    return fragment->len == whole; /* requests are not pipelined */
}

bool fragment_send(const struct fragment *fragment, size_t len, int fd)
{
    size_t sent = 0;
    while (sent < len) {
        ssize_t count = send(fd, fragment->data + sent, len - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

void fragment_free(struct fragment *fragment)
{
    free(fragment->data);
    *fragment = (struct fragment){0};
}

bool fragment_reverse(struct fragment *fragment)
{
    size_t body = fragment->len - fragment->head, to = body;
    struct message_list_reader reader = {.at = fragment->data + fragment->head, .left = body};
    uint8_t *turned = malloc(body + 1);
    const uint8_t *message;
    size_t len;
    unsigned count = 0;
    while (turned != NULL && message_list_next(&reader, &message, &len) == MESSAGE_LIST_MESSAGE) {
        memcpy(turned + (to -= len), message, len);
        count++;
    }
    if (count > 1 && to == 0)
        memcpy(fragment->data + fragment->head, turned, body);
    free(turned);
    return count > 1 && to == 0;
}

/* Changes the new value of the event at p, to a value that also differs from the old one. */
static void change_event(uint8_t *p)
{
    p[7] = (uint8_t)(p[7] == 0 ? 1 : p[7] - 1);
    if (p[7] == p[6])
        p[7] = (uint8_t)(p[7] == 0 ? 2 : p[7] + 2);
}

/* Changes a byte of the first answer of a farm's DONE message. Returns false if the answer is empty. */
static bool change_unit_answer(uint8_t *body, size_t len, uint32_t chance)
{
    const uint8_t *at = body + FARM_LIST_FIXED;
    struct farm_item item;
    if (len < FARM_LIST_FIXED || !farm_item_read(&item, &at, body + len, FARM_ANSWER_MAX) || item.len == 0)
        return false;
    body[(size_t)(item.bytes - body) + chance % item.len] ^= 1;
    return true;
}

bool fragment_lie(struct fragment *fragment, uint32_t chance)
{
    struct message_list_reader reader = {.at = fragment->data + fragment->head, .left = fragment->len - fragment->head};
    const uint8_t *message;
    size_t len;
    while (message_list_next(&reader, &message, &len) == MESSAGE_LIST_MESSAGE) {
        uint8_t *body = fragment->data + (message - fragment->data) + MESSAGE_HEAD;
        if (message_u16(message + 2) == FARM_PROTOCOL) {
            if (message[0] == FARM_DONE && change_unit_answer(body, len - MESSAGE_HEAD, chance))
                return true;
            continue;
        }
        uint32_t events = message[0] == MESSAGE_EVENTS ? message_u32(body + 12) : 0;
        if (events == 0)
            continue;
        change_event(body + MESSAGE_EVENTS_FIXED + (size_t)(chance % events) * MESSAGE_EVENT);
        return true;
    }
    return false;
}
