/* The messages of protocol 0, between the hub of a Sudoku and its shards: threads, peers, servers that joined, browsers
 * of phones. envelope.h describes the head of a message. src/web/phone has the same definitions in JavaScript.
 *
 * Hub to shard, and the answer:
 *
 *   LEASE   u8 side, u8 box_rows, u8 box_cols, u8 flags; u16 row, u16 row_end (the partition: rows [row, row_end));
 *           u64 seed; u64 tick; u32 beta; u32 cells; u64 allowed[cells]; u8 value[cells] (before `tick`);
 *           with MESSAGE_REGIONS u8 region[cells], and box_rows and box_cols are ignored.
 *           Ends the previous lease, unless that has a newer epoch of the same game                -> LEASED
 *   ROUND   u64 from (the shard's tick); u64 tick (to commit to); u32 ticks n; u32 committed; u32 foreign; u32 0;
 *           event committed[] (of all shards, at counted from `from`); event foreign[] (of the others, as last
 *           announced, at counted from `tick`). At most MESSAGE_TICKS_MAX ticks are played, fewer when the shard's
 *           own list is full                                     -> EVENTS; REFUSED when it does not fit
 *   COMMIT  u64 from; u64 tick; u32 committed; u32 0; event[]            -> LEASED (with the new tick)
 *
 * ROUND and COMMIT are compare-and-set: `from` must be the shard's tick and each event's `from` the value that stands
 * in the cell, else nothing is changed. (If the foreign events of a ROUND do not fit, what it committed stays.) In a
 * list `at` ascends strictly, for a tick has one player, and a committed `at` lies before `tick` - `from`. A list that
 * is too long, a length that is not exact, a value, cell or tick out of range is REFUSED as MESSAGE_MALFORMED; so is a
 * message of unknown type. A shard drops answers, so that two shards cannot refuse each other for ever.
 *
 * Shard to hub:
 *
 *   LEASED  u64 tick; u32 conflicts; u32 0
 *   EVENTS  u64 tick; u32 ticks played (at most n); u32 count; event[] (of the shard, at counted from `tick`)
 *
 * An event is struct game_event: u32 at, u16 cell, u8 from, u8 to. */
#ifndef CLUSTER_SUDOKU_PROTOCOL_H
#define CLUSTER_SUDOKU_PROTOCOL_H

#include <stdint.h>

#include <cluster/envelope.h>
#include <solvers/sudoku/game/game.h>

enum {
    SUDOKU_PROTOCOL = 0,
    MESSAGE_EVENT = 8,           /* bytes of an event */
    MESSAGE_EVENTS_MAX = 4096,   /* events in one list */
    MESSAGE_TICKS_MAX = 1 << 24, /* bounds the work of one message to a few seconds */
    /* Bytes of the body before its lists. */
    MESSAGE_LEASE_FIXED = 32,
    MESSAGE_ROUND_FIXED = 32,
    MESSAGE_COMMIT_FIXED = 24,
    MESSAGE_LEASED_FIXED = 16,
    MESSAGE_EVENTS_FIXED = 16
};
#define MESSAGE_TICK_MAX (UINT64_C(1) << 55) /* chance_at() has 56 bits for a tick */

enum { MESSAGE_REGIONS = 1 }; /* flags of LEASE */

/* The message types of this protocol, in addition to those of envelope.h. */
enum { MESSAGE_LEASE = 1, MESSAGE_ROUND, MESSAGE_COMMIT, MESSAGE_LEASED = 64, MESSAGE_EVENTS };

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

static inline uint8_t *protocol_head_write(uint8_t *message, unsigned type, uint32_t game, uint32_t epoch, size_t len)
{
    return message_head_write(message, SUDOKU_PROTOCOL, type, game, epoch, len);
}

#endif
