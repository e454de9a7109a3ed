/* Dirichlet noise in f32, the same on every machine. */
#include <solvers/hex/net/math.h>

#include "internal.h"

/* Returns a number in (0,1], a multiple of 2^-24. */
static float unit(struct nash_rng *rng)
{
    return (float)((nash_rng_next(rng) >> 40) + 1) * (1.0f / 16777216.0f);
}

/* Draws from the gamma distribution of shape alpha, 0 < alpha <= 1: algorithm GS of Ahrens and Dieter (1974). */
static float gamma_draw(struct nash_rng *rng, float alpha)
{
    float b = 1 + alpha * 0.36787944f; /* 1 + alpha / e */
    for (;;) {
        float p = b * unit(rng), u = unit(rng);
        if (p <= 1) {
            float x = hex_exp(hex_log(p) / alpha);
            if (u <= hex_exp(-x))
                return x;
        } else {
            float x = -hex_log((b - p) / alpha);
            if (u <= hex_exp((alpha - 1) * hex_log(x)))
                return x;
        }
    }
}

void puct_dirichlet(struct nash_rng *rng, float alpha, unsigned count, float *share)
{
    float sum = 0;
    for (unsigned i = 0; i < count; i++) {
        share[i] = gamma_draw(rng, alpha < 1 ? alpha : 1);
        sum += share[i];
    }
    for (unsigned i = 0; i < count; i++)
        share[i] = sum > 0 ? share[i] / sum : 1 / (float)count;
}
