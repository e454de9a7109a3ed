/* The interface of engines: from a position, settings and a seed to an opinion. An engine uses memory of the run's
 * arena only, polls nash_stop(), and gives the same opinion on every machine: no clock decides, and floating point is
 * limited to + - * / and square roots (units of matches are repeated elsewhere and compared). Freestanding but for
 * the functions of nash/run.h, nash/arena.h and nash/rng.h. */
#ifndef HEX_ENGINES_ENGINE_H
#define HEX_ENGINES_ENGINE_H

#include <nash/run.h>
#include <nash/status.h>
#include <solvers/hex/board/board.h>

enum {
    HEX_LINE_MAX = HEX_CELLS_MAX,
    HEX_ARENA_SPARE = 4096 /* bytes that an arena needs for itself and for the alignment of a few blocks, at most */
};

/* Settings of an engine in a request; those of other engines are ignored. */
struct hex_settings {
    uint64_t iterations;  /* uct: playouts; default 10,000 */
    uint64_t nodes;       /* exact: largest number of positions expanded; 0 = no limit */
    float exploration;    /* uct: constant of the UCT formula; default of uct.h */
    bool rave;            /* uct: default true */
    bool plain;           /* uct: without proofs, virtual connections and priors; hex_uct_plain() */
    bool win_lines;       /* exact: also prove which of the other moves win, */
    bool win_essential;   /* but leave inferior moves unknown if one that is not inferior wins */
    uint32_t simulations; /* dqn+search: evaluations of the net; default 400 */
    const uint8_t *net;   /* dqn, dqn+search: wire form of a play net, [net_bytes]; NULL: hex_default_net */
    uint32_t net_bytes;
};

enum hex_measure { /* what `value` of an opinion means */
                   HEX_MEASURE_NONE,
                   HEX_MEASURE_WIN_RATE,  /* 0..1, of the side to move */
                   HEX_MEASURE_RESISTANCE /* share of the current through the cell, weighted by two-distance, 0..1 */
};

enum hex_proof { HEX_UNKNOWN, HEX_WINS, HEX_LOSES }; /* of a move, for the side to move */

/* What an engine thinks of a position. Cells that are not empty have no values. */
struct hex_opinion {
    int move;              /* cell; -1: none (game over, or the budget ended before any) */
    enum hex_color winner; /* proved, else HEX_EMPTY */
    enum hex_measure measure;
    float value[HEX_CELLS_MAX];     /* see measure; < 0: the cell has none */
    uint32_t visits[HEX_CELLS_MAX]; /* uct, dqn+search */
    uint8_t proof[HEX_CELLS_MAX];   /* enum hex_proof */
    float win_rate;                 /* of the side to move, 0..1; < 0: unknown */
    uint16_t line[HEX_LINE_MAX];    /* principal variation, begins with `move` */
    unsigned line_count;
    bool has_must_play; /* must_play holds: moves outside it lose */
    uint8_t must_play[HEX_CELLS_MAX];
    enum hex_color connected; /* side whose virtual connection between its edges `connection` is; HEX_EMPTY: none */
    uint8_t connection[HEX_CELLS_MAX]; /* its empty cells (carrier), when the side to move begins */
    uint64_t nodes;                    /* iterations, simulations, or positions expanded */
};

struct hex_engine {
    const char *name;
    bool seeded;    /* run->seed changes the opinion */
    bool plays_net; /* settings.net and settings.simulations change the opinion */
    /* Fills *opinion, which the caller has cleared with hex_opinion_clear(). The game is not over. NASH_OK also when
     * stopped; NASH_NOMEM, NASH_TOO_LARGE with *error. */
    enum nash_status (*think)(const struct hex_position *position, const struct hex_settings *settings,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error);
    /* Returns the bytes that think() takes of the arena at most. NULL: there is no bound below HEX_GAME_MEMORY. */
    size_t (*memory)(unsigned rows, unsigned cols, const struct hex_settings *settings);
};

extern const struct hex_engine hex_engine_random, hex_engine_resistance, hex_engine_uct, hex_engine_exact,
    hex_engine_dqn, hex_engine_dqn_search;
extern const struct hex_engine *const hex_engines[]; /* ended by NULL */

void hex_opinion_clear(struct hex_opinion *opinion);
/* Returns whether the side to move should take the first stone by a swap: it loses otherwise, or expects so. */
bool hex_opinion_swaps(const struct hex_opinion *opinion, enum hex_color to_move);
/* Sets the move of "resistance" where an engine has none, because all moves lose or its budget is used up. It takes a
 * millisecond, so it runs after a stop too. */
void hex_opinion_play_anyway(struct hex_opinion *opinion, const struct hex_position *position,
                             const struct hex_settings *settings, struct nash_arena *arena);

#endif
