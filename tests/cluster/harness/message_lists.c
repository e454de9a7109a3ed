#include "message_lists.h"

#include <string.h>

#include <cluster/sudoku/shard/protocol.h>

static uint8_t *begin(struct list_out *out, unsigned type, uint32_t game, uint32_t epoch, size_t len)
{
    uint8_t *at = protocol_head_write(out->data + out->len, type, game, epoch, len);
    out->len += MESSAGE_HEAD + len;
    return at;
}

void list_ping(struct list_out *out, uint32_t nonce)
{
    message_put32(begin(out, MESSAGE_PING, 0, 0, 4), nonce);
}

void list_lease(struct list_out *out, uint32_t game, uint32_t epoch, uint64_t seed)
{
    enum { SIDE = 4, CELLS = SIDE * SIDE };
    uint8_t *p = begin(out, MESSAGE_LEASE, game, epoch, MESSAGE_LEASE_FIXED + 9 * CELLS);
    *p++ = SIDE;
    *p++ = 2;
    *p++ = 2;
    *p++ = 0;
    p = message_put16(message_put16(p, 0), SIDE);
    p = message_put64(message_put64(p, seed), 0);
    p = message_put32(message_put32(p, 3 << 16), CELLS);
    for (int cell = 0; cell < CELLS; cell++)
        p = message_put64(p, 0xf);
    for (int cell = 0; cell < CELLS; cell++)
        *p++ = (uint8_t)(cell % SIDE);
}

void list_round(struct list_out *out, uint32_t game, uint32_t epoch, uint32_t n)
{
    uint8_t *p = message_put64(begin(out, MESSAGE_ROUND, game, epoch, MESSAGE_ROUND_FIXED), 0);
    p = message_put32(message_put32(message_put64(p, 0), n), 0);
    message_put32(message_put32(p, 0), 0);
}

unsigned list_type(const void *data, size_t len, size_t *at)
{
    struct message_list_reader reader = {.at = (const uint8_t *)data + *at, .left = len - *at};
    const uint8_t *message;
    size_t one;
    if (message_list_next(&reader, &message, &one) != MESSAGE_LIST_MESSAGE)
        return 0;
    *at += one;
    return message[0];
}
