/* Best responses and pure equilibria: profiles in which each strategy is a best response to the other. */
#include <string.h>

#include "analysis.h"

bool matrix_sides_of(const struct matrix_game *game, struct nash_arena *arena, struct matrix_sides *sides)
{
    int64_t *turned = NULL;
    if (game->b) {
        turned = nash_arena_array(arena, (size_t)game->rows * game->cols, sizeof *turned);
        for (uint32_t i = 0; turned && i < game->rows; i++)
            for (uint32_t j = 0; j < game->cols; j++)
                turned[(size_t)j * game->rows + i] = game->b[(size_t)i * game->cols + j];
    }
    sides->side[0] = (struct matrix_side){game->rows, game->cols, game->a};
    sides->side[1] = (struct matrix_side){game->cols, game->rows, turned};
    return turned || !game->b;
}

/* Marks the best responses to each strategy of the opponent in best[own * other]. */
static void mark_best_responses(const struct matrix_side *side, bool *best)
{
    for (uint32_t other = 0; other < side->other; other++) {
        int64_t most = side->pay[other];
        for (uint32_t own = 1; own < side->own; own++) {
            int64_t pay = side->pay[(size_t)own * side->other + other];
            most = pay > most ? pay : most;
        }
        for (uint32_t own = 0; own < side->own; own++)
            best[(size_t)own * side->other + other] = side->pay[(size_t)own * side->other + other] == most;
    }
}

/* Counts the best responses to each strategy of the opponent. */
static uint32_t *count_best(const struct matrix_side *side, const bool *best, struct nash_arena *arena)
{
    uint32_t *count = NASH_NEW(arena, uint32_t, side->other);
    for (size_t i = 0; count && i < (size_t)side->own * side->other; i++)
        count[i % side->other] += best[i];
    return count;
}

static void list_pure(const struct matrix_problem *p, const bool *row_best, const bool *col_best,
                      const uint32_t *const ways[2], struct matrix_profiles *pure)
{
    for (uint32_t i = 0; i < p->game.rows; i++)
        for (uint32_t j = 0; j < p->game.cols; j++) {
            if (!row_best[(size_t)i * p->game.cols + j] || !col_best[(size_t)j * p->game.rows + i])
                continue;
            if (pure->count < p->limit)
                pure->list[pure->listed++] = (struct matrix_profile){i, j, ways[0][j] == 1 && ways[1][i] == 1};
            pure->count++;
        }
}

enum nash_status matrix_find_pure(const struct matrix_problem *p, const struct matrix_sides *sides,
                                  struct nash_run *run, struct matrix_answer *answer, struct nash_error *error)
{
    size_t profiles = (size_t)p->game.rows * p->game.cols;
    const uint32_t *ways[2];
    for (int s = 0; s < 2; s++) {
        if (nash_stop(run, MATRIX_STOP_PROFILES))
            return NASH_STOPPED;
        answer->best[s] = NASH_NEW(run->arena, bool, profiles);
        if (!answer->best[s])
            return nash_fail(error, NASH_NOMEM, "", "the best answers do not fit into the memory of this job");
        mark_best_responses(&sides->side[s], answer->best[s]);
        ways[s] = count_best(&sides->side[s], answer->best[s], run->arena);
    }
    answer->pure.list = NASH_NEW(run->arena, struct matrix_profile, profiles < p->limit ? profiles : p->limit);
    if (!ways[0] || !ways[1] || !answer->pure.list)
        return nash_fail(error, NASH_NOMEM, "", "the pure equilibria do not fit into the memory of this job");
    list_pure(p, answer->best[0], answer->best[1], ways, &answer->pure);
    return NASH_OK;
}
