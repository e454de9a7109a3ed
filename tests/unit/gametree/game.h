/* Helper for problems of one game, in addition to ../solvers/kind_case.h. */
#ifndef TEST_GAMETREE_GAME_H
#define TEST_GAMETREE_GAME_H

#include <solvers/gametree/problem.h>

#include "../solvers/kind_case.h"

/* Fails the test unless a problem of the game is refused with this status and pointer and with `word` in the detail.
 * members: members of the problem, such as "\"piles\":[]". */
void game_refuses(const char *game, const char *members, enum nash_status status, const char *pointer,
                  const char *word);

#endif
