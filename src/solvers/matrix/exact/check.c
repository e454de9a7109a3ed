/* Are these strategies best answers to each other? By the definition alone: weights are probabilities, and no choice of
 * either gets more than what the strategy is said to be paid. */
#include <gmp.h>

#include "text.h"

/* One player's: own weights, and what each own choice gets against the other's weights. */
struct half {
    const char *who;
    uint32_t own, other;
    const int64_t *pay; /* choice i against j at i * own_step + j * other_step */
    size_t own_step, other_step;
    const struct matrix_mix *mix, *against;
    const char *value;
};

static enum nash_status probabilities(const struct half *half, mpq_t weight, mpq_t sum, struct nash_error *error)
{
    mpq_set_ui(sum, 0, 1);
    if (half->mix->count != half->own)
        return nash_fail(error, NASH_INTERNAL, NULL, "The %s player has %u weights for %u choices.", half->who,
                         half->mix->count, half->own);
    for (uint32_t i = 0; i < half->own; i++) {
        if (!text_read(weight, half->mix->weight[i]) || mpq_sgn(weight) < 0)
            return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weight %u is %s.", half->who, i,
                             half->mix->weight[i]);
        mpq_add(sum, sum, weight);
    }
    return mpq_cmp_ui(sum, 1, 1) == 0
               ? NASH_OK
               : nash_fail(error, NASH_INTERNAL, NULL, "The %s player's weights do not add up to 1.", half->who);
}

/* What choice i gets. */
static void expect(const struct half *half, const mpq_t *against, uint32_t i, mpq_t term, mpq_t sum)
{
    mpq_set_ui(sum, 0, 1);
    for (uint32_t j = 0; j < half->other; j++) {
        if (mpq_sgn(against[j]) == 0)
            continue;
        mpq_set_si(term, half->pay[i * half->own_step + j * half->other_step], 1);
        mpq_mul(term, term, against[j]);
        mpq_add(sum, sum, term);
    }
}

static enum nash_status best(const struct half *half, const mpq_t *against, mpq_t term, mpq_t sum, mpq_t value,
                             struct nash_error *error)
{
    if (!text_read(value, half->value))
        return nash_fail(error, NASH_INTERNAL, NULL, "The %s player is paid %s.", half->who, half->value);
    for (uint32_t i = 0; i < half->own; i++) {
        expect(half, against, i, term, sum);
        int side = mpq_cmp(sum, value);
        if (side > 0)
            return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's choice %u gets more than %s.", half->who, i,
                             half->value);
        if (side < 0 && half->mix->weight[i][0] != '0')
            return nash_fail(error, NASH_INTERNAL, NULL, "The %s player's choice %u is played and gets less than %s.",
                             half->who, i, half->value);
    }
    return NASH_OK;
}

static enum nash_status check_half(const struct half *half, struct nash_error *error)
{
    mpq_t against[MATRIX_SIDE_MAX], term, sum, value;
    mpq_inits(term, sum, value, NULL);
    enum nash_status status = probabilities(half, term, sum, error);
    if (status == NASH_OK && half->against->count != half->other)
        status = nash_fail(error, NASH_INTERNAL, NULL, "The player who answers the %s player has %u weights for %u.",
                           half->who, half->against->count, half->other);
    if (status == NASH_OK) {
        bool read = true;
        for (uint32_t j = 0; j < half->other; j++) {
            mpq_init(against[j]);
            read = text_read(against[j], half->against->weight[j]) && read;
        }
        status = read ? best(half, against, term, sum, value, error)
                      : nash_fail(error, NASH_INTERNAL, NULL, "A weight is not a rational.");
        for (uint32_t j = 0; j < half->other; j++)
            mpq_clear(against[j]);
    }
    mpq_clears(term, sum, value, NULL);
    return status;
}

enum nash_status matrix_check_equilibrium(const struct matrix_game *game, const struct matrix_equilibrium *equilibrium,
                                          struct nash_error *error)
{
    struct half row = {.who = "row",
                       .own = game->rows,
                       .other = game->cols,
                       .pay = game->a,
                       .own_step = game->cols,
                       .other_step = 1,
                       .mix = &equilibrium->row,
                       .against = &equilibrium->col,
                       .value = equilibrium->row_value};
    struct half col = {.who = "column",
                       .own = game->cols,
                       .other = game->rows,
                       .pay = game->b,
                       .own_step = 1,
                       .other_step = game->cols,
                       .mix = &equilibrium->col,
                       .against = &equilibrium->row,
                       .value = equilibrium->col_value};
    enum nash_status status = check_half(&row, error);
    return status == NASH_OK ? check_half(&col, error) : status;
}
