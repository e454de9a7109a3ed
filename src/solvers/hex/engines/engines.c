/* The list of engines, in the order of the schema. */
#include <string.h>

#include "engine.h"

const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct,
                                                &hex_engine_exact, NULL};

void hex_opinion_clear(struct hex_opinion *opinion)
{
    memset(opinion, 0, sizeof *opinion);
    opinion->move = -1;
    opinion->win_rate = -1;
    for (unsigned i = 0; i < HEX_CELLS_MAX; i++)
        opinion->value[i] = -1;
}
