/* Assertions about a deal; a failure prints it. Included after test.h. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>

static inline void check_show(const char *what, const int8_t *word, uint32_t order)
{
    fprintf(stderr, "%s, order %u: ", what, order);
    for (uint32_t i = 0; i < 2 * order && i < 200; i++)
        fputc(word[i] > 0 ? 'a' : 'b', stderr);
    fputc('\n', stderr);
}

#define CHECK(condition, what, word, order)                                                                            \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            check_show(what, word, order);                                                                             \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)

#define CHECK_EQUAL(got, want, word, order)                                                                            \
    do {                                                                                                               \
        long long got_ = (long long)(got), want_ = (long long)(want);                                                  \
        if (got_ != want_)                                                                                             \
            check_show(#got, word, order);                                                                             \
        assert_int_equal(got_, want_);                                                                                 \
    } while (0)

#endif
