/* AND/OR graphs as their users meet them: the seed's cases with every number of theirs, AO* cycle by cycle under both
 * rules for tips, bad input, spellings, limits. Where the reference data lies beside the checkout, all of its cases;
 * the main ones are built in. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "daemon.h"

#define CASES SHARED_DIR "/data/graphs/seed_cases.json"

static struct daemon d;

/* Example 4.3: graph and estimates of seed 001, p. 29. */
static const char example[] =
    "{\"root\":\"n0\",\"terminals\":[\"n7\",\"n8\"],\"nodes\":[{\"id\":\"n0\"},{\"id\":\"n1\",\"h\":2},{\"id\":\"n2\","
    "\"h\":4},{\"id\":\"n3\",\"h\":4},{\"id\":\"n4\",\"h\":1},{\"id\":\"n5\",\"h\":1},{\"id\":\"n6\",\"h\":2}],"
    "\"connectors\":[{\"from\":\"n0\",\"to\":[\"n1\"]},{\"from\":\"n0\",\"to\":[\"n5\",\"n4\"]},{\"from\":\"n1\","
    "\"to\":["
    "\"n2\"]},{\"from\":\"n1\",\"to\":[\"n3\"]},{\"from\":\"n2\",\"to\":[\"n3\"]},{\"from\":\"n2\",\"to\":[\"n5\","
    "\"n4\"]"
    "},{\"from\":\"n3\",\"to\":[\"n5\",\"n6\"]},{\"from\":\"n4\",\"to\":[\"n5\"]},{\"from\":\"n4\",\"to\":[\"n8\"]},{"
    "\"from\":\"n5\",\"to\":[\"n7\",\"n8\"]},{\"from\":\"n5\",\"to\":[\"n6\"]},{\"from\":\"n6\",\"to\":[\"n7\",\"n8\"]}"
    "]";

/* Exercises 1 and 2: productions. */
static const char exercise1[] =
    "{\"start\":\"n0\",\"goals\":[\"n6\",\"n7\"],\"rules\":[\"R1: n0 -> n1, n2\",\"R2: n0 -> n2, n3\",\"R3: n1 -> n2\","
    "\"R4: n1 -> n4\",\"R5: n2 -> n6, n7\",\"R6: n3 -> n5, n6\",\"R7: n4 -> n2\",\"R8: n5 -> n7\"],"
    "\"h\":{\"n1\":2,\"n2\":4,\"n3\":4,\"n4\":3,\"n5\":1}";
static const char exercise2[] = "{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"6 -> 3,3\",\"6 -> 4,2\",\"4 -> 3,1\","
                                "\"4 -> 2,2\",\"3 -> 2,1\",\"2 -> 1,1\"],\"h\":\"value\"";

/* ---- asking ---- */

/* body: an object that lacks its end; more: further members, or "". */
static struct answer solve(const char *body, const char *more)
{
    size_t size = strlen(body) + strlen(more) + 3;
    char *text = malloc(size);
    snprintf(text, size, "%s%s%s}", body, *more ? "," : "", more);
    struct answer answer = ask_json(d.port, "/v1/andor", text);
    free(text);
    return answer;
}

static const cJSON *result_of(const struct answer *answer, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(answer_member(answer, "result"), name);
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static int number(const cJSON *object, const char *name)
{
    const cJSON *item = member(object, name);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

static const cJSON *by_id(const cJSON *array, const char *id)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, array) if (strcmp(member(item, "id")->valuestring, id) == 0) return item;
    fail_msg("there is nothing called %s", id);
    return NULL;
}

static bool has_warning(const struct answer *answer, const char *type)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, result_of(answer, "warnings")) if (strcmp(member(item, "type")->valuestring, type) ==
                                                                0) return true;
    return false;
}

/* The job was accepted and failed. */
static void expect_failure(const struct answer *answer, const char *type)
{
    expect_status(answer, 200);
    assert_string_equal(answer_text(answer, "status"), "failed");
    assert_string_equal(answer_text2(answer, "error", "type"), type);
}

/* ---- the trace against the reference ---- */

/* Costs, marks and labels as they stand after some cycles, by name. */
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

/* Brings the board forward by one step of the answer; graph: the request, whose connectors have ids. */
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

/* The listed optimal graphs are those of the reference that cost the least, each once. */
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

