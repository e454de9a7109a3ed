/* The shard of every program that is a farm: a runner for all works of this build. A program whose protocol is
 * FARM_PROTOCOL has these functions in its struct cluster_program. */
#ifndef CLUSTER_FARM_SHARD_H
#define CLUSTER_FARM_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "work.h"

/* All works, NULL-terminated. works.c lists them. */
extern const struct farm_work *const farm_works[];

size_t farm_shard_bytes(void);
void farm_shard_init(void *memory);
void farm_shard_on_stop(void *memory, _Atomic int *stop);
/* Returns whether the units of a task, a whole message, are background work. */
bool farm_shard_is_background(const uint8_t *task, size_t len);
size_t farm_shard_take(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

#endif
