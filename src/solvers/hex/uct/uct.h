/* UCT with RAVE for Hex (Kocsis and Szepesvari 2006; Gelly and Silver 2011): the settings, and the variants of one
 * source that give the same opinions at different speeds. Freestanding.
 *
 * One iteration walks down the tree, completes the board at random, and counts the winner for every move of the walk
 * (UCT) and for every move that the same side made later (RAVE). Moves that win or lose at once are proved, and proofs
 * are backed up. Random numbers, sets and floating point (+ - * / and square root) do not depend on the machine. */
#ifndef HEX_UCT_UCT_H
#define HEX_UCT_UCT_H

#include <solvers/hex/engines/engine.h>

struct hex_uct_options {
    uint64_t iterations;
    float exploration; /* factor of sqrt(log(visits of the position) / visits of the move) */
    float rave_bias;   /* larger: RAVE loses its weight earlier; 4 b^2 of Gelly and Silver */
    bool rave;
    bool proofs;           /* moves that win or lose at once are proved, and proofs are backed up */
    bool pairs;            /* playouts keep bridges: one cell of each pair for each side */
    bool priors;           /* new moves beside the last one start with a better value */
    float prior_weight;    /* of a move's probability by its shape: factor of sqrt(visits of the position) / visits */
    uint32_t prior_count;  /* playouts of RAVE that a new move starts with, by its shape */
    uint32_t expand;       /* visits of a move before its position gets a node */
    uint32_t connect;      /* visits of a position before virtual connections are looked for (the root: at once);
                              0: never */
    uint32_t pool_mib_max; /* memory of the tree; when it is full, the tree stops growing */
};

/* With RAVE, no exploration is best: on 11x11 with 10,000 iterations, 0 wins 91 % of 300 games against 0.3, and 0.1
 * wins 66 %. Without RAVE, 0 means HEX_UCT_EXPLORATION_PLAIN. */
#define HEX_UCT_EXPLORATION       0.0f
#define HEX_UCT_EXPLORATION_PLAIN 0.7f
enum { HEX_UCT_ITERATIONS = 10000 };

struct hex_uct_options hex_uct_defaults(void);
/* Returns the settings of what the literature calls UCT with RAVE: playouts keep bridges, but there are no proofs, no
 * virtual connections and no priors. A reference that does not change when the engine gets stronger. */
struct hex_uct_options hex_uct_plain(void);
/* Returns the options of the engine "uct" with these settings. */
struct hex_uct_options hex_uct_options_of(const struct hex_settings *settings);

/* One build of search.c: for boards of up to 64 * words cells. */
struct hex_uct_variant {
    const char *name;
    unsigned words;
    bool fast; /* needs AVX2, BMI2 and POPCNT */
    enum nash_status (*think)(const struct hex_position *position, const struct hex_uct_options *options,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error);
    /* Completes the board `count` times at random; returns how often Black wins. If `last` is not NULL, it receives
     * the last full board. For tests and measurements. */
    uint64_t (*playouts)(const struct hex_position *position, bool pairs, uint64_t seed, uint64_t count,
                         struct hex_board *last);
    /* Returns the bytes that think() takes of the arena at most. */
    size_t (*memory)(unsigned rows, unsigned cols, const struct hex_uct_options *options);
};

extern const struct hex_uct_variant hex_uct_2_plain, hex_uct_6_plain, hex_uct_2_fast, hex_uct_6_fast;

/* Returns the fastest variant of this machine for a board; `plain` asks for the portable one. */
const struct hex_uct_variant *hex_uct_variant(const struct hex_board *board, bool plain);

/* Sends the opinion so far as progress: {"nodes":n,"best":{"move":"c3","win_rate":0.53}}. */
void hex_uct_report(struct nash_run *run, unsigned rows, unsigned cols, uint64_t nodes, unsigned move, float rate);

#endif
