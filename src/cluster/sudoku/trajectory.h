/* The trajectory: the committed changes of the game, and how much of it is proved. See trajectory.c. */
#ifndef CLUSTER_SUDOKU_TRAJECTORY_H
#define CLUSTER_SUDOKU_TRAJECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <solvers/sudoku/loglinear/chain.h>

struct coordinator;

enum {
    PAST_MAX = 8192,  /* committed changes kept for members that lag: two lists of MESSAGE_EVENTS_MAX */
    UNPROVED_MAX = 64 /* members whose unproved rounds are counted separately */
};

/* The last state up to which every round was computed here, replayed here, or came from a local shard. */
struct proof {
    uint64_t tick, updates, changes;
    struct game_hash hash;
    uint8_t value[GAME_CELLS_MAX];
    uint64_t unproved[UNPROVED_MAX]; /* numbers of members with rounds after `tick` that were not replayed */
    unsigned count;                  /* length of `unproved` */
    bool many;                       /* there are more such members than UNPROVED_MAX */
};

/* A replay under way. */
struct replay {
    struct game_hash before; /* the hash that the replay should reach */
    uint64_t left;           /* ticks to play */
};

bool trajectory_new(struct coordinator *c);   /* false: out of memory */
void trajectory_begin(struct coordinator *c); /* begins the run of c->run_number */

/* Returns the tick of c->past[i]. */
uint64_t trajectory_past_tick(const struct coordinator *c, unsigned i);

/* Commits the next n ticks with these events (`at` ascending, counted from the chain's tick), or fewer: up to and
 * including the tick that leaves no conflict. Returns the number of ticks committed. */
uint32_t trajectory_commit(struct coordinator *c, const struct game_event *event, size_t count, uint32_t n);

/* Plays at most n ticks of all partitions in this thread, until the game is solved or must end, or the time of this
 * step is over. Returns the number of ticks played. */
uint64_t trajectory_play(struct coordinator *c, uint64_t n);

/* Notes that a round of this member is about to be committed without a replay. */
void trajectory_unproved(struct coordinator *c, uint64_t number);
bool trajectory_has_unproved(const struct coordinator *c, uint64_t number);

enum replay_state {
    REPLAY_RUNS,
    REPLAY_HELD,    /* the result is the same */
    REPLAY_DIFFERS, /* the mirror has the right state now */
    REPLAY_CUT      /* the game must end: the mirror has the state up to which it is proved */
};

/* Begins to replay all ticks after the proof. Until the replay is over, the mirror has an earlier state, and no message
 * may be handled. */
void trajectory_replay(struct coordinator *c);
/* Continues the replay until the time of this step is over. */
enum replay_state trajectory_replay_step(struct coordinator *c);

/* Returns whether all committed ticks are proved. */
bool trajectory_is_proved(const struct coordinator *c);

/* Returns the number of the only member with unproved rounds; 0 if there is none, or several. */
uint64_t trajectory_suspect(const struct coordinator *c);

#endif
