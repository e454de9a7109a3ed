/* The compute threads, on which the shards of this server run: those of its own games (local.h), those that it hosts
 * for hubs (hosted_shard.h) and those that it offers to hubs (hub_client.h). There is one thread for each processor,
 * however many shards there are. A thread is started when work waits and no thread is free.
 *
 * Work is queued as turns. A turn carries out one message; the turns of all shards are queued in one line, so that a
 * shard with much work delays another by one message of each thread. Heavy turns, the units of a farm, take up to
 * seconds. They have a queue of their own, at least one thread while there are any, and all threads while there are no
 * others; one thread more than there are processors carries out other turns then, so that a game never waits for a
 * unit. Turns of low priority, of work of hours, have as many threads of their own, to which the system gives little
 * time beside others: a short unit never waits for a long one of these. */
#ifndef CLUSTER_TRANSPORT_COMPUTE_H
#define CLUSTER_TRANSPORT_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

struct compute;

struct compute_turn {
    /* Runs in a compute thread. scratch[MESSAGE_MAX] belongs to the thread and is aligned to 64. The function may queue
     * the turn again, or free it. */
    void (*run)(struct compute_turn *turn, uint8_t *scratch);
    bool heavy, low;
    struct compute_turn *next; /* used by compute.c */
    int64_t due_ns;            /* used by compute.c */
};

/* threads: turns at the same time, without the one more; 0 = one for each processor. No thread runs before the first
 * turn. Returns NULL when out of memory. */
struct compute *compute_new(unsigned threads);
/* Carries out the turns that are queued, drops those of compute_later(), ends the threads, and frees the pool. No other
 * thread may queue a turn any more. NULL is allowed. */
void compute_free(struct compute *compute);
/* Returns the largest number of heavy turns at the same time. */
unsigned compute_threads(const struct compute *compute);

/* Starts a thread if none runs. Returns whether one runs, so that turns will be carried out. */
bool compute_ready(struct compute *compute);
/* Queues a turn that is not queued, for which compute_ready() has returned true. */
void compute_post(struct compute *compute, struct compute_turn *turn);
/* Does the same at this time (CLOCK_MONOTONIC), for a few turns that watch over time limits. */
void compute_later(struct compute *compute, struct compute_turn *turn, int64_t due_ns);
/* Removes a turn of compute_later() that is not queued yet. Returns false if it is queued, running or done. */
bool compute_cancel(struct compute *compute, struct compute_turn *turn);

#endif
