#include "backward.h"

#include <string.h>

enum nash_status backward_solve(const struct game_tree *tree, double *strategy, double *value, struct nash_arena *arena)
{
    uint32_t players = tree->players;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    double *at = NASH_NEW(arena, double, (size_t)tree->nodes *players);
    if (!at)
        return NASH_NOMEM;
    memset(strategy, 0, tree->actions * sizeof *strategy);
    for (uint32_t v = tree->nodes; v-- > 0;) {
        double *here = at + (size_t)v * players;
        uint32_t first = tree->first_child[v], end = tree->first_child[v + 1], best = first;
        if (tree->player[v] == GAME_TERMINAL) {
            memcpy(here, tree->payoff + (size_t)v * players, players * sizeof *here);
        } else if (tree->player[v] == GAME_CHANCE) {
            for (uint32_t c = first; c < end; c++)
                for (uint32_t p = 0; p < players; p++)
                    here[p] += tree->chance[c] * at[(size_t)c * players + p];
        } else {
            uint32_t mover = (uint32_t)tree->player[v];
            for (uint32_t c = first + 1; c < end; c++)
                if (at[(size_t)c * players + mover] > at[(size_t)best * players + mover])
                    best = c;
            memcpy(here, at + (size_t)best * players, players * sizeof *here);
            strategy[tree->infoset_of[tree->infoset[v]].first_action + (best - first)] = 1;
        }
    }
    memcpy(value, at, players * sizeof *value);
    nash_arena_release(arena, mark);
    return NASH_OK;
}
