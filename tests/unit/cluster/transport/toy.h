/* Two small games for tests of transports: one whose messages depend on each other, and one with a task, whose messages
 * are independent. A gate stops the units of the second, so that a test can count those under way without measuring
 * time. */
#ifndef TEST_TOY_H
#define TEST_TOY_H

#include <stdatomic.h>
#include <stdbool.h>

#include <cluster/program.h>

enum {
    TOY_ORDERED = 20, /* protocols */
    TOY_FARM = 21,
    TOY_ADD = 1,  /* requests, with the body u32 number: of TOY_ORDERED */
    TOY_TASK = 2, /* of TOY_FARM */
    TOY_UNIT = 3,
    TOY_SUM = 64,    /* answer to TOY_ADD: a number that depends on all messages before */
    TOY_TASKED = 65, /* answer to TOY_TASK: its number */
    TOY_DONE = 66,   /* answer to TOY_UNIT: the sum of its number and that of the task, 0 without a task */
    TOY_BODY = 4     /* bytes of the body of all of these */
};

#define TOY_CLOSED  UINT32_C(0xffffffff) /* the number of a unit that waits until the gate is open */
#define TOY_ENDLESS UINT32_C(0xfffffffe) /* the same, and then until it is stopped */

extern const struct cluster_program *const toy_programs[];

/* Two threads in one shard at the same time, which must not happen; shards made; tasks carried out. */
extern _Atomic unsigned toy_collisions, toy_shards_made, toy_tasks_taken;

/* Sets the counters to 0 and closes the gate. */
void toy_reset(void);
void toy_gate_set(bool open);
/* Waits until this number of units waits at the gate. */
void toy_gate_await(unsigned waiting);

#endif
