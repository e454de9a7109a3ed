/* The law of the chain by waiting times: the n-fold way (Bortz, Kalos, Lebowitz 1975). Instead of drawing players that
 * keep their value, it draws the number of ticks until a player may change it (geometric), then the player, then the
 * value. Its ticks are virtual updates; its trajectory is not that of the chain of the same seed. */
#ifndef SUDOKU_LOGLINEAR_WAITING_H
#define SUDOKU_LOGLINEAR_WAITING_H

#include <solvers/sudoku/game/game.h>

#include "heat.h"
#include "weights.h"

struct waiting; /* waiting.c */

size_t waiting_bytes(void);
/* Begins in `memory` of waiting_bytes(), aligned to 64; rules and weights are kept, not copied. NULL: a value is not
 * allowed. */
struct waiting *waiting_init(void *memory, const struct game_rules *rules, const struct game_weights *weights,
                             uint64_t seed, const uint8_t *values);
/* Changes the weights from now on (a schedule). */
void waiting_reweigh(struct waiting *waiting, const struct game_weights *weights);
/* Plays at most n virtual updates, fewer when no conflict is left. Returns how many, and adds the changes of a value to
 * *changes. A virtual update is a tick of the chain, whether it changes a value or is skipped by a waiting time. The
 * trajectory does not depend on how many calls make it. */
uint64_t waiting_play(struct waiting *waiting, uint64_t n, uint64_t *changes);
/* Uses another path than the fastest; the numbers stay the same. */
void waiting_use(struct waiting *waiting, const struct heat_path *heat);
const struct game_state *waiting_state(const struct waiting *waiting);

#endif
