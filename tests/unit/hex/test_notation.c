/* Games in all notations: what is read in one is written in each. */
#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

/* Reads a text as a record. */
static enum nash_status convert(const char *text, struct nash_answer *answer)
{
    static const struct nash_solve_options options = {.format = NASH_FORMAT_TEXT, .members = "{\"record\":true}"};
    return nash_solve("hex", text, strlen(text), &options, answer);
}

static void check_form(const cJSON *result, const char *name, const char *expected)
{
    const cJSON *text = nash_json_get(result, name);
    if (expected ? !cJSON_IsString(text) || strcmp(text->valuestring, expected) != 0 : !cJSON_IsNull(text))
        fail_msg("%s: %s, expected %s", name, cJSON_IsString(text) ? text->valuestring : "null", expected);
}

static void check_moves(const cJSON *result, const char *expected)
{
    char text[200] = "";
    size_t len = 0;
    for (const cJSON *move = nash_json_get(nash_json_get(result, "problem"), "moves")->child; move; move = move->next)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", len ? " " : "", move->valuestring);
    assert_string_equal(text, expected);
}

static void test_conversions(void **state)
{
    static const struct {
        const char *text, *moves, *sgf, *hexworld, *htp;
    } cases[] = {
        {"(;GM[11]FF[4]SZ[5]PB[A\\]b]PW[C];B[a2];W[swap-pieces];B[c3])", "a2 swap c3",
         "(;FF[4]GM[11]CA[UTF-8]SZ[5]PB[A\\]b]PW[C]\n;B[a2];W[swap-pieces];B[c3])\n",
         "https://hexworld.org/board/#5c1,a2:sc3",
         "boardsize 5 5\nplay black a2\nplay white swap-pieces\nplay black c3\n"},
        {"https://hexworld.org/board/#3c1,b2a1:rw", "b2 a1 pass resign",
         "(;FF[4]GM[11]CA[UTF-8]SZ[3]RE[B+R]\n;B[b2];W[a1];W[resign])\n", "https://hexworld.org/board/#3c1,b2a1:rw",
         "boardsize 3 3\nplay black b2\nplay white a1\nplay white resign\n"},
        {"boardsize 4 3\nplay b a1\nplay w d3\n", "a1 d3", "(;FF[4]GM[11]CA[UTF-8]SZ[4:3]\n;B[a1];W[d3])\n",
         "https://hexworld.org/board/#4x3c1,a1d3", "boardsize 4 3\nplay black a1\nplay white d3\n"},
        {"3 c1 swap-sides a1", "c1 swap-sides a1", "(;FF[4]GM[11]CA[UTF-8]SZ[3]\n;B[c1];W[swap-sides];W[a1])\n", NULL,
         "boardsize 3 3\nplay black c1\nplay white swap-sides\nplay white a1\n"},
        {"(;GM[11]FF[4]SZ[3]AB[b2]PL[W];W[a1])", "a1", "(;FF[4]GM[11]CA[UTF-8]SZ[3]AB[b2]PL[W]\n;W[a1])\n", NULL, NULL},
        {"(;GM[11]FF[4]SZ[3](;B[a1];W[b1])(;B[a2]))", "a1 b1", "(;FF[4]GM[11]CA[UTF-8]SZ[3]\n;B[a1];W[b1])\n",
         "https://hexworld.org/board/#3c1,a1b1", "boardsize 3 3\nplay black a1\nplay white b1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_answer answer;
        if (convert(cases[i].text, &answer) != NASH_OK)
            fail_msg("%s: %s", cases[i].text, answer.error.detail);
        cJSON *result = cJSON_Parse(answer.json);
        check_moves(result, cases[i].moves);
        check_form(result, "sgf", cases[i].sgf);
        check_form(result, "hexworld", cases[i].hexworld);
        check_form(result, "htp", cases[i].htp);
        cJSON_Delete(result);
        nash_answer_free(&answer);
    }
}

/* The request in a result gives the same result. */
static void test_round_trip(void **state)
{
    static const char *const requests[] = {
        "{\"size\":5,\"moves\":\"a2 swap c3\",\"swap\":true,\"record\":true}",
        "{\"size\":3,\"moves\":\"b2 a1 b1 c1 b3\",\"record\":true}",
        "{\"size\":3,\"moves\":\"b2 resign\",\"record\":true}",
        "{\"rows\":3,\"cols\":4,\"board\":\"b.../.w../....\",\"to_move\":\"white\",\"moves\":[\"c3\"],\"record\":true}",
        "{\"size\":7,\"moves\":[],\"swap\":true,\"record\":true}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct kind_case one = {0}, two = {0};
        kind_solve(&one, NASH_FORMAT_JSON, requests[i]);
        cJSON *again = cJSON_Duplicate(kind_at(&one, "problem"), true);
        cJSON_AddTrueToObject(again, "record");
        char *text = cJSON_PrintUnformatted(again);
        kind_solve(&two, NASH_FORMAT_JSON, text);
        assert_true(cJSON_Compare(one.json, two.json, true));
        free(text);
        cJSON_Delete(again);
        kind_free(&one);
        kind_free(&two);
    }
}

static void check_refusal(const char *text, const char *word)
{
    struct nash_answer answer;
    enum nash_status status = convert(text, &answer);
    if (status == NASH_OK || !strstr(answer.error.detail, word))
        fail_msg("%s: %s %s, expected %s", text, nash_status_name(status), answer.error.detail, word);
    nash_answer_free(&answer);
}

/* An illegal record is refused with the number of the move. */
static void test_refusals(void **state)
{
    check_refusal("(;GM[11]FF[4]SZ[3];B[a1];W[a1])", "move 2 (white a1): the cell is occupied");
    check_refusal("https://hexworld.org/board/#3c1,a1b2d9", "move 3");
    check_refusal("boardsize 3\nplay b a1\nplay b a2\n", "move 2 (black a2): it is white's turn");
    check_refusal("nothing", "no position of Hex");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"record\":false}", NASH_INVALID, "/record", "must be true");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"record\":true,\"review\":true}", NASH_INVALID, "/record",
                 "no such member");
    kind_keys(NASH_FORMAT_TEXT, "3 a1", NASH_FORMAT_JSON, "{\"size\":3,\"moves\":\"a1\",\"record\":true}", false);
}

static void test_text(void **state)
{
    static const struct nash_solve_options options = {
        .format = NASH_FORMAT_TEXT, .members = "{\"record\":true}", .want_text = true};
    struct nash_answer answer;
    assert_int_equal(nash_solve("hex", "3 a1 b2", 7, &options, &answer), NASH_OK);
    assert_string_equal(answer.json, "(;FF[4]GM[11]CA[UTF-8]SZ[3]\n;B[a1];W[b2])\n");
    nash_answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
