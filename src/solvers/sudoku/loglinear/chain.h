/* Spatial adaptive play, log-linear learning (patent, paragraphs 0008 to 0010; Young 1993; Marden and Shamma 2012), as
 * a chain whose every tick is fixed in advance by the seed. */
#ifndef SUDOKU_LOGLINEAR_CHAIN_H
#define SUDOKU_LOGLINEAR_CHAIN_H

#include <solvers/sudoku/game/game.h>

#include "chance.h"
#include "heat.h"
#include "leave.h"
#include "weights.h"

/* The law:
 *
 *   At tick t, chance_at(seed, CHANCE_TICK, t) gives player i = who * players >> 32 and a draw. k_a is the cost of
 *   value a of A_i to i against all others (game_cost), k_min the least of them, w_a = of[k_a - k_min], W = sum w_a,
 *   own = w of the value it has, x = draw * W >> 32. If x >= W - own, it keeps its value; else it takes the value a at
 *   which the running sum of the weights of A_i without its own value, in ascending order of values, first exceeds x.
 *
 * This is the heat bath: value a with probability w_a / W = exp(-beta k_a) / sum exp(-beta k). Costs count from k_min,
 * so that 24 bits are enough at any beta; where beta is large it is the best response, ties at random.
 *
 * Since most draws keep the value, leave.h keeps a bound of the draws on which a player leaves it; most ticks need only
 * their hash and one comparison.
 *
 * A window is a run of ticks for the players of some rows, with the changes of all others given: the round of a shard.
 * With all rows and no others it is the whole game in one process. */

struct chain {
    const struct game_rules *rules;
    const struct game_weights *weights;
    const struct heat_path *heat; /* the machine's path; all paths give the same numbers */
    uint64_t seed;
    uint64_t tick;            /* the next tick, below 2^56 */
    struct game_state state;  /* the state before that tick */
    struct heat_block chance; /* random numbers of the block of ticks drawn last */
    struct leave leave;
    struct leave_bounds kept; /* the bounds from before a window */
};

/* Begins at `tick` with these values. False: a value is not allowed. */
bool chain_init(struct chain *chain, const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                uint64_t tick, const uint8_t *values);

/* Uses other weights from the next tick on; a schedule changes beta so. */
void chain_reweigh(struct chain *chain, const struct game_weights *weights);

/* Sets the values from which a game of this seed starts: each player's is the n-th of A_i, ascending, with n =
 * chance_at(seed, CHANCE_START, cell).who * |A_i| >> 32. */
void chain_start_values(const struct game_rules *rules, uint64_t seed, uint8_t *values);

/* Applies known changes and advances to `tick`. False, with nothing changed, when an event does not fit: its cell has
 * no player, `from` is not the present value, `to` is the same or not allowed, its `at` (counted from chain->tick) is
 * not above the one before or not below `tick`; or `tick` is before chain->tick. */
bool chain_commit(struct chain *chain, const struct game_event *event, size_t count, uint64_t tick);

/* Plays the ticks [tick, tick + *n) of the players in rows [row, row_end); the changes of the others come from
 * `foreign` (`at` strictly ascending; those at *n and later are ignored). Own changes go to out; when `room` is not
 * enough, the window ends before the first change that does not fit, and *n is the ticks played. Leaves the chain
 * unchanged: chain_commit() advances it. Returns the number of events. SIZE_MAX: a foreign event does not fit (as in
 * chain_commit(), or its cell is in the rows played). */
size_t chain_window(struct chain *chain, uint32_t *n, uint32_t row, uint32_t row_end, const struct game_event *foreign,
                    size_t foreign_count, struct game_event *out, size_t room);

/* Plays the whole game: at most n ticks, until after the tick at which conflicts are 0 (at once, if they are). Calls
 * `each` (may be NULL) with every change and its absolute tick; event->at is 0. Returns the ticks played and adds to
 * *changes. */
uint64_t chain_play(struct chain *chain, uint64_t n, uint64_t *changes,
                    void (*each)(void *context, uint64_t tick, const struct game_event *event), void *context);

#endif
