/* Members beside a text: a problem is the same however it is written, as text with members, as JSON with "text", and as
 * JSON without; members that contradict each other are refused before there is a problem. */
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>

#include "../base/test.h"

static const struct example {
    const char *kind, *json, *text; /* the members of the problem, and the text that says the same */
    const char *members[6];         /* each time all members beside it */
} examples[] = {
    {"sudoku",
     "\"puzzle\":\"1..............2\"",
     "1..............2",
     {"", "\"check\":true", "\"hint\":true", "\"solutions\":77,\"diagonal\":true", "\"method\":\"tabu\",\"updates\":9",
      "\"symbols\":\"1234\",\"box\":[2,2]"}},
    {"sudoku",
     "\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"",
     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
     {"", "\"explain\":true", "\"solutions\":2", "\"solutions\":1", "\"disjoint\":true", "\"size\":9"}},
    {"whist",
     "\"a\":[8,5,4,2],\"b\":[7,6,3,1]",
     "abbaabab",
     {"", "\"leader\":\"b\"", "\"confirm\":true,\"leads\":false", "\"play\":[8,1]", "\"distribution\":{}",
      "\"method\":\"naive\",\"compare\":true"}},
    {"bridge",
     "\"record\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\"",
     "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K",
     {"", "\"want\":\"table\"", "\"strain\":\"S\",\"leader\":\"W\"",
      "\"contract\":\"1S by N\",\"tricks\":8,\"want\":[\"score\"]", "\"dealer\":\"E\",\"vulnerable\":\"both\"",
      "\"strain\":\"S\",\"leader\":\"W\",\"play\":\"D2\""}},
    {"andor",
     "\"start\":\"6\",\"goals\":[\"1\"],\"rules\":[\"6 -> 3,3\",\"3 -> 2,1\",\"2 -> 1,1\"],\"h\":\"value\"",
     "start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1; h value",
     {"", "\"engine\":\"ao_star\"", "\"trace\":true", "\"cost_model\":\"shared\"", "\"graphs\":0,\"values\":\"none\"",
      "\"node_limit\":7"}},
    {"gametree",
     "\"tree\":[[3,5],[2,9]]",
     "((3 5) (2 9))",
     {"", "\"to_move\":\"MIN\"", "\"compare\":true", "\"window\":[1,4]", "\"trace\":{\"from\":2,\"count\":3}",
      "\"engine\":\"minimax\",\"depth\":2"}},
    {"gametree",
     "\"game\":\"nim\",\"piles\":[3,4,5]",
     "nim 3 4 5",
     {"", "\"misere\":true", "\"to_move\":\"MIN\"", "\"misere\":false", "", ""}},
    {"gametree",
     "\"game\":\"tictactoe\",\"board\":\".O..X....\"",
     "tictactoe .O..X....",
     {"", "\"ply\":2", "\"count\":true", "\"engine\":\"alphabeta\"", "\"ply\":2,\"symmetry\":false", ""}},
    {"gametree", /* the empty board, which no word describes */
     "\"game\":\"tictactoe\"",
     "tictactoe",
     {"", "\"ply\":2", "\"count\":true", "\"engine\":\"minimax\"", "\"symmetry\":true", "\"trace\":true"}},
    {"gametree",
     "\"game\":\"connect4\"",
     "connect4",
     {"\"want\":\"best\"", "\"want\":\"value\"", "\"want\":\"all\"", "\"want\":\"best\"", "\"want\":\"value\"",
      "\"want\":\"all\""}},
    {"gametree",
     "\"game\":\"connect4\",\"moves\":\"4455\"",
     "connect4 4455",
     {"\"want\":\"best\"", "\"want\":\"value\"", "\"want\":\"all\"", "\"want\":\"best\"", "\"want\":\"value\"",
      "\"want\":\"all\""}},
    {"matrix",
     "\"row_payoff\":[[5,4],[9,0]],\"col_payoff\":[[1,4],[-1,0]]",
     "2 2  5 4  9 0  1 4  -1 0",
     {"", "\"want\":[\"pure\",\"one\"]", "\"want\":\"dominance\"", "\"limit\":3", "\"timing\":\"dynamic\"",
      "\"cooperative\":true"}},
    {"hex",
     "\"size\":4,\"moves\":[\"a2\",\"c1\"]",
     "4 a2 c1",
     {"", "\"engine\":\"random\"", "\"engine\":\"resistance\"", "\"all\":true", "\"nodes\":5", "\"swap\":true"}},
};

static struct nash_hash key_of(const struct nash_solver *solver, const struct nash_body *body)
{
    struct nash_arena *arena = nash_arena_new(1 << 24);
    struct nash_error error;
    struct nash_job job;
    void *problem = NULL;
    if (nash_request_read(solver, body, arena, &problem, &job, 0, &error) != NASH_OK)
        fail_msg("%s: %.*s: %s: %s", solver->kind, (int)body->len, body->text, error.pointer, error.detail);
    struct nash_hash key = nash_canonical_key(solver, problem, job.seed);
    nash_arena_free(arena);
    return key;
}

