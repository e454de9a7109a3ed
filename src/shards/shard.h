/* A shard: who plays one band of a game. Messages in, messages out, and nothing else: no clock, no socket, no
 * allocation. What it answers follows from its lease and the message alone, so that a shard that dies loses nothing and
 * whoever doubts it can compute the same. The same file runs in a thread of the hub, in a peer and, as WebAssembly, in
 * a phone. */
#ifndef SHARDS_SHARD_H
#define SHARDS_SHARD_H

#include <stddef.h>
#include <stdint.h>

struct shard;

size_t shard_bytes(void);
/* In `memory` of shard_bytes(), aligned to 64: without a lease. */
struct shard *shard_init(void *memory);

/* Takes one whole message, which is not trusted, and writes the answer into answer[room], room >= MESSAGE_MAX. Returns
 * its length; 0 when none is due. */
size_t shard_take(struct shard *shard, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

/* For whoever shows it: the letters as committed (0-based, side^2 of them), or NULL without a lease; how many
 * conflicts; its rows. */
const uint8_t *shard_letters(const struct shard *shard, uint32_t *side, uint32_t *row, uint32_t *row_end);
uint32_t shard_conflicts(const struct shard *shard);

#endif
