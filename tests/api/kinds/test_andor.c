/* AND/OR graphs over HTTP: the cases of the lecture notes with all their numbers, AO* cycle by cycle under both tip
 * rules. If the reference data is installed, all of its cases are tested; the main ones are built in. */
#include "../harness/andor.h"

static struct daemon d;

/* Exercises 1 and 2 of the lecture notes, as rules. */
static const char exercise1[] =
    "{\"start\":\"n0\",\"goals\":[\"n6\",\"n7\"],\"rules\":[\"R1: n0 -> n1, n2\",\"R2: n0 -> n2, n3\",\"R3: n1 -> n2\","
    "\"R4: n1 -> n4\",\"R5: n2 -> n6, n7\",\"R6: n3 -> n5, n6\",\"R7: n4 -> n2\",\"R8: n5 -> n7\"],"
    "\"h\":{\"n1\":2,\"n2\":4,\"n3\":4,\"n4\":3,\"n5\":1}";
static const char exercise2[] = "{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"6 -> 3,3\",\"6 -> 4,2\",\"4 -> 3,1\","
                                "\"4 -> 2,2\",\"3 -> 2,1\",\"2 -> 1,1\"],\"h\":\"value\"";

/* ---- the trace, compared with the reference ---- */

/* The state of AO* after a number of cycles: q, marked connectors and solved nodes, by name. */
struct board {
    cJSON *q, *marked, *solved;
};

static void put(cJSON *object, const char *name, cJSON *value)
{
    if (member(object, name))
        cJSON_ReplaceItemInObjectCaseSensitive(object, name, value);
    else
        cJSON_AddItemToObject(object, name, value);
}

/* Applies one step of the answer to the board; graph: the request, whose connectors have ids. */
static void advance(struct board *board, const cJSON *step, const cJSON *graph)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, member(step, "new"))
        put(board->q, member(item, "id")->valuestring, cJSON_Duplicate(member(item, "h"), true));
    cJSON_ArrayForEach(item, member(step, "q"))
        put(board->q, item->string, cJSON_Duplicate(cJSON_GetArrayItem(item, 1), true));
    cJSON_ArrayForEach(item, member(step, "marks"))
    {
        const cJSON *after = cJSON_GetArrayItem(item, 1);
        if (cJSON_IsNull(after))
            cJSON_DeleteItemFromObjectCaseSensitive(board->marked, item->string);
        else
            put(board->marked, item->string,
                cJSON_Duplicate(member(by_id(member(graph, "connectors"), after->valuestring), "to"), true));
    }
    cJSON_ArrayForEach(item, member(step, "solved")) put(board->solved, item->valuestring, cJSON_CreateTrue());
}

static void expect_same(const char *id, const char *what, int cycle, const cJSON *is, const cJSON *should)
{
    if (cJSON_Compare(is, should, true))
        return;
    fail_msg("%s, cycle %d: %s is %s, not %s", id, cycle, what, cJSON_PrintUnformatted(is),
             cJSON_PrintUnformatted(should));
}

static void check_step(const char *id, const struct board *board, const cJSON *step, const cJSON *should)
{
    int cycle = number(should, "cycle");
    cJSON *solved = cJSON_CreateObject();
    const cJSON *name;
    cJSON_ArrayForEach(name, member(should, "solved")) cJSON_AddTrueToObject(solved, name->valuestring);
    assert_int_equal(number(step, "cycle"), cycle);
    expect_same(id, "expanded", cycle, member(step, "expanded"), member(should, "expanded"));
    expect_same(id, "q", cycle, board->q, member(should, "q"));
    expect_same(id, "the marks", cycle, board->marked, member(should, "marked"));
    expect_same(id, "SOLVED", cycle, board->solved, solved);
    expect_same(id, "q_root", cycle, member(step, "q_root"), member(should, "q_root"));
    cJSON_Delete(solved);
}

