/* The text reader: lines with every kind of line end, words, numbers, and the line number in an error. */
#include <string.h>

#include <solvers/kit/scanner.h>
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

/* Tokens of Gambit's formats. */
static void test_scanner(void **state)
{
    static const char text[] = "EFG{\"a \\\"b\\\"\",-.5 1/4}\n 12 0.12345678901234567890123 \"open";
    struct nash_arena *arena = nash_arena_new(1 << 16);
    struct nash_error error = {0};
    struct reader r;
    struct scanner s;
    struct rational exact = {0, 1};
    const char *name = NULL;
    double real = 0;
    int64_t whole = 0;
    reader_root(&r, NULL, arena, &error);
    scanner_begin(&s, &r, text, sizeof text - 1);
    scanner_next(&s);
    assert_true(scanner_at_word(&s, "EFG") && !scanner_at_word(&s, "EF"));
    scanner_next(&s);
    assert_true(scanner_expect(&s, TOKEN_OPEN, "'{'") && scanner_name(&s, &name, 5));
    assert_string_equal(name, "a \"b\"");
    assert_true(scanner_real(&s, &real, "number") && real == -0.5);
    assert_true(scanner_rational(&s, &exact, "number") && exact.num == 1 && exact.den == 4);
    assert_true(scanner_expect(&s, TOKEN_CLOSE, "'}'") && scanner_int(&s, 0, 12, &whole, "n") && whole == 12);
    assert_true(scanner_real(&s, &real, "number") && real == 0.12345678901234567890123);
    assert_true(reader_ok(&r) && s.token == TOKEN_BROKEN);
    assert_false(scanner_int(&s, 0, 12, &whole, "the number"));
    assert_string_equal(error.detail, "line 2: expected the number, a whole number from 0 to 12");
    nash_arena_free(arena);
}

static void test_scanner_refusals(void **state)
{
    static const struct {
        const char *text, *detail;
    } cases[] = {{"1/0", "expected a payoff, such as 3, -2.5 or 1/3, found a word"},
                 {"{", "expected a payoff, such as 3, -2.5 or 1/3, found '{'"},
                 {"\"x\"", "expected a payoff, such as 3, -2.5 or 1/3, found a text"},
                 {"", "expected a payoff, such as 3, -2.5 or 1/3, found the end"},
                 {"-.", "expected a payoff, such as 3, -2.5 or 1/3, found a word"},
                 {"1/99999999999999999999",
                  "the payoff 1/99999999999999999999 is too large or too fine: numerator and denominator must stay "
                  "below 2^62; round it, or choose another unit"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_arena *arena = nash_arena_new(1 << 16);
        struct nash_error error = {0};
        struct reader r;
        struct scanner s;
        double number = 7;
        reader_root(&r, NULL, arena, &error);
        scanner_begin(&s, &r, cases[i].text, strlen(cases[i].text));
        scanner_next(&s);
        assert_false(scanner_real(&s, &number, "payoff"));
        assert_true(number == 7);
        assert_string_equal(error.detail, cases[i].detail);
        nash_arena_free(arena);
    }
}

/* A name with a NUL byte would be cut off there, and the rest of the text would count as read. */
static void test_scanner_nul(void **state)
{
    (void)state;
    static const char text[] = "\"A\0B\" 1";
    struct nash_arena *arena = nash_arena_new(1 << 16);
    struct nash_error error = {0};
    struct reader r;
    struct scanner s;
    const char *name = NULL;
    reader_root(&r, NULL, arena, &error);
    scanner_begin(&s, &r, text, sizeof text - 1);
    scanner_next(&s);
    assert_false(scanner_name(&s, &name, 5));
    assert_string_equal(error.detail,
                        "expected a name in quotes, found a text without its closing quote, or with a NUL byte");
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_single_line),
                                       cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_numbers),
                                       cmocka_unit_test(test_utf8),
                                       cmocka_unit_test(test_scanner),
                                       cmocka_unit_test(test_scanner_refusals),
                                       cmocka_unit_test(test_scanner_nul)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
