/* The same chain law by waiting times: the n-fold way (Bortz, Kalos, Lebowitz 1975). Instead of drawing players that
 * keep their letter, the number of ticks until somebody may change it is drawn (geometric), then who, then to what. Its
 * ticks are virtual updates; its trajectory is another one than the chain's of the same seed. */
#ifndef SUDOKU_GAME_WAITING_H
#define SUDOKU_GAME_WAITING_H

#include "game.h"
#include "heat.h"
#include "weights.h"

struct waiting; /* see waiting.c */

size_t waiting_bytes(void);
/* In `memory` of waiting_bytes(), aligned to 64; rules and weights are kept, not copied. NULL: a letter is not
 * allowed. */
struct waiting *waiting_init(void *memory, const struct game_rules *rules, const struct game_weights *weights,
                             uint64_t seed, const uint8_t *letters);
/* Other weights from now on (a schedule). */
void waiting_reweigh(struct waiting *waiting, const struct game_weights *weights);
/* Goes on for n virtual updates, or up to the one that leaves no conflict. Returns virtual updates; *changes counts up.
 * In how many calls does not matter to the trajectory. */
uint64_t waiting_play(struct waiting *waiting, uint64_t n, uint64_t *changes);
/* Computes by another path than the quickest; nothing that comes out changes. */
void waiting_use(struct waiting *waiting, const struct heat_path *heat);
const struct game_state *waiting_state(const struct waiting *waiting);

#endif
