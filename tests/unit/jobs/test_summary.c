/* The summary at the beginning of a result, which a worker wrote and may have falsified, compared with a JSON parser.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <jobs/job/write.h>
#include <store/store.h>

#include "../base/test.h"

/* Returns the summary in a result, or "" if there is none, in a static buffer. */
static const char *summary_of(const char *text, size_t len)
{
    static char out[NASH_SUMMARY_MAX + 1];
    const char *summary = NULL;
    struct bytes *result = bytes_copy(text, len);
    assert_non_null(result);
    size_t found = summary_find(result, &summary);
    assert_true(found <= NASH_SUMMARY_MAX);
    if (found > 0) {
        assert_true(summary > result->data && summary + found < result->data + len);
        memcpy(out, summary, found);
    } else {
        assert_null(summary);
    }
    out[found] = '\0';
    bytes_unref(result);
    return out;
}

static void expect(const char *text, const char *summary)
{
    assert_string_equal(summary_of(text, strlen(text)), summary);
}

static void test_spellings(void **state)
{
    const char *summary = NULL;
    expect("{\"summary\":\"9x9, 30 clues: unique\",\"verdict\":1}", "9x9, 30 clues: unique");
    expect("{\"summary\":\"x\"}", "x");
    expect("{\"summary\":\"<b>&'~ /\",", "<b>&'~ /");
    static const char *const none[] = {"",
                                       "{}",
                                       "{",
                                       "[\"summary\"]",
                                       "{\"summary\":\"\"}",
                                       "{\"summary\":\"a\"",
                                       "{\"summary\":\"a",
                                       "{\"summary\":\"a\"x",
                                       "{\"summary\":\"a\" ,",
                                       "{\"summary\" :\"a\"}",
                                       "{\"summary\": \"a\"}",
                                       "{ \"summary\":\"a\"}",
                                       " {\"summary\":\"a\"}",
                                       "{\"Summary\":\"a\"}",
                                       "{\"summary\":1}",
                                       "{\"summary\":null,\"summary\":\"a\"}",
                                       "{\"summary\":\"a\\n\"}",
                                       "{\"summary\":\"\\u0041\"}",
                                       "{\"summary\":\"a\tb\"}",
                                       "{\"summary\":\"\xc3\xa9\"}",
                                       "{\"n\":1,\"summary\":\"a\"}"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        expect(none[i], "");
    assert_int_equal(summary_find(NULL, &summary), 0);
    assert_null(summary);
}

/* Summaries of every length, in whole and truncated results. The first STORE_OPENING bytes, which the store keeps of a
 * result, hold the longest summary. */
static void test_lengths(void **state)
{
    char text[2 * STORE_OPENING], want[2 * STORE_OPENING];
    for (size_t n = 0; n < STORE_OPENING; n++) {
        memset(want, 'w', n);
        want[n] = '\0';
        size_t closed = (size_t)snprintf(text, sizeof text, "{\"summary\":\"%s\"", want) + 1;
        snprintf(text + closed - 1, sizeof text - closed, ",\"verdict\":\"solved\"}");
        for (size_t cut = 0; cut <= strlen(text); cut++)
            assert_string_equal(summary_of(text, cut), n <= NASH_SUMMARY_MAX && cut >= closed ? want : "");
        if (n == NASH_SUMMARY_MAX)
            assert_true(closed <= STORE_OPENING);
    }
}

static void test_bytes(void **state)
{
    for (int c = 0; c < 256; c++) {
        char text[] = "{\"summary\":\"a?b\",\"n\":1}", want[] = {'a', (char)c, 'b', '\0'};
        text[sizeof "{\"summary\":\"a" - 1] = (char)c;
        bool plain = c >= 32 && c < 127 && c != '"' && c != '\\';
        assert_string_equal(summary_of(text, sizeof text - 1), plain ? want : "");
    }
}

/* In random bytes, the summary found is the one that a JSON parser finds as the first member. */
static void test_hostile(void **state)
{
    static const char seed[] = "{\"summary\":\"9x9, 30 clues\",\"summary\":\"\\u0022\"}";
    static const char odd[] = "\"\\{}:,b \0\x7f\xff\n";
    struct nash_rng rng = test_rng();
    unsigned found = 0;
    for (int i = 0; i < 200000; i++) {
        char text[sizeof seed];
        size_t len = nash_rng_below(&rng, 2) ? sizeof seed - 1 : nash_rng_below(&rng, sizeof seed);
        memcpy(text, seed, sizeof seed);
        for (uint64_t k = nash_rng_below(&rng, 4); k > 0; k--)
            text[nash_rng_below(&rng, sizeof seed - 1)] = odd[nash_rng_below(&rng, sizeof odd - 1)];
        const char *summary = summary_of(text, len);
        if (*summary == '\0')
            continue;
        found++;
        char whole[sizeof seed + 2];
        snprintf(whole, sizeof whole, "%.*s}", (int)(strlen("{\"summary\":\"\"") + strlen(summary)), text);
        cJSON *root = cJSON_Parse(whole);
        if (root == NULL || strcmp(root->child->string, "summary") != 0 ||
            strcmp(root->child->valuestring, summary) != 0)
            fail_msg("\"%s\" is not the summary of %.*s", summary, (int)len, text);
        cJSON_Delete(root);
    }
    assert_true(found > 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
