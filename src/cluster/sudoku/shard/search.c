/* See search.h. The memory holds one engine at a time. */
#include "search.h"

#include <solvers/sudoku/loglinear/chain.h>

/* A slice of sap is played in pieces of PIECE updates and ends after CHANGES_MAX changes, so that it ends in time even
 * if every update is a change (a small beta). `fewest` is the minimum over the ends of pieces. */
enum { PIECE = 1 << 16, CHANGES_MAX = MESSAGE_MOVES_MAX };

size_t search_bytes(void)
{
    size_t tabu = tabu_bytes(), waiting = waiting_bytes();
    return tabu > waiting ? tabu : waiting;
}

void search_end(struct search *search)
{
    search->method = 0;
}

const struct game_state *search_state(const struct search *search)
{
    switch (search->method) {
    case MESSAGE_TABU:
        return tabu_state(search->memory);
    case MESSAGE_SAP:
        return waiting_state(search->memory);
    default:
        return NULL;
    }
}

static void begin(struct search *search, const struct game_rules *rules, const struct game_weights *weights,
                  uint8_t method, uint64_t seed)
{
    uint8_t value[GAME_CELLS_MAX];
    chain_start_values(rules, seed, value);
    if (method == MESSAGE_TABU)
        tabu_init(search->memory, rules, seed, value);
    else
        waiting_init(search->memory, rules, weights, seed, value);
    search->method = method;
    search->seed = seed;
    search->moves = search->changes = 0;
    search->fewest = search_state(search)->conflicts;
}

static void play_sap(struct search *search, uint32_t updates)
{
    const struct game_state *state = waiting_state(search->memory);
    uint64_t changes = 0;
    for (uint64_t played = 0; played < updates && changes < CHANGES_MAX && state->conflicts > 0;) {
        uint64_t left = updates - played, changed = 0;
        uint64_t now = waiting_play(search->memory, left < PIECE ? left : PIECE, &changed);
        played += now;
        search->moves += now;
        changes += changed;
        if (state->conflicts < search->fewest)
            search->fewest = state->conflicts;
        if (now == 0)
            break; /* no player will ever change */
    }
    search->changes += changes;
}

void search_play(struct search *search, const struct game_rules *rules, const struct game_weights *weights,
                 uint8_t method, uint64_t seed, uint32_t moves)
{
    if (search->method != method || search->seed != seed)
        begin(search, rules, weights, method, seed);
    if (method == MESSAGE_SAP) {
        play_sap(search, moves < MESSAGE_UPDATES_MAX ? moves : MESSAGE_UPDATES_MAX);
        return;
    }
    search->moves += tabu_play(search->memory, moves < MESSAGE_MOVES_MAX ? moves : MESSAGE_MOVES_MAX);
    search->changes = search->moves;
    search->fewest = tabu_best(search->memory);
}
