/* Matrix games over HTTP: every game and decision of the lecture notes with its answer, refused inputs with their
 * pointers, time limits, text forms. If the file of cases is installed, all of its cases are tested. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

/* Returns a member by its path, such as "result/pure/0/row"; NULL when there is none. */
static const cJSON *find(const cJSON *at, const char *path)
{
    char step[64];
    while (at && *path) {
        size_t len = strcspn(path, "/");
        snprintf(step, sizeof step, "%.*s", (int)len, path);
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(step)) : cJSON_GetObjectItem(at, step);
        path += len + (path[len] == '/');
    }
    return at;
}

static void expect_member(const struct answer *answer, const char *path, const char *json)
{
    const cJSON *at = find(answer->json, path);
    char *text = at ? cJSON_PrintUnformatted(at) : NULL;
    if (!text || strcmp(text, json) != 0)
        fail_msg("%s is %.300s, not %.300s", path, text ? text : "absent", json);
    cJSON_free(text);
}

/* ---- the games of the lecture notes ---- */

struct expected {
    const char *path, *json;
};

struct game_case {
    const char *body, *example; /* example: the same game by name, or NULL */
    struct expected expected[10];
};

#define PIGS                                                                                                           \
    "\"rows\":[\"press\",\"wait\"],\"cols\":[\"press\",\"wait\"],\"row_player\":\"big pig\",\"col_player\":\"small "   \
    "pig\"}"
#define PRESS_WAIT     "[{\"row\":\"press\",\"col\":\"wait\","
#define BY_WAIT(what)  "[{\"" what "\":\"press\",\"by\":\"wait\",\"strict\":true}]"
#define BY_PRESS(what) "[{\"" what "\":\"wait\",\"by\":\"press\",\"strict\":true}]"

