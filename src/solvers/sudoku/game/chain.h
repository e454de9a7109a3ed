/* Spatial adaptive play, log-linear learning (patent, paragraphs 0008 to 0010; Young 1993; Marden and Shamma 2012), as
 * a chain whose every tick is fixed in advance by the seed:
 *
 *   at tick t, chance_at(seed, CHANCE_TICK, t) names player i and a draw; with w_a = weight of letter a in A_i against
 *   all the others as they stand, W = sum w_a and own = weight of the letter it has:
 *   x = draw * W >> 32;  x >= W - own: it stays;  else it plays the letter a at which the running sum of the weights of
 *   A_i without its own letter, in ascending order of letters, first exceeds x.
 *
 * That is the heat bath: letter a with probability w_a / W. Since most draws keep the letter, the threshold of the draw
 * below which a player leaves is kept until a neighbour's change touches it; only the hash of the tick and one
 * comparison are left for most ticks.
 *
 * A window is a run of ticks for the players of some rows, with the changes of all the others given: the round of a
 * shard. With all rows and no others it is the whole game in one process. */
#ifndef SUDOKU_GAME_CHAIN_H
#define SUDOKU_GAME_CHAIN_H

#include "chance.h"
#include "game.h"
#include "weights.h"

struct chain {
    const struct game_rules *rules;
    const struct game_weights *weights;
    uint64_t seed;
    uint64_t tick;                  /* the next one */
    struct game_state state;        /* before it */
    uint32_t leave[GAME_CELLS_MAX]; /* [player] a draw below it changes the letter; CHAIN_STALE: to be found out */
    /* [unit][letter]: which players could care; laid out by chain_init() */
    uint16_t number[GAME_CELLS_MAX]; /* [cell] its player's number, or CHAIN_IMMUTABLE */
};
enum { CHAIN_IMMUTABLE = 0xffff };

/* At `tick` with these letters. False: a letter is not allowed. */
bool chain_init(struct chain *chain, const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                uint64_t tick, const uint8_t *letters);

/* The letters a game of this seed starts from: each player's at random from A_i (CHANCE_START by cell). */
void chain_start_letters(const struct game_rules *rules, uint64_t seed, uint8_t *letters);

/* Changes that are known: sets them and moves on to `tick`. False, with nothing changed, when an event does not fit
 * (cell, from, order, a letter not allowed). `at` counts from chain->tick. */
bool chain_commit(struct chain *chain, const struct game_event *event, size_t count, uint64_t tick);

/* Plays the ticks [tick, tick + n) of the players in rows [row, row_end); the changes of the others come from `foreign`
 * (ascending by at). Own changes go to out; when `room` is not enough the window ends before the tick that had none
 * (*n says where; at least one tick is played when room >= 1). The chain is left as it was: chain_commit() moves it.
 * `until_solved`: ends behind the tick at which conflicts are 0. Returns the number of events. SIZE_MAX: a foreign
 * event does not fit. */
size_t chain_window(struct chain *chain, uint32_t *n, uint32_t row, uint32_t row_end, const struct game_event *foreign,
                    size_t foreign_count, struct game_event *out, size_t room);

/* The whole game, moving on: at most n ticks, ends behind the tick at which conflicts are 0. `each` (may be NULL) sees
 * every change with its absolute tick. Returns ticks played; *changes counts. */
uint64_t chain_play(struct chain *chain, uint64_t n, uint64_t *changes,
                    void (*each)(void *context, uint64_t tick, const struct game_event *event), void *context);

#endif
