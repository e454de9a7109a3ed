/* The size of the position alone selects the engine: see bridge_endgame_is_faster(). */
#include "engine.h"

#include <solvers/bridge/endgame/endgame.h>

const char *bridge_engine_name(const struct bridge_position *position)
{
    return bridge_endgame_is_faster(position) ? "own" : bridge_dds_name();
}

enum nash_status bridge_solve_options(const struct bridge_position *position, struct bridge_endgame_table *table,
                                      struct nash_run *run, struct bridge_options *options, struct nash_error *error)
{
    return bridge_endgame_is_faster(position) ? bridge_endgame_options(position, table, run, options, error)
                                              : bridge_dds_options(position, run, options, error);
}

enum nash_status bridge_solve_best(const struct bridge_position *position, struct nash_run *run,
                                   struct bridge_card *card, int *tricks, struct nash_error *error)
{
    return bridge_endgame_is_faster(position) ? bridge_endgame_best(position, run, card, tricks, error)
                                              : bridge_dds_best(position, run, card, tricks, error);
}

enum nash_status bridge_solve_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                    struct bridge_card *card, int *makes, struct nash_error *error)
{
    return bridge_endgame_is_faster(position) ? bridge_endgame_makes(position, target, run, card, makes, error)
                                              : bridge_dds_makes(position, target, run, card, makes, error);
}

enum nash_status bridge_solve_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                     uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error)
{
    struct bridge_position position = {.deal = *deal, .strain = (uint8_t)strain};
    if (!bridge_endgame_is_faster(&position))
        return bridge_dds_strain(deal, strain, run, tricks, whole, error);
    int size = (int)bridge_hand_size(deal, BRIDGE_NORTH);
    *whole = true;
    for (unsigned declarer = 0; declarer < BRIDGE_SEATS && *whole; declarer++) {
        struct bridge_card card;
        int defenders;
        position.leader = (uint8_t)((declarer + 1) % BRIDGE_SEATS);
        enum nash_status status = bridge_endgame_best(&position, run, &card, &defenders, error);
        if (status != NASH_OK)
            return status;
        *whole = defenders >= 0;
        tricks[declarer] = (uint8_t)(size - defenders);
    }
    return NASH_OK;
}

enum nash_status bridge_solve_trace(const struct bridge_position *position, const struct bridge_card *play,
                                    unsigned count, struct nash_run *run, uint8_t *tricks, unsigned *known,
                                    struct nash_error *error)
{
    if (!bridge_endgame_is_faster(position))
        return bridge_dds_trace(position, play, count, run, tricks, known, error);
    struct bridge_position now = *position;
    unsigned side = (position->leader + 1u) % 2, won = 0; /* won: by the leader's opponents */
    for (*known = 0; *known <= count; ++*known) {
        struct bridge_card card;
        int best = 0, left = (int)bridge_hand_size(&now.deal, bridge_to_play(&now));
        enum nash_status status = left > 0 ? bridge_endgame_best(&now, run, &card, &best, error) : NASH_OK;
        if (status != NASH_OK || best < 0)
            return status;
        tricks[*known] = (uint8_t)((int)won + (bridge_to_play(&now) % 2 == side ? best : left - best));
        if (*known == count)
            continue;
        int winner = bridge_play(&now, play[*known]);
        won += winner >= 0 && (unsigned)winner % 2 == side;
    }
    return NASH_OK;
}
