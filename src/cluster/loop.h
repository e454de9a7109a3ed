/* Loops: at most LOOPS_MAX threads, which step any number of tasks. A loop steps the task that is due for the longest
 * time, so that no task waits longer than one step of each other one, and sleeps while none is due. */
#ifndef CLUSTER_LOOP_H
#define CLUSTER_LOOP_H

#include <stdbool.h>
#include <stdint.h>

enum { LOOPS_MAX = 4, LOOP_TASK_OVER = -1 };

struct loop;
struct loops;

struct loop_task {
    /* Called by one thread at a time. Must not wait, and should return within some milliseconds. Returns the time of
     * the next call (ns of CLOCK_MONOTONIC; 0: as soon as other tasks have had their turn). Returns LOOP_TASK_OVER if
     * there is none; the loop does not touch the task after that, so step() may have freed it. */
    int64_t (*step)(struct loop_task *task);
    /* Private to loop.c, under the loop's lock. */
    struct loop *loop;
    struct loop_task *next;
    int64_t due_ns;
    bool woken; /* loop_wake() was called during step() */
};

/* Starts no thread yet. Returns NULL when out of memory. */
struct loops *loops_new(void);
/* Adds a task, due at once. The caller has set task->step. Returns false if no thread can be started. */
bool loops_add(struct loops *loops, struct loop_task *task);
/* Makes the task due at once. From any thread, until step() has returned LOOP_TASK_OVER. */
void loop_wake(struct loop_task *task);
/* Waits for the threads and frees the loops. All tasks must be over or about to be. */
void loops_free(struct loops *loops);

#endif
