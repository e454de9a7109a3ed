/* Documents: integer arrays, getters, pointers, int64. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <nash/buf.h>
#include <nash/json.h>

#include "test.h"

static struct nash_arena *arena;
static struct nash_json doc;
static struct nash_error error;

static int set_up(void **state)
{
    arena = nash_arena_new(64 << 20);
    error = (struct nash_error){0};
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_json_free(&doc);
    nash_arena_free(arena);
    return 0;
}

static const cJSON *parse(const char *text)
{
    nash_json_free(&doc);
    if (nash_json_parse(&doc, text, strlen(text), arena, &error) != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
    return doc.root;
}

/* Random nested arrays of integers with random white space are read back exactly. */
static void test_ints(void **state)
{
    enum { ROWS = 40, COLUMNS = 60 };
    static const char *const space[] = {"", "", "", " ", "\n", "\t ", " \r\n"};
#define SPACE space[nash_rng_below(&rng, 7)]
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 300; round++) {
        static int64_t value[ROWS][COLUMNS];
        size_t columns[ROWS], rows = nash_rng_below(&rng, ROWS);
        struct nash_buf text = NASH_BUF_INIT(0);
        nash_buf_printf(&text, "{\"rows\":[");
        for (size_t r = 0; r < rows; r++) {
            nash_buf_printf(&text, "%s[", r ? "," : "");
            columns[r] = nash_rng_below(&rng, COLUMNS);
            for (size_t c = 0; c < columns[r]; c++) {
                int64_t v = (int64_t)(nash_rng_next(&rng) >> (11 + nash_rng_below(&rng, 50)));
                value[r][c] = nash_rng_below(&rng, 2) ? v : -v;
                nash_buf_printf(&text, "%s%s%" PRId64 "%s", c ? "," : "", SPACE, value[r][c], SPACE);
            }
            nash_buf_printf(&text, "%s]%s", SPACE, SPACE);
        }
        nash_buf_puts(&text, "],\"after\":[true]}");
        const cJSON *root = parse(nash_buf_cstr(&text)), *list = nash_json_get(root, "rows");
        assert_true(cJSON_IsTrue(nash_json_get(root, "after")->child));
        assert_int_equal(cJSON_GetArraySize(list), rows);
        size_t r = 0;
        for (const cJSON *row = list->child; row; row = row->next, r++) {
            struct nash_json_ints ints;
            assert_int_equal(nash_json_ints(&doc, row, "/rows", arena, &ints, &error), NASH_OK);
            assert_int_equal(ints.count, columns[r]);
            for (size_t c = 0; c < columns[r]; c++)
                assert_int_equal(ints.value[c], value[r][c]);
        }
        nash_buf_free(&text);
        nash_json_free(&doc);
        nash_arena_reset(arena, 64 << 20);
    }
}

/* Long arrays, over several blocks of the scanner, are stored in 32 bits while all numbers fit. */
static void test_flat(void **state)
{
    static const char *const comma[] = {",", ", ", " ,\n"};
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 40; round++) {
        size_t count = 1 + nash_rng_below(&rng, round % 4 ? 300 : 200000), odd = nash_rng_below(&rng, count);
        int64_t *value = malloc(count * sizeof *value), large = (int64_t)INT32_MAX + (round % 2);
        struct nash_buf text = NASH_BUF_INIT(0);
        for (size_t i = 0; i < count; i++) {
            value[i] = (int64_t)(nash_rng_next(&rng) >> (33 + nash_rng_below(&rng, 31)));
            value[i] = i == odd ? (round % 3 ? large : -large - 1) : nash_rng_below(&rng, 8) ? value[i] : -value[i];
            nash_buf_printf(&text, "%s%" PRId64, i ? comma[round % 3] : "[", value[i]);
        }
        nash_buf_putc(&text, ']');
        struct nash_json_flat flat;
        struct nash_json_ints ints;
        const cJSON *root = parse(nash_buf_cstr(&text));
        assert_int_equal(nash_json_flat(&doc, root, "", arena, &flat, &error), NASH_OK);
        assert_int_equal(nash_json_ints(&doc, root, "", arena, &ints, &error), NASH_OK);
        assert_int_equal(flat.count, count);
        assert_int_equal(ints.count, count);
        assert_true((flat.narrow != NULL) == (round % 2 == 0) && (flat.wide != NULL) == (round % 2 == 1));
        for (size_t i = 0; i < count; i++)
            if (ints.value[i] != value[i] || (flat.narrow ? flat.narrow[i] : flat.wide[i]) != value[i])
                fail_msg("round %d, element %zu: %" PRId64, round, i, value[i]);
        free(value);
        nash_buf_free(&text);
        nash_json_free(&doc);
        nash_arena_reset(arena, 64 << 20);
    }
}

