/* The JSON reader: the values it reads, the pointer of an error, and which of several errors it keeps. */
#include <stdio.h>
#include <string.h>

#include <solvers/kit/reader_rational.h>

#include "test.h"

struct fixture {
    struct nash_arena *arena;
    struct nash_json doc;
    struct nash_error error;
    struct reader r;
};

static struct reader *begin(struct fixture *f, const char *text)
{
    f->error = (struct nash_error){0};
    f->arena = nash_arena_new(1 << 16);
    assert_int_equal(nash_json_parse(&f->doc, text, strlen(text), f->arena, &f->error), NASH_OK);
    reader_root(&f->r, &f->doc, f->arena, &f->error);
    return &f->r;
}

static void end(struct fixture *f, enum nash_status status, const char *pointer, const char *detail)
{
    assert_int_equal(reader_status(&f->r), status);
    assert_int_equal(f->error.status, status);
    assert_string_equal(f->error.pointer, pointer);
    if (detail)
        assert_string_equal(f->error.detail, detail);
    nash_json_free(&f->doc);
    nash_arena_free(f->arena);
}

static const char *const words[] = {"red", "green", NULL};

static void test_members(void **state)
{
    struct fixture f;
    struct reader *r = begin(&f, "{\"int\":-3,\"number\":2.5,\"bool\":true,\"enum\":\"green\",\"string\":\"text\","
                                 "\"ints\":[1,2,5000000000],\"job\":{}}");
    static const char *const names[] = {"int", "number", "bool", "enum", "string", "ints", NULL};
    reader_only(r, names);
    reader_require(r, names);
    assert_int_equal(reader_int(r, "int", -5, 5, 0), -3);
    assert_int_equal(reader_int(r, "absent", -5, 5, 4), 4);
    assert_true(reader_number(r, "number", 0, 3, 0) == 2.5);
    assert_true(reader_number(r, "absent", 0, 3, 1.5) == 1.5);
    assert_true(reader_bool(r, "bool", false));
    assert_true(reader_bool(r, "absent", true));
    assert_int_equal(reader_enum(r, "enum", words, 7), 1);
    assert_int_equal(reader_enum(r, "absent", words, 7), 7);
    assert_string_equal(reader_string(r, "string", 4), "text");
    assert_null(reader_string(r, "absent", 4));
    struct nash_json_ints ints = reader_ints(r, "ints");
    assert_int_equal(ints.count, 3);
    assert_true(ints.value[2] == 5000000000);
    assert_int_equal(reader_ints(r, "absent").count, 0);
    assert_int_equal(reader_flat(r, "ints").count, 3);
    assert_true(reader_has(r, "int"));
    assert_false(reader_has(r, "absent"));
    assert_string_equal(reader_copy(r, "copied"), "copied");
    assert_true(reader_ok(r));
    end(&f, NASH_OK, "", NULL);
}

/* Reads all members of a document; its first error is compared with the expected one. */
static void walk(struct reader *r)
{
    static const char *const members[] = {"int", "colour", "flags", "deep", "rows", NULL}, *const inner[] = {"int",
                                                                                                             NULL};
    struct reader flags, deep, rows;
    reader_only(r, members);
    reader_int(r, "int", 0, 9, 0);
    reader_enum(r, "colour", words, 0);
    if (reader_array(&flags, r, "flags"))
        for (struct reader item = {0}; reader_item(&item, &flags);)
            reader_as_bool(&item, false);
    if (reader_object(&deep, r, "deep")) {
        reader_only(&deep, inner);
        reader_require(&deep, inner);
        reader_int(&deep, "int", 0, 9, 0);
    }
    if (reader_array(&rows, r, "rows"))
        for (struct reader row = {0}; reader_item(&row, &rows);)
            for (struct reader item = {0}; reader_item(&item, &row);)
                reader_as_int(&item, 0, 9, 0);
}

