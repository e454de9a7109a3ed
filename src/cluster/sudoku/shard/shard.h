/* A shard plays one partition of a game: messages in, messages out. It has no clock, no socket and no allocation. Its
 * answers follow from its lease and the message alone: a shard that dies loses nothing, and the hub can compute the
 * same answers. The same file runs in a thread of the hub, in a peer and, as WebAssembly, in a phone. */
#ifndef CLUSTER_SUDOKU_SHARD_H
#define CLUSTER_SUDOKU_SHARD_H

#include <stddef.h>
#include <stdint.h>

struct shard;

size_t shard_bytes(void);
/* Makes a shard without a lease in `memory` of shard_bytes(), aligned to 64. */
struct shard *shard_init(void *memory);

/* Carries out one whole message, which is not trusted, and writes the answer into answer[room], room >= MESSAGE_MAX.
 * Returns its length; 0 if none is due. */
size_t shard_take(struct shard *shard, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

/* For display. shard_values() returns the committed values (0-based, side^2 of them) and sets the shard's rows; it
 * returns NULL without a lease. */
const uint8_t *shard_values(const struct shard *shard, uint32_t *side, uint32_t *row, uint32_t *row_end);
uint32_t shard_conflicts(const struct shard *shard);

#endif
