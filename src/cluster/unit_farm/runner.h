/* A runner carries out the units of one task at a time: it receives messages of protocol.h and returns answers. It is
 * the member side of every farm, whatever the work. Freestanding: no clock, no socket, no allocation. Its answers
 * follow from task and unit alone, so a runner that dies loses nothing. */
#ifndef CLUSTER_FARM_RUNNER_H
#define CLUSTER_FARM_RUNNER_H

#include <stddef.h>
#include <stdint.h>

#include "work.h"

struct runner;

/* Returns the bytes of a runner for any work of `works`, a NULL-terminated array. */
size_t runner_bytes(const struct farm_work *const *works);
/* Makes a runner without a task in `memory`, which has runner_bytes() bytes and is aligned to 64. The array must
 * outlive it. */
struct runner *runner_init(void *memory, const struct farm_work *const *works);
/* From now on units are stopped, and their message is not answered, while *stop is not 0. Another thread may set it. */
void runner_on_stop(struct runner *runner, _Atomic int *stop);
/* Carries out one message, which may be malformed, and writes the answer into answer[room], room >= MESSAGE_MAX.
 * Returns the length of the answer in bytes; 0 = no answer. */
size_t runner_take(struct runner *runner, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

#endif
