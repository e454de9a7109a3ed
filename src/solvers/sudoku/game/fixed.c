/* See fixed.h. */
#include "fixed.h"

enum { UNITS = 58 };

/* ln m = 2 artanh((m - 1) / (m + 1)) = 2 (s + s^3 / 3 + s^5 / 5 + ...), m in [1, 2): s < 1/3. */
uint64_t fixed_minus_ln(uint64_t u)
{
    const uint64_t ln2 = UINT64_C(0x2c5c85fdf473de6); /* 2^58 ln 2 */
    enum { TERMS = 12 };                              /* (1/3)^25 / 25 < 2^-44 */
    unsigned zeros = (unsigned)__builtin_clzll(u);
    uint64_t m = u << zeros >> 32; /* in units of 2^-31: its cut is less than 2^-31 */
    uint64_t s = ((m - (UINT64_C(1) << 31)) << 32) / (m + (UINT64_C(1) << 31));
    uint64_t square = s * s >> 32, sum = 0;
    for (uint64_t term = 2 * TERMS + 1; term > 1; term -= 2)
        sum = square * ((UINT64_C(1) << 32) / term + sum) >> 32;
    sum = s * ((UINT64_C(1) << 32) + sum) >> 31; /* ln m in units of 2^-32 */
    return (zeros + 1) * ln2 - (sum << (UNITS - 32));
}

/* -ln(1 - q) = q + q^2 / 2 + q^3 / 3 + ..., for q < 2^-5. */
static uint64_t minus_ln_near_one(uint64_t q)
{
    enum { TERMS = 9 };
    uint64_t sum = 0, scaled = q << (64 - UNITS);
    for (uint64_t term = TERMS; term > 1; term--)
        sum = fixed_mul_high(scaled, (UINT64_C(1) << UNITS) / term + sum);
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
