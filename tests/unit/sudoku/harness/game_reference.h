/* The documented rule of the chain (chain.h), played naively, and random games for it. Shares only the structs, the
 * weights and the chance with the engines. */
#ifndef TEST_SUDOKU_GAME_REFERENCE_H
#define TEST_SUDOKU_GAME_REFERENCE_H

#include <nash/rng.h>
#include <solvers/sudoku/loglinear/chain.h>

/* One game: rules of side 4..49, boxes or irregular regions, any mix of strategies, weights and values. */
struct game_case {
    struct game_rules rules;
    struct game_weights weights;
    uint64_t seed, tick;
    uint8_t values[GAME_CELLS_MAX];
};
void game_case_random(struct nash_rng *rng, struct game_case *c);
/* Prints the game of a failed case. */
void game_case_show(const struct game_case *c);

/* Returns a random value of a mask. */
uint32_t game_random_value(struct nash_rng *rng, uint64_t allowed);

/* Computes the costs of all values to `cell` against all others, counted cell by cell. */
void reference_costs(const struct game_rules *rules, const uint8_t *values, uint32_t cell, uint32_t *cost);
/* Returns -Phi, counted by pairs of cells. */
uint32_t reference_conflicts(const struct game_rules *rules, const uint8_t *values);
/* Returns the player's value from tick `tick` on; *cell is the player. */
uint32_t reference_tick(const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                        uint64_t tick, const uint8_t *values, uint32_t *cell);
/* Returns the number of draws that change the value of `cell`. */
uint64_t reference_leaving_draws(const struct game_rules *rules, const struct game_weights *weights,
                                 const uint8_t *values, uint32_t cell);

#endif