static char *asking(const cJSON *graph, const char *tip)
{
    cJSON *body = cJSON_Duplicate(graph, true);
    cJSON_AddTrueToObject(body, "trace");
    cJSON_AddStringToObject(body, "engine", "ao_star");
    cJSON_AddStringToObject(body, "tip", tip);
    char *text = cJSON_PrintUnformatted(body);
    cJSON_Delete(body);
    return text;
}

static void check_trace(const char *id, const cJSON *graph, const char *tip, const cJSON *should)
{
    char *text = asking(graph, tip);
    struct answer answer = ask_json(d.port, "/v1/andor", text);
    expect_status(&answer, 200);
    const cJSON *trace = result_of(&answer, "trace"), *steps = member(trace, "steps"), *root = member(graph, "root");
    assert_int_equal(number(trace, "cycles"), cJSON_GetArraySize(should));
    assert_int_equal(cJSON_GetArraySize(steps), cJSON_GetArraySize(should));
    assert_true(cJSON_IsTrue(member(trace, "complete")));
    struct board board = {cJSON_CreateObject(), cJSON_CreateObject(), cJSON_CreateObject()};
    put(board.q, root->valuestring, cJSON_CreateNumber(0));
    for (int i = 0; i < cJSON_GetArraySize(should); i++) {
        advance(&board, cJSON_GetArrayItem(steps, i), graph);
        check_step(id, &board, cJSON_GetArrayItem(steps, i), cJSON_GetArrayItem(should, i));
    }
    cJSON_Delete(board.q);
    cJSON_Delete(board.marked);
    cJSON_Delete(board.solved);
    answer_free(&answer);
    free(text);
}

/* ---- one case of the reference ---- */

static void check_h_star(const char *id, const struct answer *answer, const cJSON *should)
{
    const cJSON *item;
    cJSON_ArrayForEach(
        item, should) if (!cJSON_Compare(member(by_id(result_of(answer, "nodes"), item->string), "h_star"), item, true))
        fail_msg("%s: h* of %s is not %g", id, item->string, item->valuedouble);
}

/* Checks that the listed optimal graphs are the cheapest graphs of the reference, each once. */
static void check_optima(const char *id, const struct answer *answer, const cJSON *expected)
{
    const cJSON *graph, *found = result_of(answer, "optimal_graphs"), *listed;
    double best = member(expected, "optimal_cost")->valuedouble;
    int optimal = 0;
    cJSON_ArrayForEach(graph, member(expected, "all_solution_graphs"))
    {
        bool there = false;
        if (member(graph, "cost")->valuedouble != best)
            continue;
        optimal++;
        cJSON_ArrayForEach(listed, member(found, "graphs")) there |=
            cJSON_Compare(listed, member(graph, "connectors"), true);
        if (!there)
            fail_msg("%s: the optimal graph %s is not listed", id, cJSON_PrintUnformatted(graph));
    }
    assert_int_equal(atoi(member(found, "count")->valuestring), optimal);
    assert_int_equal(cJSON_GetArraySize(member(found, "graphs")), optimal);
}

/* Checks that the ranked graphs are all those of the reference, in the order of their costs. */
static void check_k_best(const char *id, const cJSON *graph, const cJSON *expected)
{
    cJSON *body = cJSON_Duplicate(graph, true);
    cJSON_AddNumberToObject(body, "k_best", 100);
    char *text = cJSON_PrintUnformatted(body);
    struct answer answer = ask_json(d.port, "/v1/andor", text);
    expect_status(&answer, 200);
    const cJSON *all = member(expected, "all_solution_graphs"), *best = result_of(&answer, "k_best"), *found, *one;
    double before = 0;
    assert_int_equal(atoi(member(best, "count")->valuestring), cJSON_GetArraySize(all));
    assert_int_equal(cJSON_GetArraySize(member(best, "graphs")), cJSON_GetArraySize(all));
    assert_true(cJSON_IsTrue(member(best, "complete")));
    cJSON_ArrayForEach(found, member(best, "graphs"))
    {
        bool there = false;
        assert_true(member(found, "cost")->valuedouble >= before);
        before = member(found, "cost")->valuedouble;
        cJSON_ArrayForEach(one, all) there |=
            cJSON_Compare(member(one, "connectors"), member(found, "solution"), true) &&
            cJSON_Compare(member(one, "cost"), member(found, "cost"), true) &&
            cJSON_Compare(member(one, "cost_shared_counted_once"), member(found, "shared_cost"), true);
        if (!there)
            fail_msg("%s: %s is not in the reference", id, cJSON_PrintUnformatted(found));
    }
    answer_free(&answer);
    cJSON_Delete(body);
    free(text);
}

