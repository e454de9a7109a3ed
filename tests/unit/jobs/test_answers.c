/* Blocks of answers of a chunk: answers are read as they were written, and a block that breaks a rule is rejected. */
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>
#include <jobs/batch/answers.h>

#include "../base/test.h"

enum { COUNT_MAX = 60, LEN_MAX = 300 };

static const struct answers_rules text_rules = {.count_max = COUNT_MAX, .len_max = LEN_MAX};
static const struct answers_rules record_rules = {.count_max = COUNT_MAX, .len_max = LEN_MAX, .lines = true};
static const struct answers_rules json_rules = {.count_max = COUNT_MAX, .len_max = LEN_MAX, .json = true};

static bool passes(const struct nash_buf *block, const struct answers_rules *rules)
{
    unsigned count, no_mem;
    return answers_check(block->data, block->len, rules, &count, &no_mem);
}

static void add_text(struct nash_buf *block, const char *text, size_t len)
{
    size_t place = answers_begin(block);
    nash_buf_add(block, text, len);
    answers_end(block, place);
}

/* Writes a random string such as a worker may leave in an error: words and UTF-8 sequences, some invalid or truncated.
 */
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
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 500; round++) {
        struct nash_buf block = NASH_BUF_INIT(0);
        static struct nash_error error[COUNT_MAX];
        static char text[COUNT_MAX][LEN_MAX];
        size_t len[COUNT_MAX];
        unsigned count = 1 + (unsigned)nash_rng_below(&rng, COUNT_MAX), no_mem = 0, found, found_no_mem, n = 0;
        for (unsigned i = 0; i < count; i++) {
            error[i] = (struct nash_error){.status = (enum nash_status)(-(int)nash_rng_below(&rng, 10))};
            len[i] = nash_rng_below(&rng, LEN_MAX);
            memset(text[i], 'a' + (int)nash_rng_below(&rng, 26), LEN_MAX);
            if (error[i].status == NASH_OK) {
                add_text(&block, text[i], len[i]);
                continue;
            }
            random_string(&rng, error[i].type, sizeof error[i].type);
            random_string(&rng, error[i].pointer, sizeof error[i].pointer);
            random_string(&rng, error[i].detail, sizeof error[i].detail);
            answers_add_error(&block, &error[i]);
            no_mem += error[i].status == NASH_NOMEM;
        }
        assert_true(answers_check(block.data, block.len, &text_rules, &found, &found_no_mem));
        assert_int_equal(found, count);
        assert_int_equal(found_no_mem, no_mem);
        struct answer answer;
        for (const char *at = block.data; answers_next(&at, block.data + block.len, &answer); n++) {
            assert_int_equal(answer.status, error[n].status);
            if (answer.status == NASH_OK) {
                assert_int_equal(answer.len, len[n]);
                assert_memory_equal(answer.text, text[n], len[n]);
                continue;
            }
            struct nash_error read;
            answer_error(&answer, &read);
            assert_int_equal(strlen(read.detail), strlen(error[n].detail)); /* repaired, byte for byte */
            assert_true(is_utf8(read.type) && is_utf8(read.pointer) && is_utf8(read.detail));
            if (is_utf8(error[n].detail))
                assert_string_equal(read.detail, error[n].detail);
        }
        assert_int_equal(n, count);
        nash_buf_free(&block);
    }
}

/* Rejected blocks: every prefix of a valid block that ends within an answer, and one block for every rule. */
static void test_refused(void **state)
{
    struct nash_buf block = NASH_BUF_INIT(0);
    struct nash_error error;
    nash_fail_type(&error, NASH_INVALID, "type", "/pointer", "detail");
    add_text(&block, "{}", 2);
    size_t first = block.len;
    answers_add_error(&block, &error);
    assert_true(passes(&block, &json_rules));
    for (size_t len = 0; len < block.len; len++) {
        char *exact = malloc(len + 1);
        memcpy(exact, block.data, len);
        unsigned count, no_mem;
        assert_int_equal(answers_check(exact, len, &json_rules, &count, &no_mem), len == first);
        free(exact);
    }
    assert_false(passes(&block, &(struct answers_rules){.count_max = 1, .len_max = LEN_MAX}));
    assert_false(passes(&block, &(struct answers_rules){.count_max = 9, .len_max = 1}));
    static const char *const bad[] = {"a\nb", "a\rb", "12345678\xff", "\xc3", "12345678901\xe2\x82"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        nash_buf_reset(&block);
        add_text(&block, bad[i], strlen(bad[i]));
        assert_false(passes(&block, &text_rules));
        bool lines = bad[i][1] == '\n' || bad[i][1] == '\r'; /* line ends are allowed if the kind has records */
        assert_int_equal(passes(&block, &record_rules), lines);
    }
    nash_buf_reset(&block);
    add_text(&block, "{\"a\":1", 6);
    assert_true(passes(&block, &text_rules));
    assert_false(passes(&block, &json_rules));
    for (int status = -20; status < 20; status++) { /* the strings of an error, with any status */
        nash_buf_reset(&block);
        error.status = (enum nash_status)status;
        answers_add_error(&block, &error);
        assert_int_equal(passes(&block, &json_rules), status < NASH_OK && status >= NASH_INTERNAL);
    }
    nash_buf_free(&block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
