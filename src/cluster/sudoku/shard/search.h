/* A shard's search in the mode replicas, requested by SEARCH messages. It begins from values that follow from its seed
 * and runs in slices; its state after a number of moves depends on nothing else. */
#ifndef CLUSTER_SUDOKU_SEARCH_H
#define CLUSTER_SUDOKU_SEARCH_H

#include <stdbool.h>

#include <solvers/sudoku/game/tabu.h>
#include <solvers/sudoku/loglinear/waiting.h>

#include "protocol.h"

struct search {
    uint8_t method; /* enum message_method; 0 = no search has begun */
    uint64_t seed;
    uint64_t moves; /* moves since the begin; sap: updates */
    uint64_t changes;
    uint32_t fewest; /* fewest conflicts since the begin */
    void *memory;    /* search_bytes() bytes, aligned to 64 */
};

/* Returns the size of the memory in bytes, which is enough for either engine. */
size_t search_bytes(void);
/* Plays at most `moves` moves (sap: updates) of the search of this method and seed. Begins it, if another one or none
 * is under way. Keeps the pointers to rules and weights: they must not change before search_end(). */
void search_play(struct search *search, const struct game_rules *rules, const struct game_weights *weights,
                 uint8_t method, uint64_t seed, uint32_t moves);
void search_end(struct search *search);
/* Returns the state; NULL if no search has begun. */
const struct game_state *search_state(const struct search *search);

#endif