static void check_violations(const struct answer *answer, const cJSON *expected)
{
    const cJSON *heuristic = result_of(answer, "heuristic"), *item, *should;
    const struct {
        const char *name, *bound, *verdict;
    } sorts[] = {{"monotone_violations", "bound", "monotone"}, {"admissibility_violations", "h_star", "admissible"}};
    int total = 0;
    for (size_t s = 0; s < 2; s++) {
        const cJSON *list = member(expected, sorts[s].name);
        total += cJSON_GetArraySize(list);
        assert_int_equal(cJSON_IsTrue(member(heuristic, sorts[s].verdict)), cJSON_GetArraySize(list) == 0);
        cJSON_ArrayForEach(should, list)
        {
            const char *who = s ? "node" : "connector";
            bool there = false;
            cJSON_ArrayForEach(item, member(heuristic, "violations")) there |=
                cJSON_Compare(member(item, who), member(should, who), true) &&
                cJSON_Compare(member(item, sorts[s].bound), member(should, sorts[s].bound), true) &&
                cJSON_Compare(member(item, "h"), member(should, "h"), true);
            assert_true(there);
        }
    }
    assert_int_equal(number(heuristic, "violations_found"), total);
}

/* Compares the traces of a case in the file, which calls "leftmost-tip" the leftmost of the shallowest tips. */
static void check_traces(const char *id, const cJSON *graph, const cJSON *expected)
{
    const cJSON *traces = member(expected, "aostar_traces");
    if (traces) {
        check_trace(id, graph, "shallowest", member(traces, "leftmost-tip"));
        check_trace(id, graph, "rightmost", member(traces, "rightmost-tip"));
    } else if (member(expected, "trace")) {
        check_trace(id, graph, "shallowest", member(expected, "trace"));
    }
}

static void check_cost(const char *id, const struct answer *answer, const cJSON *expected)
{
    const cJSON *cost = member(expected, "optimal_cost");
    if (!cost)
        cost = member(expected, "h_star_root");
    if (cost && !cJSON_Compare(result_of(answer, "cost"), cost, true))
        fail_msg("%s: costs %s", id, cJSON_PrintUnformatted(result_of(answer, "cost")));
    const cJSON *solvable = member(expected, "solvable");
    assert_int_equal(cJSON_IsTrue(result_of(answer, "solvable")), solvable ? cJSON_IsTrue(solvable) : 1);
    assert_true(cJSON_IsTrue(result_of(answer, "proved_optimal")));
    if (member(expected, "warning"))
        assert_true(has_warning(answer, "heuristic-inadmissible"));
    if (member(expected, "cycles"))
        assert_int_equal(number(result_of(answer, "statistics"), "cycles"), number(expected, "cycles"));
}