/* Returns the text {"first":[0,1,..],"name":true,"last":[7,7,..]}, whose arrays span many memory pages. name: the
 * second member's name; end: text after the last array. The caller frees it. */
static char *long_text(const char *name, const char *end, size_t *len)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_puts(&text, "{\"first\":[0");
    for (int i = 1; i < 150000; i++)
        nash_buf_printf(&text, ",%d", i);
    nash_buf_printf(&text, "],\n\"%s\":true,\"last\":[7", name);
    for (int i = 1; i < 150000; i++)
        nash_buf_puts(&text, ",7");
    nash_buf_printf(&text, "]%s", end);
    return nash_buf_steal(&text, len);
}

/* A text that may be discarded is released while it is read, with the same result. */
static void test_spare(void **state)
{
    size_t len;
    char *text = long_text("name", "}", &len);
    struct nash_json_flat first, last;
    assert_int_equal(nash_json_parse_spare(&doc, text, len, arena, &error), NASH_OK);
    assert_true(cJSON_IsTrue(nash_json_get(doc.root, "name")));
    assert_int_equal(nash_json_flat(&doc, nash_json_get(doc.root, "first"), "/first", arena, &first, &error), NASH_OK);
    assert_int_equal(nash_json_flat(&doc, nash_json_get(doc.root, "last"), "/last", arena, &last, &error), NASH_OK);
    assert_true(first.count == 150000 && last.count == 150000);
    for (size_t i = 0; i < first.count; i++)
        assert_true(first.narrow[i] == (int32_t)i && last.narrow[i] == 7);
    size_t gone = 0;
    for (size_t i = 0; i < len; i++)
        gone += text[i] == '\0';
    assert_in_range(gone, len - 10 * (size_t)sysconf(_SC_PAGESIZE), len - 1);
    assert_memory_equal(text, "{\"first\":[0", 11);
    assert_memory_equal(text + len - 2, "]}", 2);
    free(text);

    /* duplicate names are found even across released pages */
    nash_json_free(&doc);
    text = long_text("first", "}", &len);
    assert_int_equal(nash_json_parse_spare(&doc, text, len, arena, &error), NASH_INVALID);
    assert_non_null(strstr(error.detail, "duplicate member name"));
    free(text);
    text = long_text("name", "x", &len);
    assert_int_equal(nash_json_parse_spare(&doc, text, len, arena, &error), NASH_INVALID);
    char want[100];
    snprintf(want, sizeof want, "byte %zu: expected ',' or '}'", len);
    assert_string_equal(error.detail, want);
    free(text);
    char small[] = "{\"a\":[1,2,\n3]x";
    assert_int_equal(nash_json_parse_spare(&doc, small, strlen(small), arena, &error), NASH_INVALID);
    assert_string_equal(error.detail, "line 2, column 3: expected ',' or '}'");
}

