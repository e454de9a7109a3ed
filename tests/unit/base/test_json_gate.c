/* The gate, case by case: what it accepts, what it refuses, and the place in the message. */
#include <stdio.h>
#include <string.h>

#include <nash/buf.h>
#include <nash/json.h>

#include "test.h"

#define TEXT(s) (s), sizeof(s) - 1

static const struct {
    const char *text;
    size_t len;
} accepted[] = {
    {TEXT("{}")},
    {TEXT("[]")},
    {TEXT("[ ]")},
    {TEXT("{ }")},
    {TEXT("\"\"")},
    {TEXT("0")},
    {TEXT("-0")},
    {TEXT("-0.0")},
    {TEXT("true")},
    {TEXT("false")},
    {TEXT("null")},
    {TEXT(" \t\r\n[ 1 ,\n2 ] \n")},
    {TEXT("[null,1,\"1\",{}]")},
    {TEXT("[[[[]]],{\"a\":[]}]")},
    {TEXT("{\"a\":1,\"A\":2,\"\":3,\" a\":4}")},
    {TEXT("{\"a\":{\"a\":{\"a\":1}}}")},
    {TEXT("[{\"a\":1},{\"a\":1}]")},
    {TEXT("[1e5,1E5,1e+5,1e-5,1.5e10,0e0,0.0e0,-1.25]")},
    {TEXT("1.7976931348623157e308")},
    {TEXT("1.7976931348623158e308")}, /* rounds down to the largest double */
    {TEXT("-0.17976931348623157E+309")},
    {TEXT("17976931348623157e292")},
    {TEXT("1e-400")}, /* underflow to zero is valid */
    {TEXT("0e999999")},
    {TEXT("0.0000000000000000000000000001e335")},
    {TEXT("5e-324")},
    {TEXT("9007199254740992")},
    {TEXT("-9007199254740992")},
    {TEXT("[9007199254740992,-9007199254740992]")},
    {TEXT("9007199254740993.0")}, /* a double, not an integer literal */
    {TEXT("0.1234567890123456789012345678901234567890123456789012345678901")},
    {TEXT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")},
    {TEXT("\"\\u0001\\u00e4\\uFFFF\\ud834\\udd1e\\uDBFF\\uDFFF\"")},
    {TEXT("\"\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"")},
    {TEXT("\"\xEF\xBB\xBF\"")}, /* U+FEFF within a string is an ordinary character */
    {TEXT("\"/\"")},
    {TEXT("[\"a long plain string, longer than one word of eight bytes, with a quote at the end\\\"\"]")},
};

static const struct {
    const char *text;
    size_t len;
    size_t line, column;
} refused[] = {
    /* empty, or more than JSON */
    {TEXT(""), 1, 1},
    {TEXT(" \n "), 2, 2},
    {TEXT("\xEF\xBB\xBF{}"), 1, 1},
    {TEXT("{} x"), 1, 4},
    {TEXT("{}{}"), 1, 3},
    {TEXT("[1]]"), 1, 4},
    {TEXT("1 2"), 1, 3},
    {TEXT("{}\0"), 1, 3},
    {TEXT("\0"), 1, 1},
    {TEXT("\xFF\xFE{\0}\0"), 1, 1},
    {TEXT("[]//c"), 1, 3},
    {TEXT("/**/[]"), 1, 1},
    {TEXT("\xC2\xA0[]"), 1, 1},
    {TEXT("\f[]"), 1, 1},
    /* truncated */
    {TEXT("{"), 1, 2},
    {TEXT("["), 1, 2},
    {TEXT("[1"), 1, 3},
    {TEXT("[1,"), 1, 4},
    {TEXT("{\"a\""), 1, 5},
    {TEXT("{\"a\":"), 1, 6},
    {TEXT("{\"a\":1"), 1, 7},
    {TEXT("{\"a\":1,"), 1, 8},
    {TEXT("\""), 1, 2},
    {TEXT("\"abc"), 1, 5},
    {TEXT("\"abc\\"), 1, 6},
    {TEXT("-"), 1, 2},
    {TEXT("1."), 1, 3},
    {TEXT("1e"), 1, 3},
    {TEXT("tru"), 1, 1},
    /* structure */
    {TEXT("[1,]"), 1, 4},
    {TEXT("[,1]"), 1, 2},
    {TEXT("[1,,2]"), 1, 4},
    {TEXT("[1 2]"), 1, 4},
    {TEXT("[1 -2]"), 1, 4},
    {TEXT("[1-2]"), 1, 3},
    {TEXT("[1\n2]"), 2, 1},
    {TEXT("[,]"), 1, 2},
    {TEXT("[1:2]"), 1, 3},
    {TEXT("[\"a\" \"b\"]"), 1, 6},
    {TEXT("[1}"), 1, 3},
    {TEXT("{\"a\":1]"), 1, 7},
    {TEXT("{\"a\":1,}"), 1, 8},
    {TEXT("{,}"), 1, 2},
    {TEXT("{\"a\" 1}"), 1, 6},
    {TEXT("{\"a\":}"), 1, 6},
    {TEXT("{\"a\"}"), 1, 5},
    {TEXT("{\"a\"::1}"), 1, 6},
    {TEXT("{a:1}"), 1, 2},
    {TEXT("{'a':1}"), 1, 2},
    {TEXT("{1:1}"), 1, 2},
    {TEXT("{null:1}"), 1, 2},
    {TEXT("{\"a\":1 \"b\":2}"), 1, 8},
    {TEXT("}"), 1, 1},
    {TEXT("]"), 1, 1},
    {TEXT(","), 1, 1},
    {TEXT(":"), 1, 1},
    {TEXT("('a')"), 1, 1},
    /* bare words */
    {TEXT("nulll"), 1, 5},
    {TEXT("True"), 1, 1},
    {TEXT("NaN"), 1, 1},
    {TEXT("Infinity"), 1, 1},
    {TEXT("-Infinity"), 1, 2},
    {TEXT("undefined"), 1, 1},
    {TEXT("[nul]"), 1, 2},
    {TEXT("[truefalse]"), 1, 6},
    /* numbers */
    {TEXT("007"), 1, 1},
    {TEXT("-01"), 1, 2},
    {TEXT("[007]"), 1, 2},
    {TEXT("[1,-01]"), 1, 5},
    {TEXT("[00]"), 1, 2},
    {TEXT("[-]"), 1, 3},
    {TEXT("[--1]"), 1, 3},
    {TEXT("[1,-,2]"), 1, 5},
    {TEXT("[+1]"), 1, 2},
    {TEXT("+1"), 1, 1},
    {TEXT(".5"), 1, 1},
    {TEXT("-.5"), 1, 2},
    {TEXT("1.e5"), 1, 3},
    {TEXT("1e+"), 1, 4},
    {TEXT("1e+x"), 1, 4},
    {TEXT("1e5.5"), 1, 4},
    {TEXT("1.5.5"), 1, 4},
    {TEXT("0x10"), 1, 2},
    {TEXT("1_000"), 1, 2},
    {TEXT("1e400"), 1, 1},
    {TEXT("-1e400"), 1, 1},
    {TEXT("1e999"), 1, 1},
    {TEXT("[1e999,0]"), 1, 2}, /* no text gives an infinite number, the parser's mark of integer arrays */
    {TEXT("1e99999999999999999999"), 1, 1},
    {TEXT("1.7976931348623159e308"), 1, 1},
    {TEXT("0.0000000000000000000000000001e337"), 1, 1},
    {TEXT("9007199254740993"), 1, 1},
    {TEXT("-9007199254740993"), 1, 1},
    {TEXT("[1,9007199254740993]"), 1, 4},
    {TEXT("[9223372036854775808]"), 1, 2},
    {TEXT("18446744073709551617"), 1, 1},
    {TEXT("[18446744073709551617]"), 1, 2},
    {TEXT("100000000000000000000000000000000000000000000000000000000000000000000000"), 1, 1},
    {TEXT("0.12345678901234567890123456789012345678901234567890123456789012"), 1, 1},
    /* strings */
    {TEXT("\"\n\""), 1, 2},
    {TEXT("\"12345678\t\""), 1, 10},
    {TEXT("\"\0\""), 1, 2},
    {TEXT("\"\x1f\""), 1, 2},
    {TEXT("\"\\u0000\""), 1, 2},
    {TEXT("{\"a\\u0000b\":1}"), 1, 4},
    {TEXT("\"\\x41\""), 1, 2},
    {TEXT("\"\\a\""), 1, 2},
    {TEXT("\"\\\0\""), 1, 2},
    {TEXT("\"\\u12\""), 1, 2},
    {TEXT("\"\\u12G4\""), 1, 2},
    {TEXT("\"\\U0041\""), 1, 2},
    {TEXT("\"\\ud834\""), 1, 2},
    {TEXT("\"\\ud834x\""), 1, 2},
    {TEXT("\"\\ud834\\n\""), 1, 2},
    {TEXT("\"\\ud834\\u0041\""), 1, 2},
    {TEXT("\"\\ud834\\ud834\""), 1, 2},
    {TEXT("\"\\udd1e\\ud834\""), 1, 2},
    {TEXT("\"\\udd1e\""), 1, 2},
    {TEXT("\"\x80\""), 1, 2},
    {TEXT("\"\xc0\xaf\""), 1, 2},
    {TEXT("\"\xc3\""), 1, 2},
    {TEXT("\"\xe0\x80\xaf\""), 1, 2},
    {TEXT("\"\xed\xa0\x80\""), 1, 2}, /* a surrogate encoded in UTF-8 */
    {TEXT("\"\xf4\x90\x80\x80\""), 1, 2},
    {TEXT("\"\xf5\x80\x80\x80\""), 1, 2},
    {TEXT("\"\xff\""), 1, 2},
    {TEXT("\"abcdefgh\xe2\x82"), 1, 10},
    {TEXT("'a'"), 1, 1},
    /* duplicate members */
    {TEXT("{\"a\":1,\"a\":2}"), 1, 8},
    {TEXT("{\"a\":1,\"b\":2,\n \"a\":1}"), 2, 2},
    {TEXT("{\"\":1,\"\":2}"), 1, 7},
    {TEXT("{\"a\":1,\"\\u0061\":2}"), 1, 8},
    {TEXT("{\"\\u00e4\":1,\"\xc3\xa4\":2}"), 1, 13},
    {TEXT("{\"\\ud834\\udd1e\":1,\"\xf0\x9d\x84\x9e\":2}"), 1, 19},
    {TEXT("{\"\\/\":1,\"/\":2}"), 1, 9},
    {TEXT("{\"x\":{\"a\":[{\"b\":1,\"b\":1}]}}"), 1, 19},
    {TEXT("{\"a\":{\"b\":1},\"c\":{},\"a\":0}"), 1, 21},
    /* columns count characters, not bytes */
    {TEXT("[\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82\", x]"), 1, 9},
    {TEXT("{\n\n  \"a\": ?}"), 3, 8},
};

static void test_accepted(void **state)
{
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        struct nash_error error = {0};
        struct nash_json doc;
        struct nash_arena *arena = nash_arena_new(1 << 20);
        if (nash_json_check(accepted[i].text, accepted[i].len, &error) != NASH_OK)
            fail_msg("refused: %s: %s", accepted[i].text, error.detail);
        if (nash_json_parse(&doc, accepted[i].text, accepted[i].len, arena, &error) != NASH_OK || !doc.root)
            fail_msg("not parsed: %s: %s", accepted[i].text, error.detail);
        nash_json_free(&doc);
        nash_arena_free(arena);
    }
}

static void test_refused(void **state)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char place[64];
        struct nash_json doc;
        struct nash_arena *arena = nash_arena_new(1 << 20);
        /* an exact copy on the heap, so that a sanitizer detects a read past the end */
        char *text = malloc(refused[i].len + !refused[i].len);
        memcpy(text, refused[i].text, refused[i].len);
        for (int whole = 0; whole < 2; whole++) {
            struct nash_error error = {0};
            enum nash_status status = whole ? nash_json_parse(&doc, text, refused[i].len, arena, &error)
                                            : nash_json_check(text, refused[i].len, &error);
            if (status != NASH_INVALID)
                fail_msg("accepted: %s", refused[i].text);
            assert_string_equal(nash_error_type(&error), "invalid-json");
            assert_string_equal(error.pointer, "");
            snprintf(place, sizeof place, "line %zu, column %zu: ", refused[i].line, refused[i].column);
            if (strncmp(error.detail, place, strlen(place)) != 0)
                fail_msg("%s: expected %s, got %s", refused[i].text, place, error.detail);
            if (whole)
                assert_null(doc.root);
        }
        nash_json_free(&doc);
        nash_arena_free(arena);
        free(text);
    }
}

