/* xoshiro256++ 1.0: David Blackman and Sebastiano Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS
 * 2021. Bounded numbers: Daniel Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019. */
#include <nash/rng.h>

static uint64_t rotl(uint64_t x, unsigned k)
{
    return (x << k) | (x >> (64 - k));
}

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

void nash_rng_seed(struct nash_rng *rng, uint64_t seed)
{
    for (unsigned i = 0; i < 4; i++)
        rng->state[i] = splitmix64(&seed);
}

uint64_t nash_rng_next(struct nash_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint64_t nash_rng_below(struct nash_rng *rng, uint64_t bound)
{
    if (bound == 0)
        return 0;
    unsigned __int128 product = (unsigned __int128)nash_rng_next(rng) * bound;
    if ((uint64_t)product < bound) {
        uint64_t biased = -bound % bound;
        while ((uint64_t)product < biased)
            product = (unsigned __int128)nash_rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

double nash_rng_unit(struct nash_rng *rng)
{
    return (double)(nash_rng_next(rng) >> 11) * 0x1p-53;
}
