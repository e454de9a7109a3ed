/* What one problem can be asked, a whole batch can be asked: by query parameters beside texts, and by JSON lines. Every
 * answer is compared with that of the same question about one problem. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2"}};

#define CLASSIC "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define DEAL    "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"

#define TEXT   "Content-Type: text/plain"
#define JSON   "Content-Type: application/json"
#define NDJSON "Content-Type: application/x-ndjson"

/* One question to a kind: the query that asks it, the members that ask the same, and the member of the result that
 * answers it. */
static const struct question {
    const char *kind, *text, *query, *members, *answer;
} questions[] = {
    {"sudoku", CLASSIC, "hint=true", "\"hint\":true", "hint"},
    {"sudoku", CLASSIC, "explain=true", "\"explain\":true", "steps"},
    {"sudoku", CLASSIC, "check=true", "\"check\":true", "completable"},
    {"sudoku", "1...............", "solutions=1000", "\"solutions\":1000", "count"},
    {"sudoku", "1...............", "diagonal=true&solutions=99", "\"diagonal\":true,\"solutions\":99", "count"},
    {"sudoku", CLASSIC, "method=exact", "\"method\":\"exact\"", "engine"},
    {"sudoku", "1...............", "method=sap&seed=7", "\"method\":\"sap\",\"job\":{\"seed\":7}", "solution"},
    {"sudoku", "1...............", "box=[2,2]&symbols=\"1234\"", "\"box\":[2,2],\"symbols\":\"1234\"", "box"},
    {"whist", "abbabaab", "leader=b", "\"leader\":\"b\"", "tricks"},
    {"whist", "abbabaab", "confirm=true&leads=false", "\"confirm\":true,\"leads\":false", "confirmed"},
    {"whist", "abbabaab", "distribution={}", "\"distribution\":{}", "distribution"},
    {"whist", "abba", "play=4&play=3", "\"play\":[4,3]", "play"},
    {"bridge", DEAL, "want=card&strain=S&leader=W", "\"want\":\"card\",\"strain\":\"S\",\"leader\":\"W\"", "cards"},
    {"bridge", DEAL, "want=table&want=line&strain=S&leader=W",
     "\"want\":[\"table\",\"line\"],\"strain\":\"S\",\"leader\":\"W\"", "table"},
    {"andor", "start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1", "trace=true&engine=ao_star",
     "\"trace\":true,\"engine\":\"ao_star\"", "trace"},
    {"andor", "start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1", "dot=true", "\"dot\":true", "dot"},
    {"gametree", "((3 5) (2 9))", "compare=true&to_move=MIN", "\"compare\":true,\"to_move\":\"MIN\"", "value"},
    {"gametree", "((3 5) (2 9))", "window=[4,null]", "\"window\":[4,null]", "value"},
    {"gametree", "nim 3 4 5", "misere=true", "\"misere\":true", "best"},
    {"matrix", "2 2 5 4 9 0 1 4 -1 0", "want=dominance", "\"want\":[\"dominance\"]", "dominance"},
    {"matrix", "2 2 5 4 9 0 1 4 -1 0", "want=pure&want=one", "\"want\":[\"pure\",\"one\"]", "pure"},
};

/* Writes the query with the characters that a URL must not have as %XX. */
static void encode(char *out, const char *query)
{
    for (; *query != '\0'; query++)
        out += strchr("[]{}\"", *query) != NULL ? sprintf(out, "%%%02X", (unsigned char)*query)
                                                : sprintf(out, "%c", *query);
}

/* Returns the result without the times in it, and fails the test if it lacks the member. */
static char *result_text(const cJSON *holder, const struct question *q)
{
    cJSON *result = cJSON_Duplicate(cJSON_GetObjectItem(holder, "result"), true);
    const cJSON *engine;
    if (!cJSON_HasObjectItem(result, q->answer))
        fail_msg("%s?%s: there is no \"%s\" in %s", q->kind, q->query, q->answer, cJSON_PrintUnformatted(holder));
    cJSON_DeleteItemFromObject(result, "statistics");
    cJSON_ArrayForEach(engine, cJSON_GetObjectItem(result, "engines")) /* each has its time */
        cJSON_DeleteItemFromObject((cJSON *)(uintptr_t)engine, "us");
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(result, "game"), "seconds");
    char *text = cJSON_PrintUnformatted(result);
    cJSON_Delete(result);
    return text;
}

static char *ask_one(const struct question *q, const char *path, const char *media, const char *body)
{
    struct answer answer = ask(d.port, "POST", path, (const char *const[]){media, NULL}, body);
    if (answer.status != 200)
        fail_msg("%s: %s", path, answer.reply.body);
    char *text = result_text(answer.json, q);
    answer_free(&answer);
    return text;
}

