/* The head of every message between a hub and a shard, whatever game is played. Transports and sessions read nothing
 * else of a message. This header is freestanding, because the shard is compiled to WebAssembly too.
 *
 *   0  u8  type
 *   1  u8  MESSAGE_VERSION
 *   2  u16 protocol      the program that defines the type and the body (struct cluster_program); 0 = Sudoku
 *   4  u32 length of the body, which follows the head
 *   8  u32 game          number of the game at the hub
 *  12  u32 epoch         number of the lease; an answer carries the epoch of its request
 *
 * Integers are little-endian and read byte by byte. Every protocol has these types, with the same body:
 *
 *   PING    u32 nonce, at any time  -> PONG with the same nonce
 *   BYE     no body: the lease is over, no answer
 *   REFUSED u32 enum message_refusal, the answer to a message that cannot be carried out
 *   LEAVE   no body: the shard leaves (a phone whose page is being hidden) */
#ifndef CLUSTER_ENVELOPE_H
#define CLUSTER_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MESSAGE_VERSION = 2,    /* one number for the head and all protocols; raised when any of them changes */
    MESSAGE_HEAD = 16,      /* bytes of the head */
    MESSAGE_MAX = 260 << 10 /* bytes of a message with its head; a longer one is refused */
};

/* Message types that every protocol has. Types 1 to 63 are requests to a shard; types from 64 on are answers, which a
 * shard drops. */
enum {
    MESSAGE_PING = 5,
    MESSAGE_BYE = 6,
    MESSAGE_ANSWERS = 64, /* the lowest type of an answer */
    MESSAGE_PONG = 67,
    MESSAGE_REFUSED = 68,
    MESSAGE_LEAVE = 69
};

enum message_refusal {
    MESSAGE_MALFORMED = 1, /* the message cannot be read */
    MESSAGE_OF_OTHER_VERSION,
    MESSAGE_UNLEASED,    /* there is no lease of this game and epoch */
    MESSAGE_OUT_OF_STEP, /* the message does not fit the shard's state: the hub must renew the lease */
    MESSAGE_UNABLE       /* this build of the shard does not support the request */
};

struct message_head {
    uint8_t type, version;
    uint16_t protocol;
    uint32_t len; /* bytes of the body */
    uint32_t game, epoch;
};

static inline uint32_t message_u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}
static inline uint32_t message_u32(const uint8_t *p)
{
    return message_u16(p) | message_u16(p + 2) << 16;
}
static inline uint64_t message_u64(const uint8_t *p)
{
    return message_u32(p) | (uint64_t)message_u32(p + 4) << 32;
}

/* These functions write an integer at p and return the address behind it. */
static inline uint8_t *message_put16(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    return p + 2;
}
static inline uint8_t *message_put32(uint8_t *p, uint32_t value)
{
    return message_put16(message_put16(p, value & 0xffffU), value >> 16);
}
static inline uint8_t *message_put64(uint8_t *p, uint64_t value)
{
    return message_put32(message_put32(p, (uint32_t)value), (uint32_t)(value >> 32));
}

/* Reads the head of message[len]. Returns false, with *head unset, if the message is too short or too long. Returns
 * false, with *head set, if the length in the head does not agree with len, or if the version is another one. */
static inline bool message_head_read(struct message_head *head, const uint8_t *message, size_t len)
{
    if (len < MESSAGE_HEAD || len > MESSAGE_MAX)
        return false;
    *head = (struct message_head){.type = message[0],
                                  .version = message[1],
                                  .protocol = (uint16_t)message_u16(message + 2),
                                  .len = message_u32(message + 4),
                                  .game = message_u32(message + 8),
                                  .epoch = message_u32(message + 12)};
    return head->len == len - MESSAGE_HEAD && head->version == MESSAGE_VERSION;
}

/* Writes the head of a message with a body of len bytes. Returns the address of the body. */
static inline uint8_t *message_head_write(uint8_t *message, unsigned protocol, unsigned type, uint32_t game,
                                          uint32_t epoch, size_t len)
{
    message[0] = (uint8_t)type;
    message[1] = MESSAGE_VERSION;
    message_put16(message + 2, protocol);
    message_put32(message + 4, (uint32_t)len);
    message_put32(message + 8, game);
    message_put32(message + 12, epoch);
    return message + MESSAGE_HEAD;
}

#endif
