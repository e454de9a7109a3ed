/* Runs that are stopped at each numbered check, out of nodes at many points, or short of memory give a valid partial
 * answer. */
#include "../harness/kind.h"

enum { CHECKS = 64 /* larger than the numbers of all stop checks */ };

static const char *const problems[] = {
    "{\"a\":[1,3,5,8,9],\"b\":[2,4,6,7,10],\"compare\":true,\"confirm\":true,\"play\":[1,2,4,8,3,7]}",
    "{\"a\":[1,3,8,9,14],\"b\":[2,4,7,10,12],\"method\":\"naive\"}",
    "{\"a\":[1,3,5,8,9,14],\"b\":[2,4,6,7,10,12],\"method\":\"seed\",\"play\":[1,2,4,8,3,7],\"leader\":\"a\"}",
    "{\"a\":[1,3,5,8,9,14],\"b\":[2,4,6,7,10,12],\"method\":\"table\",\"distribution\":{}}",
    "{\"a\":[1,3,5,8,11,13,16,20,22,23,25,27,30,32,33],\"b\":[2,4,6,7,10,12,17,18,19,21,24,26,28,29,31],"
    "\"method\":\"search\",\"confirm\":true}",
    "{\"suits\":{\"S\":{\"a\":[1,4,6,9],\"b\":[2,5,7]},\"H\":{\"a\":[2,5,7],\"b\":[1,3,4,6]}},\"trump\":\"H\","
    "\"play\":[{\"suit\":\"S\",\"card\":1},{\"suit\":\"S\",\"card\":2},{\"suit\":\"S\",\"card\":5}]}",
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

/* Checks that a stopped answer is marked and not final, and that any other is complete. whole: the complete answer. */
static void check_case(const struct kind_case *c, const struct kind_case *whole)
{
    bool stopped = c->run.stopped != NASH_STOP_NONE;
    assert_int_equal(c->result.final, !stopped);
    assert_int_equal(kind_has(c, "timeout"), stopped);
    assert_true(answer_of(c)->low <= answer_of(whole)->tricks && answer_of(whole)->tricks <= answer_of(c)->high);
    if (answer_of(c)->known)
        assert_int_equal(answer_of(c)->tricks, answer_of(whole)->tricks);
    else
        assert_true(stopped && cJSON_IsNull(kind_at(c, "tricks")));
}

static void test_each_check(void **state)
{
    bool met[CHECKS] = {false};
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case whole = {0};
        kind_solve(&whole, NASH_FORMAT_JSON, problems[i]);
        assert_true(whole.result.final && answer_of(&whole)->known);
        for (unsigned check = 1; check < CHECKS; check++) {
            struct kind_case c = {.run = {.force_check = check}};
            kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
            met[check] = met[check] || c.run.stopped == NASH_STOP_TEST;
            check_case(&c, &whole);
            kind_free(&c);
        }
        kind_free(&whole);
    }
    static const unsigned numbers[] = {1, 2, 3, 4, 21, 22, 23, 40, 41, 42, 43}; /* check 20 needs an empty table */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!met[numbers[i]])
            fail_msg("check %u was never met", numbers[i]);
}

static void test_out_of_nodes(void **state)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case whole = {0};
        kind_solve(&whole, NASH_FORMAT_JSON, problems[i]);
        for (uint64_t nodes = 1; nodes < 100000; nodes = nodes * 3 / 2 + 1) {
            struct kind_case c = {.run = {.node_limit = nodes}};
            kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
            check_case(&c, &whole);
            kind_free(&c);
        }
        kind_free(&whole);
    }
}

static void test_cancelled(void **state)
{
    static const _Atomic int cancel = 1;
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case c = {.run = {.cancel = &cancel}};
        kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
        kind_free(&c);
    }
}

/* Any amount of memory gives the answer or an error for lack of memory. */
static void test_short_of_memory(void **state)
{
    unsigned answered = 0, refused = 0;
    for (size_t i = 0; i < PROBLEMS; i++) {
        for (size_t bytes = 256; bytes < 16 << 20; bytes = bytes * 4 / 3) {
            struct kind_case c = {0};
            assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, problems[i]), NASH_OK);
            c.run.arena = nash_arena_new(bytes);
            enum nash_status status = whist_solve(c.problem, &c.run, &c.result, &c.error);
            if (status == NASH_OK)
                status = whist_verify(c.problem, &c.result, &c.error);
            if (status != NASH_OK && status != NASH_NOMEM)
                fail_msg("%s with %zu bytes: %s", problems[i], bytes, c.error.detail);
            answered += status == NASH_OK;
            refused += status == NASH_NOMEM;
            nash_arena_free(c.run.arena);
            kind_free(&c);
        }
    }
    if (answered < 20 || refused < 10)
        fail_msg("%u answered, %u refused", answered, refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check),
        cmocka_unit_test(test_out_of_nodes),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_short_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
