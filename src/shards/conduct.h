/* One game while it is led: what the files that lead it hand to each other.
 *
 * A game is one thread. It reads its inbox, sends to its members, and keeps a mirror of what is committed; everything
 * here is that thread's own, but for what is marked.
 *
 *     conduct.c        the course of a game
 *     lease.c          who plays which band: epoch, lease, heartbeats
 *     round.c          asks bands for their part of a window, until all have answered or the hub has
 *     audit.c          reads answers, replays some, quarantines
 *     trajectory.c     what is committed: mirror, hash, curve; proof and how far it reaches
 *     mode_*.c         what is asked
 *     report.c         how it stands, for people */
#ifndef SHARDS_CONDUCT_H
#define SHARDS_CONDUCT_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/rng.h>
#include <nash/solver.h>
#include <solvers/sudoku/game/chain.h>
#include <solvers/sudoku/playing.h>

#include "inbox.h"
#include "message.h"
#include "roster.h"

enum {
    BANDS_MAX = SUDOKU_SHARDS_MAX,
    TRIPS = 64,        /* round trips that are remembered */
    PAST_MAX = 8192,   /* committed events that are kept for members that lag */
    CAUGHT_MAX = 64,   /* quarantines that are named */
    UNPROVED_MAX = 64, /* members with rounds that nobody has replayed */
    REFUSALS_MAX = 8,  /* in a row, before a member is given back */
    LISTEN_MS = 10     /* the longest the game sleeps without a look at its clocks */
};
static const int64_t ns_per_ms = 1000000;

/* Round trips: the last ones, in ns. */
struct trips {
    uint32_t us[TRIPS];
    unsigned count;
};

/* One band's part of the round under way. */
struct part {
    bool due;     /* its events are wanted */
    bool done;    /* they are there */
    bool trusted; /* computed or replayed here, or by a local shard */
    int64_t asked_ns;
    uint32_t played, count, told_count, foreign_count;
    struct game_event event[MESSAGE_EVENTS_MAX];   /* what was answered */
    struct game_event told[MESSAGE_EVENTS_MAX];    /* what the others were told of it */
    struct game_event foreign[MESSAGE_EVENTS_MAX]; /* what it was told of them */
};

/* A band of the board, or in the mode of replicas all of it, and who plays it. */
struct band {
    unsigned index, row, row_end;
    const char *wish;      /* "local", "phone" or a URL */
    struct member *member; /* NULL: nobody, the hub plays it */
    uint32_t epoch;        /* of its lease */
    uint64_t stands_at;    /* its tick, once it has read all that was sent */
    int64_t asked_ns;      /* when it was asked what it has not answered; 0 = nothing is open */
    int64_t heard_ns, pinged_ns;
    unsigned owed; /* answers on their way */
    unsigned refusals;
    struct trips trips;
    struct part *part;   /* of token and exact */
    bool owes_round;     /* it was asked for a round and has not answered */
    uint64_t round_tick; /* at this tick, */
    int64_t round_ns;    /* at this time */
    struct {
        uint64_t seed, moves, changes;
        uint32_t run, slice, asked, fewest;
        bool begun;
        bool over; /* out of runs */
    } search;      /* of replicas */
    struct sudoku_shard_report report;
    int64_t seconds_ns; /* spent in rounds, for the rate */
};

/* A committed change with its own tick. */
struct past_event {
    uint64_t tick;
    uint16_t cell;
    uint8_t from, to;
};

/* The state up to which everything has been computed, replayed or trusted. */
struct proof {
    uint64_t tick, updates, changes;
    struct game_hash hash;
    uint8_t letter[GAME_CELLS_MAX];
    uint64_t unproved[UNPROVED_MAX]; /* numbers of members whose rounds since nobody has replayed */
    unsigned count;
    bool many; /* more than that */
};

struct mode;

struct conduct {
    struct shards *shards;
    struct conduct *next, **link; /* among the games; under shards->lock, as the next two */
    struct bytes *shown;          /* its last report */
    int64_t started_ms;
    uint32_t game;
    const char *job; /* whose game it is, as the host says */
    struct inbox inbox;

    struct sudoku_playing playing;
    struct nash_run *run;
    const struct mode *mode;
    struct band *band;
    unsigned bands;
    uint32_t epoch; /* of the last lease given */
    int64_t lease_ns;

    /* The trajectory, of token and exact. */
    uint64_t seed;         /* of this run */
    uint32_t run_number;   /* from 0 */
    struct chain *chain;   /* what is committed */
    struct game_state *at; /* the same, ahead by the events that are being committed */
    struct game_hash hash;
    struct past_event *past; /* PAST_MAX of them */
    unsigned past_count;
    uint64_t past_since; /* all changes from this tick on are in it */
    struct proof proof;
    uint64_t round;
    bool in_round;   /* parts are being waited for */
    bool disturbed;  /* the mirror stands elsewhere now: the round is void, and nobody was told anything */
    uint32_t window; /* ticks asked for */
    double progress; /* ticks committed a round, lately */

