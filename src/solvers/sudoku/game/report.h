/* How a game went. */
#ifndef SUDOKU_GAME_REPORT_H
#define SUDOKU_GAME_REPORT_H

#include "options.h"

enum { SUDOKU_CURVE_MAX = 128 };

/* The report of one shard. */
struct sudoku_shard_report {
    unsigned row, row_end; /* its band of rows; 0, 0 of a replica */
    char member[128];      /* the member that plays it, or did last */
    const char *kind;      /* "local", "peer", "server", "phone" */
    uint64_t updates, changes;
    uint64_t rounds, replayed, hedged;
    uint64_t bytes_out, bytes_in, messages;
    double round_trip_ms; /* median of the last ones */
    double updates_per_s;
    unsigned faults, leases;
    const char *state; /* "playing", "waiting", "lost", "quarantined", "done" */
};

/* A member with a proven fault: its name and the fault. */
struct sudoku_quarantine {
    char member[128];
    char why[160];
};

struct sudoku_curve_point {
    uint64_t updates;
    int64_t potential; /* <= 0 */
};

/* answer->game_report; NULL when no game was played. */
struct sudoku_game_report {
    enum sudoku_method method; /* SAP or TABU */
    bool propagate;
    uint32_t beta; /* at the end, of SAP */
    unsigned players;
    uint64_t updates, changes; /* of all runs */
    uint32_t runs;
    int64_t potential;   /* at the end */
    bool nash;           /* no player gains by a change of its own */
    const uint8_t *grid; /* the grid at the end, values 1..N, size^2 of them; also with conflicts */
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
