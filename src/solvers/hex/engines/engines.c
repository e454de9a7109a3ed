/* The list of engines, in the order of the schema. */
#include "engine.h"

const struct hex_engine *const hex_engines[] = {&hex_engine_random,
                                                &hex_engine_resistance,
                                                &hex_engine_uct,
                                                &hex_engine_exact,
                                                &hex_engine_dqn,
                                                &hex_engine_dqn_search,
                                                NULL};