/* Returns the result of the second line of a batch of three, whose first and last are faulty. */
static char *ask_batch(const struct question *q, const char *path, const char *media, const char *line)
{
    char body[600], *rest = NULL;
    snprintf(body, sizeof body, "(\n%s\n(\n", line);
    struct answer answer = ask(d.port, "POST", path, (const char *const[]){media, NULL}, body);
    if (answer.status != 200)
        fail_msg("%s: %s", path, answer.reply.body);
    char *text = NULL;
    unsigned n = 0;
    for (char *at = strtok_r(answer.reply.body, "\n", &rest); at != NULL; at = strtok_r(NULL, "\n", &rest), n++) {
        cJSON *json = cJSON_Parse(at);
        assert_int_equal((unsigned)cJSON_GetObjectItem(json, "index")->valuedouble, n);
        if (n == 1)
            text = result_text(json, q);
        else
            assert_true(cJSON_HasObjectItem(json, "error"));
        cJSON_Delete(json);
    }
    assert_int_equal(n, 3);
    answer_free(&answer);
    return text;
}

static void test_every_question(void **state)
{
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        const struct question *q = &questions[i];
        char query[200], one[300], batch[300], json[600];
        encode(query, q->query);
        snprintf(one, sizeof one, "/v1/%s?%s", q->kind, query);
        snprintf(batch, sizeof batch, "/v1/%s/batch?%s", q->kind, query);
        snprintf(json, sizeof json, "{\"text\":\"%s\",%s}", q->text, q->members);
        char *expected = ask_one(q, one, TEXT, q->text);
        *strchr(one, '?') = '\0';
        char *as_json = ask_one(q, one, JSON, json);
        char *of_line = ask_batch(q, batch, TEXT, q->text);
        *strchr(batch, '?') = '\0';
        char *of_json_line = ask_batch(q, batch, NDJSON, json);
        assert_string_equal(as_json, expected);
        assert_string_equal(of_line, expected);
        assert_string_equal(of_json_line, expected);
        free(expected), free(as_json), free(of_line), free(of_json_line);
    }
}

/* A body of more than 32 KiB is read by another thread. */
static void test_large_text(void **state)
{
    enum { CARDS = 50000 };
    static char body[CARDS + 1];
    for (unsigned i = 0; i < CARDS; i++)
        body[i] = i % 2 == 0 ? 'a' : 'b';
    struct answer answer = ask_text(d.port, "/v1/whist?leader=b&leads=false&line=false", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "leader"), "b");
    answer_free(&answer);
    answer = ask_text(d.port, "/v1/whist?method=search", body);
    expect_problem(&answer, 422, "unprocessable");
    assert_non_null(strstr(answer_text(&answer, "detail"), "query parameter \"method\": search takes at most"));
    answer_free(&answer);
}

