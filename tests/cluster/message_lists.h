/* Message lists for tests, as a hub writes them. */
#ifndef TESTS_CLUSTER_MESSAGE_LISTS_H
#define TESTS_CLUSTER_MESSAGE_LISTS_H

#include <cluster/transport/message_list.h>

struct list_out {
    uint8_t data[2 * MESSAGE_LIST_MAX];
    size_t len;
};

/* Each adds one message. */
void list_ping(struct list_out *out, uint32_t nonce);
/* An empty board of 4x4 with 2x2 boxes, all values allowed, one partition; cell c has value c % 4. */
void list_lease(struct list_out *out, uint32_t game, uint32_t epoch, uint64_t seed);
void list_search(struct list_out *out, uint32_t game, uint32_t epoch, uint64_t seed, uint32_t moves);

/* Returns the type of the message at *at, which moves on; 0 at the end, or if it is not a message. */
unsigned list_type(const void *data, size_t len, size_t *at);

#endif
