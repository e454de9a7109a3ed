/* The log: one line per event, whatever it contains. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/utf8.h>
#include <nash/json.h>

#include "test.h"

static char line[16384];

/* Redirects stderr to a file and reads what log_event() writes into `line`. Returns its length. */
static size_t logged(enum log_level level, const char *event, const char *detail)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    errno = ERANGE;
    log_event(level, event, "%s", detail);
    assert_int_equal(errno, ERANGE);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    size_t len = fread(line, 1, sizeof line - 1, file);
    line[len] = '\0';
    fclose(file);
    return len;
}

static void test_text(void **state)
{
    int64_t when;
    log_setup(LOG_INFO, LOG_TEXT);
    logged(LOG_WARN, "worker replaced", "slot=3 pid=77");
    assert_string_equal(line + 24, " warn worker replaced slot=3 pid=77\n");
    line[24] = '\0';
    assert_true(clock_read(line, &when));
    logged(LOG_INFO, "a\nb", "1\r\n2026 error forged\x1b[2J \\ \xC2\x9B \xC3\xA4 \xFF \x7F");
    assert_string_equal(line + 24,
                        " info a\\nb 1\\x0d\\n2026 error forged\\x1b[2J \\\\ \\xc2\\x9b \xC3\xA4 \\xff \\x7f\n");
}

static void test_levels(void **state)
{
    for (int least = LOG_DEBUG; least <= LOG_ERROR; least++)
        for (int level = LOG_DEBUG; level <= LOG_ERROR; level++) {
            log_setup((enum log_level)least, LOG_TEXT);
            assert_int_equal(log_on((enum log_level)level), level >= least);
            assert_int_equal(logged((enum log_level)level, "e", "d") > 0, level >= least);
        }
}

/* Random bytes in event and detail: one line of well-formed UTF-8 without control characters; the JSON format is also
 * strict JSON. */
static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 3000; round++) {
        char event[200], detail[3000];
        size_t event_len = nash_rng_below(&rng, sizeof event), detail_len = nash_rng_below(&rng, sizeof detail);
        uint64_t range = nash_rng_below(&rng, 2) ? 255 : 40; /* in half of the rounds, mostly control characters */
        for (size_t i = 0; i < event_len; i++)
            event[i] = (char)(1 + nash_rng_below(&rng, range));
        for (size_t i = 0; i < detail_len; i++)
            detail[i] = (char)(1 + nash_rng_below(&rng, range));
        event[event_len] = detail[detail_len] = '\0';
        enum log_format format = round % 2 ? LOG_JSON : LOG_TEXT;
        log_setup(LOG_DEBUG, format);
        size_t len = logged(LOG_INFO, event, detail);
        assert_true(len > 0 && line[len - 1] == '\n');
        for (size_t at = 0; at + 1 < len;) {
            size_t step = utf8_length(line + at, len - at);
            assert_int_not_equal(step, 0);
            assert_true((unsigned char)line[at] >= 0x20 && line[at] != 0x7F);
            at += step;
        }
        if (format == LOG_JSON) {
            struct nash_error error;
            if (nash_json_check(line, len, &error) != NASH_OK)
                fail_msg("%s: %s", error.detail, line);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
