/* Series of ln in fixed point. Every constant and every step is an integer, so that all machines round alike. */
#include "fixed.h"

enum { UNITS = 58 }; /* logarithms are in units of 2^-58 */

/* 1 / n in units of 2^-bits */
#define PART(n, bits) ((UINT64_C(1) << (bits)) / (n))

/* Returns 2 artanh s = 2 (s + s^3 / 3 + s^5 / 5 + ...) for s < 0.172, in units of 2^-32. */
static uint64_t twice_artanh(uint64_t s)
{
    static const uint64_t part[] = {PART(11, 32), PART(9, 32), PART(7, 32), PART(5, 32), PART(3, 32)};
    uint64_t square = s * s >> 32, sum = 0; /* s^13 / 13 < 2^-36 */
    for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
        sum = square * (part[i] + sum) >> 32;
    return s * ((UINT64_C(1) << 32) + sum) >> 31;
}

/* u / 2^64 = m / 2^(zeros + 1), m in [1, 2). ln m = 2 artanh((m - 1) / (m + 1)), and above the root of 2
 * ln m = ln 2 - 2 artanh((2 - m) / (2 + m)). */
uint64_t fixed_minus_ln(uint64_t u)
{
    const uint64_t ln2 = UINT64_C(0x2c5c85fdf473de6); /* 2^58 ln 2 */
    const uint64_t one = UINT64_C(1) << 31, root = 0xb504f334;
    unsigned zeros = (unsigned)__builtin_clzll(u);
    uint64_t m = u << zeros >> 32; /* in units of 2^-31; the bits cut off are less than one unit */
    if (m < root)
        return (zeros + 1) * ln2 - (twice_artanh(((m - one) << 32) / (m + one)) << (UNITS - 32));
    return zeros * ln2 + (twice_artanh(((2 * one - m) << 32) / (2 * one + m)) << (UNITS - 32));
}

/* -ln(1 - q) = q + q^2 / 2 + q^3 / 3 + ..., for q < 2^-5. */
static uint64_t minus_ln_near_one(uint64_t q)
{
    static const uint64_t part[] = {PART(9, UNITS), PART(8, UNITS), PART(7, UNITS), PART(6, UNITS),
                                    PART(5, UNITS), PART(4, UNITS), PART(3, UNITS), PART(2, UNITS)};
    uint64_t sum = 0, scaled = q << (64 - UNITS);
    for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
        sum = fixed_mul_high(scaled, part[i] + sum);
    return q + fixed_mul_high(scaled, sum);
}

uint64_t fixed_geometric(uint64_t u, uint64_t pairs, uint32_t players)
{
    const unsigned more = UNITS - 32;
    uint64_t q = ((pairs / players) << more) + ((pairs % players) << more) / players;
    uint64_t rate = q < UINT64_C(1) << (UNITS - 5) ? minus_ln_near_one(q)
                                                   : fixed_minus_ln(((UINT64_C(1) << UNITS) - q) << (64 - UNITS));
    return 1 + fixed_minus_ln(u ? u : 1) / rate;
}
