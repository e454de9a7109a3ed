/* How a Sudoku is to be played as a game, and how it went: what the wire says beyond the exact solver. */
#ifndef SUDOKU_PLAY_H
#define SUDOKU_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sudoku_method {
    SUDOKU_METHOD_AUTO,  /* the quickest portfolio; proves what it says */
    SUDOKU_METHOD_EXACT, /* propagation, search, CaDiCaL */
    SUDOKU_METHOD_SAP,   /* log-linear learning */
    SUDOKU_METHOD_TABU   /* best response with memory */
};

enum sudoku_schedule {
    SUDOKU_FIXED,   /* beta stays */
    SUDOKU_ANNEAL,  /* beta grows from half of it to one and a half over a run */
    SUDOKU_ADAPTIVE /* beta follows the share of updates that change a letter */
};

/* How shards play together. */
enum sudoku_mode {
    SUDOKU_MODE_AUTO,    /* = replicas */
    SUDOKU_MODE_TOKEN,   /* the patent's own protocol: one player at a time */
    SUDOKU_MODE_EXACT,   /* in parallel, and the very trajectory of one process */
    SUDOKU_MODE_REPLICAS /* searches of their own, the first solution wins */
};

enum { SUDOKU_SHARDS_MAX = 49, SUDOKU_CURVE_MAX = 128 };

/* The order; problem->play, NULL when the request says nothing of it. */
struct sudoku_play {
    enum sudoku_method method;
    bool propagate; /* forced cells are immutable, strategies are the candidates left; default true */
    uint32_t beta;  /* in 1 / BETA_ONE (game/weights.h); 0 = by density */
    enum sudoku_schedule schedule;
    uint64_t updates;          /* of one run (moves, of tabu); 0 = the measured default */
    uint32_t restarts;         /* runs after the first; UINT32_MAX = until the time budget ends */
    unsigned shards;           /* 0 = none: one process */
    const char *const *member; /* [shards] "local", "phone", "http://host:port"; NULL: all local */
    enum sudoku_mode mode;
    double audit;     /* share of rounds that are replayed; < 0: 1 of phones, 0.1 of others, 0 of local ones */
    uint32_t wait_ms; /* how long to wait for phones that are not there yet; their bands are played here then */
};

/* Is it played as a game, not solved? */
static inline bool sudoku_play_is_game(const struct sudoku_play *play)
{
    return play->method == SUDOKU_METHOD_SAP || play->method == SUDOKU_METHOD_TABU;
}

/* Do its shards play one game together, whose trajectory its seed names? */
static inline bool sudoku_play_is_one_trajectory(const struct sudoku_play *play)
{
    return play->shards && (play->mode == SUDOKU_MODE_TOKEN || play->mode == SUDOKU_MODE_EXACT);
}

/* How one shard did. */
struct sudoku_shard_report {
    unsigned row, row_end; /* its band; 0, 0 of a replica */
    char member[128];      /* who plays it (or played it last) */
    const char *kind;      /* "local", "peer", "server", "phone" */
    uint64_t updates, changes;
    uint64_t rounds, replayed, hedged;
    uint64_t bytes_out, bytes_in, messages;
    double round_trip_ms; /* median of the last ones */
    double updates_per_s;
    unsigned faults, leases;
    const char *state; /* "playing", "waiting", "lost", "quarantined", "done" */
};

/* A member that was caught: its name and how. */
struct sudoku_quarantine {
    char member[128];
    char why[160];
};

struct sudoku_curve_point {
    uint64_t updates;
    int64_t potential; /* <= 0 */
};

/* How it went; answer->course, NULL when no game was played. */
struct sudoku_course {
    enum sudoku_method method; /* SAP or TABU: what was played */
    bool propagate;
    uint32_t beta; /* at the end, of SAP */
    unsigned players;
    uint64_t updates, changes; /* of all runs */
    uint32_t runs;
    int64_t potential;      /* at the end */
    bool nash;              /* nobody gains by a change of its own */
    const uint8_t *letters; /* where it stood at the end, values 1..N, size^2 of them; also with conflicts */
    struct sudoku_curve_point curve[SUDOKU_CURVE_MAX];
    unsigned points;
    /* of shards */
    bool sharded;
    enum sudoku_mode mode;
    bool has_trajectory; /* of token and exact */
    char trajectory[17]; /* hex */
    uint64_t ticks;      /* of the trajectory */
    uint64_t exchanges, messages, bytes;
    unsigned shards;
    const struct sudoku_shard_report *shard;
    unsigned quarantines;
    const struct sudoku_quarantine *quarantine;
};

#endif
