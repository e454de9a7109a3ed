/* The documented rule of the chain (chain.h), played naively, and random games for it. It shares only the structs, the
 * weights and the random numbers with the engines. */
#ifndef TEST_SUDOKU_GAME_REFERENCE_H
#define TEST_SUDOKU_GAME_REFERENCE_H

#include <nash/rng.h>
#include <solvers/sudoku/loglinear/chain.h>

/* A random game: side 4..49, boxes or irregular regions, any allowed values, weights and current values. */
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

/* Computes cost[v] for each value v: the number of conflicts of `cell` with this value, counted cell by cell. */
void reference_costs(const struct game_rules *rules, const uint8_t *values, uint32_t cell, uint32_t *cost);
/* Returns the number of conflicts, which is -Phi, counted over all pairs of cells. */
uint32_t reference_conflicts(const struct game_rules *rules, const uint8_t *values);
/* Plays one tick: returns the value that the drawn player takes; *cell: set to the player's cell. */
uint32_t reference_tick(const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                        uint64_t tick, const uint8_t *values, uint32_t *cell);
/* Returns how many of the 2^32 draws change the value of `cell`. */
uint64_t reference_leaving_draws(const struct game_rules *rules, const struct game_weights *weights,
                                 const uint8_t *values, uint32_t cell);

#endif