/* The traces that the file has: leftmost and rightmost, or one. */
static void check_traces(const char *id, const cJSON *graph, const cJSON *expected)
{
    const cJSON *traces = member(expected, "aostar_traces");
    if (traces) {
        check_trace(id, graph, "leftmost", member(traces, "leftmost-tip"));
        check_trace(id, graph, "rightmost", member(traces, "rightmost-tip"));
    } else if (member(expected, "trace")) {
        check_trace(id, graph, "leftmost", member(expected, "trace"));
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
    if (member(expected, "all_solution_graphs"))
        check_optima(id, &answer, expected);
    if (member(expected, "monotone_violations"))
        check_violations(&answer, expected);
    check_traces(id, graph, expected);
    answer_free(&answer);
    free(text);
}

/* ---- the reference file ---- */

static cJSON *load(void)
{
    FILE *file = fopen(CASES, "r");
    if (!file)
        return NULL;
    char *text = malloc(1 << 22);
    size_t len = fread(text, 1, (1 << 22) - 1, file);
    text[len] = '\0';
    fclose(file);
    cJSON *cases = cJSON_Parse(text);
    free(text);
    assert_non_null(cases);
    return cases;
}

static void test_reference_cases(void **state)
{
    (void)state;
    cJSON *all = load();
    const cJSON *one;
    int checked = 0;
    if (!all) {
        print_message("no reference data at " CASES ": only what is built in was checked\n");
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

/* q(root) after each cycle, and what is expanded. */
static void expect_cycles(const char *body, const char *more, const int *q, const char *const *expanded)
{
    struct answer answer = solve(body, more);
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
    (void)state;
    expect_cycles(example, "\"trace\":true", (int[]){3, 4, 5, 5}, (const char *const[]){"n0", "n1", "n5", "n4", NULL});
    expect_cycles(example, "\"trace\":true,\"tip\":\"rightmost\"", (int[]){3, 4, 4, 5},
                  (const char *const[]){"n0", "n1", "n4", "n5", NULL});
    expect_cycles(exercise1, "\"trace\":true", (int[]){8, 10, 8, 7},
                  (const char *const[]){"n0", "n1", "n2", "n4", NULL});
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
    (void)state;
    struct answer answer = solve(example, "\"dot\":true");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 5);
    expect_choice(&answer, "n0", "n0#2");
    expect_choice(&answer, "n5", "n5#1");
    expect_choice(&answer, "n4", "n4#2");
    assert_int_equal(cJSON_GetArraySize(result_of(&answer, "solution")), 3);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "1");
    assert_non_null(strstr(result_of(&answer, "dot")->valuestring, "digraph"));
    answer_free(&answer);
    answer = solve(exercise1, "\"engine\":\"ao_star\"");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 7);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "2");
    assert_true(has_warning(&answer, "heuristic-inadmissible"));
    assert_true(cJSON_IsTrue(result_of(&answer, "proved_optimal"))); /* luck, and the passes know it */
    answer_free(&answer);
    answer = solve(exercise2, "");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 10);
    assert_string_equal(member(result_of(&answer, "optimal_graphs"), "count")->valuestring, "3");
    answer_free(&answer);
}

/* Page 15: three solution graphs of the example, each alone; b and c have the same nodes and other costs. */
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
    (void)state;
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

/* A chain whose successor comes twice: the cost doubles from node to node. */
static void test_costs_past_64_bits(void **state)
{
    (void)state;
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

/* AO* by itself believes an h that is too high; what it says then is not called proved. */
static void test_inadmissible(void **state)
{
    static const char graph[] =
        "{\"root\":\"n0\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"n0\",\"h\":3},{\"id\":\"n2\",\"h\":6}],"
        "\"connectors\":["
        "{\"from\":\"n0\",\"to\":[\"n3\",\"t\"],\"cost\":6},{\"from\":\"n0\",\"to\":[\"n2\"],\"cost\":1},"
        "{\"from\":\"n2\",\"to\":[\"t\"],\"cost\":3},{\"from\":\"n3\",\"to\":[\"t\"],\"cost\":1}]";
    (void)state;
    struct answer answer = solve(graph, "\"engine\":\"ao_star\"");
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "cost")->valueint, 7);
    assert_true(cJSON_IsFalse(result_of(&answer, "proved_optimal")));
    assert_int_equal(result_of(&answer, "lower_bound")->valueint, 4);
    assert_true(has_warning(&answer, "heuristic-inadmissible"));
    answer_free(&answer);
    answer = solve(graph, "");
    assert_int_equal(result_of(&answer, "cost")->valueint, 4);
    assert_true(cJSON_IsTrue(result_of(&answer, "proved_optimal")));
    answer_free(&answer);
}

/* ---- bad input ---- */

/* status, and its type and pointer or, of what is accepted, the warning it comes with. */
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
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_bad(&bad[i], bad[i].body);
}

