/* The list of games. */
#ifndef GAMETREE_GAMES_H
#define GAMETREE_GAMES_H

#include "problem.h"

/* Ended by NULL. The first game is that of a request without "game". */
extern const struct gametree_game *const gametree_games[];

#endif
