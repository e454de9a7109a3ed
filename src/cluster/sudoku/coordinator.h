/* The coordinator leads one game, in a thread of its own. It reads its inbox, sends to its members, and keeps a mirror
 * of what is committed. All of struct coordinator belongs to that thread.
 *
 *     coordinator.c    the course of a game
 *     lease.c          which member plays which partition: epoch, lease, heartbeats
 *     round.c          has the parts of a window played, by members or by the hub
 *     audit.c          reads answers, replays some, quarantines
 *     trajectory.c     what is committed: mirror, hash, curve; and what is proved
 *     mode_*.c         what members are asked for
 *     report.c         progress and result */
#ifndef CLUSTER_SUDOKU_COORDINATOR_H
#define CLUSTER_SUDOKU_COORDINATOR_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/game.h>
#include <cluster/program.h>
#include <nash/rng.h>

#include "audit.h"
#include "lease.h"
#include "mode.h"
#include "report.h"
#include "round.h"
#include "trajectory.h"

enum {
    QUARANTINES_MAX = 64, /* quarantines named in the result */
    REFUSALS_MAX = 8,     /* of one member, before it is given back */
    LISTEN_MS = 10        /* bounds the time between two looks at the deadlines */
};
static const int64_t ns_per_ms = 1000000;

struct coordinator {
    struct cluster_game game; /* first */
    struct sudoku_game playing;
    struct nash_run *run;
    const struct mode *mode;
    struct partition *partition;
    unsigned partitions;
    uint32_t epoch; /* of the last lease */
    int64_t lease_ns;

    /* The trajectory, of token and exact. */
    uint64_t seed;         /* of this run */
    uint32_t run_number;   /* from 0 */
    struct chain *chain;   /* what is committed */
    struct game_state *at; /* the same, ahead of it by the events that are being committed */
    struct game_hash hash;
    struct past_event *past; /* [PAST_MAX] */
    unsigned past_count;
    uint64_t past_since; /* `past` has all changes from this tick on */
    struct proof proof;
    uint64_t round;
    bool in_round;   /* round_play() waits for parts */
    bool round_void; /* the mirror was set back: the round ends without a commit */
    uint32_t window; /* ticks of this round */
    double progress; /* ticks committed a round, smoothed */

    struct nash_rng chance; /* of audits; seeded from the system, so that members cannot predict it */
    bool audit_all;         /* an unproved round was wrong: every round is replayed from now on */
    struct trips trips;
    int64_t hedge_ns;                    /* after so long the hub plays a part itself */
    struct sudoku_shard_report *reports; /* [partitions], as last reported */
    struct sudoku_quarantine *quarantine;
    unsigned quarantine_count;
    struct game_event *missed, *answered; /* scratch: [MESSAGE_EVENTS_MAX] */
    uint8_t *message;                     /* scratch: [MESSAGE_MAX] */
    bool gathering;                       /* phones are waited for; nothing else gets their partitions yet */
    bool failed;                          /* *playing.error is set */
    bool solved;
};

/* struct cluster_program's check(), coordinate() and describe(). check() returns NASH_UNPROCESSABLE, type unknown-peer,
 * if a requested member is neither known nor may still join. */
enum nash_status coordinator_check(const void *problem, struct cluster *cluster, struct nash_error *error);
enum nash_status coordinator_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error);
void coordinator_describe(const struct cluster_game *game, struct nash_jsonw *out);

/* Returns whether the run must end. */
bool coordinator_stopped(struct coordinator *c);

/* Handles inbox messages: waits for the first until the deadline, then takes what is there. Checks the leases. */
void coordinator_receive(struct coordinator *c, int64_t deadline_ns);

#endif
