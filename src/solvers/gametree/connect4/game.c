/* The entry of connect four in the list of games. */
#include "connect4.h"

const struct gametree_game gametree_connect4 = {
    .name = "connect4",
    .members = c4_members,
    .parse = c4_parse,
    .canon = c4_canon,
    .solve = c4_solve,
    .verify = c4_verify,
    .write = c4_write,
};