static void test_ints_mixed(void **state)
{
    struct nash_json_ints ints;
    const cJSON *root = parse("[1, 2.0, 3e2, -0, 9007199254740992]");
    assert_int_equal(nash_json_ints(&doc, root, "", arena, &ints, &error), NASH_OK);
    assert_int_equal(ints.count, 5);
    static const int64_t want[] = {1, 2, 300, 0, 9007199254740992};
    assert_memory_equal(ints.value, want, sizeof want);

    static const struct {
        const char *text, *pointer;
    } wrong[] = {
        {"[1,2.5]", "/g/1"},
        {"[\"1\"]", "/g/0"},
        {"[1,2,null]", "/g/2"},
        {"[[1],2]", "/g/0"},
        {"[1,1e300,2]", "/g/1"},
        {"[1,[2,3]]", "/g/1"},
        {"{}", "/g"},
        {"7", "/g"},
        {"[1,9007199254740994.0]", "/g/1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(nash_json_ints(&doc, parse(wrong[i].text), "/g", arena, &ints, &error), NASH_INVALID);
        assert_string_equal(error.pointer, wrong[i].pointer);
    }
    assert_int_equal(nash_json_ints(&doc, NULL, "/g", arena, &ints, &error), NASH_INVALID);
    assert_int_equal(nash_json_ints(&doc, parse("[]"), "", arena, &ints, &error), NASH_OK);
    assert_int_equal(ints.count, 0);
}

/* A document that does not fit into the arena is refused, and nothing leaks. */
static void test_memory(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    for (int i = 0; i < 20000; i++)
        nash_buf_printf(&text, "%c%d", i ? ',' : '[', i);
    nash_buf_putc(&text, ']');
    unsigned refused = 0;
    for (size_t cap = 0; cap < 400000; cap += 20000) {
        struct nash_arena *small = nash_arena_new(cap);
        enum nash_status status = nash_json_parse(&doc, text.data, text.len, small, &error);
        assert_int_equal(status, cap <= 20000 * sizeof(int32_t) ? NASH_NOMEM : NASH_OK);
        assert_int_equal(doc.root == NULL, status != NASH_OK);
        refused += status != NASH_OK;
        nash_json_free(&doc);
        nash_arena_free(small);
    }
    assert_int_equal(refused, 5); /* caps 0 .. 80,000: the numbers take 80,000 bytes, and the arena needs headers */
    nash_buf_free(&text);
}

static void assert_wrong(enum nash_status status, const char *pointer, const char *detail)
{
    assert_int_equal(status, NASH_INVALID);
    assert_string_equal(error.pointer, pointer);
    assert_string_equal(error.detail, detail);
}

static void test_getters(void **state)
{
    const cJSON *root = parse("{\"i\":-7,\"whole\":1e2,\"f\":2.5,\"big\":1e17,\"odd\":9007199254740993.0,\"s\":"
                              "\"text\",\"b\":true,\"n\":null,\"a/b~c\":\"x\",\"I\":1}");
    int64_t i = 99;
    assert_int_equal(nash_json_as_int(nash_json_get(root, "i"), "/i", -7, 7, &i, &error), NASH_OK);
    assert_int_equal(i, -7);
    assert_int_equal(nash_json_as_int(nash_json_get(root, "whole"), "/whole", 0, 100, &i, &error), NASH_OK);
    assert_int_equal(i, 100);
    assert_wrong(nash_json_as_int(nash_json_get(root, "i"), "/i", 0, 7, &i, &error), "/i",
                 "must be an integer from 0 to 7");
    assert_wrong(nash_json_as_int(nash_json_get(root, "f"), "/x/f", 0, 7, &i, &error), "/x/f",
                 "must be an integer from 0 to 7");
    assert_wrong(nash_json_as_int(nash_json_get(root, "big"), "/big", 0, INT64_MAX, &i, &error), "/big",
                 "must be an integer from 0 to 9223372036854775807");
    assert_int_equal(nash_json_as_int(nash_json_get(root, "s"), "/s", INT64_MIN, INT64_MAX, &i, &error), NASH_INVALID);
    assert_int_equal(nash_json_as_int(nash_json_get(root, "n"), "/n", INT64_MIN, INT64_MAX, &i, &error), NASH_INVALID);
    assert_int_equal(i, 100);

    double d = 0;
    assert_int_equal(nash_json_as_number(nash_json_get(root, "f"), "/f", 0, 3, &d, &error), NASH_OK);
    assert_true(d == 2.5);
    assert_wrong(nash_json_as_number(nash_json_get(root, "f"), "/f", 3, 4, &d, &error), "/f",
                 "must be a number from 3 to 4");
    assert_int_equal(nash_json_as_number(nash_json_get(root, "b"), "/b", -INFINITY, INFINITY, &d, &error),
                     NASH_INVALID);

    bool b = false;
    assert_int_equal(nash_json_as_bool(nash_json_get(root, "b"), "/b", &b, &error), NASH_OK);
    assert_true(b);
    assert_wrong(nash_json_as_bool(nash_json_get(root, "i"), "/i", &b, &error), "/i", "must be true or false");

    const char *s = NULL;
    assert_int_equal(nash_json_as_string(nash_json_get(root, "s"), "/s", 4, &s, &error), NASH_OK);
    assert_string_equal(s, "text");
    assert_wrong(nash_json_as_string(nash_json_get(root, "s"), "/s", 3, &s, &error), "/s",
                 "must not be longer than 3 bytes");
    assert_wrong(nash_json_as_string(nash_json_get(root, "b"), "/b", 3, &s, &error), "/b", "must be a string");
    assert_wrong(nash_json_as_string(nash_json_get(root, "a/b~c"), "/a~1b~0c", 0, &s, &error), "/a~1b~0c",
                 "must not be longer than 0 bytes");
    assert_null(nash_json_get(root, "S"));
    assert_null(nash_json_get(root, "absent"));

    /* an integer array is stored as a marked number, which must not be read as a number */
    root = parse("{\"v\":[1,2,3]}");
    assert_int_equal(nash_json_as_int(nash_json_get(root, "v"), "/v", INT64_MIN, INT64_MAX, &i, &error), NASH_INVALID);
}

static void test_pointer(void **state)
{
    char out[64];
    assert_string_equal(nash_pointer(out, sizeof out, "", "a"), "/a");
    assert_string_equal(nash_pointer(out, sizeof out, "/x", "~/~1"), "/x/~0~1~01");
    assert_string_equal(nash_pointer_index(out, sizeof out, "/x", 12), "/x/12");
    for (size_t size = 1; size < 20; size++) {
        memset(out, '#', sizeof out);
        nash_pointer(out, size, "/abc", "defg/h");
        assert_int_equal(strlen(out), size - 1 < 12 ? size - 1 : 12);
        assert_memory_equal(out, "/abc/defg~1h", strlen(out));
        assert_int_equal(out[size], '#');
    }
}

/* All lengths from 1 to 21 characters, near the limits and far from them, compared with printf. */
static void test_int64(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 200000; round++) {
        char text[32];
        int64_t want = (int64_t)(nash_rng_next(&rng) >> nash_rng_below(&rng, 64)), got = 0;
        want = round % 4 == 0 ? INT64_MIN + (want & 3) : round % 4 == 1 ? INT64_MAX - (want & 3) : want;
        size_t len = (size_t)snprintf(text, sizeof text, "%" PRId64, want);
        if (!nash_parse_int64(text, len, &got) || got != want)
            fail_msg("%s gave %" PRId64, text, got);
        text[nash_rng_below(&rng, len)] = "+ .eax/:"[nash_rng_below(&rng, 8)];
        assert_false(nash_parse_int64(text, len, &got));
    }
    static const char *const wrong[] = {"",
                                        "-",
                                        "+1",
                                        "00",
                                        "-01",
                                        "01",
                                        " 1",
                                        "1 ",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551617",
                                        "99999999999999999999",
                                        "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t got;
        if (nash_parse_int64(wrong[i], strlen(wrong[i]), &got))
            fail_msg("accepted '%s'", wrong[i]);
    }
    int64_t zero = 1;
    assert_true(nash_parse_int64("-0", 2, &zero));
    assert_int_equal(zero, 0);
    assert_true(nash_parse_int64("12x", 2, &zero));
    assert_int_equal(zero, 12);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(test_ints),   CASE(test_flat),    CASE(test_spare),   CASE(test_ints_mixed),
        CASE(test_memory), CASE(test_getters), CASE(test_pointer), CASE(test_int64),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
