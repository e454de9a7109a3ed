/* Seeded conversations with a shard, as a correct and as a broken hub would have them: boards from 4x4 to 49x49,
 * rounds with the others' changes, commits, searches, stale leases, and messages with a flipped bit or a truncated
 * end. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cluster/sudoku/shard/shard.h>

enum {
    SCRIPT_CHAIN = 1 << 0, /* ROUND, COMMIT */
    SCRIPT_TABU = 1 << 1,
    SCRIPT_SAP = 1 << 2,
    SCRIPT_BROKEN = 1 << 3
};

/* Sends `steps` messages to the shard; `each` receives each message and its answer (answered: 0 without one). The
 * messages depend on the seed and the answers alone. */
void script_run(struct shard *shard, uint64_t seed, unsigned steps, unsigned what,
                void (*each)(void *context, struct shard *shard, const uint8_t *said, size_t said_len,
                             const uint8_t *answer, size_t answer_len),
                void *context);

#endif
