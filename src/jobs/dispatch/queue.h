/* Executions that wait for an executor: highest priority first, first come first served within one priority. Every
 * operation takes constant time, except queue_position(). Not locked. */
#ifndef JOBS_DISPATCH_QUEUE_H
#define JOBS_DISPATCH_QUEUE_H

#include <stdint.h>

#include <nash/request.h>

struct execution;
struct executor;

enum { PRIORITIES = NASH_PRIORITY_MAX - NASH_PRIORITY_MIN + 1 };

struct queue {
    struct queue_level {
        struct execution *first, **end;
        unsigned count;
    } level[PRIORITIES];                      /* level i: priority NASH_PRIORITY_MIN + i */
    uint64_t waiting[(PRIORITIES + 63) / 64]; /* bit i set: level i holds executions */
    unsigned count;                           /* of all levels */
};

/* An executor and the executions that wait for it. */
struct executor_queue {
    struct executor *executor; /* NULL: there is none, and nothing waits */
    struct queue queue;
};

void queue_init(struct queue *queue);
/* Adds an execution at its priority; it must not be queued. */
void queue_add(struct queue *queue, struct execution *execution);
/* Puts an execution back, before the others of its priority. */
void queue_return(struct queue *queue, struct execution *execution);
void queue_remove(struct queue *queue, struct execution *execution);
struct execution *queue_first(const struct queue *queue); /* NULL when empty */
/* Returns the place in the queue, 1 = next; 0 when the execution is not queued. Linear in the executions of the same
 * priority. */
unsigned queue_position(const struct queue *queue, const struct execution *execution);

#endif
