/* exp, log, sigmoid and tanh in f32, by + - * / alone, so that they are the same bits on every machine. exp and log are
 * within 3 units in the last place, sigmoid and tanh within 2e-7. Arguments are clamped to where results are finite.
 * Freestanding. Callers are compiled with -ffp-contract=off. */
#ifndef HEX_NET_MATH_H
#define HEX_NET_MATH_H

#include <stdint.h>
#include <string.h>

static inline float hex_exp(float x)
{
    x = x > 88.0f ? 88.0f : x < -87.0f ? -87.0f : x;
    int n = (int)(x * 1.44269504f + (x < 0 ? -0.5f : 0.5f));
    float k = (float)n;
    float r = x - k * 0.693359375f; /* exact: the constant has 9 bits */
    r = r - k * -2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    uint32_t bits = (uint32_t)(n + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

static inline float hex_sigmoid(float x)
{
    return x < 0 ? 1.0f - 1.0f / (1.0f + hex_exp(x)) : 1.0f / (1.0f + hex_exp(-x));
}

static inline float hex_tanh(float x)
{
    return 2.0f * hex_sigmoid(2.0f * x) - 1.0f;
}

/* Natural logarithm of a positive normal number. */
static inline float hex_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 23) - 127;
    bits = (bits & 0x7fffff) | 0x3f800000;
    float m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.41421356f) {
        m *= 0.5f;
        e++;
    }
    float s = (m - 1.0f) / (m + 1.0f), z = s * s;
    float p = 2.0f / 11.0f;
    p = p * z + 2.0f / 9.0f;
    p = p * z + 2.0f / 7.0f;
    p = p * z + 2.0f / 5.0f;
    p = p * z + 2.0f / 3.0f;
    return (float)e * 0.69314718f + (2.0f * s + s * z * p);
}

#endif