static void test_says_string(void **state)
{
    struct nash_error error;
    nash_json_check(TEXT("9007199254740993"), &error);
    assert_non_null(strstr(error.detail, "write it as a string"));
}

/* 64 levels of arrays and objects in any mix pass, 65 do not, and a very deep text is refused at once. */
static void test_depth(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 200; round++)
        for (unsigned depth = 60; depth <= 68; depth++) {
            char text[2000];
            bool object[70];
            size_t len = 0;
            for (unsigned i = 0; i < depth; i++) {
                object[i] = nash_rng_below(&rng, 2);
                len += (size_t)sprintf(text + len, "%s", object[i] ? "{\"k\":" : "[");
            }
            text[len++] = '1';
            for (unsigned i = depth; i-- > 0;)
                text[len++] = object[i] ? '}' : ']';
            struct nash_error error;
            enum nash_status want = depth <= NASH_JSON_DEPTH ? NASH_OK : NASH_INVALID;
            assert_int_equal(nash_json_check(text, len, &error), want);
            struct nash_json doc;
            struct nash_arena *arena = nash_arena_new(1 << 20);
            assert_int_equal(nash_json_parse(&doc, text, len, arena, &error), want);
            nash_json_free(&doc);
            nash_arena_free(arena);
        }
    enum { BOMB = 10 << 20 };
    char *bomb = malloc(BOMB);
    memset(bomb, '[', BOMB);
    struct nash_error error;
    assert_int_equal(nash_json_check(bomb, BOMB, &error), NASH_INVALID);
    assert_string_equal(error.detail, "line 1, column 65: nested deeper than 64 levels: use flat arrays instead");
    free(bomb);
}

