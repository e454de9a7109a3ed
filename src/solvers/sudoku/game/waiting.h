/* The same chain law by waiting times: the n-fold way (Bortz, Kalos, Lebowitz 1975). Instead of drawing players that
 * keep their letter, the number of ticks until the next change is drawn (geometric), then who changes, then to what.
 * One call of chance for each change; its ticks are virtual updates. */
#ifndef SUDOKU_GAME_WAITING_H
#define SUDOKU_GAME_WAITING_H

#include "game.h"
#include "weights.h"

struct waiting; /* see waiting.c; WAITING_BYTES of memory, aligned to 64 */

size_t waiting_bytes(void);
/* In `memory`. False: a letter is not allowed. */
struct waiting *waiting_init(void *memory, const struct game_rules *rules, const struct game_weights *weights,
                             uint64_t seed, const uint8_t *letters);
/* Other weights from now on (a schedule). */
void waiting_reweigh(struct waiting *waiting, const struct game_weights *weights);
/* Goes on for about n virtual updates, or until there is no conflict left. Returns virtual updates; *changes counts. */
uint64_t waiting_play(struct waiting *waiting, uint64_t n, uint64_t *changes);
const struct game_state *waiting_state(const struct waiting *waiting);

#endif
