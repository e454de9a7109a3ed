/* The report of a game. */
#ifndef SUDOKU_GAME_REPORT_H
#define SUDOKU_GAME_REPORT_H

#include "options.h"

enum { SUDOKU_CURVE_MAX = 128 }; /* points of a curve */

/* The report of one shard. */
struct sudoku_shard_report {
    unsigned row, row_end; /* its partition, rows row..row_end - 1 */
    char member[128];      /* the member that plays the shard now, or played it last */
    const char *kind;      /* "local", "peer", "server", "phone" */
    uint64_t updates, changes;
    uint64_t rounds, replayed, hedged; /* rounds played; replayed by the audit; late and computed by the hub */
    uint64_t bytes_out, bytes_in, messages;
    double round_trip_ms; /* median of the latest round trips */
    double updates_per_s;
    unsigned faults, leases; /* failures of the members of this shard; leases given to members */
    const char *state;       /* "playing", "waiting", "lost", "quarantined", "done" */
};

/* What one member contributed, in ticks. cluster/sudoku/credit.h */
struct sudoku_credit {
    char member[128];
    const char *kind;  /* "local", "peer", "server", "phone" */
    const char *state; /* as of a shard */
    uint64_t computed, used, verified, wasted;
    unsigned late, wrong, faults; /* answers that came after the hub had computed the part; false answers; failures */
    double round_trip_ms;
};

/* How a game in the mode exact went on: how many ticks members shared, and how many the hub played alone. */
struct sudoku_pace {
    uint64_t shared, led;
    uint64_t waits;                 /* parts that the hub computed after it had waited for a member */
    double shared_per_s, led_per_s; /* ticks a second, as measured last; 0 = not measured */
    double round_trip_ms;           /* median of the members; 0 = not measured */
    char reason[256];               /* one sentence */
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
    uint32_t beta; /* SAP: the value at the end, in 1 / BETA_ONE */
    unsigned players;
    uint64_t updates, changes; /* of all runs */
    uint32_t runs;
    int64_t potential;   /* at the end */
    bool nash;           /* no player gains by a change of its own */
    const uint8_t *grid; /* [cell] values 1..N at the end, with or without conflicts */
    struct sudoku_curve_point curve[SUDOKU_CURVE_MAX];
    unsigned points; /* length of curve */

    /* Only for games of shards: */
    bool sharded;
    enum sudoku_mode mode;
    const char *mode_reason; /* why this mode; NULL: it was requested */

    /* Only for the modes token and exact: */
    char trajectory[17];                 /* its game_hash, 16 hex digits */
    uint64_t ticks;                      /* length of the trajectory */
    uint64_t exchanges, messages, bytes; /* exchanges: rounds of all shards */
    unsigned shards;
    const struct sudoku_shard_report *shard;
    unsigned quarantines;
    const struct sudoku_quarantine *quarantine;
    unsigned credits;
    const struct sudoku_credit *credit; /* [credits]; [0] is the hub */
    const char *settled;                /* [cell] who made its last change, as in credits_report(); NULL: one process */
    const struct sudoku_pace *pace;     /* NULL: the mode is not exact */
};

#endif
