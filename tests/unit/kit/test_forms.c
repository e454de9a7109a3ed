/* A kind of several forms: which one a request has, and that the functions of the form are called with its problem. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/kit/forms.h>

#include "test.h"

/* Two forms that keep a number: "one" is seeded, the last one takes every other request. */
static void read_number(struct reader *r, const char *name, void **problem)
{
    int64_t *number = READER_NEW(r, int64_t, 1);
    const int64_t value = reader_int(r, name, 1, 100, 7);
    if (number)
        *number = value;
    *problem = number;
}

static void read_one(struct reader *r, void **problem)
{
    read_number(r, "one", problem);
}

static void read_rest(struct reader *r, void **problem)
{
    static const char *const members[] = {"rest", NULL};
    reader_only(r, members);
    read_number(r, "rest", problem);
}

static bool is_odd(const void *problem)
{
    return *(const int64_t *)problem % 2;
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, (uint64_t) * (const int64_t *)problem);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    result->answer = (void *)(uintptr_t)problem;
    return run->seed == 5 ? nash_fail(error, NASH_STOPPED, "", "stopped") : NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    return result->answer == problem ? NASH_OK : nash_fail(error, NASH_INTERNAL, "", "another problem");
}

static void describe(const void *problem, struct nash_buf *out)
{
    nash_buf_i64(out, *(const int64_t *)problem);
}

static void write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    nash_jsonw_int(out, *(const int64_t *)problem);
}

static const struct form form_one = {"one", "one", read_one, is_odd, canon, solve, verify, describe, write};
static const struct form form_two = {"two", "two", read_one, NULL, canon, solve, verify, describe, write};
static const struct form form_rest = {"rest", NULL, read_rest, NULL, canon, solve, verify, describe, write};
static const struct form *const open_forms[] = {&form_one, &form_rest, NULL};
static const struct form *const closed_forms[] = {&form_one, &form_two, NULL};

struct request {
    struct nash_arena *arena;
    struct nash_json doc;
    struct nash_error error;
    void *problem;
};

static enum nash_status parse(struct request *q, const struct form *const forms[], const char *text)
{
    *q = (struct request){.arena = nash_arena_new(1 << 20)};
    assert_int_equal(nash_json_parse(&q->doc, text, strlen(text), q->arena, &q->error), NASH_OK);
    return forms_parse(forms, &q->doc, q->arena, &q->problem, &q->error);
}

static void done(struct request *q)
{
    nash_json_free(&q->doc);
    nash_arena_free(q->arena);
}

static void test_selects(void **state)
{
    static const struct {
        const char *text;
        const struct form *form;
        int64_t number;
        bool seeded;
    } cases[] = {
        {"{\"one\":3}", &form_one, 3, true},
        {"{\"one\":4,\"rest\":5}", &form_one, 4, false}, /* the first form of the list that has its member */
        {"{\"rest\":9}", &form_rest, 9, false},
        {"{}", &form_rest, 7, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct request q;
        assert_int_equal(parse(&q, open_forms, cases[i].text), NASH_OK);
        assert_int_equal(*(const int64_t *)form_problem_of(cases[i].form, q.problem), cases[i].number);
        assert_null(form_problem_of(cases[i].form == &form_one ? &form_rest : &form_one, q.problem));
        assert_int_equal(form_seeded(q.problem), cases[i].seeded);
        done(&q);
    }
}

static void test_refuses(void **state)
{
    struct request q;
    assert_int_equal(parse(&q, closed_forms, "{\"three\":3}"), NASH_INVALID);
    assert_string_equal(q.error.pointer, "");
    assert_non_null(strstr(q.error.detail, "\"one\" or \"two\""));
    done(&q);
    assert_int_equal(parse(&q, closed_forms, "{\"one\":101}"), NASH_INVALID);
    assert_string_equal(q.error.pointer, "/one");
    assert_null(q.problem);
    done(&q);
    assert_int_equal(parse(&q, open_forms, "{\"three\":3}"), NASH_INVALID); /* refused by the form that took it */
    assert_string_equal(q.error.pointer, "/three");
    done(&q);
    assert_int_equal(parse(&q, closed_forms, "[1]"), NASH_INVALID);
    done(&q);
}

static void test_calls(void **state)
{
    struct request q;
    struct nash_run run = {.seed = 0};
    struct nash_result result = {0};
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    assert_int_equal(parse(&q, open_forms, "{\"one\":12}"), NASH_OK);
    assert_int_equal(form_solve(q.problem, &run, &result, &q.error), NASH_OK);
    assert_int_equal(form_verify(q.problem, &result, &q.error), NASH_OK);
    form_describe(q.problem, &text);
    nash_buf_putc(&text, ' ');
    form_write(q.problem, &result, &out);
    assert_string_equal(nash_buf_cstr(&text), "12 12");
    result.answer = NULL;
    assert_int_equal(form_verify(q.problem, &result, &q.error), NASH_INTERNAL);
    run.seed = 5;
    assert_int_equal(form_solve(q.problem, &run, &result, &q.error), NASH_STOPPED);
    nash_buf_free(&text);
    done(&q);
}

static struct nash_hash key_of(const void *problem)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    form_canon(problem, &sha);
    return nash_sha256_end(&sha);
}

/* The form is part of the key: the same number in two forms is not the same problem. */
static void test_keys(void **state)
{
    int64_t number = 3;
    struct nash_arena *arena = nash_arena_new(1 << 16);
    const void *const one = form_problem_new(&form_one, &number, arena), *const same = form_problem_new(&form_one,
                                                                                                        &number, arena);
    const void *const two = form_problem_new(&form_two, &number, arena);
    const struct nash_hash first = key_of(one), second = key_of(same), third = key_of(two);
    assert_memory_equal(&first, &second, sizeof first);
    assert_memory_not_equal(&first, &third, sizeof first);
    while (form_problem_new(&form_one, &number, arena))
        ; /* until the arena is full */
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selects),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