static const struct game_case games[] = {
    {"{\"row_payoff\":[[-0.5,-10],[0,-2]],\"col_payoff\":[[-0.5,0],[-10,-2]],\"rows\":[\"silent\",\"betray\"],"
     "\"cols\":[\"silent\",\"betray\"],\"row_player\":\"prisoner A\",\"col_player\":\"prisoner B\"}",
     "prisoners_dilemma",
     {{"result/pure", "[{\"row\":\"betray\",\"col\":\"betray\",\"payoff\":[-2,-2],\"strict\":true}]"},
      {"result/dominance/rows", "[{\"row\":\"silent\",\"by\":\"betray\",\"strict\":true}]"},
      {"result/dominance/cols", "[{\"col\":\"silent\",\"by\":\"betray\",\"strict\":true}]"},
      {"result/pareto_better_than_equilibrium", "[{\"row\":\"silent\",\"col\":\"silent\",\"than\":0}]"},
      {"result/classification/sum", "\"non-zero\""},
      {"result/classification/timing", "\"static\""},
      {"result/classification/cooperative", "false"},
      {"result/classification/information", "\"complete\""},
      {"result/equilibria/count", "1"}}},
    {"{\"row_payoff\":[[5,4],[9,0]],\"col_payoff\":[[1,4],[-1,0]]," PIGS,
     "rational_pigs",
     {{"result/pure", PRESS_WAIT "\"payoff\":[4,4],\"strict\":true}]"},
      {"result/dominance/rows", "[]"},
      {"result/dominance/cols", BY_WAIT("col")},
      {"result/dominance/iterated/strict/order/0/strategy", "\"press\""},
      {"result/dominance/iterated/strict/order/0/player", "\"col\""},
      {"result/dominance/iterated/strict/order/1/strategy", "\"wait\""},
      {"result/dominance/iterated/strict/order/1/player", "\"row\""},
      {"result/classification/sum", "\"non-zero\""}}},
    {"{\"row_payoff\":[[5,3],[10,0]],\"col_payoff\":[[1,5],[-2,0]]," PIGS,
     NULL,
     {{"result/pure", PRESS_WAIT "\"payoff\":[3,5],\"strict\":true}]"},
      {"result/dominance/rows", "[]"},
      {"result/dominance/cols", BY_WAIT("col")},
      {"result/classification/sum", "\"non-zero\""}}},
    {"{\"row_payoff\":[[1.5,-1],[5,0]],\"col_payoff\":[[-0.5,4],[-2,0]]," PIGS,
     "rational_pigs_half",
     {{"result/pure", "[{\"row\":\"wait\",\"col\":\"wait\",\"payoff\":[0,0],\"strict\":true}]"},
      {"result/dominance/rows", BY_WAIT("row")},
      {"result/dominance/cols", BY_WAIT("col")},
      {"result/classification/sum", "\"non-zero\""}}},
    {"{\"row_payoff\":[[8,8],[10,0]],\"col_payoff\":[[8,10],[8,0]]," PIGS,
     "rational_pigs_double",
     {{"result/pure", PRESS_WAIT "\"payoff\":[8,10],\"strict\":true},{\"row\":\"wait\",\"col\":\"press\",\"payoff\":"
                                 "[10,8],\"strict\":true}]"},
      {"result/dominance/rows", "[]"},
      {"result/dominance/cols", "[]"},
      {"result/equilibria/count", "3"},
      {"result/equilibria/list/2/row", "[\"4/5\",\"1/5\"]"},
      {"result/equilibria/list/2/col", "[\"4/5\",\"1/5\"]"}}},
    {"{\"row_payoff\":[[2.5,5],[0,0]],\"col_payoff\":[[2.5,0],[5,0]]," PIGS,
     "rational_pigs_half_moved",
     {{"result/pure", "[{\"row\":\"press\",\"col\":\"press\",\"payoff\":[\"5/2\",\"5/2\"],\"strict\":true}]"},
      {"result/dominance/rows", BY_PRESS("row")},
      {"result/dominance/cols", BY_PRESS("col")},
      {"result/classification/sum", "\"non-zero\""}}},
    {"{\"row_payoff\":[[-5,2],[-1,1]],\"col_payoff\":[[-5,-1],[2,1]],\"rows\":[\"hard\",\"soft\"],\"cols\":[\"hard\","
     "\"soft\"],\"row_player\":\"husband\",\"col_player\":\"wife\"}",
     "quarrel",
     {{"result/pure_count", "2"},
      {"result/pure/0/row", "\"hard\""},
      {"result/pure/0/col", "\"soft\""},
      {"result/pure/1/row", "\"soft\""},
      {"result/pure/1/col", "\"hard\""},
      {"result/dominance/rows", "[]"},
      {"result/dominance/cols", "[]"}}},
    {"{\"row_payoff\":[[1,-1],[-1,1]],\"col_payoff\":[[-1,1],[1,-1]],\"rows\":[\"H\",\"T\"],\"cols\":[\"H\",\"T\"]}",
     NULL,
     {{"result/pure", "[]"},
      {"result/classification/sum", "\"zero\""},
      {"result/value", "0"},
      {"result/equilibria/list/0/row", "[\"1/2\",\"1/2\"]"},
      {"result/equilibria/list/0/col", "[\"1/2\",\"1/2\"]"}}},
    {"{\"payoff\":[[1,-1],[-1,1]],\"rows\":[\"H\",\"T\"],\"cols\":[\"H\",\"T\"],\"row_player\":\"matcher\","
     "\"col_player\":\"mismatcher\"}",
     "matching_pennies",
     {{"result/pure", "[]"}, {"result/value", "0"}, {"result/optimal/row", "[[\"1/2\",\"1/2\"]]"}}},
    {"{\"acts\":[\"drought-proof\",\"flood-proof\",\"rest\"],\"states\":[\"drought\",\"flood\",\"good\"],\"payoff\":"
     "[[8,-3,2],[-4,7,1],[-6,-5,10]],\"probability\":[0.5,0.2,0.3]}",
     "farmer",
     {{"result/decision/criteria/expected/values", "[4,\"-3/10\",-1]"},
      {"result/decision/criteria/expected/best", "[\"drought-proof\"]"},
      {"result/decision/criteria/maximin/best", "[\"drought-proof\"]"},
      {"result/decision/criteria/laplace/values", "[\"7/3\",\"4/3\",\"-1/3\"]"},
      {"result/decision/criteria/regret/values", "[10,12,14]"},
      {"result/decision/criteria/regret/best", "[\"drought-proof\"]"}}},
};

