/* Base64: the vectors of RFC 4648, random bytes there and back, and texts that are refused. */
#include <string.h>

#include <base/base64.h>

#include "test.h"

static void test_vectors(void **state)
{
    static const char *const vector[][2] = {{"", ""},
                                            {"f", "Zg=="},
                                            {"fo", "Zm8="},
                                            {"foo", "Zm9v"},
                                            {"foob", "Zm9vYg=="},
                                            {"fooba", "Zm9vYmE="},
                                            {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        char bytes[16];
        size_t count = 99;
        base64_add(&text, vector[i][0], strlen(vector[i][0]));
        assert_string_equal(nash_buf_cstr(&text), vector[i][1]);
        assert_int_equal(text.len, base64_length(strlen(vector[i][0])));
        assert_true(base64_read(vector[i][1], strlen(vector[i][1]), bytes, &count));
        assert_int_equal(count, strlen(vector[i][0]));
        assert_memory_equal(bytes, vector[i][0], count);
        nash_buf_free(&text);
    }
}

static void test_random(void **state)
{
    enum { MOST = 300 };
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 2000; round++) {
        unsigned char bytes[MOST], back[MOST + 3];
        struct nash_buf text = NASH_BUF_INIT(0);
        size_t len = nash_rng_below(&rng, MOST), count = 0;
        for (size_t i = 0; i < len; i++)
            bytes[i] = (unsigned char)nash_rng_next(&rng);
        base64_add(&text, bytes, len);
        assert_true(base64_room(text.len) <= sizeof back);
        assert_true(base64_read(text.data, text.len, back, &count));
        assert_int_equal(count, len);
        assert_memory_equal(back, bytes, len);
        nash_buf_free(&text);
    }
}

static void test_refused(void **state)
{
    static const char *const refused[] = {
        "Z",      "Zg",    "Zg=",      "Zg===",    "Zh==", "Zm9=",    "Z=9v", "====",       "Zm 9v",
        "Zm9v\n", "Zm\n9", "Zg==Zg==", "Zm9v====", "Zm-_", "Zm9\x80", "=m9v", "\xc3\xa9Zm", "Zm=v"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char bytes[16];
        size_t count;
        if (base64_read(refused[i], strlen(refused[i]), bytes, &count))
            fail_msg("\"%s\" was read", refused[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
