/* Openings and seeds of a match: which game begins how, and which engine is Black in it.
 *
 * Each opening is played twice, once with each engine as Black, as long as the wanted numbers allow; the remaining
 * games of the engine that is Black more often begin with further openings. The list is used again from its begin when
 * it is exhausted. */
#ifndef HEX_MATCH_OPENINGS_H
#define HEX_MATCH_OPENINGS_H

#include <nash/arena.h>

#include "game.h"

struct hex_opening {
    const uint16_t *move; /* [plies] */
    unsigned plies;
};

/* Makes the default list, all first moves in a fixed order: a shuffled half of the board, then the cells that a
 * rotation by 180 degrees maps onto these, so that no game is the rotation of one before as long as possible. The
 * centre of an odd board is in the first half. Returns the number of openings; 0: out of memory. */
unsigned hex_openings_default(const struct hex_rules *rules, struct nash_arena *arena, struct hex_opening **list);

/* Sets the seed, Black and the opening of game `number` (from 0) of `games`, of which engine a is Black in `first`. */
void hex_game_prepare(struct hex_game *game, const struct hex_opening *list, unsigned count, unsigned games,
                      unsigned first, uint64_t seed, unsigned number);

/* Returns the largest number of openings that a match uses, so that none is used twice with the same colors. */
unsigned hex_openings_needed(unsigned games, unsigned first);

#endif
