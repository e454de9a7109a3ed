/* A farm as a game of the cluster: takes members through the registry, and is begin(), step() and end() of a
 * struct cluster_program whose protocol is FARM_PROTOCOL. The program embeds a struct farm_game as the first field of
 * its own struct, and supplies the job:
 *
 *     begin():     fills in a struct farm_request; farm_game_begin(&own->farm, ...); *game = &own->farm.game
 *     step:        farm_game_step
 *     end():       farm_game_end(&own->farm, ...), which calls the job's merge(); then writes its result
 *     describe:    farm_game_describe
 *     shard_*:     the functions of shard.h; task_type FARM_TASK */
#ifndef CLUSTER_FARM_COORDINATOR_H
#define CLUSTER_FARM_COORDINATOR_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/game.h>
#include <cluster/program.h>
#include <nash/run.h>
#include <nash/status.h>

#include "farm.h"

/* What follows a complete farm. */
enum farm_next {
    FARM_ENDS,
    FARM_RESTS,  /* the program is not ready: it is asked again with each step, so it wakes the game when it is */
    FARM_GOES_ON /* with the next task, *round */
};

struct farm_round {
    const uint8_t *task; /* copied */
    size_t task_len;
};

struct farm_request {
    const struct cluster_program *program;
    const struct farm_job *job;
    void *self;          /* for the functions of the job */
    const uint8_t *task; /* NULL: next() gives the first one, and members are taken then */
    size_t task_len;
    const char *const *member; /* [members] "local", "phone", a URL; NULL: all local */
    unsigned members;
    double audit;     /* share of the units of members elsewhere that are computed again here; < 0: 0.1 */
    uint32_t wait_ms; /* time to wait for requested members before a local one takes their place */
    unsigned check;   /* number of the nash_stop() of this farm */
    bool gaps;        /* merge() of a farm that was stopped: also the answers behind units without one */
    /* If not NULL: the farm has rounds. Called when it is complete, and decides what follows. Calls farm_merge() before
     * the next round, once, but not before the end: farm_game_end() does that. It may have changed `work`, unit_ms and
     * memory_mib of the job. Such a farm stores no answers: the program stores what follows from its rounds. */
    enum farm_next (*next)(void *self, struct farm *farm, struct farm_round *round);
    /* Adds keys and values to the object of a progress report. May be NULL. */
    void (*progress)(void *self, const struct farm *farm, struct nash_jsonw *out);
};

struct farm_quarantine {
    const char *member, *why;
};

enum { FARM_QUARANTINES_MAX = 64 };

/* All fields but those of the last part are private. */
struct farm_game {
    struct cluster_game game; /* must be the first field */
    struct farm_request request;
    struct nash_run *run;
    struct farm *farm;
    struct farm_seat *seat; /* [seats]: the requested members, and a local one for the hub */
    unsigned seats;
    struct farm_stay *stays; /* members that took part; the last stay of each */
    struct farm_stay *spare; /* to be used again */
    bool stopped;            /* by farm_game_stop() */
    bool has_ended;          /* a member has ended and its seat is not yet free */
    unsigned wanted;         /* members that the registry is to send */
    int64_t begin_ns, save_ns;
    uint64_t saved; /* answers, proofs and drops up to the last blob */
    /* Set by farm_game_end(), in the run's arena. */
    bool complete;      /* false: the run was stopped before */
    const char *credit; /* JSON, an array */
    struct farm_counts counts;
    struct farm_quarantine quarantine[FARM_QUARANTINES_MAX];
    unsigned quarantines;
};

/* Begins the farm: `g` is zeroed and in run->arena; what the request points at lives until farm_game_end(). Reads the
 * answers that an earlier run of the job stored. On failure nothing needs to be ended. */
enum nash_status farm_game_begin(struct farm_game *g, const struct farm_request *request, struct nash_run *run,
                                 struct nash_error *error);
int64_t farm_game_step(struct cluster_game *game);
/* Gives all members back. For a program that has more to do before its end; farm_game_step() must not be called again.
 */
void farm_game_stop(struct farm_game *g);
/* Gives all members back, merges and fills the last part of the struct. NASH_OK also if the run was stopped. */
enum nash_status farm_game_end(struct farm_game *g, struct nash_error *error);
void farm_game_describe(const struct cluster_game *game, struct nash_jsonw *out);

#endif
