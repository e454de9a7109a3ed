/* Shared by all tests: cmocka, a seeded generator (NASH_SEED=n selects another stream), and the length of long tests.
 *
 * A test that takes seconds has two lengths. NASH_LONG=1 (tests/run --long) selects the full length. All other runs use
 * the brief length: fewer seeded cases, which reach the same code and the same assertions. */
#ifndef TEST_H
#define TEST_H

/* cmocka.h requires the headers before it */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
/* clang-format on */
#include <base/sanitizer.h>
#include <nash/rng.h>

static inline struct nash_rng test_rng(void)
{
    struct nash_rng rng;
    const char *seed = getenv("NASH_SEED");
    nash_rng_seed(&rng, seed ? strtoull(seed, NULL, 10) : 1);
    return rng;
}

static inline bool test_is_long(void)
{
    const char *wanted = getenv("NASH_LONG");
    return wanted && *wanted;
}

/* With a sanitizer, a test takes three to eight times as long. A quarter of the brief cases is enough, because faults
 * of memory and threads show in few cases. */
#if SANITIZER_ANY
enum { TEST_BRIEF_PART = 4 };
#else
enum { TEST_BRIEF_PART = 1 };
#endif

/* Returns the number of cases of a test: `full` in a long run, otherwise `brief`, or a quarter of it with a sanitizer.
 */
static inline unsigned test_length(unsigned brief, unsigned full)
{
    return test_is_long() ? full : (brief + TEST_BRIEF_PART - 1) / TEST_BRIEF_PART;
}

/* Returns the step of a test through a list: `full` in a long run, otherwise `brief`, or with a sanitizer four times as
 * much. */
static inline unsigned test_step(unsigned brief, unsigned full)
{
    return test_is_long() ? full : brief * TEST_BRIEF_PART;
}

/* Opens a file of the reference data; skips the test if the file is not installed. */
static inline FILE *open_test_data(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("skipped: no reference data at %s\n", path);
        skip();
    }
    return file;
}

#endif