static void check_case(const cJSON *one)
{
    const char *id = member(one, "id")->valuestring;
    const cJSON *graph = member(one, "graph"), *expected = member(one, "expected");
    char *text = cJSON_PrintUnformatted(graph);
    struct answer answer = ask_json(d.port, "/v1/andor", text);
    expect_status(&answer, 200);
    check_cost(id, &answer, expected);
    check_h_star(id, &answer, member(expected, "h_star"));
    if (member(expected, "all_solution_graphs")) {
        check_optima(id, &answer, expected);
        check_k_best(id, graph, expected);
    }
    if (member(expected, "monotone_violations"))
        check_violations(&answer, expected);
    check_traces(id, graph, expected);
    answer_free(&answer);
    free(text);
}

static void test_reference_cases(void **state)
{
    cJSON *all = load();
    const cJSON *one;
    int checked = 0;
    if (!all) {
        print_message("no reference data at " ANDOR_CASES ": only what is built in was checked\n");
        skip();
    }
    cJSON_ArrayForEach(one, member(all, "cases")) if (strcmp(member(one, "kind")->valuestring, "andor") == 0 &&
                                                      member(one, "graph"))
    {
        check_case(one);
        checked++;
    }
    assert_true(checked >= 11);
    cJSON_Delete(all);
}

/* ---- built in ---- */

/* Checks the trace of a problem: q(root) after each cycle, and the expanded nodes. */
static void expect_cycles(const char *body, const char *more, const int *q, const char *const *expanded)
{
    struct answer answer = solve(d.port, body, more);
    expect_status(&answer, 200);
    const cJSON *step;
    int i = 0;
    cJSON_ArrayForEach(step, member(result_of(&answer, "trace"), "steps"))
    {
        assert_string_equal(member(step, "expanded")->valuestring, expanded[i]);
        assert_int_equal(number(step, "q_root"), q[i]);
        i++;
    }
    assert_null(expanded[i]);
    answer_free(&answer);
}

static void test_seed_traces(void **state)
{
    expect_cycles(example, "\"trace\":true", (int[]){3, 4, 5, 5}, (const char *const[]){"n0", "n1", "n5", "n4", NULL});
    expect_cycles(example, "\"trace\":true,\"tip\":\"rightmost\"", (int[]){3, 4, 4, 5},
                  (const char *const[]){"n0", "n1", "n4", "n5", NULL});
    expect_cycles(exercise1, "\"trace\":true", (int[]){8, 10, 8, 7},
                  (const char *const[]){"n0", "n1", "n2", "n4", NULL});
    expect_cycles(exercise1, "\"trace\":true,\"tip\":\"shallowest\"", (int[]){8, 10, 8, 7},
                  (const char *const[]){"n0", "n1", "n2", "n4", NULL});
    expect_cycles(exercise1, "\"trace\":true,\"tip\":\"leftmost\"", (int[]){8, 10, 10, 7},
                  (const char *const[]){"n0", "n1", "n4", "n2", NULL});
    expect_cycles(exercise1, "\"trace\":true,\"tip\":\"rightmost\"", (int[]){8, 6, 7},
                  (const char *const[]){"n0", "n2", "n1", NULL});
    expect_cycles(exercise2, "\"trace\":true,\"engine\":\"ao_star\"", (int[]){8, 8, 10, 10},
                  (const char *const[]){"6", "3", "4", "2", NULL});
}

static void expect_choice(const struct answer *answer, const char *node, const char *connector)
{
    const cJSON *found = member(result_of(answer, "solution"), node);
    assert_true(cJSON_IsString(found));
    assert_string_equal(found->valuestring, connector);
}

static void test_seed_answers(void **state)
{
    struct answer answer = solve(d.port, example, "\"dot\":true");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 5);
    expect_choice(&answer, "n0", "n0#2");
    expect_choice(&answer, "n5", "n5#1");
    expect_choice(&answer, "n4", "n4#2");
    assert_int_equal(cJSON_GetArraySize(result_of(&answer, "solution")), 3);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "1");
    assert_non_null(strstr(result_of(&answer, "dot")->valuestring, "digraph"));
    answer_free(&answer);
    answer = solve(d.port, exercise1, "\"engine\":\"ao_star\"");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 7);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "2");
    assert_true(has_warning(&answer, "heuristic-inadmissible"));
    assert_true(cJSON_IsTrue(result_of(&answer, "proved_optimal"))); /* proved by the bottom-up passes */
    answer_free(&answer);
    answer = solve(d.port, exercise2, "");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 10);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "3");
    answer_free(&answer);
}

