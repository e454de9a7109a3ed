/* The coordinator leads one game. It reads its inbox, sends to its members, and keeps a mirror of the committed state.
 * It is a state machine that one thread at a time steps: no function here waits, and a long computation is continued in
 * the next step.
 *
 *     coordinator.c    the course of a game
 *     lease.c          which member plays which partition: epoch, lease, heartbeats
 *     round.c          requests the parts of a round from members, or computes them at the hub
 *     pace/            whom rounds wait for, and whether they are shared at all
 *     rear.c           members that confirm what is committed already
 *     credit.c         what each member contributed
 *     audit.c          checks answers, replays some of them, quarantines members
 *     trajectory.c     the committed state: mirror, hash, curve; and how much of it is proved
 *     mode_*.c         the modes: what is requested of members
 *     report.c         progress and result */
#ifndef CLUSTER_SUDOKU_COORDINATOR_H
#define CLUSTER_SUDOKU_COORDINATOR_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/game.h>
#include <cluster/program.h>
#include <cluster/sudoku/pace/pace.h>
#include <nash/rng.h>

#include "audit.h"
#include "credit.h"
#include "lease.h"
#include "mode.h"
#include "rear.h"
#include "report.h"
#include "round.h"
#include "trajectory.h"

enum {
    QUARANTINES_MAX = 64, /* quarantines named in the result */
    REFUSALS_MAX = 8,     /* refusals of one member; one more ends its lease */
    LISTEN_MS = 25        /* longest wait for a message; bounds the time between two checks of the deadlines */
};
static const int64_t ns_per_ms = 1000000;

/* It waits for phones; the mode plays a run; the unproved rounds, of the run or of its shared part, are replayed. */
enum coordinator_phase { PHASE_GATHER, PHASE_PLAY, PHASE_PROVE, PHASE_OVER };

struct coordinator {
    struct cluster_game game; /* must be the first field: coordinator_describe() casts it */
    struct sudoku_game playing;
    struct nash_run *run;
    const struct mode *mode;
    struct partition *partition; /* [partitions] */
    unsigned partitions;
    uint32_t epoch; /* of the newest lease */
    int64_t lease_ns, start_ns, gather_until_ns;
    int64_t step_end_ns; /* by this time the step should return */
    enum coordinator_phase phase;

    /* The trajectory. */
    uint64_t seed;         /* seed of the present run */
    uint32_t run_number;   /* number of the present run, from 0 */
    struct chain *chain;   /* the mirror: the committed values and tick */
    struct game_state *at; /* a copy of the mirror's values; trajectory_commit() changes it before `chain` */
    struct game_hash hash;
    struct game_event *past; /* [PAST_MAX], the last committed changes, `at` counted from past_since */
    unsigned past_count;
    uint64_t past_since; /* `past` has all changes from this tick on */
    struct proof proof;
    struct replay replay;
    uint64_t suspect;            /* PHASE_PROVE: number of the only member with unproved rounds, or 0 */
    struct partition *convicted; /* its member is quarantined when the replay is over; NULL: none */
    const char *conviction;      /* the reason */
    uint64_t round, waits;       /* rounds begun; parts that the hub computed after it had waited for a member */
    bool in_round;               /* between round_begin() and the end of the round */
    bool round_void;             /* the mirror was set back: the round ends without a commit */
    uint32_t window;             /* ticks of this round */
    int64_t round_ns;            /* time at which it began */
    bool run_goes_on;            /* PHASE_PROVE: the run is not over */

    struct pace pace;
    struct sudoku_pace pace_report;
    struct rear rear;
    struct credits *credits;
    struct nash_rng chance; /* selects the rounds to audit; seeded from the system, so that members cannot predict it */
    bool audit_all;         /* an unproved round was wrong: every round is replayed from now on */
    struct trips trips;     /* of all partitions */
    int64_t hedge_ns;       /* token: after this time the hub computes a part itself */
    struct sudoku_shard_report *reports;  /* [partitions], for the progress report and the result */
    struct sudoku_quarantine *quarantine; /* [quarantine_count]; NULL before the first */
    unsigned quarantine_count;
    bool gathering;      /* the game waits for phones; their partitions stay unassigned */
    bool solved, failed; /* failed: *playing.error is set */
};

/* The functions check() to describe() of struct cluster_program. coordinator_check() returns
 * NASH_UNPROCESSABLE, type unknown-peer, if a requested member is neither "local" nor "phone" nor a URL for which
 * cluster_knows_peer() is true. */
enum nash_status coordinator_check(const void *problem, struct cluster *cluster, struct nash_error *error);
enum nash_status coordinator_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error, struct cluster_game **game);
int64_t coordinator_step(struct cluster_game *game);
enum nash_status coordinator_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error);
void coordinator_describe(const struct cluster_game *game, struct nash_jsonw *out);

/* Returns whether the run must end. */
bool coordinator_stopped(struct coordinator *c);

/* Returns the time in ns by the cluster's clock. */
static inline int64_t coordinator_now(const struct coordinator *c)
{
    return cluster_now(c->game.cluster);
}

/* Returns what determines the partition of each tick, in the present run. */
struct credit_draw coordinator_draw(const struct coordinator *c);

/* Returns whether the step should return, so that other games get their turn. */
bool coordinator_step_is_over(const struct coordinator *c);

#endif
