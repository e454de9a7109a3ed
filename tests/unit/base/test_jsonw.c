/* The writer: its output is strict JSON and reads back as the same values. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <base/utf8.h>
#include <nash/json.h>
#include <nash/jsonw.h>

#include "test.h"

static void test_shape(void **state)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw w = NASH_JSONW(&buf);
    nash_jsonw_object(&w);
    nash_jsonw_kobject(&w, "empty");
    nash_jsonw_object_end(&w);
    nash_jsonw_karray(&w, "list");
    nash_jsonw_array(&w);
    nash_jsonw_array_end(&w);
    nash_jsonw_int(&w, INT64_MIN);
    nash_jsonw_uint(&w, UINT64_MAX);
    nash_jsonw_uint_string(&w, UINT64_MAX);
    nash_jsonw_bool(&w, false);
    nash_jsonw_null(&w);
    nash_jsonw_string(&w, NULL);
    nash_jsonw_raw(&w, "{\"raw\":1}", 9);
    nash_jsonw_array_end(&w);
    nash_jsonw_kstring(&w, "q\"", "a\\b\n\x01\x7f");
    nash_jsonw_kint(&w, "i", -1);
    nash_jsonw_kuint(&w, "u", 1);
    nash_jsonw_kdouble(&w, "d", 0.5);
    nash_jsonw_kbool(&w, "b", true);
    nash_jsonw_kraw(&w, "r", "[]", 2);
    nash_jsonw_kdouble(&w, "nan", NAN);
    nash_jsonw_object_end(&w);
    assert_string_equal(nash_buf_cstr(&buf),
                        "{\"empty\":{},\"list\":[[],-9223372036854775808,18446744073709551615,"
                        "\"18446744073709551615\",false,null,null,{\"raw\":1}],\"q\\\"\":\"a\\\\b\\n\\u0001\\u007f\","
                        "\"i\":-1,\"u\":1,\"d\":0.5,\"b\":true,\"r\":[],\"nan\":null}");
    nash_buf_free(&buf);
}

/* Random strings of any bytes: valid text is returned byte for byte, each invalid byte as U+FFFD. */
static void test_strings(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_buf buf = NASH_BUF_INIT(0), want = NASH_BUF_INIT(0);
    for (int round = 0; round < 20000; round++) {
        char text[100];
        size_t len = nash_rng_below(&rng, sizeof text);
        uint64_t range = round % 2 ? 255 : 127;
        for (size_t i = 0; i < len; i++)
            text[i] = (char)(1 + nash_rng_below(&rng, range));
        nash_buf_reset(&want);
        for (size_t at = 0; at < len;) {
            size_t step = utf8_length(text + at, len - at);
            nash_buf_add(&want, step ? text + at : "\xEF\xBF\xBD", step ? step : 3);
            at += step ? step : 1;
        }
        nash_buf_reset(&buf);
        struct nash_jsonw w = NASH_JSONW(&buf);
        nash_jsonw_array(&w);
        nash_jsonw_string_n(&w, text, len);
        nash_jsonw_array_end(&w);
        struct nash_json doc;
        struct nash_error error;
        if (nash_json_parse(&doc, buf.data, buf.len, arena, &error) != NASH_OK)
            fail_msg("%s: %s", error.detail, nash_buf_cstr(&buf));
        assert_string_equal(doc.root->child->valuestring, nash_buf_cstr(&want));
        nash_json_free(&doc);
    }
    nash_buf_free(&buf);
    nash_buf_free(&want);
    nash_arena_free(arena);
}

static const char *written(struct nash_buf *buf, double value)
{
    struct nash_jsonw w = NASH_JSONW(buf);
    nash_buf_reset(buf);
    nash_jsonw_double(&w, value);
    return nash_buf_cstr(buf);
}

/* Every byte at every place of an otherwise plain string, alone and next to another special byte. The writer scans
 * eight bytes at a time and must escape exactly the bytes that need it, wherever they are in such a word. */
