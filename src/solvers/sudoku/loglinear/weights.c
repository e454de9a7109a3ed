/* exp(-x) in fixed point: x = n ln 2 + r, and exp(-r) by Horner's scheme of its series, all in units of 2^-32. */
#include "weights.h"

/* Returns exp(-x / 2^32) * WEIGHT_ONE, rounded; its error is below 0.51. */
static uint32_t exp_of_minus(uint64_t x)
{
    const uint64_t one = UINT64_C(1) << 32, ln2 = 2977044472U;
    enum { TERMS = 14, UNITS = 8 }; /* 0.6932^15 / 15! < 2^-47; WEIGHT_ONE << UNITS is one */
    uint64_t n = x / ln2, r = x % ln2, sum = one;
    if (n > 26)
        return 0;
    for (uint64_t term = TERMS; term >= 1; term--)
        sum = one - (r * sum >> 32) / term; /* r < 2^32, sum <= 2^32 */
    return (uint32_t)((sum + (UINT64_C(1) << (UNITS + n - 1))) >> (UNITS + n));
}

void game_weights_init(struct game_weights *weights, uint32_t beta)
{
    weights->beta = beta;
    for (uint64_t k = 0; k < WEIGHTS; k++)
        weights->of[k] = exp_of_minus(beta * k << 16);
}
