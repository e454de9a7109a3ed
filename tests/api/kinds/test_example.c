/* The kind of examples/kind in a server: its route, its schemas and its paths in openapi.json result from one line in
 * the registry and two schema files. */
#include <check.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

static void test_solves(void **state)
{
    struct answer answer =
        ask_json(d.port, "/v1/matching", "{\"proposers\":[[0,1],[0,1]],\"receivers\":[[1,0],[1,0]]}");
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "summary"), "2 pairs");
    assert_non_null(strstr(answer.reply.body, "\"receivers\":[1,0]"));
    answer_free(&answer);
    answer = ask_json(d.port, "/v1/matching", "{\"receivers\":[[1,0],[1,0]],\"proposers\":[[0,1.0],[0,1]]}");
    assert_true(cJSON_IsTrue(answer_member(&answer, "cached"))); /* canon() makes both forms equal */
    answer_free(&answer);
}

static void test_refuses(void **state)
{
    static const struct {
        const char *body, *pointer;
        int status;
        const char *type;
    } cases[] = {
        {"{\"proposers\":[[0]]}", "", 400, "invalid-request"},
        {"{\"proposers\":[[0]],\"receivers\":[[0]],\"sides\":2}", "/sides", 400, "unknown-member"},
        {NULL, "/proposers", 400, "invalid-request"},
        {"{\"proposers\":[[0]],\"receivers\":[[0],[0]]}", "/receivers", 422, "unprocessable"},
        {"{\"proposers\":[[0,1]],\"receivers\":[[0]]}", "/proposers/0", 422, "unprocessable"},
        {"{\"proposers\":[[0,1],[0,0]],\"receivers\":[[1,0],[1,0]]}", "/proposers/1/1", 422, "unprocessable"},
    };
    static char many[20000] = "{\"receivers\":[[0]],\"proposers\":["; /* 6,000 lists, within the kind's memory */
    char *end = many + strlen(many);
    for (int i = 0; i < 6000; i++)
        end = stpcpy(end, i ? ",[]" : "[]");
    strcpy(end, "]}");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answer answer = ask_json(d.port, "/v1/matching", cases[i].body ? cases[i].body : many);
        print_message("%s\n", answer.reply.body);
        expect_problem(&answer, cases[i].status, cases[i].type);
        assert_string_equal(answer_text(&answer, "pointer"), cases[i].pointer);
        answer_free(&answer);
    }
}

static void test_is_described(void **state)
{
    static const char *const places[][2] = {{"/v1/kinds", "\"matching\""},
                                            {"/v1/openapi.json", "\"/v1/matching\""},
                                            {"/v1/openapi.json", "\"/v1/matching/batch\""},
                                            {"/v1/schema/matching.request.json", "\"timeout_ms\""},
                                            {"/v1/schema/matching.result.json", "\"receivers\""}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct answer answer = ask_get(d.port, places[i][0]);
        expect_status(&answer, 200);
        assert_non_null(strstr(answer.reply.body, places[i][1]));
        answer_free(&answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_solves), cmocka_unit_test(test_refuses),
                                       cmocka_unit_test(test_is_described)};
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