/* The three solution graphs of the example, lecture notes, p. 15; b and c have the same nodes, but different costs. */
static void test_costs_of_solution_graphs(void **state)
{
    static const struct {
        const char *connectors;
        int cost, shared;
    } graphs[] = {
        {"[\"n0\",[\"n1\"]],[\"n1\",[\"n3\"]],[\"n3\",[\"n5\",\"n6\"]],[\"n5\",[\"n7\",\"n8\"]],[\"n6\",[\"n7\",\"n8\"]"
         "]",
         8, 8},
        {"[\"n0\",[\"n1\"]],[\"n1\",[\"n3\"]],[\"n3\",[\"n5\",\"n6\"]],[\"n5\",[\"n6\"]],[\"n6\",[\"n7\",\"n8\"]]", 9,
         7},
        {"[\"n0\",[\"n5\",\"n4\"]],[\"n4\",[\"n5\"]],[\"n5\",[\"n7\",\"n8\"]]", 7, 5},
        {"[\"n0\",[\"n5\",\"n4\"]],[\"n4\",[\"n8\"]],[\"n5\",[\"n7\",\"n8\"]]", 5, 5},
    };
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        for (int shared = 0; shared < 2; shared++) {
            cJSON *list, *body = cJSON_Parse("{\"root\":\"n0\",\"terminals\":[\"n7\",\"n8\"],\"connectors\":[]}"),
                         *pair;
            char text[400];
            snprintf(text, sizeof text, "[%s]", graphs[i].connectors);
            list = cJSON_Parse(text);
            cJSON_ArrayForEach(pair, list)
            {
                cJSON *connector = cJSON_CreateObject();
                cJSON_AddStringToObject(connector, "from", cJSON_GetArrayItem(pair, 0)->valuestring);
                cJSON_AddItemToObject(connector, "to", cJSON_Duplicate(cJSON_GetArrayItem(pair, 1), true));
                cJSON_AddItemToArray(cJSON_GetObjectItem(body, "connectors"), connector);
            }
            cJSON_AddStringToObject(body, "cost_model", shared ? "shared" : "recursive");
            char *printed = cJSON_PrintUnformatted(body);
            struct answer answer = ask_json(d.port, "/v1/andor", printed);
            expect_status(&answer, 200);
            assert_int_equal(result_of(&answer, "cost")->valueint, shared ? graphs[i].shared : graphs[i].cost);
            answer_free(&answer);
            free(printed);
            cJSON_Delete(body);
            cJSON_Delete(list);
        }
}

