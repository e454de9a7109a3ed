/* The documented rule of the chain (chain.h), played naively, and random games to play it on. Shares nothing with the
 * engines but the structs, the weights and the chance. */
#ifndef TEST_SUDOKU_GAME_REFERENCE_H
#define TEST_SUDOKU_GAME_REFERENCE_H

#include <nash/rng.h>
#include <solvers/sudoku/game/chain.h>

/* One game to be played: rules of side 4..49, boxes or irregular regions, any mix of strategies, weights and letters.
 */
struct game_case {
    struct game_rules rules;
    struct game_weights weights;
    uint64_t seed, tick;
    uint8_t letters[GAME_CELLS_MAX];
};
void game_case_random(struct nash_rng *rng, struct game_case *c);
/* What to print when it fails. */
void game_case_show(const struct game_case *c);

/* A random letter of a mask. */
uint32_t game_random_letter(struct nash_rng *rng, uint64_t allowed);

/* Costs of all letters to `cell` against all others, counted cell by cell. */
void reference_costs(const struct game_rules *rules, const uint8_t *letters, uint32_t cell, uint32_t *cost);
/* -Phi by pairs of cells. */
uint32_t reference_conflicts(const struct game_rules *rules, const uint8_t *letters);
/* The player's letter from tick `tick` on; *cell is the player. */
uint32_t reference_tick(const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                        uint64_t tick, const uint8_t *letters, uint32_t *cell);
/* How many draws change the letter of `cell`. */
uint64_t reference_leaving_draws(const struct game_rules *rules, const struct game_weights *weights,
                                 const uint8_t *letters, uint32_t cell);

#endif
