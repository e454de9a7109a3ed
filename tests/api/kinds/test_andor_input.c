/* Inputs of AND/OR graphs over HTTP: invalid input, equal problems in different forms, pages of a trace, limits. */
#include "../harness/andor.h"

static struct daemon d;

/* ---- invalid input ---- */

/* The expected status, and the type and pointer of an error or the warning of a valid problem. */
static const struct bad {
    const char *id, *body;
    int status;
    const char *type, *pointer;
} bad[] = {
    {"unknown-successor",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"zz\"],\"cost\":1}],\"strict\":"
     "true}",
     422, "unprocessable", "/connectors/0/to/0"},
    {"unknown-root", "{\"root\":\"q\",\"terminals\":[\"t\"],\"connectors\":[]}", 422, "unprocessable", "/root"},
    {"negative-cost",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\"],\"cost\":-1}]}", 400,
     "invalid-request", "/connectors/0/cost"},
    {"zero-cost-acyclic",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\"],\"cost\":0}]}", 200,
     "zero-cost", NULL},
    {"zero-cost-cycle",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\"],\"cost\":0},{\"from\":\"b\","
     "\"to\":"
     "[\"a\"],\"cost\":0}]}",
     200, "zero-cost", NULL},
    {"empty-successors",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[],\"cost\":1}]}", 400,
     "invalid-request", "/connectors/0/to"},
    {"duplicate-node-id",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"a\",\"h\":1},{\"id\":\"a\",\"h\":2}],\"connectors\":[]"
     "}",
     422, "unprocessable", "/nodes/1"},
    {"nan-h", "{\"root\":\"a\",\"nodes\":[{\"id\":\"a\",\"h\":NaN}]}", 400, "invalid-json", NULL},
    {"h-1e999", "{\"root\":\"a\",\"nodes\":[{\"id\":\"a\",\"h\":1e999}]}", 400, "invalid-json", NULL},
    {"negative-h",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"a\",\"h\":-1}],\"connectors\":[{\"from\":\"a\",\"to\":"
     "[\"t\"],"
     "\"cost\":1}]}",
     400, "invalid-request", "/nodes/0/h"},
    {"terminal-with-connectors",
     "{\"root\":\"t\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"t\",\"to\":[\"t\"],\"cost\":1}]}", 200,
     "terminal-connectors", NULL},
    {"terminal-h-nonzero",
     "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"t\",\"h\":3}],\"connectors\":[{\"from\":\"a\",\"to\":["
     "\"t\"],"
     "\"cost\":1}]}",
     200, "heuristic-terminal", NULL},
    {NULL, "{\"root\":\"a\",\"terminals\":[],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\"]}]}", 200, "dead-end", NULL},
    {NULL,
     "{\"root\":\"a\",\"terminals\":[],\"connectors\":[{\"id\":\"x\",\"from\":\"a\",\"to\":[\"a\"]},{\"id\":\"x\","
     "\"from\":\"a\",\"to\":[\"a\"]}]}",
     422, "unprocessable", "/connectors/1/id"},
    {NULL,
     "{\"root\":\"a\",\"terminals\":[],\"connectors\":[{\"id\":\"a#2\",\"from\":\"a\",\"to\":[\"a\"]},{\"from\":\"a\","
     "\"to\":[\"a\"]}]}",
     422, "unprocessable", "/connectors/1"},
    {NULL, "{\"root\":\"a\",\"terminals\":[\"a\"],\"nodes\":[{\"id\":\"a\",\"h\":0.1234567}],\"connectors\":[]}", 422,
     "unprocessable", "/nodes/0/h"},
    {NULL, "{\"n\":2,\"root\":0,\"terminals\":[1],\"off\":[0,2,1],\"soff\":[0,1],\"succ\":[1]}", 422, "unprocessable",
     "/off/1"},
    {NULL, "{\"n\":2,\"root\":0,\"terminals\":[1],\"off\":[0,1,1],\"soff\":[0,1],\"succ\":[2]}", 422, "unprocessable",
     "/succ/0"},
    {NULL, "{\"n\":2,\"root\":0,\"terminals\":[2],\"off\":[0,1,1],\"soff\":[0,1],\"succ\":[1]}", 422, "unprocessable",
     "/terminals/0"},
    {NULL, "{\"n\":2,\"root\":2,\"terminals\":[1],\"off\":[0,1,1],\"soff\":[0,1],\"succ\":[1]}", 422, "unprocessable",
     "/root"},
    {NULL, "{\"start\":\"6\",\"goals\":[],\"rules\":[\"6 -> 3,,3\"]}", 422, "unprocessable", "/rules/0"},
    {NULL, "{\"start\":\"6\",\"goals\":[],\"rules\":[]}", 200, NULL, NULL},
    {NULL, "{\"start\":\"6\",\"rules\":[]}", 400, "invalid-request", ""},
    {NULL, "{\"root\":\"a\",\"terminals\":[],\"connectors\":[],\"rules\":[]}", 400, "unknown-member", "/root"},
};

