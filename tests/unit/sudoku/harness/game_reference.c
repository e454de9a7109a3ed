#include "game_reference.h"

#include <stdio.h>
#include <string.h>

#include "../../base/test.h"

/* ---- random games ---- */

uint32_t game_random_value(struct nash_rng *rng, uint64_t allowed)
{
    for (uint64_t skip = nash_rng_below(rng, (uint64_t)__builtin_popcountll(allowed)); skip; skip--)
        allowed &= allowed - 1;
    return (uint32_t)__builtin_ctzll(allowed);
}

/* Replaces the boxes with regions of the same size and of random cells. */
static void scatter(struct nash_rng *rng, struct game_rules *rules)
{
    for (uint32_t cell = rules->cells - 1; cell; cell--) {
        uint32_t other = (uint32_t)nash_rng_below(rng, cell + 1);
        uint8_t box = rules->box[cell];
        rules->box[cell] = rules->box[other];
        rules->box[other] = box;
    }
}

/* Returns the value of a cell in a fixed full grid, the cyclic pattern. */
static uint32_t solution(uint32_t cell, uint32_t side, uint32_t box_rows)
{
    uint32_t row = cell / side, column = cell % side, box_cols = side / box_rows;
    return (row % box_rows * box_cols + row / box_rows + column) % side;
}

/* Draws the allowed values of each cell: those that `many` random masks have in common, or one value in about `fixed`
 * of 10 cells. solvable: the values of solution() are always allowed. */
static void allow(struct nash_rng *rng, uint64_t *allowed, uint32_t side, uint32_t box_rows, bool solvable)
{
    uint64_t all = (UINT64_C(1) << side) - 1, fixed = nash_rng_below(rng, 10), many = nash_rng_below(rng, 4);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        uint64_t mask = all, one = UINT64_C(1)
                                   << (solvable ? solution(cell, side, box_rows) : game_random_value(rng, all));
        for (uint64_t k = 0; k < many; k++)
            mask &= nash_rng_next(rng);
        allowed[cell] = nash_rng_below(rng, 10) < fixed || !mask ? one : solvable ? mask | one : mask;
    }
}

void game_case_random(struct nash_rng *rng, struct game_case *c)
{
    static const uint8_t shape[][2] = {{2, 2}, {1, 5}, {2, 3}, {7, 1}, {2, 4},  {3, 3}, {3, 4},
                                       {4, 4}, {3, 6}, {5, 5}, {4, 8}, {3, 11}, {6, 6}, {7, 7}};
    uint64_t pick = nash_rng_below(rng, sizeof shape / sizeof *shape), allowed[GAME_CELLS_MAX];
    uint32_t side = (uint32_t)shape[pick][0] * shape[pick][1];
    allow(rng, allowed, side, shape[pick][0], nash_rng_below(rng, 2));
    assert_true(game_rules_init(&c->rules, side, shape[pick][0], shape[pick][1], allowed));
    if (nash_rng_below(rng, 4) == 0)
        scatter(rng, &c->rules);
    static const uint32_t betas[] = {1,       BETA_ONE / 10, BETA_ONE, 3 * BETA_ONE, 17 * BETA_ONE / 4, 9 * BETA_ONE,
                                     BETA_MAX};
    game_weights_init(&c->weights, betas[nash_rng_below(rng, sizeof betas / sizeof *betas)]);
    c->seed = nash_rng_next(rng);
    c->tick = nash_rng_below(rng, 3) ? nash_rng_next(rng) >> 9 : (UINT64_C(1) << 32) - nash_rng_below(rng, 300);
    for (uint32_t cell = 0; cell < side * side; cell++)
        c->values[cell] = (uint8_t)game_random_value(rng, allowed[cell]);
}

void game_case_show(const struct game_case *c)
{
    print_error("side %u, %u players, beta %u / %d, seed %016llx, tick %llu\n", c->rules.side, c->rules.players,
                c->weights.beta, BETA_ONE, (unsigned long long)c->seed, (unsigned long long)c->tick);
    for (uint32_t cell = 0; cell < c->rules.cells; cell++)
        print_error("%u:%u:%llx%s", c->values[cell], c->rules.box[cell], (unsigned long long)c->rules.allowed[cell],
                    cell % c->rules.side == c->rules.side - 1 ? "\n" : " ");
}

/* ---- the rule ---- */

void reference_costs(const struct game_rules *rules, const uint8_t *values, uint32_t cell, uint32_t *cost)
{
    memset(cost, 0, rules->side * sizeof *cost);
    for (uint32_t other = 0; other < rules->cells; other++) {
        bool row = other / rules->side == cell / rules->side, column = other % rules->side == cell % rules->side;
        bool box = rules->box[other] == rules->box[cell];
        if (other != cell)
            cost[values[other]] += (uint32_t)row + (uint32_t)column + (uint32_t)box;
    }
}

uint32_t reference_conflicts(const struct game_rules *rules, const uint8_t *values)
{
    uint32_t twice = 0, cost[GAME_SIDE_MAX];
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        reference_costs(rules, values, cell, cost);
        twice += cost[values[cell]];
    }
    return twice / 2;
}

/* Computes the weight of each value of a cell, 0 for values that are not allowed. Returns the sum. */
static uint64_t weigh(const struct game_rules *rules, const struct game_weights *weights, const uint8_t *values,
                      uint32_t cell, uint64_t *weight)
{
    uint32_t cost[GAME_SIDE_MAX], least = UINT32_MAX;
    uint64_t total = 0;
    reference_costs(rules, values, cell, cost);
    for (uint32_t value = 0; value < rules->side; value++)
        if (rules->allowed[cell] >> value & 1 && cost[value] < least)
            least = cost[value];
    for (uint32_t value = 0; value < rules->side; value++)
        total += weight[value] = rules->allowed[cell] >> value & 1 ? weights->of[cost[value] - least] : 0;
    return total;
}

uint32_t reference_tick(const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                        uint64_t tick, const uint8_t *values, uint32_t *cell)
{
    struct chance chance = chance_at(seed, CHANCE_TICK, tick);
    uint64_t weight[GAME_SIDE_MAX], sum = 0;
    *cell = rules->player[(uint64_t)chance.who * rules->players >> 32];
    uint32_t own = values[*cell];
    uint64_t total = weigh(rules, weights, values, *cell, weight), x = chance.draw * total >> 32;
    if (x >= total - weight[own])
        return own;
    for (uint32_t value = 0;; value++) {
        sum += value == own ? 0 : weight[value];
        if (sum > x)
            return value;
    }
}

uint64_t reference_leaving_draws(const struct game_rules *rules, const struct game_weights *weights,
                                 const uint8_t *values, uint32_t cell)
{
    uint64_t weight[GAME_SIDE_MAX], total = weigh(rules, weights, values, cell, weight);
    return (((total - weight[values[cell]]) << 32) + total - 1) / total;
}
