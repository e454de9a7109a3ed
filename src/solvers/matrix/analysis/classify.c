/* Classifies a game by its payoffs. Timing and cooperation are not in the matrix; they come from the request. */
#include "analysis.h"

static bool is_symmetric(const struct matrix_game *game)
{
    if (game->rows != game->cols)
        return false;
    for (uint32_t i = 0; i < game->rows; i++)
        for (uint32_t j = 0; j < game->cols; j++)
            if (game->a[(size_t)i * game->cols + j] != game->b[(size_t)j * game->cols + i])
                return false;
    return true;
}

struct matrix_classification matrix_classify(const struct matrix_game *game)
{
    struct matrix_classification class = {.symmetric = is_symmetric(game)};
    if (matrix_constant_sum(game, &class.constant))
        class.sum = class.constant ? MATRIX_SUM_CONSTANT : MATRIX_SUM_ZERO;
    return class;
}