static void check_bad(const struct bad *one, const char *body)
{
    struct answer answer = ask_json(d.port, "/v1/andor", body);
    if (answer.status != one->status)
        fail_msg("%s: status %d, not %d: %s", body, answer.status, one->status, answer.reply.body);
    if (one->status == 200) {
        assert_int_equal(one->type != NULL && has_warning(&answer, one->type), one->type != NULL);
    } else {
        expect_problem(&answer, one->status, one->type);
        assert_true(strlen(answer_text(&answer, "detail")) > 10);
        if (one->pointer)
            assert_string_equal(answer_text(&answer, "pointer"), one->pointer);
    }
    answer_free(&answer);
}

static void test_bad_input(void **state)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_bad(&bad[i], bad[i].body);
}

/* Checks that the reference file has the same cases with the same errors. */
static void test_reference_bad_input(void **state)
{
    cJSON *all = load();
    const cJSON *one;
    size_t checked = 0;
    if (!all)
        skip();
    cJSON_ArrayForEach(one, member(all, "bad_inputs")) for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        if (!bad[i].id || strcmp(bad[i].id, member(one, "id")->valuestring) != 0)
            continue;
        const cJSON *input = member(one, "input");
        char *text = cJSON_IsString(input) ? strdup(input->valuestring) : cJSON_PrintUnformatted(input);
        check_bad(&bad[i], text);
        free(text);
        checked++;
    }
    assert_int_equal(checked, 12);
    cJSON_Delete(all);
}

