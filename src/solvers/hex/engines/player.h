/* An engine with its settings: a player of a match. Freestanding. */
#ifndef HEX_ENGINES_PLAYER_H
#define HEX_ENGINES_PLAYER_H

#include "engine.h"

struct hex_player {
    const struct hex_engine *engine;
    struct hex_settings settings;
};

enum { HEX_ITERATIONS_DEFAULT = 10000, HEX_ITERATIONS_MAX = 100000000 };
#define HEX_EXPLORATION_MAX 10.0
#define HEX_NODES_MAX           INT64_C(9007199254740991) /* 2^53 - 1, the largest exact number in JSON */

#endif
