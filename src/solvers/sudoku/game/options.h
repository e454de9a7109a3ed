/* The method of a solve, and its options. */
#ifndef SUDOKU_GAME_OPTIONS_H
#define SUDOKU_GAME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sudoku_method {
    SUDOKU_METHOD_AUTO,  /* all engines in turns; its verdicts are proved */
    SUDOKU_METHOD_EXACT, /* propagation, search, CaDiCaL */
    SUDOKU_METHOD_SAP,   /* log-linear learning */
    SUDOKU_METHOD_TABU   /* tabu search: best response with memory */
};

enum sudoku_schedule {
    SUDOKU_FIXED,   /* beta is constant */
    SUDOKU_ANNEAL,  /* beta grows over a run from 0.5 to 1.5 times the requested value */
    SUDOKU_ADAPTIVE /* beta follows the share of updates that change a value */
};

/* How shards cooperate in a game. */
enum sudoku_mode {
    SUDOKU_MODE_AUTO,    /* as requested: replicas for sap and tabu, else not a game but the exact search in units */
    SUDOKU_MODE_TOKEN,   /* the protocol of the patent: one player at a time */
    SUDOKU_MODE_EXACT,   /* in parallel, with the trajectory of one process */
    SUDOKU_MODE_REPLICAS /* independent searches; the first solution wins */
};

/* Who plays the ticks of a game in the mode exact. The trajectory is the same. */
enum sudoku_pace_wish {
    SUDOKU_PACE_AUTO,  /* measured: what commits more ticks a second */
    SUDOKU_PACE_SHARE, /* members share every round, whatever it costs */
    SUDOKU_PACE_LEAD   /* the hub plays, and members confirm */
};

/* The names in requests and answers, indexed by the enum, with a NULL at the end. */
extern const char *const sudoku_method_names[], *const sudoku_schedule_names[], *const sudoku_mode_names[],
                                                                                    *const sudoku_pace_names[];

enum { SUDOKU_SHARDS_MAX = 49 };

/* problem->options; NULL when the request names no method. */
struct sudoku_options {
    enum sudoku_method method;
    bool propagate; /* propagate first: forced cells are immutable, other candidates are strategies; default true */
    uint32_t beta;  /* in 1 / BETA_ONE (loglinear/weights.h); 0 = by size and share of clues */
    enum sudoku_schedule schedule;
    uint64_t updates;          /* limit of one run, in updates (tabu: moves); 0 = the measured default */
    uint32_t restarts;         /* runs after the first; UINT32_MAX = until the time budget ends */
    unsigned shards;           /* number of shards; 0 = one process plays alone */
    const char *const *member; /* [shards] "local", "phone", "http://host:port"; NULL: all local */
    enum sudoku_mode mode;
    bool mode_chosen; /* the mode was `auto` in the request; `mode` is what it stands for */
    double audit;     /* share of rounds that are replayed, or of units that are computed again; < 0: by default */
    enum sudoku_pace_wish pace;
    uint32_t wait_ms; /* time to wait for phones; then their partitions are played locally */
};

/* True for the methods that play the game. */
static inline bool sudoku_options_is_game(const struct sudoku_options *options)
{
    return options->method == SUDOKU_METHOD_SAP || options->method == SUDOKU_METHOD_TABU;
}

/* True when the shards play one game together, with the trajectory that the seed determines. */
static inline bool sudoku_options_is_one_trajectory(const struct sudoku_options *options)
{
    return options->shards && (options->mode == SUDOKU_MODE_TOKEN || options->mode == SUDOKU_MODE_EXACT);
}

#endif
