/* Checks requests of the form "game" against their schema, before anything is read: what breaks the schema is
 * NASH_INVALID, wherever it stands, even if another part is inconsistent. */
#ifndef IMPERFECT_GAMES_READ_SHAPE_H
#define IMPERFECT_GAMES_READ_SHAPE_H

#include <solvers/kit/reader.h>

/* Checks a tree: {"players", "root"}. */
void game_shape_tree(struct reader *r);
/* Checks all members but "game" and "efg". */
void game_shape_question(struct reader *r);

#endif
