/* The loops of the chain; see heat.h. */
#include "heat.h"

#ifndef HEAT_NAME
#define HEAT_NAME heat_plain
#define HEAT_WORD "plain"
#endif

static void fill(struct heat_block *block, uint64_t seed, uint64_t tick, uint32_t players)
{
    block->tick = tick;
    for (unsigned i = 0; i < HEAT_BLOCK; i++) {
        struct chance chance = chance_at(seed, CHANCE_TICK, tick + i);
        block->player[i] = chance_below(chance.who, players);
        block->draw[i] = chance.draw;
    }
}

static uint64_t scan(struct heat_block *block, uint64_t seed, uint64_t tick, uint64_t end, uint32_t players,
                     uint32_t first, uint32_t last, const uint32_t *bound)
{
    while (tick < end) {
        if ((tick & ~(uint64_t)(HEAT_BLOCK - 1)) != block->tick)
            fill(block, seed, tick & ~(uint64_t)(HEAT_BLOCK - 1), players);
        for (unsigned i = tick % HEAT_BLOCK; i < HEAT_BLOCK && tick < end; i++, tick++) {
            uint32_t player = block->player[i];
            if (player - first < last - first && block->draw[i] <= bound[player])
                return tick;
        }
    }
    return end;
}

/* The draws below it change a letter: ceil((others << 32) / total), as the last one of them and some more. */
static uint32_t bound_of(uint32_t others, uint32_t total)
{
    uint64_t below = ((uint64_t)others << 32) / total + HEAT_SLACK;
    return below < UINT32_MAX ? (uint32_t)below : UINT32_MAX;
}

static uint32_t play(const struct game_state *state, const struct game_rules *rules, const struct game_weights *weights,
                     uint32_t cell, uint32_t draw, uint32_t *bound)
{
    const uint8_t *row = state->in_row[rules->row[cell]], *column = state->in_column[rules->column[cell]],
                  *box = state->in_box[rules->box[cell]];
    uint32_t own = state->letter[cell], least = UINT32_MAX, total = 0;
    uint32_t cost[GAME_SIDE_MAX];
    for (uint64_t left = rules->allowed[cell]; left; left &= left - 1) {
        uint32_t letter = (uint32_t)__builtin_ctzll(left);
        cost[letter] = (uint32_t)row[letter] + column[letter] + box[letter] - (letter == own ? 3U : 0U);
        least = cost[letter] < least ? cost[letter] : least;
    }
    for (uint64_t left = rules->allowed[cell]; left; left &= left - 1)
        total += weights->of[cost[__builtin_ctzll(left)] - least];
    uint32_t others = total - weights->of[cost[own] - least];
    uint32_t x = chance_below(draw, total);
    if (x >= others) {
        *bound = bound_of(others, total);
        return own;
    }
    uint64_t left = rules->allowed[cell] & ~(UINT64_C(1) << own);
    for (;; left &= left - 1) {
        uint32_t letter = (uint32_t)__builtin_ctzll(left), weight = weights->of[cost[letter] - least];
        if (x < weight) {
            *bound = bound_of(total - weight, total);
            return letter;
        }
        x -= weight;
    }
}

const struct heat_path HEAT_NAME = {HEAT_WORD, scan, play};
