/* The games, in the order in which an error message lists them. */
#include "games.h"

const struct gametree_game *const gametree_games[] = {&gametree_tree,   &gametree_tictactoe, &gametree_connect4,
                                                      &gametree_grundy, &gametree_nim,       NULL};
