/* Statistics of wins and losses. */
#include "statistics.h"

#include <math.h>

static const double normal_95 = 1.959963984540054; /* quantile of the normal distribution at 0.975 */
static const double ln_2 = 0.69314718055994530942, ln_10 = 2.30258509299404568402;

const char *const hex_sprt_names[] = {
    [HEX_SPRT_CONTINUE] = "continue", [HEX_SPRT_REJECT] = "reject", [HEX_SPRT_ACCEPT] = "accept"};

/* Returns the natural logarithm of x > 0, by 2 artanh((x - 1) / (x + 1)) for x within 2^(+-1/2). The error is a few
 * units in the last place. */
static double logarithm(double x)
{
    int power = 0;
    for (; x > 1.4142135623730951; x /= 2)
        power++;
    for (; x < 0.7071067811865476; x *= 2)
        power--;
    double t = (x - 1) / (x + 1), square = t * t, term = t, sum = 0;
    for (int i = 1; i < 40; i += 2) { /* t^40 < 2^-101 */
        sum += term / i;
        term *= square;
    }
    return 2 * sum + power * ln_2;
}

/* Returns e^x for |x| < 500, by the series on x / 2^k and k squarings. */
static double exponential(double x)
{
    int halvings = 0;
    for (; x > 0.5 || x < -0.5; x /= 2)
        halvings++;
    double term = 1, sum = 1;
    for (int i = 1; i < 20; i++) {
        term *= x / i;
        sum += term;
    }
    for (; halvings > 0; halvings--)
        sum *= sum;
    return sum;
}

struct hex_interval hex_wilson(unsigned wins, unsigned games)
{
    double n = games, p = wins / n, z = normal_95;
    double middle = p + z * z / (2 * n), half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)), scale = 1 + z * z / n;
    return (struct hex_interval){.low = wins == 0 ? 0 : (middle - half) / scale,
                                 .high = wins == games ? 1 : (middle + half) / scale};
}

double hex_elo(double score)
{
    if (score <= 0 || score >= 1)
        return score <= 0 ? -INFINITY : INFINITY;
    return 400 / ln_10 * logarithm(score / (1 - score));
}

/* Returns the expected score of an Elo difference. */
static double expected_score(double elo)
{
    return 1 / (1 + exponential(-elo * ln_10 / 400));
}

struct hex_sprt_state hex_sprt(const struct hex_sprt *test, unsigned wins, unsigned losses)
{
    double p0 = expected_score(test->elo0), p1 = expected_score(test->elo1);
    struct hex_sprt_state state = {.llr = wins * logarithm(p1 / p0) + losses * logarithm((1 - p1) / (1 - p0)),
                                   .lower = logarithm(test->beta / (1 - test->alpha)),
                                   .upper = logarithm((1 - test->beta) / test->alpha)};
    state.decision = state.llr >= state.upper   ? HEX_SPRT_ACCEPT
                     : state.llr <= state.lower ? HEX_SPRT_REJECT
                                                : HEX_SPRT_CONTINUE;
    return state;
}
