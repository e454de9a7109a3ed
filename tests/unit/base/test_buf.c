/* Buffers, shared bytes, errors, UTF-8. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <base/bytes.h>
#include <base/utf8.h>
#include <nash/buf.h>
#include <nash/status.h>

#include "test.h"

/* Random appends, compared with a plain array. */
static void test_appends(void **state)
{
    enum { MOST = 20000 };
    static char model[MOST + 400];
    struct nash_rng rng = test_rng();
    struct nash_buf buf = NASH_BUF_INIT(0);
    for (int round = 0; round < 20; round++) {
        size_t len = 0;
        while (len < MOST) {
            char piece[300];
            size_t size = nash_rng_below(&rng, sizeof piece);
            uint64_t number = nash_rng_next(&rng) >> nash_rng_below(&rng, 64);
            switch (nash_rng_below(&rng, 5)) {
            case 0:
                memset(piece, (int)(len % 256), size);
                nash_buf_add(&buf, piece, size);
                memcpy(model + len, piece, size);
                len += size;
                break;
            case 1:
                nash_buf_putc(&buf, 'x');
                model[len++] = 'x';
                break;
            case 2:
                nash_buf_u64(&buf, number);
                len += (size_t)sprintf(model + len, "%" PRIu64, number);
                break;
            case 3:
                nash_buf_i64(&buf, (int64_t)number);
                len += (size_t)sprintf(model + len, "%" PRId64, (int64_t)number);
                break;
            default:
                nash_buf_printf(&buf, "<%s|%d>", "text", (int)size);
                len += (size_t)sprintf(model + len, "<%s|%d>", "text", (int)size);
            }
            assert_false(buf.failed);
            assert_int_equal(buf.len, len);
        }
        assert_memory_equal(buf.data, model, len);
        nash_buf_reset(&buf);
    }
    nash_buf_i64(&buf, INT64_MIN);
    nash_buf_puts(&buf, " ");
    nash_buf_u64(&buf, 0);
    assert_string_equal(nash_buf_cstr(&buf), "-9223372036854775808 0");
    nash_buf_free(&buf);
}

/* Exactly `cap` bytes fit; one more fails, later appends fail too, and the bytes before are unchanged. */
static void test_cap(void **state)
{
    for (size_t cap = 1; cap < 300; cap++) {
        struct nash_buf buf = NASH_BUF_INIT(cap);
        for (size_t i = 0; i < cap; i++)
            nash_buf_putc(&buf, 'a');
        assert_false(buf.failed);
        assert_int_equal(strlen(nash_buf_cstr(&buf)), cap);
        nash_buf_printf(&buf, "%s", "b");
        assert_true(buf.failed);
        nash_buf_puts(&buf, "");
        assert_true(buf.failed);
        assert_int_equal(buf.len, cap);
        assert_string_equal(nash_buf_cstr(&buf), "");
        size_t len = 99;
        assert_null(nash_buf_steal(&buf, &len));
        nash_buf_puts(&buf, "c");
        assert_string_equal(nash_buf_cstr(&buf), "c");
        nash_buf_free(&buf);
    }
    struct nash_buf none = NASH_BUF_INIT(0);
    assert_string_equal(nash_buf_cstr(&none), "");
    assert_false(nash_buf_reserve(&none, SIZE_MAX));
    nash_buf_free(&none);
    size_t len = 99;
    char *empty = nash_buf_steal(&none, &len);
    assert_string_equal(empty, "");
    assert_int_equal(len, 0);
    free(empty);
}

static void test_bytes(void **state)
{
    struct bytes *b = bytes_copy("a\0b", 3);
    assert_int_equal(b->len, 3);
    assert_memory_equal(b->data, "a\0b", 4);
    assert_ptr_equal(bytes_ref(b), b);
    bytes_unref(b);
    assert_int_equal(b->data[0], 'a');
    bytes_unref(b);
    bytes_unref(NULL);
    assert_null(bytes_ref(NULL));
    assert_null(bytes_copy("", SIZE_MAX));
}

