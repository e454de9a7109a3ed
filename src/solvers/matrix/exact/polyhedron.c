/* The payoffs of the responding player, by the choices of the mixing player: rows are contiguous for either player. */
#include "polyhedron.h"

void polyhedron_of_rows(struct polyhedron *polyhedron, const struct matrix_game *game)
{
    *polyhedron = (struct polyhedron){.own = game->rows, .other = game->cols, .pay = game->b};
}

bool polyhedron_of_cols(struct polyhedron *polyhedron, const struct matrix_game *game, struct nash_arena *arena)
{
    int64_t *pay = NASH_NEW(arena, int64_t, (size_t)game->rows * game->cols);
    if (!pay)
        return false;
    for (uint32_t i = 0; i < game->rows; i++)
        for (uint32_t j = 0; j < game->cols; j++)
            pay[(size_t)j * game->rows + i] = game->a[(size_t)i * game->cols + j];
    *polyhedron = (struct polyhedron){.own = game->cols, .other = game->rows, .pay = pay};
    return true;
}

uint32_t polyhedron_best_response(const struct polyhedron *polyhedron, uint32_t choice)
{
    const int64_t *pay = polyhedron->pay + (size_t)choice * polyhedron->other, *handicap = polyhedron->handicap;
    uint32_t best = 0;
    for (uint32_t j = 1; j < polyhedron->other; j++) {
        __int128 more = (__int128)pay[j] - pay[best];
        if (handicap)
            more += (__int128)handicap[best] - handicap[j];
        if (more > 0)
            best = j;
    }
    return best;
}