static void test_games(void **state)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct answer answer = ask_json(d.port, "/v1/matrix", games[i].body);
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        for (const struct expected *e = games[i].expected; e->path; e++)
            expect_member(&answer, e->path, e->json);
        if (games[i].example) {
            char body[80];
            snprintf(body, sizeof body, "{\"example\":\"%s\"}", games[i].example);
            struct answer named = ask_json(d.port, "/v1/matrix", body);
            expect_status(&named, 200);
            assert_string_equal(answer_text(&named, "id"), answer_text(&answer, "id"));
            answer_free(&named);
        }
        answer_free(&answer);
    }
}

/* ---- refused inputs ---- */

static void test_refusals(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *pointer, *says;
    } bad[] = {
        {"{\"row_payoff\":[[1,2],[3]],\"col_payoff\":[[1,2],[3,4]]}", 422, "/row_payoff/1", "ragged"},
        {"{\"row_payoff\":[[1,2]],\"col_payoff\":[[1],[2]]}", 422, "/col_payoff", "shapes differ"},
        {"{\"row_payoff\":[[1,2]]}", 400, "", "col_payoff"},
        {"{\"payoff\":[[NaN]]}", 400, "", "line 1"},
        {"{\"payoff\":[[1e999]]}", 400, "", "line 1"},
        {"{\"payoff\":[[1e300]]}", 422, "/payoff/0/0", "2^62"},
        {"{\"payoff\":[[\"1/0\"]]}", 400, "/payoff/0/0", "not 0"},
        {"{\"payoff\":[[\"x\"]]}", 400, "/payoff/0/0", "1/3"},
        {"{\"payoff\":[]}", 400, "/payoff", "1 to 400"},
        {"{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[0.5,0.4]}", 422, "/probability", "9/10"},
        {"{\"example\":\"chicken\"}", 400, "/example", "quarrel"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct answer answer = ask_json(d.port, "/v1/matrix", bad[i].body);
        expect_status(&answer, bad[i].status);
        assert_string_equal(answer_text(&answer, "pointer"), bad[i].pointer);
        if (!strstr(answer_text(&answer, "detail"), bad[i].says))
            fail_msg("%s: %s", bad[i].body, answer_text(&answer, "detail"));
        answer_free(&answer);
    }
    char *bomb = malloc(200002);
    memset(bomb, '[', 200000);
    memcpy(bomb, "{\"payoff\":", 10);
    bomb[200000] = '\0';
    struct answer answer = ask_json(d.port, "/v1/matrix", bomb);
    expect_problem(&answer, 400, "invalid-json");
    answer_free(&answer);
    free(bomb);
}

/* ---- sizes and time limits ---- */

/* Makes a game of side x side with entries from a fixed random stream. */
static char *random_game(unsigned side, const char *members)
{
    char *text = malloc(2 * (size_t)side * side * 5 + strlen(members) + 128), *end = text;
    unsigned seed = 11;
    if (!text)
        abort();
    for (int player = 0; player < 2; player++) {
        end += sprintf(end, player ? ",\"col_payoff\":[" : "{\"row_payoff\":[");
        for (unsigned k = 0; k < side * side; k++) {
            seed = seed * 1103515245 + 12345;
            end += sprintf(end, "%s%d", k == 0 ? "[" : k % side ? "," : "],[", (int)(seed >> 16 & 255) - 128);
        }
        end = stpcpy(end, "]]");
    }
    sprintf(end, "%s}", members);
    return text;
}