/* Objects of many members: distinct names pass, and one duplicate is found at any place and in any spelling. The names
 * differ only in the last, first or middle bytes, or only in length, so that a weak hash has many collisions. */
static void test_many_keys(void **state)
{
    static const char *const form[] = {"%zu", "%08zx", "%-40zu", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%zu",
                                       "%zuzzzzzzzzzzzzzzz"};
    struct nash_rng rng = test_rng();
    for (size_t count = 2; count <= 200000; count = count < 20 ? count + 1 : count * 7)
        for (size_t f = 0; f < sizeof form / sizeof *form; f++) {
            size_t twin = nash_rng_below(&rng, count - 1), after = twin + 1 + nash_rng_below(&rng, count - 1 - twin);
            for (int with_twin = 0; with_twin < 3; with_twin++) { /* 1: written differently, 2: the same */
                struct nash_buf text = NASH_BUF_INIT(0);
                for (size_t i = 0; i < count; i++) {
                    char name[64];
                    /* the formats are constants of this file */
                    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"")
                        snprintf(name, sizeof name, form[f], with_twin && i == after ? twin : i);
                    _Pragma("GCC diagnostic pop") nash_buf_puts(&text, i ? ",\"" : "{\"");
                    if (i == after && with_twin == 1)
                        nash_buf_printf(&text, "\\u00%02x%s", (unsigned)name[0], name + 1);
                    else
                        nash_buf_puts(&text, name);
                    nash_buf_puts(&text, "\":0");
                }
                nash_buf_putc(&text, '}');
                struct nash_error error = {0};
                enum nash_status status = nash_json_check(text.data, text.len, &error);
                if (status != (with_twin ? NASH_INVALID : NASH_OK))
                    fail_msg("%zu names like '%s', twin of %zu at %zu: %s", count, form[f], twin, after, error.detail);
                if (with_twin)
                    assert_non_null(strstr(error.detail, "duplicate member name"));
                nash_buf_free(&text);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted), cmocka_unit_test(test_refused),   cmocka_unit_test(test_says_string),
        cmocka_unit_test(test_depth),    cmocka_unit_test(test_many_keys),
    };
    return cmocka_run_group_tests_name("json_gate", tests, NULL, NULL);
}
