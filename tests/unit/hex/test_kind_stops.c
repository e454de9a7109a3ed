/* Runs that end early, by a forced stop at each check, a cancel, a limit of nodes, or a lack of memory: there is a
 * legal move, and what is claimed holds. */
#include "../solvers/kind_case.h"

/* The numbers of the stop checks of uct, exact, dqn+search, dqn and resistance. */
static const unsigned checks[] = {1, 41, 42, 43, 46, 47, 301};
enum { CHECKS = sizeof checks / sizeof *checks };

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

static const char *const problems[] = {
    "{\"size\":4,\"moves\":\"a1\",\"engine\":\"exact\",\"all\":true}",
    "{\"size\":6,\"moves\":\"a1 b2\",\"engine\":\"exact\"}",
    "{\"size\":5,\"moves\":\"b2 c3\",\"engine\":\"uct\",\"iterations\":2000}",
    "{\"size\":13,\"moves\":\"b2\",\"swap\":true,\"engine\":\"uct\",\"iterations\":500}",
    "{\"size\":5,\"moves\":\"b2 c3\",\"engine\":\"resistance\"}",
    "{\"size\":5,\"moves\":\"b2 c3\",\"engine\":\"random\"}",
    "{\"size\":7,\"moves\":\"b2 c3\",\"engine\":\"dqn\"}",
    "{\"size\":7,\"moves\":\"b2\",\"swap\":true,\"engine\":\"dqn+search\",\"simulations\":50}",
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static void check_case(const struct kind_case *c, const char *problem)
{
    bool stopped = c->run.stopped != NASH_STOP_NONE;
    if (!cJSON_IsString(kind_at(c, "move")))
        fail_msg("%s: no move", problem);
    assert_int_equal(c->result.final, !stopped);
    assert_int_equal(kind_has(c, "timeout"), stopped);
}

static void test_each_check(void **state)
{
    for (size_t i = 0; i < PROBLEMS; i++)
        for (size_t k = 0; k < CHECKS; k++) {
            struct kind_case c = {.run = {.force_check = checks[k]}};
            kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
            check_case(&c, problems[i]);
            kind_free(&c);
        }
}

static void test_cancelled(void **state)
{
    static const _Atomic int cancel = 1;
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case c = {.run = {.cancel = &cancel}};
        kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
        check_case(&c, problems[i]);
        kind_free(&c);
    }
}

/* A limit of nodes leaves the winner open, or proves it; both are final, since no time decides. */
static void test_nodes(void **state)
{
    for (unsigned nodes = 1; nodes < 200; nodes += nodes / 2 + 1) {
        char text[100];
        struct kind_case c = {0};
        snprintf(text, sizeof text, "{\"size\":6,\"moves\":\"a2\",\"engine\":\"exact\",\"nodes\":%u}", nodes);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_true(cJSON_IsString(kind_at(&c, "move")));
        assert_true(c.result.final);
        assert_in_range(kind_int(&c, "statistics/nodes"), 0, nodes + 1);
        kind_free(&c);
    }
}

/* With an arena of any size, the problem is solved or refused for lack of memory. */
static void test_out_of_memory(void **state)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        bool solved = false;
        for (size_t bytes = 1 << 12; !solved; bytes += bytes / 2) {
            struct nash_solve_options options = {.memory_bytes = bytes};
            struct nash_answer answer;
            enum nash_status status = nash_solve("hex", problems[i], strlen(problems[i]), &options, &answer);
            solved = status == NASH_OK;
            if (!solved && status != NASH_NOMEM)
                fail_msg("%s in %zu bytes: %s %s", problems[i], bytes, nash_status_name(status), answer.error.detail);
            assert_true(bytes < 1U << 30);
            nash_answer_free(&answer);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