/* Returns the key of a JSON problem of these parts. */
static struct nash_hash key_of_json(const struct nash_solver *solver, const char *problem, const char *members)
{
    char text[1000];
    int len = snprintf(text, sizeof text, "{%s%s%s}", problem, members[0] != '\0' ? "," : "", members);
    return key_of(solver, &(struct nash_body){.format = NASH_FORMAT_JSON, .text = text, .len = (size_t)len});
}

/* Returns the key of a text with members beside it, as a line of a batch. */
static struct nash_hash key_of_text(const struct nash_solver *solver, const char *problem, const char *members)
{
    char object[500];
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    struct nash_json doc = {0};
    struct nash_job job;
    int len = snprintf(object, sizeof object, "{%s}", members);
    if (nash_members_read(solver, object, (size_t)len, arena, &doc, &job, 0, &error) != NASH_OK)
        fail_msg("%s: %s: %s: %s", solver->kind, object, error.pointer, error.detail);
    /* Not NUL-terminated, so that a sanitizer detects a read beyond the end. */
    char *exact = malloc(strlen(problem));
    assert_non_null(exact);
    memcpy(exact, problem, strlen(problem));
    const struct nash_body body = {
        .format = NASH_FORMAT_TEXT, .text = exact, .len = strlen(problem), .members = members[0] != '\0' ? &doc : NULL};
    struct nash_hash key = key_of(solver, &body);
    free(exact);
    nash_json_free(&doc);
    nash_arena_free(arena);
    return key;
}

static void test_same_problem(void **state)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *e = &examples[i];
        const struct nash_solver *solver = nash_find_kind(e->kind, strlen(e->kind));
        char text_member[200];
        snprintf(text_member, sizeof text_member, "\"text\":\"%s\"", e->text);
        for (size_t k = 0; k < sizeof e->members / sizeof *e->members; k++) {
            struct nash_hash json = key_of_json(solver, e->json, e->members[k]);
            struct nash_hash in_json = key_of_json(solver, text_member, e->members[k]);
            struct nash_hash text = key_of_text(solver, e->text, e->members[k]);
            if (memcmp(&json, &in_json, sizeof json) != 0 || memcmp(&json, &text, sizeof json) != 0)
                fail_msg("%s with %s is not the same problem as JSON and as text", e->text, e->members[k]);
        }
    }
}

