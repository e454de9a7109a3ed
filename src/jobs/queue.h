/* Runs that wait for a worker: highest priority first, first come first served within one. Every operation takes
 * constant time, but queue_position(). Not locked. */
#ifndef JOBS_QUEUE_H
#define JOBS_QUEUE_H

#include <stdint.h>

struct run;

enum { PRIORITY_LEAST = -100, PRIORITY_MOST = 100, PRIORITIES = PRIORITY_MOST - PRIORITY_LEAST + 1 };

struct queue {
    struct queue_level {
        struct run *first, **end;
        unsigned runs;
    } level[PRIORITIES];
    uint64_t waiting[(PRIORITIES + 63) / 64]; /* bit set: that level holds runs */
    unsigned runs;
};

void queue_init(struct queue *queue);
/* run->priority says where; run->queued must be false. */
void queue_add(struct queue *queue, struct run *run);
void queue_remove(struct queue *queue, struct run *run);
struct run *queue_first(const struct queue *queue); /* NULL when empty */
/* 1 = next; 0 when the run does not wait. Counts the level's runs before it. */
unsigned queue_position(const struct queue *queue, const struct run *run);

#endif