static void test_every_byte(void **state)
{
    enum { LEN = 19 };
    struct nash_rng rng = test_rng();
    struct nash_buf buf = NASH_BUF_INIT(0), want = NASH_BUF_INIT(0);
    for (unsigned k = 0; k < 128 * LEN * 8; k++) {
        struct nash_jsonw w = NASH_JSONW(&buf);
        char text[LEN + 1] = "abcdefghijklmnopqrs";
        size_t place = k % LEN, len = LEN - (size_t)nash_rng_below(&rng, LEN - place);
        text[place] = (char)(k / LEN % 128);
        if (place + 1 < len && k / LEN >= 128)
            text[place + 1] = (char)nash_rng_below(&rng, 128);
        nash_buf_reset(&buf);
        nash_buf_reset(&want);
        nash_buf_puts(&want, "{\"");
        for (size_t i = 0; i < 2 * len; i++) {
            unsigned char c = (unsigned char)text[i % len];
            if (i == len)
                nash_buf_puts(&want, "\":\"");
            if (c == '"' || c == '\\')
                nash_buf_printf(&want, "\\%c", c);
            else if (c >= ' ' && c < 0x7F)
                nash_buf_putc(&want, (char)c);
            else if (c && strchr("\b\f\n\r\t", c))
                nash_buf_printf(&want, "\\%c", "btnvfr"[c - '\b']);
            else
                nash_buf_printf(&want, "\\u%04x", c);
        }
        nash_buf_puts(&want, "\",\"n\":1}");
        if (memchr(text, '\0', len)) /* no key: keys are C strings */
            continue;
        text[len] = '\0';
        nash_jsonw_object(&w);
        nash_jsonw_key(&w, text);
        nash_jsonw_string_n(&w, text, len);
        nash_jsonw_kint(&w, "n", 1);
        nash_jsonw_object_end(&w);
        assert_string_equal(nash_buf_cstr(&buf), nash_buf_cstr(&want));
    }
    nash_buf_free(&buf);
    nash_buf_free(&want);
}

/* Random bit patterns, decimals of few digits, neighbours of powers of two, subnormals: strtod and the parser read each
 * written number back as the same value, and no shorter %g does. */
static void test_doubles(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf buf = NASH_BUF_INIT(0);
    for (int round = 0; round < 200000; round++) {
        double value;
        uint64_t bits = nash_rng_next(&rng);
        if (round % 4 == 0)
            memcpy(&value, &bits, sizeof value);
        else if (round % 4 == 1)
            value = (double)(bits % 100000) / pow(10, (double)(bits >> 60));
        else if (round % 4 == 2)
            value = nextafter(ldexp(1, (int)(bits % 2000) - 1000), bits >> 63 ? INFINITY : 0);
        else
            value = (double)(bits >> 12) * 0x1p-1074 * (bits & 1 ? 1 : 1e-12);
        const char *text = written(&buf, value);
        if (!isfinite(value)) {
            assert_string_equal(text, "null");
            continue;
        }
        struct nash_error error;
        if (strtod(text, NULL) != value || nash_json_check(text, buf.len, &error) != NASH_OK)
            fail_msg("%a was written as %s", value, text);
        char other[320];
        size_t digits = 0;
        if (fabs(value) <= 1e17 && value == trunc(value))
            continue;
        for (const char *c = text; *c && *c != 'e'; c++)
            digits += (*c >= '1' && *c <= '9') || (*c == '0' && digits > 0);
        if (digits <= 1)
            continue;
        snprintf(other, sizeof other, "%.*g", (int)digits - 1, value);
        if (strtod(other, NULL) == value)
            fail_msg("%s: %s would do", text, other);
    }
    assert_string_equal(written(&buf, 0), "0");
    assert_string_equal(written(&buf, -0.0), "-0.0");
    assert_string_equal(written(&buf, 3), "3");
    assert_string_equal(written(&buf, 0.1), "0.1");
    assert_string_equal(written(&buf, 0x1p53), "9007199254740992");
    assert_string_equal(written(&buf, 0x1p53 + 2), "9007199254740994.0");
    assert_string_equal(written(&buf, 5e-324), "5e-324");
    assert_string_equal(written(&buf, DBL_MAX), "1.7976931348623157e+308");
    assert_string_equal(written(&buf, -INFINITY), "null");
    nash_buf_free(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_doubles),
    };
    return cmocka_run_group_tests_name("jsonw", tests, NULL, NULL);
}