/* Wrong parameters are refused by name before any line is read. */
static void test_wrong_parameters(void **state)
{
    static const struct {
        const char *path, *type, *detail;
    } wrong[] = {
        {"/v1/sudoku/batch?nosuch=1", "unknown-member", "unknown query parameter \"nosuch\"; known: size, box"},
        {"/v1/sudoku/batch?puzzle=1", "unknown-member", "unknown query parameter \"puzzle\""},
        {"/v1/sudoku/batch?text=1", "unknown-member", "unknown query parameter \"text\""},
        {"/v1/sudoku/batch?job=%7B%7D", "unknown-member", "unknown query parameter \"job\""},
        {"/v1/sudoku/batch?hint=1", "invalid-request", "query parameter \"hint\": must be true or false"},
        {"/v1/sudoku/batch?hint", "invalid-request", "query parameter \"hint\": must be true or false"},
        {"/v1/sudoku/batch?hint=true&hint=true", "invalid-request", "query parameter \"hint\": must be"},
        {"/v1/sudoku/batch?hint=true&check=true", "invalid-request", "query parameter \"hint\": one thing is asked"},
        {"/v1/sudoku/batch?timeout_ms=0", "invalid-request", "query parameter \"timeout_ms\": must be an integer"},
        {"/v1/sudoku/batch?timeout_ms=600001", "invalid-request",
         "query parameter \"timeout_ms\": sudoku takes at most"},
        {"/v1/sudoku/batch?priority=1", "invalid-request", "query parameter \"priority\": orders jobs"},
        {"/v1/whist/batch?method=guess", "invalid-request", "query parameter \"method\": must be one of"},
        {"/v1/gametree/batch?window=%5B4,1%5D", "invalid-request", "query parameter \"window\": is empty"},
        {"/v1/andor/batch?cost_model=shared&engine=dp", "invalid-request", "query parameter \"engine\": counts"},
        {"/v1/matrix/batch?want=all", "invalid-request", "query parameter \"want\": must be one of"},
        {"/v1/bridge?deal=x", "unknown-member", "unknown query parameter \"deal\""},
        {"/v1/sudoku?hint=maybe", "invalid-request", "query parameter \"hint\": must be true or false"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct answer answer = ask_text(d.port, wrong[i].path, "1...............\n");
        expect_problem(&answer, 400, wrong[i].type);
        if (strncmp(answer_text(&answer, "detail"), wrong[i].detail, strlen(wrong[i].detail)) != 0)
            fail_msg("%s: %s", wrong[i].path, answer.reply.body);
        answer_free(&answer);
    }
    struct answer json = ask(d.port, "POST", "/v1/sudoku/batch?hint=true", (const char *const[]){NDJSON, NULL}, "{}");
    expect_problem(&json, 400, "unknown-member");
    answer_free(&json);
    static const char *const lines[] = {"application/jsonl", "Application/NDJSON; charset=utf-8"};
    for (size_t i = 0; i < 2; i++) {
        char type[64];
        snprintf(type, sizeof type, "Content-Type: %s", lines[i]);
        struct answer named =
            ask(d.port, "POST", i ? "/v1/sudoku/batch" : "/v1/batch", (const char *const[]){type, NULL},
                i ? "{\"generate\":{\"size\":4}}" : "{\"kind\":\"matrix\",\"payoff\":[[1]]}");
        assert_int_equal(named.reply.status, 200);
        answer_free(&named);
    }
    struct answer latin = ask_text(d.port, "/v1/bridge?want=table", "[Event \"\xe9\"]\n[Deal \"" DEAL "\"]\n");
    expect_problem(&latin, 400, "invalid-request");
    answer_free(&latin);
}

/* Each JSON line has its own job; a fault of one line stops no other. */
static void test_json_lines(void **state)
{
    static const char body[] = "{\"generate\":{\"size\":4},\"job\":{\"seed\":7}}\n"
                               "\n"
                               "{\"generate\":{\"size\":4}}\r\n"
                               "{\"puzzle\":\"1...............\",\"job\":{\"timeout_ms\":401}}\n"
                               "{\"puzzle\":\"1...............\",\"job\":{\"priority\":1}}\n"
                               "{\"puzzle\":\"1...............\",\"job\":{\"sed\":1}}\n"
                               "# no remark in JSON\n"
                               "{\"puzzle\":\"1...............\",\"job\":{\"timeout_ms\":400}}";
    static const char *const expected[] = {
        "13..2..3...1.1.4\n",
        "13..2..3...1.1.4\n",
        "! unprocessable: /job/timeout_ms: a problem of this batch takes at most 400 ms",
        "! unprocessable: /job/priority: orders jobs",
        "! unknown-member: /job/sed: no such member",
        "! invalid-json: line 1, column 1",
    };
    struct answer answer = ask(d.port, "POST", "/v1/sudoku/batch?timeout_ms=400&seed=7",
                               (const char *const[]){NDJSON, "Accept: text/plain", NULL}, body);
    expect_status(&answer, 200);
    const char *at = answer.reply.body;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (strncmp(at, expected[i], strlen(expected[i])) != 0)
            fail_msg("line %zu of %s", i, answer.reply.body);
        at = strchr(at, '\n') + 1;
    }
    answer_free(&answer);
}

