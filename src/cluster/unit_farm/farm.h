/* A farm divides work among members: it leases units of job.h, checks the answers, and merges them in the order of the
 * tree. It is a state machine without thread, clock or socket: its inputs are the calls below with the time `now` (ns,
 * any clock that never goes back); its outputs are messages, by send(), and the time of the next farm_step().
 *
 *     farm = farm_new(&options);
 *     farm_restore(farm, blob, len);                  if units were stored
 *     member = farm_join(farm, &member_options, now);
 *     farm_receive(farm, member, message, len, now);  a message came
 *     farm_leave(farm, member, now);                  the member is gone
 *     next = farm_step(farm, now);                    after one or more of the above, and at `next`
 *     until farm_state(farm) != FARM_RUNNING; then farm_merge(farm) and farm_free(farm)
 *
 * A farm may have rounds: after farm_merge() of a complete one, farm_renew() begins the next task with the same
 * members. A complete farm rests: it issues no units, but members may join and leave, and are asked whether they are
 * there. */
#ifndef CLUSTER_FARM_FARM_H
#define CLUSTER_FARM_FARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

#include "counts.h"
#include "job.h"

struct farm_member;

enum farm_state {
    FARM_RUNNING,
    FARM_COMPLETE, /* farm_merge() may be called */
    FARM_FAILED    /* farm_error() says why */
};

/* Why the farm has ended a member. */
enum farm_end {
    FARM_QUARANTINED, /* it sent a wrong answer, and must never be used again */
    FARM_LOST,        /* it is silent */
    FARM_LEFT,        /* it has sent LEAVE, or too many messages that nobody requested */
    FARM_UNABLE       /* it has refused the task, because it lacks the work */
};

struct farm_options {
    const struct farm_job *job;
    void *self;          /* passed to the functions of the job */
    const uint8_t *task; /* [task_len], copied. NULL: the farm is complete, and farm_renew() begins the first round */
    size_t task_len;     /* at most FARM_TASK_MAX */
    uint32_t game;       /* in the heads of the messages */
    uint64_t seed;       /* draws the units that are audited; members must not know it */
    int64_t lease_ns;    /* a member without open units that is silent for so long is lost; 0 = 1 s */
    size_t units_max;    /* units in the tree; 0 = 1,000,000 */
    size_t memory_max;   /* bytes of units and answers; 0 = 256 MiB */
    uint32_t depth_max;  /* ancestors of a unit; 0 = 1,000 */
    /* Sends message[len] to the member; the bytes are valid during the call only. */
    void (*send)(void *context, struct farm_member *member, const uint8_t *message, size_t len);
    /* The farm has ended the member, and sends nothing more to it. `why` is a string constant. Must not call the farm.
     * A member that has left may still be quarantined; `own` is NULL if only its stored answers are here. */
    void (*ended)(void *context, struct farm_member *member, enum farm_end end, const char *why);
    void *context;
};

struct farm_member_options {
    const char *name, *kind; /* for the credit; copied */
    unsigned capacity;       /* units that it carries out at the same time; 0 = 1 */
    bool trusted;            /* a thread of this process: its answers need no proof */
    double audit;            /* share of its units that a trusted member computes again, 0..1 */
    void *own;               /* for the caller */
};

struct farm *farm_new(const struct farm_options *options); /* NULL: out of memory */
void farm_free(struct farm *farm);

/* Adds a member and sends the task to it. The result is valid until farm_free(); it is that of an earlier stay if a
 * member of this name has left. NULL: out of memory. */
struct farm_member *farm_join(struct farm *farm, const struct farm_member_options *options, int64_t now);
/* The member is gone. Does not call ended(). */
void farm_leave(struct farm *farm, struct farm_member *member, int64_t now);
void farm_set_capacity(struct farm_member *member, unsigned capacity);
void *farm_member_own(const struct farm_member *member); /* `own` of its options */
const char *farm_member_name(const struct farm_member *member);

/* Takes a message of the member, which may be anything. */
void farm_receive(struct farm *farm, struct farm_member *member, const uint8_t *message, size_t len, int64_t now);
/* Issues units and ends silent members. Returns the time of the next call if nothing comes before. */
int64_t farm_step(struct farm *farm, int64_t now);

enum farm_state farm_state(const struct farm *farm);
const char *farm_error(const struct farm *farm); /* one sentence; "" unless failed */
enum nash_status farm_error_status(const struct farm *farm);
/* Returns whether no member can carry out what is left: a trusted member must join. */
bool farm_wants_trusted(const struct farm *farm);
/* Calls the job's merge() for the accepted answers in the order of the tree; the farm cannot go on after it. In a farm
 * that is still FARM_RUNNING, answers with an open audit are left out: up to the first unit without an answer, or with
 * `gaps` all that are there. */
void farm_merge(struct farm *farm, bool gaps);
void farm_bye(struct farm *farm); /* sends BYE to all members */

/* Begins the next round of a complete farm: drops all units, and sends the task to the members that are present. Unit
 * numbers, epochs, credit and counts go on; answers of the round before that come later have no effect. The fields of
 * the job, such as `work`, may have changed since the last call. Returns false, and the farm has failed, without
 * memory. */
bool farm_renew(struct farm *farm, const uint8_t *task, size_t task_len, int64_t now);

/* Appends the answers; leaves out those that do not fit into `room` bytes, about. */
void farm_save(const struct farm *farm, struct nash_buf *out, size_t room);
/* Reads what farm_save() of the same task wrote, before any member joins. Returns false, with *why, a string constant,
 * if it does not fit; answers up to the first invalid one are kept. */
bool farm_restore(struct farm *farm, const uint8_t *blob, size_t len, const char **why);

#endif
