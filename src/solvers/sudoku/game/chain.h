/* Spatial adaptive play, log-linear learning (patent, paragraphs 0008 to 0010; Young 1993; Marden and Shamma 2012), as
 * a chain whose every tick is fixed in advance by the seed:
 *
 *   at tick t, chance_at(seed, CHANCE_TICK, t) names player i = who * players >> 32 and a draw. k_a is what letter a of
 *   A_i would cost i against all the others as they stand (game_cost), k_min the least of them, w_a = of[k_a - k_min],
 *   W = sum w_a, own = w of the letter it has:
 *   x = draw * W >> 32;  x >= W - own: it stays;  else it plays the letter a at which the running sum of the weights of
 *   A_i without its own letter, in ascending order of letters, first exceeds x.
 *
 * That is the heat bath: letter a with probability w_a / W = exp(-beta k_a) / sum exp(-beta k). The costs are counted
 * from k_min so that 24 bits are enough at any beta; where beta is large it is the best response, ties at random.
 *
 * Since most draws keep the letter, a bound of the draws on which a player leaves is kept (leave.h); only the hash of
 * the tick and one comparison are left for most ticks.
 *
 * A window is a run of ticks for the players of some rows, with the changes of all the others given: the round of a
 * shard. With all rows and no others it is the whole game in one process. */
#ifndef SUDOKU_GAME_CHAIN_H
#define SUDOKU_GAME_CHAIN_H

#include "chance.h"
#include "game.h"
#include "heat.h"
#include "leave.h"
#include "weights.h"

struct chain {
    const struct game_rules *rules;
    const struct game_weights *weights;
    const struct heat_path *heat; /* how it is computed; nothing of what comes out */
    uint64_t seed;
    uint64_t tick;            /* the next one, below 2^56 */
    struct game_state state;  /* before it */
    struct heat_block chance; /* of the ticks looked at last */
    struct leave leave;
    struct leave_bounds kept; /* as they were before a window */
};

/* At `tick` with these letters. False: a letter is not allowed. */
bool chain_init(struct chain *chain, const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                uint64_t tick, const uint8_t *letters);

/* Another beta from the next tick on (a schedule). */
void chain_reweigh(struct chain *chain, const struct game_weights *weights);

/* The letters a game of this seed starts from: each player's the n-th of A_i, ascending, with
 * n = chance_at(seed, CHANCE_START, cell).who * |A_i| >> 32. */
void chain_start_letters(const struct game_rules *rules, uint64_t seed, uint8_t *letters);

/* Changes that are known: sets them and moves on to `tick`. False, with nothing changed, when an event does not fit:
 * its cell has no player, `from` is not what stands there, `to` is the same or not allowed, its `at` (counted from
 * chain->tick) is not above the one before or not below `tick`; or `tick` is behind chain->tick. */
bool chain_commit(struct chain *chain, const struct game_event *event, size_t count, uint64_t tick);

/* Plays the ticks [tick, tick + *n) of the players in rows [row, row_end); the changes of the others come from
 * `foreign`
 * (`at` strictly ascending; those at *n and later are not looked at). Own changes go to out; when `room` is not enough
 * the window ends before the first change that has none, and *n says where. The
 * chain is left as it was: chain_commit() moves it. Returns the number of events. SIZE_MAX: a foreign event does not
 * fit (as in chain_commit(), or its cell is in the rows played). */
size_t chain_window(struct chain *chain, uint32_t *n, uint32_t row, uint32_t row_end, const struct game_event *foreign,
                    size_t foreign_count, struct game_event *out, size_t room);

/* The whole game, moving on: at most n ticks, ends behind the tick at which conflicts are 0 (at once, if they are).
 * `each` (may be NULL) sees every change with its absolute tick; event->at is 0. Returns ticks played; *changes counts
 * up. */
uint64_t chain_play(struct chain *chain, uint64_t n, uint64_t *changes,
                    void (*each)(void *context, uint64_t tick, const struct game_event *event), void *context);

#endif
