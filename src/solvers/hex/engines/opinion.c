/* What all engines share. */
#include <string.h>

#include "engine.h"

void hex_opinion_clear(struct hex_opinion *opinion)
{
    memset(opinion, 0, sizeof *opinion);
    opinion->move = -1;
    opinion->win_rate = -1;
    for (unsigned i = 0; i < HEX_CELLS_MAX; i++)
        opinion->value[i] = -1;
}

bool hex_opinion_swaps(const struct hex_opinion *opinion, enum hex_color to_move)
{
    if (opinion->winner != HEX_EMPTY)
        return opinion->winner == hex_other(to_move);
    return opinion->win_rate >= 0 && opinion->win_rate < 0.5F;
}

void hex_opinion_play_anyway(struct hex_opinion *opinion, const struct hex_position *position,
                             const struct hex_settings *settings, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena};
    struct hex_opinion other;
    hex_opinion_clear(&other);
    if (hex_engine_resistance.think(position, settings, &run, &other, NULL) != NASH_OK || other.move < 0)
        return;
    opinion->move = other.move;
    opinion->line[0] = other.line[0];
    opinion->line_count = 1;
}