/* A text answer says what else is known, in remarks before its last line. */
static void test_remarks(void **state)
{
    static const char *const remarks[][3] = {
        {"sudoku", "1...............", "# 2 or more solutions\n1234341221434321\n"},
        {"sudoku?solutions=1000", "1...............", "# 72 solutions\n1234341221434321\n"},
        {"sudoku?solutions=1", "1...............", "# not proved to be the only solution\n1234341221434321\n"},
        {"sudoku?solutions=1000", "123434122143432.", "1234341221434321\n"},
        {"sudoku?check=true", "11..............",
         "# row 1: 1 in r1c1, r1c2\n# box 1: 1 in r1c1, r1c2\ncontradiction\n"},
        {"sudoku?hint=true", "1...............", "# 2 or more solutions\nno hint\n"},
        {"whist?confirm=true", "abba", "# confirmed by table\na 1, b 1\n"},
        {"whist?play=4&play=3", "abba", "# 2 cards played, 0 mistakes\na 1, b 1\n"},
        {"gametree?window=[4,null]", "((3 5) (2 9))", "# the value is an upper bound\n3 -\n"},
        {"gametree?trace=true&compare=true", "((3 5) (2 9))", "# only in JSON: trace, compare\n3 0\n"},
        {"gametree?trace=true&window=[4,null]", "((3 5) (2 9))",
         "# only in JSON: trace\n# the value is an upper bound\n3 -\n"},
        {"gametree?count=true", "tictactoe XXO.O....", "# only in JSON: count\n"},
        {"gametree?tree=true", "nim 2", "# only in JSON: tree\n2 2->0\n"},
        {"andor?dot=true&compare=true", "start a; goal t; a -> t", "# only in JSON: dot, compare\n1: a#1\n"},
        {"andor?trace=true", "start a; goal t; a -> t", "# only in JSON: trace\n1: a#1\n"},
        {"andor?compare=true&engine=dp", "start a; goal t; a -> t", "# only in JSON: compare\n1: a#1\n"},
        {"andor", "start a; goal t; a -> t", "1: a#1\n"},
        {"andor?dot=true&trace=true&cost_model=shared", "start a; goal t; a -> t",
         "# trace: it counts a shared part each time it is reached: ask for it with cost_model \"recursive\"\n"
         "# only in JSON: dot\n1: a#1\n"},
        {"andor?trace=true&engine=ao_star&k_best=1", "start a; goal t; a -> t",
         "# only in JSON: trace\n1: a#1 | k_best of 1: 1 a#1\n"},
        {"matrix?want=pure&want=security", "2 2 5 4 9 0 1 4 -1 0",
         "# pure: r1, c2\n# only in JSON: security\n2x2 bimatrix: 1 pure\n"},
        {"matrix", "2 2 1 1 1 1 1 1 1 1",
         "# degenerate: extreme equilibria, there may be infinitely many others\nNE,1,0,1,0"},
    };
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
        char path[200] = "/v1/", batch[220];
        encode(path + 4, remarks[i][0]);
        struct answer answer =
            ask(d.port, "POST", path, (const char *const[]){TEXT, "Accept: text/plain", NULL}, remarks[i][1]);
        if (strncmp(answer.reply.body, remarks[i][2], strlen(remarks[i][2])) != 0)
            fail_msg("%s: %s", path, answer.reply.body);
        size_t kind = strcspn(path + 4, "?") + 4;
        snprintf(batch, sizeof batch, "%.*s/batch%s", (int)kind, path, path + kind);
        struct answer line =
            ask(d.port, "POST", batch, (const char *const[]){TEXT, "Accept: text/plain", NULL}, remarks[i][1]);
        const char *one = answer.reply.body, *of_line = line.reply.body;
        for (; *one == '#'; one = strchr(one, '\n') + 1, of_line = strchr(of_line, '\n') + 1)
            if (strncmp(of_line, "# problem 1: ", 13) != 0 ||
                strncmp(of_line + 13, one + 2, strcspn(one, "\n") - 1) != 0)
                fail_msg("%s: %s", batch, line.reply.body);
        assert_string_equal(of_line, one);
        answer_free(&answer);
        answer_free(&line);
    }
}

static void test_long_explanations(void **state)
{
    enum { LINES = 300 };
    static char body[LINES * 100];
    char *at = body;
    for (unsigned i = 0; i < LINES; i++)
        at += sprintf(at, "%s\n", i % 3 == 2 ? "nonsense" : CLASSIC);
    struct answer answer = ask(d.port, "POST", "/v1/sudoku/batch?explain=true",
                               (const char *const[]){TEXT, "Accept: text/plain", NULL}, body);
    expect_status(&answer, 200);
    unsigned answers = 0, remarks = 0;
    char *rest = NULL, prefix[40];
    for (char *line = strtok_r(answer.reply.body, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        int len = snprintf(prefix, sizeof prefix, "# problem %u: ", answers + 1);
        if (line[0] == '#') {
            if (strncmp(line, prefix, (size_t)len) != 0)
                fail_msg("\"%s\" is no remark on problem %u", line, answers + 1);
            remarks++;
            continue;
        }
        if (answers++ % 3 == 2 ? line[0] != '!' : strlen(line) != 81)
            fail_msg("answer %u is %s", answers, line);
    }
    assert_int_equal(answers, LINES);
    assert_true(remarks > 50 * LINES / 3);
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_question),   cmocka_unit_test(test_large_text),
        cmocka_unit_test(test_wrong_parameters), cmocka_unit_test(test_json_lines),
        cmocka_unit_test(test_remarks),          cmocka_unit_test(test_long_explanations),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
