/* Games that searches play for the net to learn from. Each is a pure function of its seed and settings, the same on
 * every machine, so that members of a cluster can play it and check it. */
#ifndef HEX_TRAIN_SELF_PLAY_H
#define HEX_TRAIN_SELF_PLAY_H

#include <solvers/hex/puct/puct.h>
#include <solvers/hex/train/config.h>

#include "game.h"

enum { HEX_STOP_TRAIN = 45 };

/* Returns the bytes of scratch memory of a game. */
size_t hex_self_play_memory(const struct hex_train_config *config, unsigned size);
/* Plays a game by PUCT. game->target is set and large enough; scratch: hex_self_play_memory() bytes, aligned to 64.
 * Returns false if the run was stopped. */
bool hex_self_play(const struct hex_play_net *net, const struct hex_train_config *config, unsigned size, uint64_t seed,
                   void *scratch, struct nash_run *run, struct hex_train_game *game);

/* Begins a game on an empty board and plays its opening, which follows from the seed. *rng: for the rest of the game.
 */
void hex_self_play_begin(struct hex_train_game *game, unsigned size, uint64_t seed, struct hex_position *position,
                         struct nash_rng *rng);
void hex_mentor_begin(struct hex_train_game *game, unsigned size, uint64_t seed, struct hex_position *position,
                      struct nash_rng *rng);

size_t hex_mentor_memory(const struct hex_train_config *config, unsigned size);
/* Plays a game by the mentor of the settings. As above. */
bool hex_mentor_game(const struct hex_train_config *config, unsigned size, uint64_t seed, void *scratch,
                     struct nash_run *run, struct hex_train_game *game);

#endif
