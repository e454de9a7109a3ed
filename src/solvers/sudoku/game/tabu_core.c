/* The parts that the tabu searches share. */
#include "tabu_core.h"

#include <string.h>

void tabu_core_init(struct tabu_core *core, uint32_t strategies)
{
    memset(core, 0, sizeof *core);
    core->vectors = (strategies + VECTOR - 1) / VECTOR;
    memset(core->ending, 0xff, sizeof core->ending);
    for (unsigned i = 0; i < CALENDAR; i++)
        core->bar[i].player = NO_BAR;
}

void tabu_core_allow(struct tabu_core *core, uint32_t player, uint64_t allowed, uint32_t present)
{
    memset(core->barred[player], BARRED, GAME_LANES);
    for (uint64_t left = allowed & ~(UINT64_C(1) << present); left; left &= left - 1)
        core->barred[player][__builtin_ctzll(left)] = 0;
}

/* ---- bars ---- */

void tabu_core_lift_expired(struct tabu_core *core)
{
    uint16_t *first = &core->ending[core->move % CALENDAR];
    core->bar[core->move % CALENDAR].player = NO_BAR;
    for (uint32_t at = *first; at != NO_BAR; at = core->bar[at].next) {
        const struct bar *bar = &core->bar[at];
        if (bar->player == NO_BAR)
            continue;
        core->barred[bar->player][bar->strategy] = 0;
        core->recent[bar->player] &= ~(UINT64_C(1) << bar->strategy);
    }
    *first = NO_BAR;
}

/* Lifts the bar of a strategy that is taken in spite of it. */
static void lift_bar(struct tabu_core *core, uint32_t player, uint32_t strategy)
{
    for (unsigned i = 0; i < CALENDAR; i++)
        if (core->bar[i].player == player && core->bar[i].strategy == strategy)
            core->bar[i].player = NO_BAR;
    core->recent[player] &= ~(UINT64_C(1) << strategy);
}

static void add_bar(struct tabu_core *core, uint32_t player, uint32_t strategy, uint32_t tenure)
{
    uint32_t at = (uint32_t)(core->move % CALENDAR);
    uint16_t *first = &core->ending[(core->move + tenure) % CALENDAR];
    core->bar[at] = (struct bar){.player = (uint16_t)player, .strategy = (uint8_t)strategy, .next = *first};
    *first = (uint16_t)at;
    core->recent[player] |= UINT64_C(1) << strategy;
}

void tabu_core_exchange(struct tabu_core *core, uint32_t player, uint32_t old, uint32_t strategy, uint32_t tenure)
{
    if (core->recent[player] >> strategy & 1)
        lift_bar(core, player, strategy);
    core->barred[player][strategy] = BARRED;
    add_bar(core, player, old, tenure);
}

/* ---- the choice of a move ---- */

bool tabu_core_pick(const struct tabu_core *core, uint32_t low, uint32_t chance, uint32_t *player, uint32_t *strategy)
{
    uint32_t ties = 0;
    for (uint32_t i = 0; i < core->conflicting; i++)
        for (uint32_t k = 0; k < core->vectors; k++)
            ties += lanes_count(lanes_load(core->key[i] + k * VECTOR), (uint8_t)low);
    uint32_t nth = chance_below(chance, ties);
    for (uint32_t i = 0; i < core->conflicting; i++)
        for (uint32_t k = 0; k < core->vectors; k++) {
            uint32_t here = lanes_count(lanes_load(core->key[i] + k * VECTOR), (uint8_t)low);
            if (nth >= here) {
                nth -= here;
                continue;
            }
            *player = core->list[i];
            for (*strategy = k * VECTOR; core->key[i][*strategy] != low || nth--; ++*strategy)
                ;
            return true;
        }
    return false;
}
