/* The works of matches and trainings of Hex. Numbers are never reused; those of the Sudoku are below 16. */
#ifndef CLUSTER_HEX_WORKS_H
#define CLUSTER_HEX_WORKS_H

#include <cluster/unit_farm/work.h>

/* Games of engines that browsers have too, games of any engines of a server, and games of trainings: those that
 * browsers play too, and those that take them too long or too much memory. */
enum { HEX_MATCH_WORK = 16, HEX_SERVER_MATCH_WORK = 17, HEX_TRAIN_WORK = 18, HEX_SERVER_TRAIN_WORK = 19 };

/* What a phone can do: iterations of uct in a move, of which a game on 11x11 takes 15 s in a fast browser;
 * multiplications of a net in a move, some 8 s on a slow phone; and memory for each of its processors. */
enum { HEX_PORTABLE_ITERATIONS = 100000, HEX_PORTABLE_MEMORY = 64 << 20 };
#define HEX_PORTABLE_PRODUCTS UINT64_C(4000000000)

enum {
    HEX_PHONE_PRODUCTS_PER_MS = 500000, /* multiplications of a net on a slow phone */
    HEX_GAME_MS_MAX = 600000            /* the most that a game is expected to take there */
};

extern const struct farm_work hex_match_work, hex_server_match_work, hex_train_work, hex_server_train_work;

#endif
