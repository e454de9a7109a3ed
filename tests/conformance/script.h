/* Seeded conversations with a shard, as a hub would have them and as a broken one would: boards from 4x4 to 49x49,
 * rounds with the others' changes, commits, searches, stale leases, and messages with a bit turned or a tail cut. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <shards/shard.h>

enum {
    SCRIPT_CHAIN = 1 << 0, /* ROUND, COMMIT */
    SCRIPT_TABU = 1 << 1,
    SCRIPT_SAP = 1 << 2,
    SCRIPT_BROKEN = 1 << 3
};

/* Says `steps` messages to the shard; `each` sees what was said and answered (answered: 0, nothing was). What is said
 * follows from seed and answers alone. */
void script_run(struct shard *shard, uint64_t seed, unsigned steps, unsigned what,
                void (*each)(void *context, struct shard *shard, const uint8_t *said, size_t said_len,
                             const uint8_t *answer, size_t answer_len),
                void *context);

#endif
