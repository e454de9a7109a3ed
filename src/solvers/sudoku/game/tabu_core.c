/* The parts that the tabu searches share. */
#include "tabu_core.h"

#include <string.h>

void tabu_core_init(struct tabu_core *core, uint64_t seed, uint32_t strategies, uint32_t chance)
{
    memset(core, 0, sizeof *core);
    core->seed = seed;
    core->chance = chance;
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

void tabu_core_take(struct tabu_core *core, const struct tabu_move *move, uint32_t old)
{
    if (core->recent[move->player] >> move->strategy & 1)
        lift_bar(core, move->player, move->strategy);
    core->barred[move->player][move->strategy] = BARRED;
    add_bar(core, move->player, old, move->tenure);
}

/* ---- the choice of a move ---- */

uint32_t tabu_core_aspire(struct tabu_core *core, uint32_t place, uint32_t own, uint32_t limit, uint32_t low,
                          tabu_cost *cost, const void *game)
{
    uint32_t player = core->list[place], known = own < OWN_MAX ? own : OWN_MAX;
    for (uint64_t left = core->recent[player]; left; left &= left - 1) {
        uint32_t strategy = (uint32_t)__builtin_ctzll(left), other = cost(game, player, strategy);
        uint32_t key = other + KEY_SAME - known;
        if (other >= limit)
            continue;
        core->key[place][strategy] = (uint8_t)key;
        low = key < low ? key : low;
    }
    return low;
}

/* Sets the player and the strategy of one of the moves whose key is `low`, by the random bits `chance`. */
static bool pick(const struct tabu_core *core, uint32_t low, uint32_t chance, struct tabu_move *move)
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
            move->player = core->list[i];
            for (move->strategy = k * VECTOR; core->key[i][move->strategy] != low || nth--; move->strategy++)
                ;
            return true;
        }
    return false;
}

bool tabu_core_choose(const struct tabu_core *core, uint32_t low, struct tabu_move *move)
{
    struct chance chance = chance_at(core->seed, CHANCE_SEARCH, core->move);
    move->tenure = core->conflicting * 3 / 10 + chance_below(chance.draw, core->chance) + 1;
    return low < BARRED && pick(core, low, chance.who, move);
}
