/* Checks an equilibrium by its definition: the weights are probabilities, and no choice of either player gets more than
 * the payoff that is claimed. */
#include <gmp.h>

#include "ratio.h"

/* The claim about one player: the weights, and the payoff of each choice against the opponent's weights. */
struct player_claim {
    const char *player;
    uint32_t own, other;
    const int64_t *pay; /* choice i against j is at i * own_step + j * other_step */
    size_t own_step, other_step;
    const struct matrix_mix *mix, *against;
    const char *value;
};

static enum nash_status check_probabilities(const struct player_claim *claim, mpq_t weight, mpq_t sum,
                                            struct nash_error *error)
{
    mpq_set_ui(sum, 0, 1);
    if (claim->mix->count != claim->own)
        return nash_fail(error, NASH_INTERNAL, NULL, "The %s player has %u weights for %u choices.", claim->player,
                         claim->mix->count, claim->own);
    for (uint32_t i = 0; i < claim->own; i++) {
        if (!ratio_read(weight, claim->mix->weight[i]) || mpq_sgn(weight) < 0)
            return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weight %u is %s.", claim->player, i,
                             claim->mix->weight[i]);
        mpq_add(sum, sum, weight);
    }
    return mpq_cmp_ui(sum, 1, 1) == 0
               ? NASH_OK
               : nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weights do not add up to 1.", claim->player);
}

/* Computes the expected payoff of choice i. */
static void expected_payoff(const struct player_claim *claim, const mpq_t *against, uint32_t i, mpq_t term, mpq_t sum)
{
    mpq_set_ui(sum, 0, 1);
    for (uint32_t j = 0; j < claim->other; j++) {
        if (mpq_sgn(against[j]) == 0)
            continue;
        mpq_set_si(term, claim->pay[i * claim->own_step + j * claim->other_step], 1);
        mpq_mul(term, term, against[j]);
        mpq_add(sum, sum, term);
    }
}

static enum nash_status check_best_response(const struct player_claim *claim, const mpq_t *against, mpq_t term,
                                            mpq_t sum, mpq_t value, struct nash_error *error)
{
    if (!ratio_read(value, claim->value))
        return nash_fail(error, NASH_INTERNAL, NULL, "The equilibrium pays the %s player \"%s\", which is no number.",
                         claim->player, claim->value);
    for (uint32_t i = 0; i < claim->own; i++) {
        expected_payoff(claim, against, i, term, sum);
        int side = mpq_cmp(sum, value);
        if (side > 0)
            return nash_fail(error, NASH_INTERNAL, NULL,
                             "Not an equilibrium: the %s player's choice %u gets more than %s.", claim->player, i,
                             claim->value);
        if (side < 0 && claim->mix->weight[i][0] != '0')
            return nash_fail(error, NASH_INTERNAL, NULL,
                             "Not an equilibrium: the %s player's choice %u is played and gets less than %s.",
                             claim->player, i, claim->value);
    }
    return NASH_OK;
}

static enum nash_status check_player(const struct player_claim *claim, struct nash_error *error)
{
    mpq_t against[MATRIX_SIDE_MAX], term, sum, value;
    mpq_inits(term, sum, value, NULL);
    enum nash_status status = check_probabilities(claim, term, sum, error);
    if (status == NASH_OK && claim->against->count != claim->other)
        status = nash_fail(error, NASH_INTERNAL, NULL, "The opponent of the %s player has %u weights for %u.",
                           claim->player, claim->against->count, claim->other);
    if (status == NASH_OK) {
        bool read = true;
        for (uint32_t j = 0; j < claim->other; j++) {
            mpq_init(against[j]);
            read = ratio_read(against[j], claim->against->weight[j]) && read;
        }
        status = read ? check_best_response(claim, against, term, sum, value, error)
                      : nash_fail(error, NASH_INTERNAL, NULL, "A weight is not a rational.");
        for (uint32_t j = 0; j < claim->other; j++)
            mpq_clear(against[j]);
    }
    mpq_clears(term, sum, value, NULL);
    return status;
}

enum nash_status matrix_check_equilibrium(const struct matrix_game *game, const struct matrix_equilibrium *equilibrium,
                                          struct nash_error *error)
{
    struct player_claim row = {.player = "row",
                               .own = game->rows,
                               .other = game->cols,
                               .pay = game->a,
                               .own_step = game->cols,
                               .other_step = 1,
                               .mix = &equilibrium->row,
                               .against = &equilibrium->col,
                               .value = equilibrium->row_value};
    struct player_claim col = {.player = "column",
                               .own = game->cols,
                               .other = game->rows,
                               .pay = game->b,
                               .own_step = 1,
                               .other_step = game->cols,
                               .mix = &equilibrium->col,
                               .against = &equilibrium->row,
                               .value = equilibrium->col_value};
    enum nash_status status = check_player(&row, error);
    return status == NASH_OK ? check_player(&col, error) : status;
}
