/* Messages of a farm: protocol 1 of envelope.h. This header is freestanding.
 *
 * The hub sends each member the task once, then units. A member answers each UNITS message by one DONE. UNITS messages
 * are independent of each other: a member with several processors gives the task to a runner on each, and each UNITS
 * message to any of them. The runner carries out the units of a message in order, and stops early when the next answer
 * might not fit into the message; the hub sends the remaining units again. Answers of a member may arrive in any order.
 *
 * TASK   u16 work, u16 0, the bytes of the task. Replaces the task and epoch of the runner.
 *        -> READY (no body), or REFUSED: UNABLE if the runner does not have the work, MALFORMED if it cannot read the
 *           task
 * UNITS  u32 batch, u32 count, then for each unit: u32 number, u32 length, bytes
 *        -> DONE, or REFUSED: UNLEASED if game and epoch are not those of the task
 * DONE   u32 batch, u32 count, then for each answer: u32 number, u32 length, bytes. A length of 0: the unit is
 *        malformed. Answers the first `count` units of the batch, in their order; count >= 1. */
#ifndef CLUSTER_FARM_PROTOCOL_H
#define CLUSTER_FARM_PROTOCOL_H

#include <cluster/envelope.h>

#include "work.h"

enum {
    FARM_PROTOCOL = 1,
    FARM_TASK = 1, /* types of messages to the member; PING is 5, BYE is 6 */
    FARM_UNITS = 2,
    FARM_READY = 64, /* types of messages to the hub */
    FARM_DONE = 65,
    FARM_TASK_FIXED = 4,     /* bytes of the body before the task */
    FARM_LIST_FIXED = 8,     /* bytes of the body before the list, in UNITS and DONE */
    FARM_ITEM_FIXED = 8,     /* bytes before each unit or answer */
    FARM_BATCH_MAX = 1024,   /* units in a message */
    FARM_DONE_MAX = 96 << 10 /* bytes of a DONE message: the answers of a batch are not held back for long */
};

_Static_assert(MESSAGE_HEAD + FARM_TASK_FIXED + FARM_TASK_MAX <= MESSAGE_MAX, "a task fits into a message");
_Static_assert(MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED + FARM_ANSWER_MAX <= FARM_DONE_MAX,
               "an answer fits into a message");

/* A unit or an answer in a message. */
struct farm_item {
    uint32_t number, len;
    const uint8_t *bytes; /* [len] */
};

/* Reads the item at *at of a list that ends at `end`, and advances *at. Returns false if the item is cut off or longer
 * than `longest`. */
static inline bool farm_item_read(struct farm_item *item, const uint8_t **at, const uint8_t *end, size_t longest)
{
    if ((size_t)(end - *at) < FARM_ITEM_FIXED)
        return false;
    *item = (struct farm_item){message_u32(*at), message_u32(*at + 4), *at + FARM_ITEM_FIXED};
    *at += FARM_ITEM_FIXED;
    if (item->len > longest || item->len > (size_t)(end - *at))
        return false;
    *at += item->len;
    return true;
}

#endif
