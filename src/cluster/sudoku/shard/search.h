/* A shard's search in the mode of replicas: what a SEARCH asks for. It begins from values that follow from its seed and
 * runs in slices; its state after so many moves depends on nothing else. */
#ifndef CLUSTER_SUDOKU_SEARCH_H
#define CLUSTER_SUDOKU_SEARCH_H

#include <stdbool.h>

#include <solvers/sudoku/game/tabu.h>
#include <solvers/sudoku/loglinear/waiting.h>

#include "protocol.h"

struct search {
    uint8_t method; /* enum message_method; 0 = none has begun */
    uint64_t seed;
    uint64_t moves; /* sap: updates */
    uint64_t changes;
    uint32_t fewest;
    void *memory; /* of search_bytes(), aligned to 64 */
};

/* Returns the room that either engine needs. */
size_t search_bytes(void);
/* Continues the search, or begins it. Keeps the pointers to rules and weights: they must not change before
 * search_end(). */
void search_play(struct search *search, const struct game_rules *rules, const struct game_weights *weights,
                 uint8_t method, uint64_t seed, uint32_t moves);
void search_end(struct search *search);
/* Returns the state; NULL if no search has begun. */
const struct game_state *search_state(const struct search *search);

#endif
