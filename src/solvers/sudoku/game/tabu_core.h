/* What the tabu searches share (tabu.c and places.c): the list of the players in conflict, the bars, and the
 * choice of a move. A player chooses among at most GAME_LANES strategies, each with one byte as its key: cost +
 * KEY_SAME - own cost, with the top bit set where the strategy is barred. The best move is the least byte of all keys
 * of the players in conflict. The keys are kept to choose among equals.
 *
 * Bars end by a calendar: a ring of lists, one for each future move. */
#ifndef SUDOKU_GAME_TABU_CORE_H
#define SUDOKU_GAME_TABU_CORE_H

#include <solvers/sudoku/loglinear/chance.h>

#include "game.h"
#include "tabu_lanes.h"

enum {
    BARRED = 0x80,          /* bit of the key of a strategy that is barred or not allowed */
    KEY_SAME = 64,          /* the key of a change that changes no cost */
    OWN_MAX = KEY_SAME - 1, /* higher own costs count as this */
    TENURE_CHANCE_MAX = 16, /* upper bound of tabu_core.chance */
    CALENDAR = 1024,        /* longer than the longest tenure, 3/10 of 2401 + 16 */
    NO_BAR = 0xffff         /* no player, no bar */
};
_Static_assert(GAME_CELLS_MAX * 3 / 10 + TENURE_CHANCE_MAX < CALENDAR, "a bar must end before its place is used again");

/* A strategy that its player may not take again yet. */
struct bar {
    uint16_t player; /* NO_BAR: lifted early */
    uint8_t strategy;
    uint16_t next; /* next bar with the same end, or NO_BAR */
};

struct tabu_core {
    uint64_t seed;
    uint64_t move;                                           /* number of the next move */
    uint32_t chance;                                         /* the random part of a tenure is below it */
    uint32_t vectors;                                        /* vectors in a row of keys */
    uint32_t conflicting;                                    /* number of players in conflict */
    uint16_t list[GAME_CELLS_MAX];                           /* [conflicting] players in conflict */
    uint16_t where[GAME_CELLS_MAX];                          /* [player] its place in list */
    uint64_t recent[GAME_CELLS_MAX];                         /* [player] strategies barred because it left them */
    _Alignas(64) uint8_t barred[GAME_CELLS_MAX][GAME_LANES]; /* [player][strategy] BARRED (also its own) or 0 */
    _Alignas(64) uint8_t key[GAME_CELLS_MAX][GAME_LANES];    /* [place in list][strategy] keys of the present move */
    struct bar bar[CALENDAR];                                /* [move that made it % CALENDAR] */
    uint16_t ending[CALENDAR];                               /* [move % CALENDAR] first bar that ends then, or NO_BAR */
};

/* A move that the search makes. */
struct tabu_move {
    uint32_t player, strategy;
    uint32_t tenure; /* moves for which the strategy is barred that the player leaves */
};

/* Returns the cost that a player of the game would have with another strategy. */
typedef uint32_t tabu_cost(const void *game, uint32_t player, uint32_t strategy);

/* Begins without players in conflict and bars; strategies: at most GAME_LANES; chance: 1..TENURE_CHANCE_MAX. */
void tabu_core_init(struct tabu_core *core, uint64_t seed, uint32_t strategies, uint32_t chance);

/* Bars all strategies but those of `allowed` and its present one. */
void tabu_core_allow(struct tabu_core *core, uint32_t player, uint64_t allowed, uint32_t present);

/* Lifts the bars that end at the present move. */
void tabu_core_lift_expired(struct tabu_core *core);

/* Sets keys without BARRED for the barred strategies with a cost below `limit` of the player at `place` in the list.
 * own: its cost. Returns the least of these keys and `low`. */
uint32_t tabu_core_aspire(struct tabu_core *core, uint32_t place, uint32_t own, uint32_t limit, uint32_t low,
                          tabu_cost *cost, const void *game);

/* Chooses at random among the moves whose key is `low`, the least. Returns false when that is barred. */
bool tabu_core_choose(const struct tabu_core *core, uint32_t low, struct tabu_move *move);

/* Bars the strategy `old`, which the player of the move leaves, and the new one, which is now its own. */
void tabu_core_take(struct tabu_core *core, const struct tabu_move *move, uint32_t old);

/* Adds a player to those in conflict. */
static inline void tabu_core_add(struct tabu_core *core, uint32_t player)
{
    core->where[player] = (uint16_t)core->conflicting;
    core->list[core->conflicting++] = (uint16_t)player;
}

/* Removes a player from those in conflict. */
static inline void tabu_core_remove(struct tabu_core *core, uint32_t player)
{
    uint16_t last = core->list[--core->conflicting];
    core->list[core->where[player]] = last;
    core->where[last] = core->where[player];
}

#endif