static void test_pointers(void **state)
{
    static const struct {
        const char *text, *pointer, *detail;
    } cases[] = {
        {"{\"int\":10}", "/int", "must be an integer from 0 to 9"},
        {"{\"int\":\"1\"}", "/int", "must be an integer from 0 to 9"},
        {"{\"colour\":\"blue\"}", "/colour", "must be one of red, green"},
        {"{\"colour\":[]}", "/colour", "must be one of red, green"},
        {"{\"a/b~\":1}", "/a~1b~0", "no such member is known here; known: int, colour, flags, deep, rows"},
        {"[]", "", "must be a JSON object"},
        {"{\"flags\":{}}", "/flags", "must be an array"},
        {"{\"flags\":[true,1]}", "/flags/1", "must be true or false"},
        {"{\"flags\":[7]}", "/flags/0", "must be true or false"},
        {"{\"deep\":[]}", "/deep", "must be a JSON object"},
        {"{\"deep\":{}}", "/deep", "the member \"int\" is missing"},
        {"{\"deep\":{\"job\":1}}", "/deep/job", "no such member is known here; known: int"},
        {"{\"deep\":{\"int\":-1}}", "/deep/int", "must be an integer from 0 to 9"},
        {"{\"rows\":[[1,2],[3,44]]}", "/rows/1/1", "must be an integer from 0 to 9"},
        {"{\"rows\":[[1,2],[3,null]]}", "/rows/1/1", "must be an integer from 0 to 9"},
        {"{\"rows\":[[1,2],[3,5000000000]]}", "/rows/1/1", "must be an integer from 0 to 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        print_message("%s\n", cases[i].text);
        walk(begin(&f, cases[i].text));
        end(&f, NASH_INVALID, cases[i].pointer, cases[i].detail);
    }
}

static void test_unknown_member(void **state)
{
    struct fixture f;
    walk(begin(&f, "{\"int\":1,\"INT\":1}"));
    assert_string_equal(nash_error_type(&f.error), "unknown-member");
    end(&f, NASH_INVALID, "/INT", "no such member is known here; known: int, colour, flags, deep, rows");
}

/* The reserved member is unknown where the root is no problem. */
static void test_listed_members_only(void **state)
{
    static const char *const members[] = {"int", NULL};
    struct fixture f;
    reader_only_listed(begin(&f, "{\"int\":1}"), members);
    end(&f, NASH_OK, "", NULL);
    reader_only(begin(&f, "{\"int\":1,\"job\":{}}"), members);
    end(&f, NASH_OK, "", NULL);
    reader_only_listed(begin(&f, "{\"int\":1,\"job\":{}}"), members);
    assert_string_equal(nash_error_type(&f.error), "unknown-member");
    end(&f, NASH_INVALID, "/job", "no such member is known here; known: int");
}

static void test_items(void **state)
{
    struct fixture f;
    struct reader array, *r = begin(&f, "{\"flat\":[4,5,6],\"mixed\":[4,5.5,\"x\"],\"empty\":[]}");
    int64_t sum = 0;
    assert_true(reader_array(&array, r, "flat"));
    assert_true(reader_is_flat(&array));
    assert_int_equal(reader_count(&array), 3);
    for (struct reader item = {0}; reader_item(&item, &array);)
        sum += reader_as_int(&item, 0, 9, 0) * (int64_t)(item.index + 1);
    assert_int_equal(sum, 4 + 10 + 18);
    assert_true(reader_array(&array, r, "mixed"));
    assert_false(reader_is_flat(&array));
    assert_int_equal(reader_count(&array), 3);
    size_t last = 0;
    for (struct reader item = {0}; reader_item(&item, &array);)
        last = item.index;
    assert_int_equal(last, 2);
    assert_true(reader_array(&array, r, "empty"));
    assert_int_equal(reader_count(&array), 0);
    struct reader none = {0};
    assert_false(reader_item(&none, &array));
    end(&f, NASH_OK, "", NULL);
}

static void test_explain(void **state)
{
    struct fixture f;
    struct reader deep, *r = begin(&f, "{\"deep\":{\"int\":\"x\"},\"deeper\":1}");
    assert_true(reader_object(&deep, r, "deep"));
    reader_int(&deep, "int", 0, 9, 0);
    reader_explain(&deep, "a digit, such as %d", 7);
    end(&f, NASH_INVALID, "/deep/int", "a digit, such as 7");

    r = begin(&f, "{\"deep\":{\"int\":1},\"deeper\":1}");
    assert_true(reader_object(&deep, r, "deep"));
    reader_explain(&deep, "there is no error");
    reader_fail(r, NASH_INVALID, "deeper", "is wrong");
    reader_explain(&deep, "the error is not in deep");
    end(&f, NASH_INVALID, "/deeper", "is wrong");
}

static void test_ranks(void **state)
{
    struct fixture f;
    struct reader deep, *r = begin(&f, "{\"a\":1,\"b\":true,\"deep\":{\"list\":[1,2]}}");
    reader_fail(r, NASH_UNPROCESSABLE, "a", "is %d too many", 3);
    assert_string_equal(f.error.detail, "is 3 too many");
    reader_fail(r, NASH_UNPROCESSABLE, NULL, "a later one");
    assert_string_equal(f.error.pointer, "/a");
    assert_true(reader_has(r, "b")); /* reading goes on: a later member may be invalid */
    assert_true(reader_object(&deep, r, "deep"));
    reader_fail_at(&deep, NASH_INVALID, "list", 1, "wins");
    assert_string_equal(f.error.pointer, "/deep/list/1");
    reader_fail(r, NASH_INVALID, "b", "a later one");
    assert_string_equal(f.error.detail, "wins");
    assert_false(reader_has(r, "b")); /* after an invalid member, all others are read as absent */
    assert_false(reader_bool(r, "b", false));
    assert_null(reader_alloc(&deep, 1 << 20, 1));
    end(&f, NASH_NOMEM, "/deep", "the problem does not fit into the memory of this job");
}

/* reader_fail_pointer() appends a pointer given by the caller to that of the reader. */
static void test_pointer(void **state)
{
    struct fixture f;
    struct reader deep, *r = begin(&f, "{\"deep\":{\"list\":[1,2]}}");
    assert_true(reader_object(&deep, r, "deep"));
    assert_int_equal(reader_fail_pointer(&deep, NASH_UNPROCESSABLE, "/list/1", "is %s", "wrong"), NASH_UNPROCESSABLE);
    end(&f, NASH_UNPROCESSABLE, "/deep/list/1", "is wrong");
}

/* A text form has no document. All members are absent, and only explicit checks report errors. */
static void test_without_document(void **state)
{
    struct reader r, child;
    struct nash_error error;
    reader_root(&r, NULL, NULL, &error);
    assert_false(reader_has(&r, "a"));
    assert_false(reader_member(&child, &r, "a"));
    assert_int_equal(reader_fail(&r, NASH_UNPROCESSABLE, "a", "is wrong"), NASH_UNPROCESSABLE);
    assert_string_equal(error.pointer, "/a");
    reader_root(&r, NULL, NULL, NULL); /* the error may be NULL too */
    assert_int_equal(reader_fail(&r, NASH_INVALID, NULL, "is wrong"), NASH_INVALID);
}

/* A pointer that is too long for an error is truncated. */
static void test_long_pointer(void **state)
{
    struct fixture f;
    char text[1024] = "", *at = text;
    for (int i = 0; i < 8; i++)
        at += sprintf(at, "{\"%040d\":", 0);
    at += sprintf(at, "1");
    for (int i = 0; i < 8; i++)
        *at++ = '}';
    *at = '\0';
    char name[41];
    sprintf(name, "%040d", 0);
    struct reader child[8], *r = begin(&f, text);
    for (int i = 0; i < 8; i++)
        assert_true(reader_member(&child[i], i ? &child[i - 1] : r, name));
    reader_as_bool(&child[7], false);
    assert_int_equal(strlen(f.error.pointer), sizeof f.error.pointer - 1);
    f.error.pointer[3] = '\0';
    end(&f, NASH_INVALID, "/00", NULL);
}

/* A fraction as a string is refused like the same number. */
static void test_shares(void **state)
{
    static const struct {
        const char *value;
        enum nash_status status;
        int64_t num, den;
    } cases[] = {
        {"0.25", NASH_OK, 1, 4},
        {"\"1/4\"", NASH_OK, 1, 4},
        {"0", NASH_OK, 0, 1},
        {"\"7/7\"", NASH_OK, 1, 1},
        {"1.5", NASH_UNPROCESSABLE, 0, 0},
        {"\"3/2\"", NASH_UNPROCESSABLE, 0, 0},
        {"-0.5", NASH_UNPROCESSABLE, 0, 0},
        {"\"-1/2\"", NASH_UNPROCESSABLE, 0, 0},
        {"1e-30", NASH_UNPROCESSABLE, 0, 0},
        {"\"1/4611686018427387904\"", NASH_UNPROCESSABLE, 0, 0},
        {"\"1/0\"", NASH_INVALID, 0, 0},
        {"\"\"", NASH_INVALID, 0, 0},
        {"true", NASH_INVALID, 0, 0},
        {"null", NASH_INVALID, 0, 0},
        {"[1]", NASH_INVALID, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct reader share;
        struct rational read = {0};
        char text[64];
        snprintf(text, sizeof text, "{\"p\":%s}", cases[i].value);
        struct reader *r = begin(&f, text);
        assert_true(reader_member(&share, r, "p"));
        reader_as_share(&share, &read);
        assert_true(read.num == cases[i].num && read.den == cases[i].den);
        end(&f, cases[i].status, cases[i].status == NASH_OK ? "" : "/p", NULL);
    }
}

static void test_members_in_order(void **state)
{
    struct fixture f;
    struct reader *r = begin(&f, "{\"b\":1,\"a\":{\"x\":\"1/4\",\"y\":2},\"c\":[3]}"), inner;
    static const char *const names[] = {"b", "a", "c"};
    int count = 0;
    for (struct reader item = {0}; reader_next_member(&item, r); count++)
        assert_string_equal(item.name, names[count]);
    assert_int_equal(count, 3);
    assert_true(reader_object(&inner, r, "a"));
    double sum = 0;
    for (struct reader item = {0}; reader_next_member(&item, &inner);)
        sum += reader_as_real(&item, 0, 2, -1);
    assert_true(sum == 2.25);
    assert_true(reader_array(&inner, r, "c"));
    struct reader none = {0};
    assert_false(reader_next_member(&none, &inner));
    end(&f, NASH_OK, "", NULL);
}

static void test_reals(void **state)
{
    static const struct {
        const char *text;
        double value; /* -1: refused */
        enum nash_status status;
    } cases[] = {{"[0.1]", 0.1, NASH_OK},           {"[1]", 1, NASH_OK},
                 {"[\"1/3\"]", 1.0 / 3, NASH_OK},   {"[\"-2.5\"]", -1, NASH_UNPROCESSABLE},
                 {"[1.5]", -1, NASH_UNPROCESSABLE}, {"[\"x\"]", -1, NASH_INVALID},
                 {"[null]", -1, NASH_INVALID},      {"[1e-300]", 1e-300, NASH_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct reader *r = begin(&f, cases[i].text), item = {0};
        assert_true(reader_item(&item, r));
        assert_true(reader_as_real(&item, 0, 1, -1) == cases[i].value);
        end(&f, cases[i].status, cases[i].status ? "/0" : "", NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_unknown_member),
        cmocka_unit_test(test_listed_members_only),
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_pointer),
        cmocka_unit_test(test_without_document),
        cmocka_unit_test(test_long_pointer),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_members_in_order),
        cmocka_unit_test(test_reals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
