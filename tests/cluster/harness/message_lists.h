/* Message lists for tests, as a hub writes them. */
#ifndef TESTS_CLUSTER_MESSAGE_LISTS_H
#define TESTS_CLUSTER_MESSAGE_LISTS_H

#include <cluster/transport/message_list.h>

struct list_out {
    uint8_t data[2 * MESSAGE_LIST_MAX];
    size_t len;
};

/* Each of these functions appends one message. */
void list_ping(struct list_out *out, uint32_t nonce);
/* The lease is for an open 4x4 board with 2x2 boxes: all values are allowed, and cell c has the value c % 4. */
void list_lease(struct list_out *out, uint32_t game, uint32_t epoch, uint64_t seed);
/* Requests the first n ticks of that lease. */
void list_round(struct list_out *out, uint32_t game, uint32_t epoch, uint32_t n);

/* Returns the type of the message at offset *at and advances *at behind it. Returns 0 at the end, or if there is no
 * valid message. */
unsigned list_type(const void *data, size_t len, size_t *at);

#endif
