/* Reading and writing of rationals, which are read exactly or refused. */
#include <stdio.h>
#include <string.h>

#include <solvers/kit/rational.h>

#include "../base/test.h"

static const int64_t LIMIT = INT64_C(1) << 62;

static void reads(const char *text, int64_t num, int64_t den)
{
    struct rational r = {-77, 1};
    if (rational_read(text, strlen(text), &r) != RATIONAL_READ || r.num != num || r.den != den)
        fail_msg("%s is %lld/%lld", text, (long long)r.num, (long long)r.den);
}

static void refuses(const char *text, enum rational_reading why)
{
    struct rational r = {-77, 1};
    enum rational_reading got = rational_read(text, strlen(text), &r);
    if (got != why || r.num != -77)
        fail_msg("%s: %d, not %d", text, got, why);
}

static void test_spellings(void **state)
{
    reads("0", 0, 1);
    reads("-0", 0, 1);
    reads("-0.000", 0, 1);
    reads("0/7", 0, 1);
    reads("12", 12, 1);
    reads("-2.5", -5, 2);
    reads("0.1", 1, 10);
    reads("00012.50", 25, 2);
    reads("1.0000000000000000000000000000000000000000000", 1, 1);
    reads("0.00000000000000000000000000000000000e5", 0, 1);
    reads("1/3", 1, 3);
    reads("-4/6", -2, 3);
    reads("6/0003", 2, 1);
    reads("1e3", 1000, 1);
    reads("-2.5E-3", -1, 400);
    reads("12e-1", 6, 5);
    reads("5e+0", 5, 1);
    reads("4611686018427387903", LIMIT - 1, 1);
    reads("-4611686018427387903/4611686018427387902", -(LIMIT - 1), LIMIT - 2);
}

static void test_refusals(void **state)
{
    static const char *const wrong[] = {"",      "-",     "+1",  ".5",  "1.", "1/",   "/2",    "1/-2", "1/0",
                                        "0/0",   "1/00",  "1e",  "1e+", "1 ", " 1",   "0x10",  "1,5",  "--1",
                                        "1/2/3", "1.5/2", "inf", "nan", "e5", "1e5.", "1/2e3", "1.2.3"};
    static const char *const wide[] = {"4611686018427387904",
                                       "1/4611686018427387905",
                                       "1e19",
                                       "1e999999999",
                                       "1e-19",
                                       "0.1234567890123456789012345678901",
                                       "123456789012345678901234567890123456789012345",
                                       "1/99999999999999999999999999999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuses(wrong[i], RATIONAL_WRONG);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        refuses(wide[i], RATIONAL_WIDE);
}

/* Returns num / den in lowest terms; den > 0. */
static struct rational lowest_terms(int64_t num, int64_t den)
{
    int64_t a = num < 0 ? -num : num, b = den;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return (struct rational){num / a, den / a};
}

/* A decimal of at most 15 digits survives the conversion to a double. */
static void test_decimals_through_doubles(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 100000; i++) {
        char text[40];
        int places = (int)nash_rng_below(&rng, 10);
        int64_t digits = (int64_t)nash_rng_below(&rng, UINT64_C(1000000000000)), power = 1;
        for (int k = 0; k < places; k++)
            power *= 10;
        snprintf(text, sizeof text, "%s%lld.%0*lld", i % 2 ? "-" : "", (long long)(digits / power), places ? places : 1,
                 places ? (long long)(digits % power) : 0);
        struct rational r = {0, 1}, whole = lowest_terms(i % 2 ? -digits : digits, power);
        if (rational_of_double(strtod(text, NULL), &r) != RATIONAL_READ || r.num != whole.num || r.den != whole.den)
            fail_msg("%s is read as %lld/%lld", text, (long long)r.num, (long long)r.den);
    }
}

static void writes(__int128 num, __int128 den, const char *text)
{
    char out[RATIONAL_TEXT];
    assert_string_equal(rational_text(out, num, den), text);
}

static void test_texts(void **state)
{
    __int128 wide = (__int128)1 << 126;
    writes(0, 5, "0");
    writes(6, 3, "2");
    writes(-6, 4, "-3/2");
    writes(7, 1, "7");
    writes(-wide, wide, "-1");
    writes(-wide, 1, "-85070591730234615865843651857942052864");
    writes(wide - 1, wide, "85070591730234615865843651857942052863/85070591730234615865843651857942052864");
}

/* Rationals are written and read again, and have a common denominator. */
static void test_arithmetic(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 100000; i++) {
        int64_t size = INT64_C(1) << nash_rng_below(&rng, 31);
        struct rational a = lowest_terms((int64_t)nash_rng_below(&rng, (uint64_t)(2 * size)) - size,
                                         1 + (int64_t)nash_rng_below(&rng, (uint64_t)size));
        struct rational b = lowest_terms((int64_t)nash_rng_below(&rng, (uint64_t)(2 * size)) - size,
                                         1 + (int64_t)nash_rng_below(&rng, (uint64_t)size)),
                        again = {0, 1};
        char text[RATIONAL_TEXT];
        rational_text(text, a.num, a.den);
        assert_int_equal(rational_read(text, strlen(text), &again), RATIONAL_READ);
        assert_true(again.num == a.num && again.den == a.den);
        int64_t common = rational_common(a.den, b.den);
        assert_true(common > 0 && common % a.den == 0 && common % b.den == 0);
    }
    assert_int_equal(rational_common(LIMIT - 1, LIMIT - 2), 0);
    assert_true(rational_common(LIMIT - 1, LIMIT - 1) == LIMIT - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_decimals_through_doubles),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
