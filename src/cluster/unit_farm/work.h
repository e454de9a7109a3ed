/* Work that a farm distributes, as its members see it: a pure function from a task and a unit to an answer. The same
 * code runs in threads of the hub, in other servers and, as WebAssembly, in browsers. This header is freestanding.
 *
 * A task is what all units of a job share: the problem. A unit is a small part of the work: a seed and a budget, or a
 * cube. The answer follows from task and unit alone, byte for byte, on every machine; budgets therefore count steps of
 * the algorithm, never time. So the hub can repeat a unit anywhere, any number of times, and compare the answers. */
#ifndef CLUSTER_FARM_WORK_H
#define CLUSTER_FARM_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FARM_TASK_MAX = 256 << 10, /* bytes of a task: a network, for one */
    FARM_UNIT_MAX = 16 << 10,  /* bytes of a unit */
    FARM_ANSWER_MAX = 64 << 10 /* bytes of an answer */
};

struct farm_work {
    uint16_t number;  /* in messages; never reused for other work */
    const char *name; /* "proof", for logs */
    /* Returns the bytes of memory that one runner needs; runners are aligned to 64. */
    size_t (*bytes)(void);
    /* Reads a task into a runner's memory, which may be uninitialized. Returns false if the task is malformed. */
    bool (*open)(void *memory, const uint8_t *task, size_t len);
    /* If not NULL: called after open(); returns false if this machine has not the memory for units of the task, which
     * is refused then. Works whose bytes() are enough have NULL. */
    bool (*reserve)(void *memory);
    /* Carries out a unit of the open task and writes its answer into answer[FARM_ANSWER_MAX]. Returns the length of the
     * answer; 0 if the unit is malformed. A unit takes at most a few seconds. The memory may keep caches between units,
     * which never change an answer. */
    size_t (*run)(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);
    bool background; /* units are a part of work of hours: threads carry them out at low priority */
    /* Called after open(): run() reads *stop every few milliseconds, and returns soon when it is not 0. Its answer is
     * dropped then. NULL: units are too short to be stopped. */
    void (*on_stop)(void *memory, _Atomic int *stop);
};

#endif
