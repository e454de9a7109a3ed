/* A crew carries out the messages of one member with the shards that it keeps, in the compute threads.
 *
 * Messages of a game without a task (struct cluster_program, task_type 0) are carried out one after the other by the
 * crew's first shard. Those of a game with a task are independent of each other: up to `capacity` further shards carry
 * them out at the same time. Each of these shards is given the last task before its first message. A new task stops the
 * messages of the one before that are under way. BYE stops them too, drops the messages that wait, and frees these
 * shards. A message that is stopped has no answer. Shards are made, and get memory, when they are first needed. */
#ifndef CLUSTER_TRANSPORT_CREW_H
#define CLUSTER_TRANSPORT_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/bytes.h>

struct cluster_program;
struct compute;
struct crew;

enum { CREW_WAITING_MAX = 64 }; /* messages that wait for each unit of the capacity */

/* The owner of a crew: a transport. */
struct crew_owner {
    void *context;
    /* Receives the answer to a message; len 0 = no answer. Called once for each message that crew_post() took, with its
     * tag: from a compute thread, or from within crew_post() or crew_end(). */
    void (*answered)(void *context, void *tag, const uint8_t *answer, size_t len);
    /* Hold and drop a reference for each turn, so that the crew is freed after its last turn only. hold() is called
     * under the lock of the crew, so that it must not take a lock under which functions of the crew are called. drop()
     * may call crew_free(). */
    void (*hold)(void *context);
    void (*drop)(void *context);
};

/* programs: NULL = those of program.c; capacity >= 1. The owner calls compute_ready() before. Returns NULL when out of
 * memory. */
struct crew *crew_new(struct compute *compute, const struct cluster_program *const *programs, unsigned capacity,
                      const struct crew_owner *owner);
/* Takes a reference to the message. Returns false, without a call of answered(), if too many messages wait or memory
 * ran out. */
bool crew_post(struct crew *crew, struct bytes *message, void *tag);
/* Drops the messages that wait and stops those under way. No message may be posted any more. */
void crew_end(struct crew *crew);
/* Returns the number of messages that wait or are under way. */
unsigned crew_load(struct crew *crew);
/* Frees a crew with no message under way. */
void crew_free(struct crew *crew);

#endif
