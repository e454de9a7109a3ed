/* The text reader: lines with every kind of line end, words, numbers, and the line number in an error. */
#include <string.h>

#include <solvers/kit/text_reader.h>

#include "test.h"

static struct text_span span(const char *text)
{
    return (struct text_span){text, text + strlen(text)};
}

static void test_lines(void **state)
{
    static const char *const texts[] = {"a b\n\n  c\t\nd", "a b\r\n\r\n  c\r\nd\r\n", "a b\r\r  c \rd\r"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct nash_error error;
        struct reader r;
        struct text_reader t;
        struct text_span line;
        reader_root(&r, NULL, NULL, &error);
        text_begin(&t, &r, texts[i], strlen(texts[i]));
        assert_true(text_line(&t, &line) && text_is(line, "a b"));
        assert_true(text_line(&t, &line) && text_is(line, "c"));
        text_fail(&t, NASH_INVALID, line.at, "%s is wrong", "c");
        assert_string_equal(error.detail, "line 3: c is wrong");
        assert_true(text_line(&t, &line) && text_is(line, "d"));
        assert_int_equal(text_line_number(&t, line.at), 4);
        assert_false(text_line(&t, &line));
    }
}

static void test_single_line(void **state)
{
    struct nash_error error;
    struct reader r;
    struct text_reader t;
    reader_root(&r, NULL, NULL, &error);
    text_begin(&t, &r, "abc\n", 4);
    assert_int_equal(text_fail(&t, NASH_UNPROCESSABLE, t.begin + 1, "is wrong"), NASH_UNPROCESSABLE);
    assert_string_equal(error.detail, "is wrong");
    assert_string_equal(error.pointer, "");
}

static void test_words(void **state)
{
    struct text_span rest = span(" one,,two\tthree "), word;
    assert_true(text_word(&rest, " ,\t", &word) && text_is(word, "one"));
    assert_true(text_word(&rest, " ,\t", &word) && text_is_nocase(word, "TWO"));
    assert_true(text_word(&rest, " ,\t", &word) && !text_is(word, "thre") && !text_is(word, "threes"));
    assert_false(text_word(&rest, " ,\t", &word));
    rest = (struct text_span){"a\0b", (const char *)"a\0b" + 3};
    assert_true(text_word(&rest, " ", &word));
    assert_int_equal(text_length(word), 3); /* a NUL byte is no separator */
    rest = span("  (x");
    assert_false(text_accept(&rest, 'x'));
    assert_true(text_accept(&rest, '('));
    assert_true(text_accept(&rest, 'x'));
    assert_false(text_accept(&rest, 'x'));
}

static void test_numbers(void **state)
{
    static const char *const wrong[] = {
        "",      "-",   "+1",    ".5",  "1x",  "0x10",
        "inf",   "nan", "1e999", "--1", "1 ",  " 1",
        "1.2.3", "e1",  "1e",    "-.5", "1,5", "1111111111111111111111111111111111111111111111111111111111111111"};
    static const struct {
        const char *text;
        double value;
    } right[] = {{"0", 0}, {"-2.5", -2.5}, {"1e3", 1000}, {"3.", 3}, {"12E-1", 1.2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double number = 7;
        print_message("\"%s\"\n", wrong[i]);
        assert_false(text_number(span(wrong[i]), &number));
        assert_true(number == 7);
    }
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        double number = 7;
        assert_true(text_number(span(right[i].text), &number) && number == right[i].value);
    }
    int64_t integer = 7;
    assert_true(text_int(span("-9223372036854775808"), &integer) && integer == INT64_MIN);
    assert_false(text_int(span("9223372036854775808"), &integer) || text_int(span("01"), &integer));
}

static void test_utf8(void **state)
{
    size_t characters = 0;
    assert_true(text_utf8_length(span("a\xc3\xa9\xe6\xa3\x8b"), &characters));
    assert_int_equal(characters, 3);
    assert_false(text_utf8_length(span("a\xc3"), &characters));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_single_line),
                                       cmocka_unit_test(test_words), cmocka_unit_test(test_numbers),
                                       cmocka_unit_test(test_utf8)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
