/* The list of games: see games.c. */
#ifndef GAMETREE_GAMES_H
#define GAMETREE_GAMES_H

#include "problem.h"

/* Ended by NULL; the first is the one that a request without "game" means. */
extern const struct gametree_game *const gametree_games[];

#endif
