/* A shard's own search, for the mode of replicas: SEARCH of message.h without the message. It begins from letters that
 * follow from its seed and goes on in slices; what it has found after so many moves depends on nothing else. */
#ifndef SHARDS_SEARCH_H
#define SHARDS_SEARCH_H

#include <stdbool.h>

#include <solvers/sudoku/game/tabu.h>
#include <solvers/sudoku/game/waiting.h>

#include "message.h"

struct search {
    uint8_t method; /* enum message_method, 0: none has begun */
    uint64_t seed;
    uint64_t moves; /* sap: updates */
    uint64_t changes;
    uint32_t fewest;
    void *memory; /* of search_bytes(), aligned to 64; the engine's */
};

/* Room for either engine. */
size_t search_bytes(void);
/* Goes on, or begins. The rules and weights are kept by reference: they must not change before search_end(). */
void search_play(struct search *search, const struct game_rules *rules, const struct game_weights *weights,
                 uint8_t method, uint64_t seed, uint32_t moves);
void search_end(struct search *search);
/* How it stands; NULL when none has begun. */
const struct game_state *search_state(const struct search *search);

#endif