static struct answer ask_random(unsigned side, const char *members)
{
    char *body = random_game(side, members);
    struct answer answer = ask_json(d.port, "/v1/matrix", body);
    free(body);
    return answer;
}

/* All equilibria of a large game cannot be found in time: the answer has those found by the time limit and is not
 * stored. */
static void test_budget(void **state)
{
    for (int i = 0; i < 2; i++) {
        struct answer answer = ask_random(60, ",\"want\":[\"pure\",\"equilibria\"],\"job\":{\"timeout_ms\":200}");
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        assert_true(cJSON_IsFalse(answer_member(&answer, "cached")));
        expect_member(&answer, "result/timeout", "true");
        expect_member(&answer, "result/unfinished", "[\"equilibria\"]");
        assert_non_null(find(answer.json, "result/pure_count"));
        answer_free(&answer);
    }
}

static void test_large(void **state)
{
    struct answer answer = ask_random(40, "");
    expect_status(&answer, 200);
    expect_member(&answer, "result/one/certificate", "\"exact\"");
    assert_null(find(answer.json, "result/equilibria"));
    assert_null(find(answer.json, "result/timeout"));
    answer_free(&answer);
    answer = ask_random(401, "");
    expect_problem(&answer, 400, "invalid-request");
    assert_string_equal(answer_text(&answer, "pointer"), "/row_payoff");
    answer_free(&answer);
}

/* ---- text form ---- */

static void test_text(void **state)
{
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    struct answer answer = ask(d.port, "POST", "/v1/matrix/batch", headers,
                               "2 2 8 8 10 0 8 10 8 0\n"
                               "NFG 1 R \"pennies\" { \"A\" \"B\" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\n"
                               "2 2 1 2 3\n"
                               "# a remark\n"
                               "NFG 1 R \"dilemma\" { \"A\" \"B\" } { { \"s\" \"b\" } { \"s\" \"b\" } } half 0\n"
                               "1 1 1/3 0\n");
    expect_status(&answer, 200);
    assert_string_equal(answer.reply.body,
                        "NE,1,0,0,1 NE,0,1,1,0 NE,4/5,1/5,4/5,1/5\n"
                        "NE,1/2,1/2,1/2,1/2\n"
                        "! invalid-request: expected a payoff, such as 3, -2.5 or 1/3, found the end\n"
                        "! invalid-request: expected a payoff, such as 3, -2.5 or 1/3, found a word\n"
                        "NE,1,1\n");
    answer_free(&answer);
    answer = ask_text(d.port, "/v1/matrix", "NFG 1 R \"\" { \"\" \"\" }\n{ 2 2 }\n\n1 -1 -1 1 -1 1 1 -1\n");
    expect_status(&answer, 200);
    expect_member(&answer, "result/value", "0");
    answer_free(&answer);
}

/* ---- the file of cases ---- */

/* Checks that the pure equilibria of the answer are these pairs of names, in any order. */
static void expect_pure(const char *id, const struct answer *answer, const cJSON *pairs)
{
    const cJSON *pair, *pure;
    assert_int_equal(cJSON_GetArraySize(find(answer->json, "result/pure")), cJSON_GetArraySize(pairs));
    cJSON_ArrayForEach(pair, pairs)
    {
        bool met = false;
        cJSON_ArrayForEach(pure, find(answer->json, "result/pure"))
        {
            met = met || (strcmp(find(pure, "row")->valuestring, find(pair, "0")->valuestring) == 0 &&
                          strcmp(find(pure, "col")->valuestring, find(pair, "1")->valuestring) == 0);
        }
        if (!met)
            fail_msg("%s: an equilibrium is missing", id);
    }
}

