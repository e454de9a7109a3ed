/* Problems of one game, beside ../solvers/kind_case.h. */
#ifndef TEST_GAMETREE_GAME_H
#define TEST_GAMETREE_GAME_H

#include <solvers/gametree/problem.h>

#include "../solvers/kind_case.h"

/* Fails the test unless a problem of the game with these members, as "\"piles\":[]", is refused so. */
void game_refuses(const char *game, const char *members, enum nash_status status, const char *pointer,
                  const char *word);

#endif