/* What is wrong without any problem. */
static void test_members_alone(void **state)
{
    static const struct {
        const char *kind, *members;
        enum nash_status status;
        const char *type, *pointer;
    } wrong[] = {
        {"sudoku", "{\"nosuch\":1}", NASH_INVALID, "unknown-member", "/nosuch"},
        {"sudoku", "{\"puzzle\":\"1\"}", NASH_INVALID, "unknown-member", "/puzzle"},
        {"sudoku", "{\"generate\":{}}", NASH_INVALID, "unknown-member", "/generate"},
        {"sudoku", "{\"hint\":1}", NASH_INVALID, "invalid-request", "/hint"},
        {"sudoku", "{\"hint\":true,\"check\":true}", NASH_UNPROCESSABLE, "unprocessable", "/hint"},
        {"sudoku", "{\"hint\":true,\"solutions\":3}", NASH_UNPROCESSABLE, "unprocessable", "/solutions"},
        {"sudoku", "{\"hint\":true,\"method\":\"sap\"}", NASH_UNPROCESSABLE, "unprocessable", "/method"},
        {"sudoku", "{\"beta\":3}", NASH_UNPROCESSABLE, "unprocessable", "/beta"},
        {"sudoku", "{\"method\":\"sap\",\"diagonal\":true}", NASH_UNPROCESSABLE, "unprocessable", "/method"},
        {"sudoku", "{\"size\":9,\"box\":[2,3]}", NASH_UNPROCESSABLE, "unprocessable", "/box"},
        {"sudoku", "{\"size\":36,\"explain\":true}", NASH_UNPROCESSABLE, "unprocessable", "/explain"},
        {"sudoku", "{\"job\":{\"seed\":-1}}", NASH_INVALID, "invalid-request", "/job/seed"},
        {"whist", "{\"suits\":{}}", NASH_INVALID, "unknown-member", "/suits"},
        {"whist", "{\"method\":\"guess\"}", NASH_INVALID, "invalid-request", "/method"},
        {"bridge", "{\"deal\":\"\"}", NASH_INVALID, "unknown-member", "/deal"},
        {"bridge", "{\"want\":\"all\"}", NASH_INVALID, "invalid-request", "/want"},
        {"andor", "{\"rules\":[]}", NASH_INVALID, "unknown-member", "/rules"},
        {"andor", "{\"cost_model\":\"shared\",\"engine\":\"dp\"}", NASH_UNPROCESSABLE, "unprocessable", "/engine"},
        {"gametree", "{\"piles\":[1]}", NASH_INVALID, "unknown-member", "/piles"},
        {"gametree", "{\"window\":[4,1]}", NASH_UNPROCESSABLE, "unprocessable", "/window"},
        {"gametree", "{\"ply\":0}", NASH_INVALID, "invalid-request", "/ply"},
        {"gametree", "{\"ply\":2,\"misere\":true}", NASH_INVALID, "unknown-member", "/ply"},
        {"matrix", "{\"payoff\":[[1]]}", NASH_INVALID, "unknown-member", "/payoff"},
        {"matrix", "{\"want\":[\"pure\",\"pure\"]}", NASH_INVALID, "invalid-request", "/want/1"},
        {"matrix", "{\"want\":\"all\"}", NASH_INVALID, "invalid-request", "/want"},
        {"matrix", "[1]", NASH_INVALID, "invalid-request", ""},
        {"matrix", "{", NASH_INVALID, "invalid-json", ""},
    };
    static const char *const right[][2] = {{"sudoku", "{\"shards\":20,\"mode\":\"replicas\"}"},
                                           {"sudoku", "{\"size\":25,\"explain\":true}"},
                                           {"sudoku", "{\"explain\":true,\"regions\":\"AAAABBBBCCCCDDDD\"}"},
                                           {"whist", "{\"play\":[3,2]}"},
                                           {"gametree", "{\"tree\":true}"},
                                           {"gametree", "{\"depth\":40}"},
                                           {"gametree", "{\"count\":true,\"eval\":\"open_lines\"}"},
                                           {"bridge", "{\"declarer\":\"N\"}"}};
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    struct nash_json doc;
    struct nash_job job;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct nash_solver *solver = nash_find_kind(wrong[i].kind, strlen(wrong[i].kind));
        enum nash_status status =
            nash_members_read(solver, wrong[i].members, strlen(wrong[i].members), arena, &doc, &job, 0, &error);
        if (status != wrong[i].status || strcmp(error.type, wrong[i].type) != 0 ||
            strcmp(error.pointer, wrong[i].pointer) != 0)
            fail_msg("%s: %d %s at \"%s\": %s", wrong[i].members, status, error.type, error.pointer, error.detail);
        nash_json_free(&doc);
    }
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const struct nash_solver *solver = nash_find_kind(right[i][0], strlen(right[i][0]));
        if (nash_members_read(solver, right[i][1], strlen(right[i][1]), arena, &doc, &job, 0, &error) != NASH_OK)
            fail_msg("%s: %s: %s", right[i][1], error.pointer, error.detail);
        nash_json_free(&doc);
    }
    nash_arena_free(arena);
}

