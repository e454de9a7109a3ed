/* Answers of a pack: what is written is read, and what breaks a rule is refused. */
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>
#include <jobs/answers.h>

#include "../base/test.h"

enum { COUNT_MOST = 60, LEN_MOST = 300 };

static const struct answers_rules text_rules = {.count_most = COUNT_MOST, .len_most = LEN_MOST};
static const struct answers_rules record_rules = {.count_most = COUNT_MOST, .len_most = LEN_MOST, .lines = true};
static const struct answers_rules json_rules = {.count_most = COUNT_MOST, .len_most = LEN_MOST, .json = true};

static bool passes(const struct nash_buf *piece, const struct answers_rules *rules)
{
    unsigned count, no_mem;
    return answers_check(piece->data, piece->len, rules, &count, &no_mem);
}

static void add_text(struct nash_buf *piece, const char *text, size_t len)
{
    size_t place = answers_begin(piece);
    nash_buf_add(piece, text, len);
    answers_end(piece, place);
}

/* Random bytes as a worker may leave them in an error, cut anywhere. */
static void random_string(struct nash_rng *rng, char *out, size_t room)
{
    static const char *const parts[] = {"a",    "word ",    "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                        "\xff", "\xe2\x82", "/"};
    size_t len = 0;
    while (nash_rng_below(rng, 20) != 0 && len < room - 1) {
        const char *part = parts[nash_rng_below(rng, 8)];
        for (; *part != '\0' && len < room - 1; part++)
            out[len++] = *part;
    }
    out[len] = '\0';
}

static bool is_utf8(const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0, step; at < len; at += step)
        if ((step = utf8_length(text + at, len - at)) == 0)
            return false;
    return true;
}

static void test_round_trip(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 500; round++) {
        struct nash_buf piece = NASH_BUF_INIT(0);
        static struct nash_error error[COUNT_MOST];
        static char text[COUNT_MOST][LEN_MOST];
        size_t len[COUNT_MOST];
        unsigned count = 1 + (unsigned)nash_rng_below(&rng, COUNT_MOST), no_mem = 0, found, found_no_mem, n = 0;
        for (unsigned i = 0; i < count; i++) {
            error[i] = (struct nash_error){.status = (enum nash_status)(-(int)nash_rng_below(&rng, 10))};
            len[i] = nash_rng_below(&rng, LEN_MOST);
            memset(text[i], 'a' + (int)nash_rng_below(&rng, 26), LEN_MOST);
            if (error[i].status == NASH_OK) {
                add_text(&piece, text[i], len[i]);
                continue;
            }
            random_string(&rng, error[i].type, sizeof error[i].type);
            random_string(&rng, error[i].pointer, sizeof error[i].pointer);
            random_string(&rng, error[i].detail, sizeof error[i].detail);
            answers_add_error(&piece, &error[i]);
            no_mem += error[i].status == NASH_NOMEM;
        }
        assert_true(answers_check(piece.data, piece.len, &text_rules, &found, &found_no_mem));
        assert_int_equal(found, count);
        assert_int_equal(found_no_mem, no_mem);
        struct answer answer;
        for (const char *at = piece.data; answers_next(&at, piece.data + piece.len, &answer); n++) {
            assert_int_equal(answer.status, error[n].status);
            if (answer.status == NASH_OK) {
                assert_int_equal(answer.len, len[n]);
                assert_memory_equal(answer.text, text[n], len[n]);
                continue;
            }
            struct nash_error read;
            answer_error(&answer, &read);
            assert_int_equal(strlen(read.detail), strlen(error[n].detail)); /* mended, byte for byte */
            assert_true(is_utf8(read.type) && is_utf8(read.pointer) && is_utf8(read.detail));
            if (is_utf8(error[n].detail))
                assert_string_equal(read.detail, error[n].detail);
        }
        assert_int_equal(n, count);
        nash_buf_free(&piece);
    }
}

/* Each beginning of a good piece that ends within an answer, and each rule. */
static void test_refused(void **state)
{
    (void)state;
    struct nash_buf piece = NASH_BUF_INIT(0);
    struct nash_error error;
    nash_fail_type(&error, NASH_INVALID, "type", "/pointer", "detail");
    add_text(&piece, "{}", 2);
    size_t first = piece.len;
    answers_add_error(&piece, &error);
    assert_true(passes(&piece, &json_rules));
    for (size_t len = 0; len < piece.len; len++) {
        char *exact = malloc(len + 1);
        memcpy(exact, piece.data, len);
        unsigned count, no_mem;
        assert_int_equal(answers_check(exact, len, &json_rules, &count, &no_mem), len == first);
        free(exact);
    }
    assert_false(passes(&piece, &(struct answers_rules){.count_most = 1, .len_most = LEN_MOST}));
    assert_false(passes(&piece, &(struct answers_rules){.count_most = 9, .len_most = 1}));
    static const char *const bad[] = {"a\nb", "a\rb", "12345678\xff", "\xc3", "12345678901\xe2\x82"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        nash_buf_reset(&piece);
        add_text(&piece, bad[i], strlen(bad[i]));
        assert_false(passes(&piece, &text_rules));
        bool lines = bad[i][1] == '\n' || bad[i][1] == '\r'; /* where a kind has records */
        assert_int_equal(passes(&piece, &record_rules), lines);
    }
    nash_buf_reset(&piece);
    add_text(&piece, "{\"a\":1", 6);
    assert_true(passes(&piece, &text_rules));
    assert_false(passes(&piece, &json_rules));
    for (int status = -20; status < 20; status++) { /* an error's strings behind any status */
        nash_buf_reset(&piece);
        error.status = (enum nash_status)status;
        answers_add_error(&piece, &error);
        assert_int_equal(passes(&piece, &json_rules), status < NASH_OK && status >= NASH_INTERNAL);
    }
    nash_buf_free(&piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
