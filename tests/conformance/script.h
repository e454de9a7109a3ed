/* Seeded conversations with a shard, as a correct and as a broken hub would have them: boards from 4x4 to 49x49,
 * rounds with the others' changes, commits, stale leases, and messages with a flipped bit or a truncated
 * end. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cluster/sudoku/shard/shard.h>

/* Sends `steps` messages to the shard, some of them malformed if `broken`; `each` receives each message and its answer
 * (answered: 0 without one). The messages depend on the seed and the answers alone. */
void script_run(struct shard *shard, uint64_t seed, unsigned steps, bool broken,
                void (*each)(void *context, struct shard *shard, const uint8_t *said, size_t said_len,
                             const uint8_t *answer, size_t answer_len),
                void *context);

#endif