/* An error that appears only while rules are applied ends the job and names the rule and its position. */
static void test_rules_that_fail(void **state)
{
    static const struct {
        const char *body, *says;
    } rules[] = {
        {"{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"n -> n/(n-6)\"]}", "at the node 6 divides by zero"},
        {"{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"n -> n*9223372036854775807\"]}",
         "at the node 6 passes 64 bits"},
        {"{\"start\":\"T(3,1)\",\"goals\":[],\"rules\":[\"T(i,j) -> T(i-1,j) cost i - 3\"]}",
         "at the node T(2,1) is negative"},
        {"{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"n -> n-1\"],\"h\":\"n-5\"}", "h at the node 4 is negative"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct answer answer = ask_json(d.port, "/v1/andor", rules[i].body);
        expect_failure(&answer, "/problems/unprocessable");
        if (!strstr(answer_text2(&answer, "error", "detail"), rules[i].says))
            fail_msg("%s: %s", rules[i].body, answer.reply.body);
        answer_free(&answer);
    }
}

/* An engine that cannot solve this class of graphs returns an error. */
static void test_engine_that_does_not_apply(void **state)
{
    struct answer answer =
        ask_json(d.port, "/v1/andor",
                 "{\"root\":\"a\",\"terminals\":[\"t\"],\"engine\":\"dp\",\"connectors\":[{\"from\":\"a\",\"to\":"
                 "[\"b\"]},{\"from\":\"b\",\"to\":[\"a\"]},{\"from\":\"b\",\"to\":[\"t\"]}]}");
    expect_failure(&answer, "/problems/unprocessable");
    assert_non_null(strstr(answer_text2(&answer, "error", "detail"), "cycle"));
    answer_free(&answer);
    answer = ask_json(d.port, "/v1/andor",
                      "{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[],\"engine\":\"dp\",\"cost_model\":\"shared\"}");
    expect_problem(&answer, 422, "unprocessable");
    assert_string_equal(answer_text(&answer, "pointer"), "/engine");
    answer_free(&answer);
}

static void test_depth_bomb(void **state)
{
    enum { DEPTH = 100000 };
    char *bomb = malloc(DEPTH + 40);
    strcpy(bomb, "{\"connectors\":");
    memset(bomb + 14, '[', DEPTH);
    bomb[14 + DEPTH] = '\0';
    struct answer answer = ask_json(d.port, "/v1/andor", bomb);
    expect_problem(&answer, 400, "invalid-json");
    answer_free(&answer);
    char *rule = malloc(DEPTH + 100), *end = stpcpy(rule, "{\"start\":\"1\",\"goals\":[],\"rules\":[\"n -> ");
    memset(end, '(', DEPTH);
    strcpy(end + DEPTH, "\"]}");
    answer = ask_json(d.port, "/v1/andor", rule);
    expect_problem(&answer, 422, "unprocessable");
    assert_non_null(strstr(answer_text(&answer, "detail"), "nests too deeply"));
    answer_free(&answer);
    free(bomb);
    free(rule);
}

/* ---- forms, pages, limits ---- */

static void test_spellings_share_an_answer(void **state)
{
    struct answer first =
        ask_json(d.port, "/v1/andor", "{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"6->3,3\",\"3 -> 1\"]}");
    struct answer second =
        ask_json(d.port, "/v1/andor",
                 "{\"rules\":[\" 6 \xe2\x86\x92 3 , "
                 "3\",\"3->1\"],\"goals\":[\"1\"],\"start\":\"6\",\"engine\":\"auto\",\"trace\":false}");
    expect_status(&first, 200);
    assert_true(cJSON_IsFalse(answer_member(&first, "cached")));
    assert_true(cJSON_IsTrue(answer_member(&second, "cached")));
    struct answer third = ask_text(d.port, "/v1/andor", "6 -> 3,3; start 6\n3->1;goal 1;");
    expect_status(&third, 200);
    assert_true(cJSON_IsTrue(answer_member(&third, "cached")));
    assert_string_equal(answer_text(&third, "id"), answer_text(&first, "id"));
    answer_free(&first);
    answer_free(&second);
    answer_free(&third);
}

static void test_text(void **state)
{
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    static const struct {
        const char *problem, *answer;
    } lines[] = {
        {"start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1; h value", "10: 6#1 3#1 2#1"},
        {"start f(2); goal g; f(n) -> f(n-1), g if n > 0; f(0) -> g cost 7; cost 2", "11: f(2)#1 f(1)#1 f(0)#1"},
        {"start a; goal b; a -> c", "unsolvable"},
        {"start a; goal a", "0:"},
        {"start h; goal goal; h -> goal; goal -> start; cost 3", "3: h#1"},
        {"start 6; goal 1; 6 -> 3,3; 3 -> 1; h value ; cost k ", "4: 6#1 3#1"},
        {"start 6; goal 1; 6 -> 3,3; 3 -> 1; h n - 9",
         "! unprocessable: h at the node 6 is negative: h is 0 or more, max(0, ..) helps"},
        {"start 6; goal 1; 6 -> 3,3; h values",
         "! unprocessable: column 30: unknown variable \"values\"; variables here: a, b, c, d, e, f, g, h, n"},
        {"start 6; goal 1; 6 -> 3,3 cost 1.5",
         "! unprocessable: column 33: numbers of rules are integers: give all costs and values of h in a smaller unit, "
         "such as 15 tenths for 1.5"},
        {"start n0; goal t; n0 -> n1, t; n1 -> t; h n1 = 1, n0 = 3", "3: n0#1 n1#1"},
        {"start a; goal b; a -> b; h z = 3", "! unprocessable: column 28: \"z\" is no node of these rules, so it has "
                                             "no h; an expression that compares stands in "
                                             "parentheses, as in h 2 * (n = 3)"},
        {"start 6; goal 1; 6 -> 3,3; 6 -> 2; 3 -> 1; 2 -> 1; k_best 9; solution_graph 6#1 3#1",
         "2: 6#2 2#1 | solution_graph 4: k(1, N) = 0, k(3, N) = 1 + 0 = 1, k(6, N) = 2 + 1 + 1 = 4 | k_best of 2: 2 "
         "6#2 "
         "2#1; 4 6#1 3#1"},
        {"start a; start b", "! invalid-request: \"start\" is given twice"},
        {"start a; goal b; a -> ",
         "! unprocessable: column 22: expected a node, such as 3, n-1 or T(i,j), found the end of the text"},
    };
    char body[2000] = "", should[2000] = "";
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        strcat(strcat(body, lines[i].problem), "\n");
        strcat(strcat(should, lines[i].answer), "\n");
    }
    struct answer answer = ask(d.port, "POST", "/v1/andor/batch", headers, body);
    expect_status(&answer, 200);
    assert_string_equal(answer.reply.body, should);
    answer_free(&answer);
}

