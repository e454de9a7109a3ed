/* nashd top: what it reads from a server and shows. A server may be an impostor: nothing of it reaches the terminal as
 * a control character, and no reply makes it fail. */
#include <cli/top/sample.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

static const char stats[] =
    "{\"version\":\"1.2\\u001b[2J\",\"started_ms\":1000,\"draining\":true,\"workers\":{\"count\":4,\"busy\":3,"
    "\"replaced\":1,\"crashes\":2},\"jobs\":{\"queued\":7,\"running\":3,\"succeeded\":90,\"failed\":5,\"cancelled\":1},"
    "\"bucket_seconds\":[0.001,0.5,60],\"kinds\":[{\"kind\":\"sudoku\",\"submitted\":50,\"cached\":10,\"shared\":0,"
    "\"succeeded\":30,\"failed\":2,\"cancelled\":0,\"batch_lines\":0,\"run_seconds\":1,\"run_buckets\":[60,38,1,1]},"
    "{\"kind\":\"hex\",\"submitted\":0,\"run_buckets\":[0,0,0,0]}],\"store\":{\"bytes\":1048576,\"commits\":20},"
    "\"budgets\":{\"bodies\":{\"used\":2097152,\"limit\":67108864,\"refused\":0}},"
    "\"http\":{\"connections\":5,\"replies\":[0,100,0,4,1]}}";
static const char jobs[] =
    "{\"jobs\":[{\"id\":\"0123456789abcdef0123456789abcdef\",\"kind\":\"sudoku\",\"started_at\":"
    "\"1970-01-01T00:00:01.000Z\",\"progress\":{\"engine\":\"a\\u001b\\n\",\"nodes\":12,\"best\":"
    "\"0000000000000000000000000000000000000\",\"x\\u0007\":1}}],\"next\":null}";

static char *show(const struct top_sample *now, const struct top_sample *before, int columns, int lines)
{
    static char text[8192];
    struct nash_buf out = NASH_BUF_INIT(0);
    top_show(&out, now, before, columns, lines);
    snprintf(text, sizeof text, "%s", nash_buf_cstr(&out));
    nash_buf_free(&out);
    return text;
}

static void test_view(void **state)
{
    struct top_sample now = {.now_ms = 101000}, before;
    struct nash_error error;
    assert_int_equal(top_read_stats(&now, stats, strlen(stats), &error), NASH_OK);
    assert_int_equal(top_read_jobs(&now, jobs, strlen(jobs), &error), NASH_OK);
    const char *text = show(&now, NULL, 200, 100);
    assert_string_equal(text, "nashd 1.2?[2J   up 1m 40s   DRAINING\n"
                              "workers  3 of 4 busy   replaced 1   crashes 2\n"
                              "jobs     queued 7   running 3   succeeded 90   failed 5   cancelled 1   0.3/s\n"
                              "http     5 connections   1.1 replies/s   4xx 4   5xx 1\n"
                              "store    1.0M   0.2 commits/s\n"
                              "memory   bodies 2.0M/64.0M\n"
                              "\nKIND        SUBMITTED     /s  CACHED  SUCCEEDED  FAILED  CANCELLED     P50     P99\n"
                              "sudoku             50    0.5      10         30       2          0     1ms     60s\n"
                              "\nRUNNING   KIND            AGE  PROGRESS\n"
                              "01234567  sudoku       1m 40s  engine=a?? nodes=12 x?=1\n");
    before = now;
    now.now_ms += 2000;
    now.kind[0].submitted += 5;
    now.kind[0].bucket[1] += 10;
    assert_non_null(strstr(show(&now, &before, 200, 100), "sudoku             55    2.5      10         30       2"
                                                          "          0   500ms   500ms\n"));
    text = show(&now, &before, 10, 3);
    assert_string_equal(text, "nashd 1.2?\nworkers  3\njobs     q\n");
}

/* Replies with random bytes changed, and cut: no fault, and only printable characters. */
static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned good = 0;
    for (int round = 0; round < 20000; round++) {
        struct top_sample now = {.now_ms = 5000};
        char text[sizeof stats > sizeof jobs ? sizeof stats : sizeof jobs];
        bool is_stats = nash_rng_below(&rng, 2) == 0;
        size_t len = strlen(is_stats ? stats : jobs);
        memcpy(text, is_stats ? stats : jobs, len);
        for (uint64_t changes = nash_rng_below(&rng, 3); changes > 0; changes--)
            text[nash_rng_below(&rng, len)] = "0\"[]{},:1e-.n\\u"[nash_rng_below(&rng, 15)];
        if (nash_rng_below(&rng, 20) == 0)
            len = nash_rng_below(&rng, len);
        good += (is_stats ? top_read_stats : top_read_jobs)(&now, text, len, NULL) == NASH_OK;
        for (const char *at = show(&now, NULL, 100, 50); *at != '\0'; at++)
            assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
    }
    assert_in_range(good, 5000, 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("top", tests, NULL, NULL);
}
