/* Timestamps, compared with calendar arithmetic from the rules of the Gregorian calendar. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <base/clock.h>

#include "test.h"

static bool leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Counts every day from 1970 to 2400. */
static void test_every_day(void **state)
{
    static const int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    struct nash_rng rng = test_rng();
    int64_t day_number = 0;
    for (int year = 1970; year <= 2400; year++)
        for (int month = 1; month <= 12; month++) {
            int days = length[month - 1] + (month == 2 && leap(year));
            for (int day = 1; day <= days; day++, day_number++) {
                int64_t in_day = (int64_t)nash_rng_below(&rng, 86400000), got;
                char want[64], text[CLOCK_TEXT], date[16];
                snprintf(want, sizeof want, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, day,
                         (int)(in_day / 3600000), (int)(in_day / 60000 % 60), (int)(in_day / 1000 % 60),
                         (int)(in_day % 1000));
                assert_string_equal(clock_text(text, day_number * 86400000 + in_day), want);
                assert_true(clock_read(text, &got));
                assert_int_equal(got, day_number * 86400000 + in_day);
                snprintf(date, sizeof date, "%.10s", text);
                assert_true(clock_read(date, &got));
                assert_int_equal(got, day_number * 86400000);
            }
            char wrong[CLOCK_TEXT];
            int64_t got;
            snprintf(wrong, sizeof wrong, "%04d-%02d-%02d", year, month, days + 1);
            assert_false(clock_read(wrong, &got));
        }
}

static void test_read(void **state)
{
    static const struct {
        const char *text;
        int64_t ms;
    } good[] = {
        {"1970-01-01T00:00:00Z", 0},
        {"1969-12-31T23:59:59.999Z", -1},
        {"2026-11-21T01:26:00.5Z", 1795224360500},
        {"2026-11-21T01:26:00.123456789Z", 1795224360123},
        {"0000-01-01", -62167219200000},
        {"9999-12-31T23:59:59.999Z", 253402300799999},
    };
    static const char *const bad[] = {
        "",
        "2026",
        "2026-11",
        "2026-11-2",
        "2026-13-01",
        "2026-00-01",
        "2026-01-00",
        "2026-02-29",
        "1900-02-29",
        "2026-11-21T",
        "2026-11-21T01:26",
        "2026-11-21T01:26:00",
        "2026-11-21T01:26:00z",
        "2026-11-21 01:26:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T23:60:00Z",
        "2026-11-21T23:59:60Z",
        "2026-11-21T01:26:00.Z",
        "2026-11-21T01:26:00,5Z",
        "2026-11-21T01:26:00+01:00",
        "2026-11-21T01:26:00Zx",
        "2026-11-21x",
        " 2026-11-21",
        "+026-11-21",
        "-026-11-21",
        "2026-1a-21",
        "2026/11/21",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t ms = 7;
        if (!clock_read(good[i].text, &ms) || ms != good[i].ms)
            fail_msg("%s: %lld", good[i].text, (long long)ms);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t ms;
        if (clock_read(bad[i], &ms))
            fail_msg("accepted: '%s'", bad[i]);
    }
    char text[CLOCK_TEXT];
    assert_string_equal(clock_text(text, INT64_MIN), "0000-01-01T00:00:00.000Z");
    assert_string_equal(clock_text(text, INT64_MAX), "9999-12-31T23:59:59.999Z");
    assert_string_equal(clock_text(text, -1), "1969-12-31T23:59:59.999Z");
}

static void test_now(void **state)
{
    int64_t before = clock_mono_ns();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_mono_ns();
        assert_true(now >= before);
        before = now;
    }
    assert_true(clock_wall_ms() > 1700000000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_day),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_now),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
