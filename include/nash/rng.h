/* Seeded random numbers: xoshiro256++ 1.0 (Blackman and Vigna, 2019), seeded by splitmix64.
 * Equal seeds give equal streams on every machine. Not for secrets: see base/secret.h. */
#ifndef NASH_RNG_H
#define NASH_RNG_H

#include <stdint.h>

struct nash_rng {
    uint64_t state[4];
};

void nash_rng_seed(struct nash_rng *rng, uint64_t seed);
uint64_t nash_rng_next(struct nash_rng *rng);
/* Returns a number uniform in 0..bound-1 without bias (Lemire 2019); 0 for bound 0. */
uint64_t nash_rng_below(struct nash_rng *rng, uint64_t bound);
double nash_rng_unit(struct nash_rng *rng); /* uniform in [0,1), 53 bits */

#endif
