/* What every test of base needs: cmocka and a seeded generator (NASH_SEED=n runs another stream). */
#ifndef TEST_H
#define TEST_H

/* cmocka.h needs the others before it. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
/* clang-format on */
#include <nash/rng.h>

static inline struct nash_rng test_rng(void)
{
    struct nash_rng rng;
    const char *seed = getenv("NASH_SEED");
    nash_rng_seed(&rng, seed ? strtoull(seed, NULL, 10) : 1);
    return rng;
}

#endif
