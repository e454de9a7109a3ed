/* The entry of stored trees in the list of games. */
#include "game.h"

static const char *const members[] = {"tree",    "parent", "first_child", "children", "value",
                                      "player",  "p",      "generate",    "to_move",  "engine",
                                      "compare", "depth",  "trace",       "window",   NULL};

const struct gametree_game gametree_tree = {.name = "tree",
                                            .members = members,
                                            .parse = tree_parse,
                                            .canon = tree_canon,
                                            .solve = tree_solve,
                                            .verify = tree_verify,
                                            .write = tree_write};