static void test_trace_by_pages(void **state)
{
    struct answer answer = solve(d.port, example, "\"trace\":{\"from\":2,\"count\":2}");
    expect_status(&answer, 200);
    const cJSON *trace = result_of(&answer, "trace"), *steps = member(trace, "steps");
    assert_int_equal(cJSON_GetArraySize(steps), 2);
    assert_int_equal(number(cJSON_GetArrayItem(steps, 0), "cycle"), 2);
    assert_int_equal(number(trace, "cycles"), 4);
    assert_true(cJSON_IsFalse(member(trace, "complete")));
    answer_free(&answer);
    answer = solve(d.port, example, "\"trace\":{\"from\":3}");
    assert_true(cJSON_IsTrue(member(result_of(&answer, "trace"), "complete")));
    answer_free(&answer);
    answer = solve(d.port, example, "\"trace\":{\"from\":9}");
    assert_int_equal(cJSON_GetArraySize(member(result_of(&answer, "trace"), "steps")), 0);
    answer_free(&answer);
}

/* If a graph has more nodes than the limit, AO* may still find a solution; otherwise the answer has the known bounds.
 */
static void test_node_limit(void **state)
{
    struct answer answer = ask_json(d.port, "/v1/andor",
                                    "{\"start\":\"1\",\"goals\":[\"n if n > 1000\"],\"rules\":[\"n -> 2*n cost 1\",\"n "
                                    "-> n+1, n+2 cost 50\"],\"node_limit\":100}");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 10);
    assert_true(cJSON_IsTrue(result_of(&answer, "proved_optimal")));
    assert_true(cJSON_IsFalse(member(result_of(&answer, "size"), "complete")));
    answer_free(&answer);
    answer =
        ask_json(d.port, "/v1/andor", "{\"start\":\"1\",\"goals\":[\"0\"],\"rules\":[\"n -> n+1\"],\"node_limit\":50}");
    expect_status(&answer, 200);
    assert_true(cJSON_IsNull(result_of(&answer, "solvable")));
    assert_true(cJSON_IsNull(result_of(&answer, "cost")));
    assert_int_equal(result_of(&answer, "lower_bound")->valueint, 49); /* the steps between the fifty generated nodes */
    assert_true(has_warning(&answer, "node-limit"));
    answer_free(&answer);
}

static void test_time_limit(void **state)
{
    struct answer answer = ask_json(d.port, "/v1/andor",
                                    "{\"start\":\"1\",\"goals\":[\"0\"],\"rules\":[\"n -> n+1 for k in "
                                    "1..1000000000000 if k < 0\"],\"job\":{\"timeout_ms\":100}}");
    expect_status(&answer, 200);
    assert_true(cJSON_IsTrue(result_of(&answer, "timeout")));
    assert_true(cJSON_IsNull(result_of(&answer, "solvable")));
    answer_free(&answer);
}

