/* Messages for tests: how a hub writes them. */
#ifndef TESTS_SHARDS_PARCELS_H
#define TESTS_SHARDS_PARCELS_H

#include <shards/parcel.h>

struct parcel_out {
    uint8_t data[2 * PARCEL_MAX];
    size_t len;
};

/* Each adds one message. */
void parcel_ping(struct parcel_out *out, uint32_t nonce);
/* An empty board of 4x4 with 2x2 boxes, all letters allowed, one band for all; cell c has letter c % 4. */
void parcel_lease(struct parcel_out *out, uint32_t game, uint32_t epoch, uint64_t seed);
void parcel_search(struct parcel_out *out, uint32_t game, uint32_t epoch, uint64_t seed, uint32_t moves);

/* The type of the message at *at, which moves on; 0 at the end or where there is none. */
enum message_type parcel_type(const void *data, size_t len, size_t *at);

#endif