/* Faults of a text in JSON are at "/text", those of the members at the members. A malformed member comes first. */
static void test_faults(void **state)
{
    static const struct {
        const char *kind, *body;
        enum nash_status status;
        const char *pointer;
    } wrong[] = {
        {"whist", "{\"text\":\"abb\"}", NASH_UNPROCESSABLE, "/text"},
        {"whist", "{\"text\":\"abc\"}", NASH_UNPROCESSABLE, "/text"},
        {"whist", "{\"text\":\"\"}", NASH_UNPROCESSABLE, "/text"},
        {"whist", "{\"text\":[1]}", NASH_INVALID, "/text"},
        {"whist", "{\"text\":\"ab\",\"a\":[1]}", NASH_INVALID, "/a"},
        {"whist", "{\"text\":\"ab\",\"play\":[7]}", NASH_UNPROCESSABLE, "/play/0"},
        {"sudoku", "{\"text\":\"1..............2\",\"size\":9}", NASH_UNPROCESSABLE, "/text"},
        {"sudoku", "{\"text\":\"1..............2\",\"puzzle\":\"1..............2\"}", NASH_INVALID, "/puzzle"},
        {"bridge", "{\"text\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"strain\":\"S\",\"leader\":\"W\",\"play\":\"S2\"}",
         NASH_UNPROCESSABLE, "/play/0"},
        {"gametree", "{\"text\":\"nim 3\",\"ply\":2}", NASH_UNPROCESSABLE, "/ply"},
        {"gametree", "{\"text\":\"nim 3\",\"ply\":2,\"misere\":true}", NASH_INVALID, "/ply"},
        {"gametree", "{\"text\":\"nim 3\",\"ply\":0}", NASH_INVALID, "/ply"},
        {"gametree", "{\"text\":\"nim 3\",\"window\":[4,1]}", NASH_UNPROCESSABLE, "/window"},
        {"gametree", "{\"text\":\"(1 2)\",\"tree\":true}", NASH_UNPROCESSABLE, "/tree"},
        {"gametree", "{\"text\":\"(1 2)\",\"tree\":[1,2]}", NASH_INVALID, "/tree"},
        {"gametree", "{\"text\":\"(1 2)\",\"trace\":{\"to\":2}}", NASH_INVALID, "/trace/to"},
        {"gametree", "{\"text\":\"((3 5)\"}", NASH_UNPROCESSABLE, "/text"},
        {"gametree", "{\"text\":\"nim misere 3\",\"misere\":false}", NASH_UNPROCESSABLE, "/misere"},
        {"gametree", "{\"text\":\"nim take 2 3\",\"take\":2}", NASH_UNPROCESSABLE, "/take"},
        {"gametree", "{\"text\":\"nim 9007199254740993\",\"take\":2}", NASH_UNPROCESSABLE, "/text"},
        {"gametree", "{\"text\":\"chess\"}", NASH_UNPROCESSABLE, "/text"},
        {"gametree", "{\"text\":\"chess\",\"nosuch\":1}", NASH_INVALID, "/nosuch"},
        {"gametree", "{\"text\":\"chess\",\"ply\":0}", NASH_INVALID, "/ply"},
        {"gametree", "{\"text\":\"chess\",\"ply\":2}", NASH_UNPROCESSABLE, "/text"},
        {"gametree", "{\"text\":\"((3 5)\",\"engine\":1}", NASH_INVALID, "/engine"},
        {"sudoku", "{\"text\":\"x\",\"nosuch\":1}", NASH_INVALID, "/nosuch"},
        {"whist", "{\"text\":\"abb\",\"leads\":1}", NASH_INVALID, "/leads"},
        {"bridge", "{\"text\":\"x\",\"samples\":0}", NASH_INVALID, "/samples"},
        {"andor", "{\"text\":\"goal 1\",\"graphs\":-1}", NASH_INVALID, "/graphs"},
        {"matrix", "{\"text\":\"2 2 1\",\"limit\":\"\"}", NASH_INVALID, "/limit"},
        {"andor", "{\"text\":\"goal 1\"}", NASH_UNPROCESSABLE, "/text"},
        {"matrix", "{\"text\":\"2 2 1\"}", NASH_UNPROCESSABLE, "/text"},
        {"matrix", "{\"text\":\"1 1 2 3\",\"rows\":[\"a\"]}", NASH_INVALID, "/rows"},
    };
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    void *problem;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct nash_solver *solver = nash_find_kind(wrong[i].kind, strlen(wrong[i].kind));
        const struct nash_body body = {.format = NASH_FORMAT_JSON, .text = wrong[i].body, .len = strlen(wrong[i].body)};
        enum nash_status status = nash_request_read(solver, &body, arena, &problem, NULL, 0, &error);
        if (status != wrong[i].status || strcmp(error.pointer, wrong[i].pointer) != 0)
            fail_msg("%s: %d at \"%s\": %s", wrong[i].body, status, error.pointer, error.detail);
    }
    nash_arena_free(arena);
}

/* nash_solve() takes the members, and "job" among them, beside a text. */
static void test_solve(void **state)
{
    struct nash_answer of_text, of_json;
    struct nash_solve_options text = {.format = NASH_FORMAT_TEXT, .want_text = true}, json = {.want_text = true};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *e = &examples[i];
        char members[300], problem[600];
        snprintf(members, sizeof members, "{%s%s\"job\":{\"seed\":3}}", e->members[1],
                 e->members[1][0] != '\0' ? "," : "");
        snprintf(problem, sizeof problem, "{\"text\":\"%s\",%s", e->text, members + 1);
        text.members = members;
        if (nash_solve(e->kind, e->text, strlen(e->text), &text, &of_text) != NASH_OK)
            fail_msg("%s: %s", e->text, of_text.error.detail);
        assert_int_equal(nash_solve(e->kind, problem, strlen(problem), &json, &of_json), NASH_OK);
        assert_string_equal(of_text.json, of_json.json);
        nash_answer_free(&of_text);
        nash_answer_free(&of_json);
    }
    text.members = "{\"job\":{\"sed\":3}}";
    assert_int_equal(nash_solve("whist", "abba", 4, &text, &of_text), NASH_INVALID);
    assert_string_equal(of_text.error.pointer, "/job/sed");
    text.format = NASH_FORMAT_JSON;
    text.members = "{}";
    assert_int_equal(nash_solve("whist", "{\"a\":[2],\"b\":[1]}", 17, &text, &of_text), NASH_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_problem), cmocka_unit_test(test_members_alone),
                                       cmocka_unit_test(test_faults), cmocka_unit_test(test_solve)};
    struct nash_error error;
    if (nash_prepare(NULL, &error) != NASH_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
