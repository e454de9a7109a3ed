/* The brief of a result: what a worker may have written there, against a reader of JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <jobs/core.h>

#include "../base/test.h"

/* The brief of these bytes; "" when there is none. */
static const char *brief_of(const char *text, size_t len)
{
    static char out[NASH_BRIEF_MAX + 1];
    const char *brief = NULL;
    struct bytes *result = bytes_copy(text, len);
    assert_non_null(result);
    size_t found = brief_find(result, &brief);
    assert_true(found <= NASH_BRIEF_MAX);
    if (found > 0) {
        assert_true(brief > result->data && brief + found < result->data + len);
        memcpy(out, brief, found);
    } else {
        assert_null(brief);
    }
    out[found] = '\0';
    bytes_unref(result);
    return out;
}

static void expect(const char *text, const char *brief)
{
    assert_string_equal(brief_of(text, strlen(text)), brief);
}

static void test_spellings(void **state)
{
    const char *brief = NULL;
    (void)state;
    expect("{\"brief\":\"9x9, 30 clues: unique\",\"verdict\":1}", "9x9, 30 clues: unique");
    expect("{\"brief\":\"x\"}", "x");
    expect("{\"brief\":\"<b>&'~ /\",", "<b>&'~ /");
    static const char *const none[] = {"",
                                       "{}",
                                       "{",
                                       "[\"brief\"]",
                                       "{\"brief\":\"\"}",
                                       "{\"brief\":\"a\"",
                                       "{\"brief\":\"a",
                                       "{\"brief\":\"a\"x",
                                       "{\"brief\":\"a\" ,",
                                       "{\"brief\" :\"a\"}",
                                       "{\"brief\": \"a\"}",
                                       "{ \"brief\":\"a\"}",
                                       " {\"brief\":\"a\"}",
                                       "{\"Brief\":\"a\"}",
                                       "{\"brief\":1}",
                                       "{\"brief\":null,\"brief\":\"a\"}",
                                       "{\"brief\":\"a\\n\"}",
                                       "{\"brief\":\"\\u0041\"}",
                                       "{\"brief\":\"a\tb\"}",
                                       "{\"brief\":\"\xc3\xa9\"}",
                                       "{\"n\":1,\"brief\":\"a\"}"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        expect(none[i], "");
    assert_int_equal(brief_find(NULL, &brief), 0);
    assert_null(brief);
}

/* Every length, whole and cut anywhere: the opening that a store gives of a result is enough for the longest. */
static void test_lengths(void **state)
{
    char text[2 * STORE_OPENING], want[2 * STORE_OPENING];
    (void)state;
    for (size_t n = 0; n < STORE_OPENING; n++) {
        memset(want, 'w', n);
        want[n] = '\0';
        size_t closed = (size_t)snprintf(text, sizeof text, "{\"brief\":\"%s\"", want) + 1;
        snprintf(text + closed - 1, sizeof text - closed, ",\"verdict\":\"solved\"}");
        for (size_t cut = 0; cut <= strlen(text); cut++)
            assert_string_equal(brief_of(text, cut), n <= NASH_BRIEF_MAX && cut >= closed ? want : "");
        if (n == NASH_BRIEF_MAX)
            assert_true(closed <= STORE_OPENING);
    }
}

static void test_bytes(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        char text[] = "{\"brief\":\"a?b\",\"n\":1}", want[] = {'a', (char)c, 'b', '\0'};
        text[11] = (char)c;
        bool plain = c >= 32 && c < 127 && c != '"' && c != '\\';
        assert_string_equal(brief_of(text, sizeof text - 1), plain ? want : "");
    }
}

/* Whatever bytes come: what is found is what a reader of JSON finds as the first member. */
static void test_hostile(void **state)
{
    static const char seed[] = "{\"brief\":\"9x9, 30 clues\",\"brief\":\"\\u0022\"}";
    static const char odd[] = "\"\\{}:,b \0\x7f\xff\n";
    struct nash_rng rng = test_rng();
    unsigned found = 0;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        char text[sizeof seed];
        size_t len = nash_rng_below(&rng, 2) ? sizeof seed - 1 : nash_rng_below(&rng, sizeof seed);
        memcpy(text, seed, sizeof seed);
        for (uint64_t k = nash_rng_below(&rng, 4); k > 0; k--)
            text[nash_rng_below(&rng, sizeof seed - 1)] = odd[nash_rng_below(&rng, sizeof odd - 1)];
        const char *brief = brief_of(text, len);
        if (*brief == '\0')
            continue;
        found++;
        char whole[sizeof seed + 2];
        snprintf(whole, sizeof whole, "%.*s}", (int)(strlen("{\"brief\":\"\"") + strlen(brief)), text);
        cJSON *root = cJSON_Parse(whole);
        if (root == NULL || strcmp(root->child->string, "brief") != 0 || strcmp(root->child->valuestring, brief) != 0)
            fail_msg("\"%s\" is not the brief of %.*s", brief, (int)len, text);
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
