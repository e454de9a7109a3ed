/* The engines of src/cluster/wasm/hex.c, in the place of the list of all. */
#include <solvers/hex/engines/engine.h>

const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct, NULL};
