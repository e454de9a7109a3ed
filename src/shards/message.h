/* What travels between a game's hub and its shards: one protocol for a thread, a peer over HTTP, a server that joined
 * and a phone's browser. Little-endian, fixed places, read byte by byte; freestanding, since shard.c is compiled to
 * WebAssembly too, and src/web/phone has the same in JavaScript.
 *
 * Every message begins with a head of 16 bytes:
 *
 *   0  u8  type        1  u8 MESSAGE_VERSION        2  u16 0
 *   4  u32 length of what follows the head
 *   8  u32 game        whose it is, the hub's number
 *  12  u32 epoch       of the lease; an answer carries the one it was asked with
 *
 * Hub to shard, and its answer (none: nothing is said):
 *
 *   LEASE   u8 side, u8 box_rows, u8 box_cols, u8 flags; u16 row, u16 row_end (its band: rows [row, row_end));
 *           u64 seed; u64 tick; u32 beta; u32 cells; u64 allowed[cells]; u8 letter[cells] (before `tick`);
 *           with MESSAGE_REGIONS u8 region[cells], then box_rows and box_cols are not looked at.
 *           Ends whatever lease there was, unless that has a newer epoch of the same game
 *                                                                        -> LEASED
 *   ROUND   u64 from (the tick it stands at); u64 tick (where to commit to); u32 ticks n; u32 committed; u32 foreign;
 *           u32 0; event committed[] (all shards', at counted from `from`); event foreign[] (the others', as told last,
 *           at counted from `tick`); at most MESSAGE_TICKS_MAX ticks are played, fewer when the list of its own is
 *           full                                                         -> EVENTS; REFUSED when it does not fit
 *   COMMIT  u64 from; u64 tick; u32 committed; u32 0; event[]            -> LEASED (`tick` as it stands now)
 *   SEARCH  u64 seed; u32 moves; u8 method (enum message_method); u8[3] 0: goes on with the search of this seed and
 *           method for at most so many moves (sap: about so many updates), or begins it from letters that follow from
 *           the seed; another seed ends it. At most MESSAGE_MOVES_MAX moves or MESSAGE_UPDATES_MAX updates a message
 *                                                                        -> FOUND; REFUSED by a shard without sap
 *   PING    u32 nonce: at any time                                       -> PONG, the same
 *   BYE     nothing; the lease is over
 *
 * ROUND and COMMIT are compare-and-set: `from` must be where the shard stands and each event's `from` what stands
 * there, else nothing is changed. (Should the foreign events of a ROUND not fit, what it committed stays.) In a list
 * `at` goes up strictly, for a tick has one player, and a committed `at` lies before `tick` - `from`. A list that
 * is too long, a length that is not exact, a letter, cell or tick out of range is REFUSED as MESSAGE_MALFORMED; so is a
 * message of unknown type. Answers that come to a shard are dropped, so that two shards do not refuse each other for
 * ever.
 *
 * Shard to hub:
 *
 *   LEASED  u64 tick; u32 conflicts; u32 0
 *   EVENTS  u64 tick; u32 ticks played (at most n); u32 count; event[] (its own, at from `tick`, ascending)
 *   FOUND   u64 seed; u64 moves in all (sap: updates); u64 changes; u32 conflicts now; u32 fewest; u32 cells or 0;
 *           u32 0; u8 letter[cells] (of a solution, else none)
 *   PONG    u32 nonce
 *   REFUSED u32 why (enum message_refusal)
 *   LEAVE   nothing: it goes (a phone whose page is being hidden)
 *
 * An event is struct game_event: u32 at, u16 cell, u8 from, u8 to. */
#ifndef SHARDS_MESSAGE_H
#define SHARDS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <solvers/sudoku/game/game.h>

enum {
    MESSAGE_VERSION = 1, /* of the protocol and of the trajectory: changed with either */
    MESSAGE_HEAD = 16,
    MESSAGE_EVENT = 8,
    MESSAGE_EVENTS_MAX = 4096, /* in one list */
    MESSAGE_MAX = 96 << 10,    /* head and all: a longer one is refused */
    /* So that no message keeps a shard from the next for more than seconds. */
    MESSAGE_TICKS_MAX = 1 << 24,
    MESSAGE_MOVES_MAX = 1 << 22,
    MESSAGE_UPDATES_MAX = 1 << 28,
    /* Of what comes before the lists. */
    MESSAGE_LEASE_FIXED = 32,
    MESSAGE_ROUND_FIXED = 32,
    MESSAGE_COMMIT_FIXED = 24,
    MESSAGE_SEARCH_FIXED = 16,
    MESSAGE_LEASED_FIXED = 16,
    MESSAGE_EVENTS_FIXED = 16,
    MESSAGE_FOUND_FIXED = 40
};
#define MESSAGE_TICK_MAX (UINT64_C(1) << 55) /* chance_at() has 56 bits for a tick */

enum { MESSAGE_REGIONS = 1 }; /* flags of LEASE */

enum message_type {
    MESSAGE_LEASE = 1,
    MESSAGE_ROUND,
    MESSAGE_COMMIT,
    MESSAGE_SEARCH,
    MESSAGE_PING,
    MESSAGE_BYE,
    MESSAGE_LEASED = 64,
    MESSAGE_EVENTS,
    MESSAGE_FOUND,
    MESSAGE_PONG,
    MESSAGE_REFUSED,
    MESSAGE_LEAVE
};

enum message_method { MESSAGE_TABU = 1, MESSAGE_SAP };

enum message_refusal {
    MESSAGE_MALFORMED = 1, /* it cannot be read */
    MESSAGE_OF_OTHER_VERSION,
    MESSAGE_UNLEASED,    /* there is no lease of this game and epoch */
    MESSAGE_OUT_OF_STEP, /* `from` is not where the shard stands, or an event does not fit: lease anew */
    MESSAGE_UNABLE       /* this shard cannot do that: a search by sap without the C kernel */
};

struct message_head {
    uint8_t type, version;
    uint32_t len; /* of what follows */
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

static inline struct game_event message_event(const uint8_t *p)
{
    return (struct game_event){.at = message_u32(p), .cell = (uint16_t)message_u16(p + 4), .from = p[6], .to = p[7]};
}
static inline uint8_t *message_put_event(uint8_t *p, const struct game_event *event)
{
    p = message_put16(message_put32(p, event->at), event->cell);
    p[0] = event->from;
    p[1] = event->to;
    return p + 2;
}

/* False: too short, a length that is not len - MESSAGE_HEAD, a version that is not ours (head is filled then). */
static inline bool message_head_read(struct message_head *head, const uint8_t *message, size_t len)
{
    if (len < MESSAGE_HEAD || len > MESSAGE_MAX)
        return false;
    *head = (struct message_head){.type = message[0],
                                  .version = message[1],
                                  .len = message_u32(message + 4),
                                  .game = message_u32(message + 8),
                                  .epoch = message_u32(message + 12)};
    return head->len == len - MESSAGE_HEAD && head->version == MESSAGE_VERSION;
}

/* Returns where the rest begins. */
static inline uint8_t *message_head_write(uint8_t *message, enum message_type type, uint32_t game, uint32_t epoch,
                                          size_t len)
{
    message[0] = (uint8_t)type;
    message[1] = MESSAGE_VERSION;
    message_put16(message + 2, 0);
    message_put32(message + 4, (uint32_t)len);
    message_put32(message + 8, game);
    message_put32(message + 12, epoch);
    return message + MESSAGE_HEAD;
}

#endif
