/* PUCT (Rosin 2011; AlphaGo Zero, Silver et al. 2017): a tree search guided by a play net, with solver back-up. Every
 * simulation evaluates one new position. Wins and losses that are proved are backed up and end the search early. Its
 * opinions are the same on every machine. Freestanding. */
#ifndef HEX_PUCT_PUCT_H
#define HEX_PUCT_PUCT_H

#include <nash/rng.h>
#include <solvers/hex/engines/engine.h>
#include <solvers/hex/net/play_net.h>

struct hex_puct_options {
    uint32_t simulations; /* evaluations, the root included */
    float exploration;    /* factor of the prior: c_puct */
    float reduction;      /* first-play urgency: value of the parent less this, for moves without a visit */
    float noise;          /* share of Dirichlet noise in the priors of the root; 0 in play */
    float noise_alpha;    /* its concentration, divided by the number of empty cells: 10 or so */
    uint32_t connect;     /* visits of a position before virtual connections are looked for (the root: at once);
                             0: never */
    bool settle;          /* the search ends when no other move can get the most visits, but for a proof */
    bool turn;            /* the root is evaluated as it is and turned by 180 degrees, and both are averaged */
};
struct hex_puct_options hex_puct_defaults(void);

struct hex_puct; /* the memory of a search, used for one after the other */

/* Returns the bytes that hex_puct_new() takes, for searches of up to `simulations`. */
size_t hex_puct_memory(const struct hex_net_shape *shape, unsigned rows, unsigned cols, uint32_t simulations);
/* Returns NULL when the arena is full. The net must outlive it. */
struct hex_puct *hex_puct_new(struct nash_arena *arena, const struct hex_play_net *net, unsigned rows, unsigned cols,
                              uint32_t simulations);
/* Searches a position from scratch. The opinion has visits, values (Q of the visited moves as a win rate), win_rate,
 * proofs, line and move: a proved win, else the move with the most visits among those that are not proved lost. rng:
 * for the noise only. check: number of the nash_stop(). */
void hex_puct_search(struct hex_puct *puct, const struct hex_position *position, const struct hex_puct_options *options,
                     struct nash_rng *rng, struct nash_run *run, unsigned check, struct hex_opinion *opinion);

/* ---- engine.c: the engine "dqn+search" ---- */

/* Returns its options with these settings. */
struct hex_puct_options hex_puct_options_of(const struct hex_settings *settings);
/* Thinks with these options, by the net of the settings. */
enum nash_status hex_puct_think(const struct hex_position *position, const struct hex_settings *settings,
                                const struct hex_puct_options *options, struct nash_run *run,
                                struct hex_opinion *opinion, struct nash_error *error);

#endif