/* Long errors are truncated, never within a character. */
static void test_error(void **state)
{
    struct nash_error error = {0};
    assert_int_equal(nash_fail(&error, NASH_INVALID, "/a/0", "must be %d", 7), NASH_INVALID);
    assert_string_equal(error.pointer, "/a/0");
    assert_string_equal(error.detail, "must be 7");
    assert_string_equal(nash_error_type(&error), "invalid-request");
    assert_int_equal(nash_fail(NULL, NASH_BUSY, NULL, "full"), NASH_BUSY);

    static const char *const unit[] = {"x", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x99\x82"};
    for (size_t kind = 0; kind < 4; kind++)
        for (size_t skip = 0; skip < 4; skip++) {
            char text[1000] = "yyyy";
            size_t size = strlen(unit[kind]), len = skip;
            while (len + size < sizeof text) {
                memcpy(text + len, unit[kind], size);
                len += size;
            }
            text[len] = '\0';
            nash_fail_type(&error, NASH_CONFLICT, text, text, "%s", text);
            const char *const cut[] = {error.type, error.pointer, error.detail};
            const size_t room[] = {sizeof error.type, sizeof error.pointer, sizeof error.detail};
            for (int i = 0; i < 3; i++) {
                size_t have = strlen(cut[i]);
                assert_memory_equal(cut[i], text, have);
                assert_true(have < room[i] && have + 4 >= room[i]);
                for (size_t at = 0; at < have;) {
                    size_t step = utf8_length(cut[i] + at, have - at);
                    assert_int_not_equal(step, 0);
                    at += step;
                }
            }
        }
    for (int status = NASH_INTERNAL; status <= NASH_OK; status++)
        for (int other = NASH_INTERNAL; other < status; other++) {
            struct nash_error a = {.status = (enum nash_status)status}, b = {.status = (enum nash_status)other};
            assert_string_not_equal(nash_status_name(a.status), nash_status_name(b.status));
            assert_string_not_equal(nash_error_type(&a), nash_error_type(&b));
        }
}

/* Returns the length of the first UTF-8 sequence, or 0 if it is invalid. A reference: decodes the scalar value, then
 * checks that its shortest form was used. */
static size_t utf8_by_value(const unsigned char *s, size_t len)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = s[0] < 0x80 ? 1 : (s[0] >> 5) == 6 ? 2 : (s[0] >> 4) == 14 ? 3 : (s[0] >> 3) == 30 ? 4 : 0;
    if (size == 0 || size > len)
        return 0;
    unsigned long value = size == 1 ? s[0] : s[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if (s[i] < 0x80 || s[i] > 0xBF)
            return 0;
        value = value * 64 + (s[i] & 0x3Fu);
    }
    return value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) ? 0 : size;
}

static void check_utf8(unsigned char byte[4], size_t len)
{
    size_t got = utf8_length((const char *)byte, len), want = utf8_by_value(byte, len);
    if (got != want)
        fail_msg("%02x %02x %02x %02x, %zu bytes: got %zu, want %zu", byte[0], byte[1], byte[2], byte[3], len, got,
                 want);
}

/* All two-byte prefixes with a sample of suffixes. */
static void test_utf8(void **state)
{
    static const unsigned char tail[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    assert_int_equal(utf8_length("", 0), 0);
    for (unsigned head = 0; head < 65536; head++)
        for (unsigned i = 0; i < sizeof tail; i++)
            for (unsigned k = 0; k < sizeof tail; k++)
                for (size_t len = 1; len <= 4; len++)
                    check_utf8((unsigned char[]){(unsigned char)(head >> 8), (unsigned char)head, tail[i], tail[k]},
                               len);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_appends), cmocka_unit_test(test_cap),  cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_error),   cmocka_unit_test(test_utf8),
    };
    return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