    struct nash_rng chance; /* of audits: nobody can guess it */
    bool wary;              /* somebody lied unseen: every round is replayed from now on */
    struct trips trips;
    int64_t hedge_ns;                    /* how long a round may take before the hub plays it too */
    struct sudoku_shard_report *reports; /* a copy for each band, as last reported */
    struct sudoku_quarantine *caught;
    unsigned caught_count;
    struct game_event *missed, *said; /* scratch: MESSAGE_EVENTS_MAX */
    uint8_t *message;                 /* scratch: MESSAGE_MAX */
    bool gathering;                   /* phones are waited for: nobody else gets their bands yet */
    bool failed;                      /* out of memory: *playing.error says so */
    bool solved;
};

/* What a way of playing together is made of. */
struct mode {
    bool patient; /* a member that owes an answer is waited for as long as any; else the hub plays its part at once */
    /* Plays one run of the game, or all replicas: until solved, out of updates, or stopped. */
    void (*play)(struct conduct *c);
    /* An answer that is not about the lease, from the band's member, in its epoch. */
    void (*answered)(struct conduct *c, struct band *band, const struct message_head *head, const uint8_t *body);
    /* The band has another member, or its member another lease: what it was asked is open again. */
    void (*leased)(struct conduct *c, struct band *band);
};
extern const struct mode mode_exact, mode_token, mode_replicas;

/* ---- conduct.c ---- */

/* Solves a problem of the kind sudoku that has shards: struct nash_run's solve, whose host is a struct conduct_host. */
struct conduct_host {
    struct shards *shards;
    const char *job; /* its id, while the game is led; NULL or "": there is none */
};

enum nash_status conduct_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                               struct nash_error *error);
/* Is everybody who is named known, or may still join? NASH_UNPROCESSABLE, type unknown-peer, if not. */
enum nash_status conduct_check(struct shards *shards, const struct sudoku_problem *problem, struct nash_error *error);
/* Has the run to end? */
bool conduct_stopped(struct conduct *c);
/* Reads letters until the deadline, and after the first one only those that are there already; looks after the leases.
 */
void conduct_listen(struct conduct *c, int64_t deadline_ns);

/* ---- lease.c ---- */

void lease_all(struct conduct *c);                           /* each band to its member, anew */
void lease_fill(struct conduct *c);                          /* a member for all that have none */
void lease_find(struct conduct *c, struct band *band);       /* a member for a band without */
void lease_renew(struct conduct *c, struct band *band);      /* the same member, another epoch */
void lease_joined(struct conduct *c, struct member *member); /* somebody the game waited for */
/* Its member is given back, and if `replace` another found. */
void lease_end(struct conduct *c, struct band *band, const char *state, enum roster_why why, bool replace);
void lease_watch(struct conduct *c, int64_t now_ns); /* heartbeats, and whose lease is over */
void lease_want(struct conduct *c);                  /* asks the roster for the phones that are not there */
void lease_release(struct conduct *c);               /* the game is over */
/* Sends message[len] to the band's member; `owes`: it will answer. */
void lease_send(struct band *band, const uint8_t *message, size_t len, bool owes);

/* ---- round.c ---- */

/* Has all parts that are due played for n ticks at most. False: the run has to end, or the game was disturbed. */
bool round_play(struct conduct *c, uint32_t n);
void round_answered(struct conduct *c, struct band *band, const struct message_head *head, const uint8_t *body);
void round_leased(struct conduct *c, struct band *band);
/* Sends the band's member what is committed since the tick it stands at. */
void round_catch_up(struct conduct *c, struct band *band);

/* ---- audit.c ---- */

/* Reads EVENTS into the band's part. NULL, or what is wrong with it. */
const char *audit_read(struct conduct *c, struct band *band, const uint8_t *body, uint32_t len);
/* Replays the band's part when chance or the order wants it. True: it holds, or was not looked at. */
bool audit_holds(struct conduct *c, struct band *band);
/* The hub computes the band's part itself. */
void audit_compute(struct conduct *c, struct band *band);
/* Its member was caught: it is named, never taken again, and what it said unproved is played again. */
void audit_quarantine(struct conduct *c, struct band *band, const char *why);

/* ---- trajectory.c ---- */

bool trajectory_new(struct conduct *c);   /* memory */
void trajectory_begin(struct conduct *c); /* a run of its own */
/* Commits these events (ascending, counted from the chain's tick) up to n ticks on, or to the tick behind which nothing
 * is in conflict. Returns ticks committed. */
uint32_t trajectory_commit(struct conduct *c, const struct game_event *event, size_t count, uint32_t n);
/* Plays n ticks of all bands here. */
void trajectory_play(struct conduct *c, uint64_t n);
/* A round of the member of this number is about to be committed that nobody has replayed. */
void trajectory_unproved(struct conduct *c, uint64_t number);
bool trajectory_has_unproved(const struct conduct *c, uint64_t number);
/* All that has not been proved is played again. False: it came out otherwise, and the mirror stands where it should. */
bool trajectory_prove(struct conduct *c);
/* The member whose rounds alone are not proved; 0: there is none, or there are several. */
uint64_t trajectory_suspect(const struct conduct *c);

/* ---- report.c ---- */

void report_tell(struct conduct *c);   /* progress, when it is wanted */
void report_course(struct conduct *c); /* what the result says of shards */
void trips_add(struct trips *trips, int64_t ns);
int64_t trips_p95_ns(const struct trips *trips);

#endif
