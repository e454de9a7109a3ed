/* A shard plays one partition of a game: it receives messages and returns answers. It uses no clock and no socket, and
 * allocates no memory. Its answers follow from its lease and the messages alone: a shard that dies loses nothing, and
 * the hub can compute the same answers. The same code runs in a thread of the hub, in a peer and, as WebAssembly, in a
 * phone. */
#ifndef CLUSTER_SUDOKU_SHARD_H
#define CLUSTER_SUDOKU_SHARD_H

#include <stddef.h>
#include <stdint.h>

struct shard;

size_t shard_bytes(void);
/* Makes a shard without a lease in `memory`, which has shard_bytes() bytes and is aligned to 64. */
struct shard *shard_init(void *memory);

/* Carries out one message, which may be malformed, and writes the answer into answer[room], room >= MESSAGE_MAX.
 * Returns the length of the answer in bytes; 0 = no answer. */
size_t shard_take(struct shard *shard, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

/* For display. shard_values() returns side^2 values, from 0: the committed ones. It sets the rows [row, row_end) of the
 * shard. It returns NULL without a lease. */
const uint8_t *shard_values(const struct shard *shard, uint32_t *side, uint32_t *row, uint32_t *row_end);
uint32_t shard_conflicts(const struct shard *shard);

#endif