/* Decimals are written as decimals. */
static void test_decimals(void **state)
{
    struct answer answer =
        ask_json(d.port, "/v1/andor",
                 "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"a\",\"h\":0.1}],\"connectors\":[{\"from\":"
                 "\"a\",\"to\":"
                 "[\"b\",\"b\",\"t\"],\"cost\":0.1},{\"from\":\"b\",\"to\":[\"t\"],\"cost\":0.000001}]}");
    expect_status(&answer, 200);
    assert_true(result_of(&answer, "cost")->valuedouble == 0.100002);
    answer_free(&answer);
}

/* ---- equal problems in different forms ---- */

enum { NODES = 20000 };

/* Returns a random graph, always the same, in the compact or the verbose form. The caller frees it. */
static char *made_graph(bool compact)
{
    char *text = malloc((size_t)NODES * 400), *end = text;
    char *soff = malloc((size_t)NODES * 40), *succ = malloc((size_t)NODES * 120), *cost = malloc((size_t)NODES * 40);
    char *of = soff, *su = succ, *co = cost;
    unsigned seed = 5, connectors = 0, edges = 0;
    end += compact ? sprintf(end, "{\"n\":%d,\"root\":0,\"terminals\":[%d],\"off\":[0", NODES, NODES - 1)
                   : sprintf(end, "{\"root\":\"0\",\"terminals\":[\"%d\"],\"connectors\":[", NODES - 1);
    for (int v = 0; v < NODES; v++) {
        for (int c = 0; v < NODES - 1 && c < 2; c++, connectors++) {
            unsigned price = (seed = seed * 1103515245 + 12345) >> 16 & 15;
            of += sprintf(of, ",%u", edges += 2);
            co += sprintf(co, "%s%u", connectors ? "," : "", price);
            if (!compact)
                end += sprintf(end, "%s{\"from\":\"%d\",\"cost\":%u,\"to\":[", connectors ? "," : "", v, price);
            for (int k = 0; k < 2; k++) {
                unsigned ahead = 1000 + ((seed = seed * 1103515245 + 12345) >> 16) % 3000;
                unsigned to = (unsigned)v + ahead < NODES ? (unsigned)v + ahead : NODES - 1;
                su += sprintf(su, "%s%u", connectors || k ? "," : "", to);
                if (!compact)
                    end += sprintf(end, "%s\"%u\"", k ? "," : "", to);
            }
            if (!compact)
                end = stpcpy(end, "]}");
        }
        if (compact)
            end += sprintf(end, ",%u", connectors);
    }
    sprintf(end, compact ? "],\"soff\":[0%s],\"succ\":[%s],\"cost\":[%s]}" : "]}", soff, succ, cost);
    free(soff);
    free(succ);
    free(cost);
    return text;
}

static void test_forms_agree(void **state)
{
    char *body[2] = {made_graph(true), made_graph(false)};
    struct answer answer[2];
    for (int i = 0; i < 2; i++) {
        answer[i] = ask_json(d.port, "/v1/andor", body[i]);
        expect_status(&answer[i], 200);
        assert_true(strlen(answer[i].reply.body) < 200000);
        assert_non_null(result_of(&answer[i], "omitted"));
    }
    assert_true(cJSON_Compare(result_of(&answer[0], "cost"), result_of(&answer[1], "cost"), true));
    assert_true(result_of(&answer[0], "cost")->valuedouble > 0);
    for (int i = 0; i < 2; i++) {
        answer_free(&answer[i]);
        free(body[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_reference_bad_input),
        cmocka_unit_test(test_rules_that_fail),
        cmocka_unit_test(test_engine_that_does_not_apply),
        cmocka_unit_test(test_depth_bomb),
        cmocka_unit_test(test_spellings_share_an_answer),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_trace_by_pages),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_forms_agree),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