/* The figures a, b and c of the lecture notes, p. 12, checked and priced as on p. 13-15; and a broken one. */
static void test_given_solution_graphs(void **state)
{
    static const struct {
        const char *given;
        int cost, shared; /* -1: not valid */
        const char *last; /* the last step, or a part of the first fault */
    } cases[] = {
        {"{\"n0\":\"n0#1\",\"n1\":\"n1#2\",\"n3\":\"n3#1\",\"n5\":\"n5#1\",\"n6\":\"n6#1\"}", 8, 8,
         "k(n0, N) = 1 + 7 = 8"},
        {"{\"n0\":\"n0#2\",\"n4\":\"n4#1\",\"n5\":\"n5#1\"}", 7, 5, "k(n0, N) = 2 + 2 + 3 = 7"},
        {"[\"n0#2\",\"n4#2\",\"n5#1\"]", 5, 5, "k(n0, N) = 2 + 2 + 1 = 5"},
        {"[\"n0#2\",\"n4#2\"]", -1, 0, "n5 is not terminal and no connector is chosen for it (rule 2)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char more[200];
        snprintf(more, sizeof more, "\"solution_graph\":%s", cases[i].given);
        struct answer answer = solve(d.port, example, more);
        expect_status(&answer, 200);
        const cJSON *check = result_of(&answer, "solution_graph"), *steps = member(check, "steps");
        bool valid = cases[i].cost >= 0;
        assert_int_equal(cJSON_IsTrue(member(check, "valid")), valid);
        if (valid) {
            assert_int_equal(number(check, "cost"), cases[i].cost);
            assert_int_equal(number(check, "shared_cost"), cases[i].shared);
        }
        const cJSON *shown = valid ? cJSON_GetArrayItem(steps, cJSON_GetArraySize(steps) - 1)
                                   : cJSON_GetArrayItem(member(check, "faults"), 0);
        assert_string_equal(member(shown, valid ? "sum" : "detail")->valuestring, cases[i].last);
        answer_free(&answer);
    }
}

/* A chain in which each connector has its successor twice, so that the cost doubles from node to node. */
static void test_costs_past_64_bits(void **state)
{
    struct answer answer =
        ask_json(d.port, "/v1/andor",
                 "{\"start\":\"n(0)\",\"goals\":[\"n(70)\"],\"rules\":[\"n(i) -> n(i+1), n(i+1) cost 1\"]}");
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "cost"), "1180591620717411303423");
    answer_free(&answer);
    answer = ask_json(d.port, "/v1/andor",
                      "{\"start\":\"n(0)\",\"goals\":[\"n(200)\"],\"rules\":[\"n(i) -> n(i+1), n(i+1) cost 1\"]}");
    expect_failure(&answer, "/problems/cost-overflow");
    answer_free(&answer);
}

/* If h exceeds the true cost, AO* may miss the optimum, and its answer is not marked as proved. */
static void test_inadmissible(void **state)
{
    static const char graph[] =
        "{\"root\":\"n0\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"n0\",\"h\":3},{\"id\":\"n2\",\"h\":6}],"
        "\"connectors\":["
        "{\"from\":\"n0\",\"to\":[\"n3\",\"t\"],\"cost\":6},{\"from\":\"n0\",\"to\":[\"n2\"],\"cost\":1},"
        "{\"from\":\"n2\",\"to\":[\"t\"],\"cost\":3},{\"from\":\"n3\",\"to\":[\"t\"],\"cost\":1}]";
    struct answer answer = solve(d.port, graph, "\"engine\":\"ao_star\"");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 7);
    assert_true(cJSON_IsFalse(result_of(&answer, "proved_optimal")));
    assert_int_equal(result_of(&answer, "lower_bound")->valueint, 4);
    assert_true(has_warning(&answer, "heuristic-inadmissible"));
    assert_int_equal(number(result_of(&answer, "optimum"), "cost"), 4);
    assert_string_equal(answer_text2(&answer, "result", "summary"),
                        "4 nodes, 4 connectors: cost 7, not optimal, optimum 4, 1 optimal graph");
    answer_free(&answer);
    answer = solve(d.port, graph, "\"engine\":\"dp\""); /* no warning of an engine that did not run */
    assert_false(has_warning(&answer, "heuristic-inadmissible"));
    answer_free(&answer);
    answer = solve(d.port, graph, "");
    assert_int_equal(result_of(&answer, "cost")->valueint, 4);
    assert_true(cJSON_IsTrue(result_of(&answer, "proved_optimal")));
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_cases),       cmocka_unit_test(test_seed_traces),
        cmocka_unit_test(test_seed_answers),          cmocka_unit_test(test_costs_of_solution_graphs),
        cmocka_unit_test(test_costs_past_64_bits),    cmocka_unit_test(test_inadmissible),
        cmocka_unit_test(test_given_solution_graphs),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