/* Checks the strictly dominated strategies of the answer. triples: the expected [strategy, "by", strategy]. */
static void expect_dominated(const char *id, const struct answer *answer, const char *path, const char *key,
                             const cJSON *triples)
{
    const cJSON *list = find(answer->json, path), *triple, *item;
    cJSON_ArrayForEach(triple, triples)
    {
        bool met = false;
        cJSON_ArrayForEach(item, list)
        {
            met = met || (cJSON_IsTrue(find(item, "strict")) && cJSON_IsString(find(item, "by")) &&
                          strcmp(find(item, key)->valuestring, find(triple, "0")->valuestring) == 0 &&
                          strcmp(find(item, "by")->valuestring, find(triple, "2")->valuestring) == 0);
        }
        if (!met)
            fail_msg("%s: a dominated strategy is missing", id);
    }
    if (!cJSON_GetArraySize(triples))
        cJSON_ArrayForEach(item, list) assert_false(cJSON_IsTrue(find(item, "strict")));
}

static void check_game(const char *id, const struct answer *answer, const cJSON *expected)
{
    const cJSON *zero = find(expected, "zero_sum");
    expect_pure(id, answer, find(expected, "pure_equilibria"));
    expect_dominated(id, answer, "result/dominance/rows", "row", find(expected, "strictly_dominated_rows"));
    expect_dominated(id, answer, "result/dominance/cols", "col", find(expected, "strictly_dominated_cols"));
    expect_member(answer, "result/classification/sum", cJSON_IsTrue(zero) ? "\"zero\"" : "\"non-zero\"");
}

static void check_decision(const struct answer *answer, const cJSON *expected)
{
    char best[96];
    snprintf(best, sizeof best, "[\"%s\"]", find(expected, "best_by_expectation")->valuestring);
    expect_member(answer, "result/decision/criteria/expected/best", best);
    snprintf(best, sizeof best, "[\"%s\"]", find(expected, "maximin")->valuestring);
    expect_member(answer, "result/decision/criteria/maximin/best", best);
    snprintf(best, sizeof best, "[\"%s\"]", find(expected, "minimax_regret_act")->valuestring);
    expect_member(answer, "result/decision/criteria/regret/best", best);
    char *regret = cJSON_PrintUnformatted(find(expected, "max_regret"));
    expect_member(answer, "result/decision/criteria/regret/values", regret);
    cJSON_free(regret);
}

static cJSON *read_cases(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    size_t room = 4 << 20;
    char *text = malloc(room);
    size_t len = fread(text, 1, room, file);
    fclose(file);
    cJSON *root = cJSON_ParseWithLength(text, len);
    free(text);
    assert_non_null(root);
    return root;
}

static void test_file_of_cases(void **state)
{
    static const char path[] = SHARED_DIR "/data/graphs/seed_cases.json";
    cJSON *root = read_cases(path);
    const cJSON *item;
    unsigned met = 0;
    if (!root) {
        print_message("skipped: no reference data at %s\n", path);
        skip();
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(root, "cases"))
    {
        const char *kind = find(item, "kind")->valuestring, *id = find(item, "id")->valuestring;
        bool decision = strcmp(kind, "decision") == 0;
        if (!decision && strcmp(kind, "bimatrix") != 0)
            continue;
        char *body = cJSON_PrintUnformatted(find(item, "input"));
        struct answer answer = ask_json(d.port, "/v1/matrix", body);
        cJSON_free(body);
        expect_status(&answer, 200);
        if (decision)
            check_decision(&answer, find(item, "expected"));
        else
            check_game(id, &answer, find(item, "expected"));
        answer_free(&answer);
        met++;
    }
    assert_true(met >= 9);
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games), cmocka_unit_test(test_refusals), cmocka_unit_test(test_budget),
        cmocka_unit_test(test_large), cmocka_unit_test(test_text),     cmocka_unit_test(test_file_of_cases),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
