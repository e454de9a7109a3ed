/* Writes a tree as a Gambit .efg file. */
#ifndef IMPERFECT_GAMES_EFG_WRITE_H
#define IMPERFECT_GAMES_EFG_WRITE_H

#include <nash/buf.h>

#include "tree.h"

/* Appends the text: nodes in prefix order, payoffs at the ends, fractions where a number is one of a small denominator.
 * Infosets are numbered as in the tree. Returns false without memory. */
bool efg_write(const struct game_tree *tree, struct nash_buf *out, struct nash_arena *arena);

#endif