/* The same out of the reference, so that both stay alike. */
static void test_reference_bad_input(void **state)
{
    (void)state;
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

/* What shows only while the rules are applied ends the job, and says which rule and where. */
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
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct answer answer = ask_json(d.port, "/v1/andor", rules[i].body);
        expect_failure(&answer, "/problems/unprocessable");
        if (!strstr(answer_text2(&answer, "error", "detail"), rules[i].says))
            fail_msg("%s: %s", rules[i].body, answer.reply.body);
        answer_free(&answer);
    }
}

static void test_depth_bomb(void **state)
{
    (void)state;
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

/* ---- spellings, pages, limits ---- */

static void test_spellings_share_an_answer(void **state)
{
    (void)state;
    struct answer first =
        ask_json(d.port, "/v1/andor", "{\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"6->3,3\",\"3 -> 1\"]}");
    struct answer second =
        ask_json(d.port, "/v1/andor",
                 "{\"rules\":[\" 6 \xe2\x86\x92 3 , "
                 "3\",\"3->1\"],\"goals\":[\"1\"],\"start\":\"6\",\"engine\":\"auto\",\"trace\":false}");
    expect_status(&first, 200);
    assert_true(cJSON_IsFalse(answer_member(&first, "cached")));
    assert_true(cJSON_IsTrue(answer_member(&second, "cached")));
    answer_free(&first);
    answer_free(&second);
}

static void test_trace_by_pages(void **state)
{
    (void)state;
    struct answer answer = solve(example, "\"trace\":{\"from\":2,\"count\":2}");
    expect_status(&answer, 200);
    const cJSON *trace = result_of(&answer, "trace"), *steps = member(trace, "steps");
    assert_int_equal(cJSON_GetArraySize(steps), 2);
    assert_int_equal(number(cJSON_GetArrayItem(steps, 0), "cycle"), 2);
    assert_int_equal(number(trace, "cycles"), 4);
    assert_true(cJSON_IsFalse(member(trace, "complete")));
    answer_free(&answer);
    answer = solve(example, "\"trace\":{\"from\":3}");
    assert_true(cJSON_IsTrue(member(result_of(&answer, "trace"), "complete")));
    answer_free(&answer);
    answer = solve(example, "\"trace\":{\"from\":9}");
    assert_int_equal(cJSON_GetArraySize(member(result_of(&answer, "trace"), "steps")), 0);
    answer_free(&answer);
}

/* More nodes than the limit: AO* may still find its way; where it cannot, what is known is told. */
static void test_node_limit(void **state)
{
    (void)state;
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
    assert_int_equal(result_of(&answer, "lower_bound")->valueint, 49); /* a step for each of fifty nodes, and no end */
    assert_true(has_warning(&answer, "node-limit"));
    answer_free(&answer);
}

static void test_time_limit(void **state)
{
    (void)state;
    struct answer answer = ask_json(d.port, "/v1/andor",
                                    "{\"start\":\"1\",\"goals\":[\"0\"],\"rules\":[\"n -> n+1 for k in "
                                    "1..1000000000000 if k < 0\"],\"job\":{\"timeout_ms\":100}}");
    expect_status(&answer, 200);
    assert_true(cJSON_IsTrue(result_of(&answer, "timeout")));
    assert_true(cJSON_IsNull(result_of(&answer, "solvable")));
    answer_free(&answer);
}

/* Decimals come back as decimals. */
static void test_decimals(void **state)
{
    (void)state;
    struct answer answer =
        ask_json(d.port, "/v1/andor",
                 "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"a\",\"h\":0.1}],\"connectors\":[{\"from\":"
                 "\"a\",\"to\":"
                 "[\"b\",\"b\",\"t\"],\"cost\":0.1},{\"from\":\"b\",\"to\":[\"t\"],\"cost\":0.000001}]}");
    expect_status(&answer, 200);
    assert_true(result_of(&answer, "cost")->valuedouble == 0.100002);
    answer_free(&answer);
}

/* ---- the forms say the same ---- */

enum { NODES = 20000 };

/* A graph by a fixed seed, in the compact form or in the verbose one. */
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
    (void)state;
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

static int setup(void **state)
{
    *state = &d;
    daemon_start(&d);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_cases),
        cmocka_unit_test(test_seed_traces),
        cmocka_unit_test(test_seed_answers),
        cmocka_unit_test(test_costs_of_solution_graphs),
        cmocka_unit_test(test_costs_past_64_bits),
        cmocka_unit_test(test_inadmissible),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_reference_bad_input),
        cmocka_unit_test(test_rules_that_fail),
        cmocka_unit_test(test_depth_bomb),
        cmocka_unit_test(test_spellings_share_an_answer),
        cmocka_unit_test(test_trace_by_pages),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_forms_agree),
    };
    return cmocka_run_group_tests(tests, setup, daemon_teardown);
}
