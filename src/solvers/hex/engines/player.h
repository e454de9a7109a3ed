/* An engine with its settings: a player of a match. Freestanding. */
#ifndef HEX_ENGINES_PLAYER_H
#define HEX_ENGINES_PLAYER_H

#include <solvers/hex/net/shape.h>

#include "engine.h"

struct hex_player {
    const struct hex_engine *engine;
    struct hex_settings settings;
};

enum {
    HEX_ITERATIONS_DEFAULT = 10000,
    HEX_ITERATIONS_MAX = 100000000,
    HEX_SIMULATIONS_DEFAULT = 400,
    HEX_SIMULATIONS_MAX = 1000000
};
#define HEX_EXPLORATION_MAX 10.0
#define HEX_NODES_MAX       INT64_C(9007199254740991) /* 2^53 - 1, the largest exact number in JSON */

/* ---- player.c: the net of the engines "dqn" and "dqn+search" ---- */

/* Sets the wire form of the net that the settings name, and its shape. Returns why it is no play net, or NULL. */
const char *hex_player_net(const struct hex_settings *settings, const uint8_t **bytes, size_t *len,
                           struct hex_net_shape *shape);
/* Returns whether both sides can play a board of this size by a net. */
bool hex_net_fits(const struct hex_net_shape *shape, unsigned rows, unsigned cols);
/* Returns the bytes of the workspace of a net for a board as both sides see it. */
size_t hex_player_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols);

#endif
