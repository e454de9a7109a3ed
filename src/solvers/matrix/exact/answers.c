/* The payoffs of the one who answers, by the choices of the one who mixes: rows lie together for either player. */
#include "answers.h"

void answers_of_rows(struct answers *answers, const struct matrix_game *game)
{
    *answers = (struct answers){.own = game->rows, .other = game->cols, .pay = game->b};
}

bool answers_of_cols(struct answers *answers, const struct matrix_game *game, struct nash_arena *arena)
{
    int64_t *pay = NASH_NEW(arena, int64_t, (size_t)game->rows * game->cols);
    if (!pay)
        return false;
    for (uint32_t i = 0; i < game->rows; i++)
        for (uint32_t j = 0; j < game->cols; j++)
            pay[(size_t)j * game->rows + i] = game->a[(size_t)i * game->cols + j];
    *answers = (struct answers){.own = game->cols, .other = game->rows, .pay = pay};
    return true;
}

uint32_t answers_best(const struct answers *answers, uint32_t choice)
{
    const int64_t *pay = answers->pay + (size_t)choice * answers->other, *handicap = answers->handicap;
    uint32_t best = 0;
    for (uint32_t j = 1; j < answers->other; j++) {
        __int128 more = (__int128)pay[j] - pay[best];
        if (handicap)
            more += (__int128)handicap[best] - handicap[j];
        if (more > 0)
            best = j;
    }
    return best;
}
