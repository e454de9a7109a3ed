/* Checks an equilibrium by its definition: the weights are probabilities, and no choice of either player gets more than
 * the payoff that is claimed. */
#include <solvers/matrix/numbers.h>

#include "ratio.h"

/* The claim about one player: the weights, and the payoff of each choice against the opponent's weights. */
struct player_claim {
    const char *player;
    uint32_t own;
    const int64_t *pay; /* choice i against j is at i * own_step + j * other_step */
    size_t own_step, other_step;
    const struct matrix_mix *mix, *against;
    const char *value;
};

static enum nash_status check_weights(const struct player_claim *claim, mpq_t weight, mpq_t sum,
                                      struct nash_error *error)
{
    if (claim->mix->count != claim->own)
        return nash_fail(error, NASH_INTERNAL, NULL, "The %s player has %u weights for %u choices.", claim->player,
                         claim->mix->count, claim->own);
    for (uint32_t i = 0; i < claim->own; i++) {
        if (!ratio_read(weight, claim->mix->weight[i]) || mpq_sgn(weight) < 0)
            return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weight %u is %s.", claim->player, i,
                             claim->mix->weight[i]);
        mpq_add(sum, sum, weight);
    }
    if (mpq_cmp_ui(sum, 1, 1) != 0)
        return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weights do not add up to 1.", claim->player);
    if (!ratio_read(weight, claim->value))
        return nash_fail(error, NASH_INTERNAL, NULL, "The equilibrium pays the %s player \"%s\", which is no number.",
                         claim->player, claim->value);
    return NASH_OK;
}

static enum nash_status check_probabilities(const struct player_claim *claim, struct nash_error *error)
{
    mpq_t weight, sum;
    mpq_inits(weight, sum, NULL);
    enum nash_status status = check_weights(claim, weight, sum, error);
    mpq_clears(weight, sum, NULL);
    return status;
}

static enum nash_status check_best_responses(const struct player_claim *claim, struct numbers_mean *against,
                                             struct nash_error *error)
{
    for (uint32_t i = 0; i < claim->own; i++) {
        int order = numbers_mean_compare(against, claim->pay + i * claim->own_step, claim->other_step);
        if (order > 0)
            return nash_fail(error, NASH_INTERNAL, NULL,
                             "Not an equilibrium: the %s player's choice %u gets more than %s.", claim->player, i,
                             claim->value);
        if (order < 0 && !numbers_is_zero(claim->mix->weight[i]))
            return nash_fail(error, NASH_INTERNAL, NULL,
                             "Not an equilibrium: the %s player's choice %u is played and gets less than %s.",
                             claim->player, i, claim->value);
    }
    return NASH_OK;
}

/* The weights of both players are probabilities. */
static enum nash_status check_player(const struct player_claim *claim, struct nash_error *error)
{
    struct numbers_mean *against = numbers_mean_new(claim->against, claim->value);
    if (!against)
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left to check an equilibrium.");
    enum nash_status status = check_best_responses(claim, against, error);
    numbers_mean_free(against);
    return status;
}

enum nash_status matrix_check_equilibrium(const struct matrix_game *game, const struct matrix_equilibrium *equilibrium,
                                          struct nash_error *error)
{
    struct player_claim row = {.player = "row",
                               .own = game->rows,
                               .pay = game->a,
                               .own_step = game->cols,
                               .other_step = 1,
                               .mix = &equilibrium->row,
                               .against = &equilibrium->col,
                               .value = equilibrium->row_value};
    struct player_claim col = {.player = "column",
                               .own = game->cols,
                               .pay = game->b,
                               .own_step = 1,
                               .other_step = game->cols,
                               .mix = &equilibrium->col,
                               .against = &equilibrium->row,
                               .value = equilibrium->col_value};
    enum nash_status status = check_probabilities(&row, error);
    if (status == NASH_OK)
        status = check_probabilities(&col, error);
    if (status == NASH_OK)
        status = check_player(&row, error);
    return status == NASH_OK ? check_player(&col, error) : status;
}
