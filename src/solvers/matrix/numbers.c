/* Rationals as text, computed by GMP. */
#include "numbers.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_DIGITS = 15 }; /* largest number of digits written as a JSON number; every reader represents it exactly */

_Static_assert(sizeof(long) == sizeof(int64_t), "payoffs are integers as GMP takes them");

/* Returns text / scale in lowest terms, from malloc(), or NULL without memory. */
static char *quotient(const char *text, int64_t scale)
{
    mpq_t number, by;
    mpq_inits(number, by, NULL);
    mpq_set_str(number, text, 10);
    mpz_set_si(mpq_numref(by), scale);
    mpq_canonicalize(number);
    mpq_div(number, number, by);
    size_t room = mpz_sizeinbase(mpq_numref(number), 10) + mpz_sizeinbase(mpq_denref(number), 10) + 3;
    char *out = malloc(room);
    if (out)
        mpq_get_str(out, 10, number);
    mpq_clears(number, by, NULL);
    return out;
}

static void write_text(struct nash_jsonw *out, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    if (!text)
        out->out->failed = true;
    else if (len <= PLAIN_DIGITS && !memchr(text, '/', len))
        nash_jsonw_raw(out, text, len);
    else
        nash_jsonw_string_n(out, text, len);
}

void numbers_write(struct nash_jsonw *out, const char *text, int64_t scale)
{
    char *scaled = scale == 1 ? NULL : quotient(text, scale);
    write_text(out, scale == 1 ? text : scaled);
    free(scaled);
}

bool numbers_is_mixture(const struct matrix_mix *mix)
{
    bool fine = true;
    mpq_t sum, weight;
    mpq_inits(sum, weight, NULL);
    for (uint32_t i = 0; i < mix->count && fine; i++) {
        fine = mpq_set_str(weight, mix->weight[i], 10) == 0 && mpq_sgn(weight) >= 0;
        mpq_add(sum, sum, weight);
    }
    fine = fine && mpq_cmp_si(sum, 1, 1) == 0;
    mpq_clears(sum, weight, NULL);
    return fine;
}

/* ---- means ---- */

struct numbers_mean {
    mpz_t den, level_den; /* common denominator of the weights; denominator of the level */
    mpz_t goal;           /* den times the numerator of the level */
    mpz_t sum, pay;       /* scratch */
    uint32_t count;       /* number of weights other than 0 */
    struct {
        uint32_t at;  /* index of the strategy */
        mpz_t weight; /* numerator over den */
    } part[];
};

static void mean_set_level(struct numbers_mean *mean, const mpz_t num, const mpz_t den)
{
    mpz_mul(mean->goal, mean->den, num);
    mpz_set(mean->level_den, den);
}

struct numbers_mean *numbers_mean_new(const struct matrix_mix *mix, const char *level)
{
    struct numbers_mean *mean = malloc(sizeof *mean + mix->count * sizeof mean->part[0]);
    mpq_t weight;
    if (!mean)
        return NULL;
    mean->count = 0;
    mpz_inits(mean->den, mean->level_den, mean->goal, mean->sum, mean->pay, NULL);
    mpq_init(weight);
    mpz_set_ui(mean->den, 1);
    for (uint32_t i = 0; i < mix->count; i++) {
        if (numbers_is_zero(mix->weight[i]))
            continue;
        mpq_set_str(weight, mix->weight[i], 10);
        mpz_lcm(mean->den, mean->den, mpq_denref(weight));
        mean->part[mean->count++].at = i;
    }
    for (uint32_t k = 0; k < mean->count; k++) {
        mpz_init(mean->part[k].weight);
        mpq_set_str(weight, mix->weight[mean->part[k].at], 10);
        mpz_divexact(mean->part[k].weight, mean->den, mpq_denref(weight));
        mpz_mul(mean->part[k].weight, mean->part[k].weight, mpq_numref(weight));
    }
    mpq_set_str(weight, level, 10);
    mean_set_level(mean, mpq_numref(weight), mpq_denref(weight));
    mpq_clear(weight);
    return mean;
}

void numbers_mean_free(struct numbers_mean *mean)
{
    if (!mean)
        return;
    for (uint32_t k = 0; k < mean->count; k++)
        mpz_clear(mean->part[k].weight);
    mpz_clears(mean->den, mean->level_den, mean->goal, mean->sum, mean->pay, NULL);
    free(mean);
}

void numbers_mean_level(struct numbers_mean *mean, int64_t level)
{
    mpz_set_si(mean->sum, level);
    mpz_set_ui(mean->pay, 1);
    mean_set_level(mean, mean->sum, mean->pay);
}

int numbers_mean_compare(struct numbers_mean *mean, const int64_t *pay, size_t step)
{
    mpz_set_ui(mean->sum, 0);
    for (uint32_t k = 0; k < mean->count; k++) {
        mpz_set_si(mean->pay, pay[mean->part[k].at * step]);
        mpz_addmul(mean->sum, mean->part[k].weight, mean->pay);
    }
    mpz_mul(mean->sum, mean->sum, mean->level_den);
    int order = mpz_cmp(mean->sum, mean->goal);
    return (order > 0) - (order < 0);
}
