/* The engines "uct" and "dqn+search" with options that requests cannot change, for measurements. */
#ifndef BENCH_HEX_TUNING_H
#define BENCH_HEX_TUNING_H

#include <solvers/hex/engines/player.h>

enum { TUNINGS = 2 }; /* players with such options in one program */

/* Sets an option of a player, whose engine becomes a tuned one: bias, proofs, pairs, priors, prior_weight, prior_count,
 * expand, connect (uct.h); c_puct, reduction, connect, settle, turn (puct.h). Returns false if its engine has no such
 * option, or there are too many tuned players. Its setting `nodes` must not be changed then. */
bool tuning_set(struct hex_player *player, const char *name, double value);

#endif
