/* Openings and seeds of a match. */
#include "openings.h"

#include <string.h>

#include <nash/rng.h>

enum { ORDER_SEED = 19 }; /* of the default list, which does not depend on the match */

unsigned hex_openings_default(const struct hex_rules *rules, struct nash_arena *arena, struct hex_opening **list)
{
    unsigned cells = (unsigned)rules->rows * rules->cols, half = (cells + 1) / 2;
    struct nash_rng rng;
    struct hex_opening *opening = NASH_NEW(arena, struct hex_opening, cells);
    uint16_t *cell = NASH_NEW(arena, uint16_t, cells);
    *list = opening;
    if (!opening || !cell)
        return 0;
    for (unsigned i = 0; i < half; i++)
        cell[i] = (uint16_t)i;
    nash_rng_seed(&rng, ORDER_SEED);
    for (unsigned i = half; i > 1; i--) {
        unsigned j = (unsigned)nash_rng_below(&rng, i);
        uint16_t swapped = cell[i - 1];
        cell[i - 1] = cell[j];
        cell[j] = swapped;
    }
    unsigned count = half;
    for (unsigned i = 0; i < half; i++)
        if (cells - 1U - cell[i] != cell[i])
            cell[count++] = (uint16_t)(cells - 1 - cell[i]);
    for (unsigned i = 0; i < cells; i++)
        opening[i] = (struct hex_opening){.move = &cell[i], .plies = 1};
    return cells;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned hex_openings_needed(unsigned games, unsigned first)
{
    return games - smaller(first, games - first);
}

void hex_game_prepare(struct hex_game *game, const struct hex_opening *list, unsigned count, unsigned games,
                      unsigned first, uint64_t seed, unsigned number)
{
    unsigned pairs = smaller(first, games - first), opening = number / 2;
    struct nash_rng rng;
    memset(game, 0, sizeof *game);
    game->black = number & 1;
    if (number >= 2 * pairs) {
        opening = number - pairs;
        game->black = first > pairs ? 0 : 1;
    }
    nash_rng_seed(&rng, seed + number * UINT64_C(0x9e3779b97f4a7c15)); /* the golden ratio: streams do not overlap */
    game->seed = nash_rng_next(&rng);
    const struct hex_opening *chosen = &list[opening % count];
    game->opening = (uint16_t)chosen->plies;
    memcpy(game->move, chosen->move, sizeof *game->move * chosen->plies);
}
