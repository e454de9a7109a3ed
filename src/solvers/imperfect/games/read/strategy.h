/* Reads behaviour strategies. */
#ifndef IMPERFECT_GAMES_READ_STRATEGY_H
#define IMPERFECT_GAMES_READ_STRATEGY_H

#include <solvers/imperfect/games/tree.h>
#include <solvers/kit/reader.h>

/* Reads the member `name` of r into strategy[actions]: the name of a style (styles.h), an
 * object {infoset: {action: p, ...} or [p, ...]}, or a list [{"infoset": name, "actions": {...}}] as results have it.
 * Actions that are left out have probability 0. Infosets that are left out keep what is in the array. Probabilities
 * must sum to 1 within 1e-6 and are scaled. game_shape_question() has checked the member (shape.h). Infosets of
 * the player `skip` are refused, and all but those of only_player; UINT32_MAX: none are. A list may have them. Returns
 * false if the member is absent; reports errors. */
bool game_read_strategy(struct reader *r, const char *name, const struct game_tree *tree, int builtin, uint32_t skip,
                        uint32_t only_player, double *strategy);

#endif
