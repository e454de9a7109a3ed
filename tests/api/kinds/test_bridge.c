/* Bridge over HTTP: a deal as text and as JSON, a PBN file as a batch, and the result of a stopped job. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/interrupt.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

#define ONE   "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"
#define FREAK "S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74"

static struct daemon d = {.args = {"--workers", "2"}};

static const char *const as_text[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};

/* The end of the answer to the deal ONE. The digits were found by plain minimax (tests/unit/bridge). */
static const char digits[] = "[DoubleDummyTricks \"13121121212121321213\"]\n";

static void test_json(void **state)
{
    struct answer answer = ask_json(d.port, "/v1/bridge", "{\"deal\":\"" ONE "\",\"strain\":\"NT\",\"leader\":\"W\"}");
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "to_play"), "W");
    const cJSON *cards = cJSON_GetObjectItem(answer_member(&answer, "result"), "cards"), *card;
    unsigned legal = 0;
    cJSON_ArrayForEach(card, cards) legal += 1 + (unsigned)cJSON_GetArraySize(cJSON_GetObjectItem(card, "equals"));
    assert_int_equal(legal, 4);
    answer_free(&answer);
}

/* A single request and a batch give the same answer as text. */
static void test_text(void **state)
{
    static const char record[] = "[Event \"caf\xc3\xa9\"]\r\n[Deal \"" ONE "\"]\r\n";
    struct answer one = ask(d.port, "POST", "/v1/bridge", as_text, record);
    struct answer two = ask(d.port, "POST", "/v1/bridge/batch", as_text, record);
    expect_status(&one, 200);
    expect_status(&two, 200);
    assert_non_null(strstr(one.reply.body, digits));
    assert_memory_equal(one.reply.body, "[Event \"caf\xc3\xa9\"]\n[Deal \"" ONE "\"]\n", 30);
    size_t len = strlen(one.reply.body);
    assert_memory_equal(one.reply.body, two.reply.body, len);
    assert_string_equal(two.reply.body + len, "\n");
    answer_free(&one);
    answer_free(&two);
}

/* Returns a file of records, plain deals and comments, with an invalid record and one that is too long, and without an
 * empty line at the end. */
static char *make_file(size_t *len)
{
    enum { LONG = 70000, ROOM = 2 * LONG };
    char *file = malloc(ROOM), *at = file;
    assert_non_null(file);
    at += sprintf(at, "%% PBN 2.1\r\n%% EXPORT\r\n");
    at += sprintf(at, "[Board \"0\"]\r\n[Deal \"" ONE "\"]\r\n%% within\r\n[Play \"W\"]\r\nD2 D8\r\n\r\n\r\n");
    at += sprintf(at, "# a remark\n" ONE "\n");
    at += sprintf(at, "{ begins\n\n with a comment }\n[Board \"2\"]\n[Deal \"" ONE "\"]\n\n");
    at += sprintf(at, "[Board \"2\"]\n[Table \"b\"]\n\n[Board \"2\"]\n[Deal \"#\"]\n\n");
    at += sprintf(at, "[Board \"3\"]\n[Note \"");
    memset(at, 'x', LONG);
    at += LONG;
    at += sprintf(at, "\"]\n[Deal \"" ONE "\"]\n\n");
    at += sprintf(at, "nonsense\n \t\n[Board \"5\"]\n[Deal \"" ONE "\"]");
    *len = (size_t)(at - file);
    return file;
}

/* Splits a text into answers, which are separated by empty lines outside of comments. */
static unsigned split(char *text, char *answer[], unsigned most)
{
    unsigned count = 0;
    for (char *end; *text && count < most; text = end + 2) {
        end = strstr(text, "\n\n");
        if (end && end[2] == ' ')
            end = strstr(end + 2, "\n\n");
        assert_non_null(end);
        *end = '\0';
        answer[count++] = text;
    }
    return count;
}

static void assert_begins(const char *text, const char *beginning)
{
    if (strncmp(text, beginning, strlen(beginning)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", text, beginning);
}

/* The file of a session: 36 boards with their tables, auctions and plays. */
static void test_session_is_read(void **state)
{
    enum { BOARDS = 36, ROOM = 400000, FILE_LEAST = 100000 };
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: application/x-ndjson", NULL};
    char *file = malloc(ROOM), *at = file, *rest = NULL;
    unsigned count = 0;
    assert_non_null(file);
    for (unsigned board = 1; board <= BOARDS; board++) {
        at += sprintf(at, "[Event \"Session\"]\r\n[Board \"%u\"]\r\n[Dealer \"%c\"]\r\n[Deal \"" ONE "\"]\r\n", board,
                      "NESW"[(board - 1) % 4]);
        at += sprintf(at, "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\r\n");
        for (unsigned i = 0; i < 20; i++)
            at += sprintf(
                at, "%c %s %2u\r\n", "NESW" [i / 5], (const char *[]) { "NT", " S", " H", " D", " C" }[i % 5], i % 14);
        at += sprintf(at, "[ScoreTable \"Rank;Contract;Declarer;Result;Lead;Score_NS;PairId_NS;PairId_EW\"]\r\n");
        for (unsigned i = 0; i < 60; i++)
            at += sprintf(at, "%2u 4S N %2u HK  %4u %3u %3u \"Pair number %u\"\r\n", i, i % 14, 10 * i, i, i + 60, i);
        at += sprintf(at, "\r\n");
    }
    assert_in_range(at - file, FILE_LEAST, ROOM - 1);
    struct answer answer = ask(d.port, "POST", "/v1/bridge/read", headers, file);
    expect_status(&answer, 200);
    for (char *line = strtok_r(answer.reply.body, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++) {
        char dealer[32];
        snprintf(dealer, sizeof dealer, "\"dealer\":\"%c\"", "NESW"[count % 4]);
        if (strstr(line, "{\"deal\":\"" ONE "\"") == NULL || (count % 4 > 0 && strstr(line, dealer) == NULL))
            fail_msg("board %u: %s", count + 1, line);
    }
    assert_int_equal(count, BOARDS);
    answer_free(&answer);
    free(file);
}

static void test_file_as_text(void **state)
{
    enum { ANSWERS = 8 };
    size_t len;
    char *file = make_file(&len), *answer[ANSWERS + 1];
    struct answer reply = ask(d.port, "POST", "/v1/bridge/batch", as_text, file);
    expect_status(&reply, 200);
    assert_int_equal(split(reply.reply.body, answer, ANSWERS + 1), ANSWERS);
    assert_begins(answer[0], "% PBN 2.1\n[Board \"0\"]\n[Deal \"" ONE "\"]\n% within\n[DoubleDummyTricks");
    assert_non_null(strstr(answer[0], "\n[Play \"W\"]\nD2 D8"));
    assert_begins(answer[1], "[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"" ONE "\"]\n[DoubleDummyTricks");
    assert_begins(answer[2], "{ begins\n\n with a comment }\n[Board \"2\"]\n[Deal \"" ONE "\"]\n[DoubleDummyTricks");
    assert_begins(answer[3], "{nashd: invalid-request: the record has no [Deal \"...\"]");
    assert_non_null(strstr(answer[3], "}\n[Board \"2\"]\n[Table \"b\"]"));
    assert_begins(answer[4], "{nashd: invalid-request: [Deal \"#\"]: by the PBN standard");
    assert_begins(answer[5], "{nashd: too-large: ");
    assert_begins(answer[6], "{nashd: invalid-request: character 2 is 'o'");
    assert_non_null(strstr(answer[6], "}\n; nonsense"));
    assert_begins(answer[7], "[Board \"5\"]\n[Deal \"" ONE "\"]\n[DoubleDummyTricks");
    answer_free(&reply);
    free(file);
}

static void test_file_as_json(void **state)
{
    const char *const headers[] = {"Content-Type: text/plain", "Accept: application/x-ndjson", NULL};
    size_t len;
    unsigned index = 0, good = 0;
    char *file = make_file(&len), *rest = NULL;
    struct answer reply = ask(d.port, "POST", "/v1/bridge/batch", headers, file);
    expect_status(&reply, 200);
    for (char *line = strtok_r(reply.reply.body, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), index++) {
        cJSON *json = cJSON_Parse(line);
        const cJSON *tricks = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "result"), "double_dummy_tricks");
        assert_int_equal(cJSON_GetObjectItem(json, "index")->valueint, index);
        good += cJSON_IsString(tricks) && strstr(digits, tricks->valuestring);
        cJSON_Delete(json);
    }
    assert_int_equal(index, 8);
    assert_int_equal(good, 4);
    answer_free(&reply);
    free(file);
}

/* A deal that is too hard for its time limit returns the known part, and the server continues. */
static void test_freak(void **state)
{
    if (!interrupt_is_possible()) {
        print_message("a call of libdds is not left in this build\n");
        skip();
    }
    struct answer answer = ask_json(d.port, "/v1/bridge", "{\"deal\":\"" FREAK "\",\"job\":{\"timeout_ms\":300}}");
    expect_status(&answer, 200);
    const cJSON *result = answer_member(&answer, "result");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(result, "timeout")));
    assert_string_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(result, "unknown"), 0)->valuestring, "table");
    answer_free(&answer);
    test_json(state);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } rows[] = {
        {"{\"deal\":\"N:AKQ\"}", 400, "/deal"},
        {"{\"deal\":\"N:A... A... Q... J...\"}", 422, "/deal"},
        {"{\"deal\":\"" ONE "\",\"strain\":\"NT\",\"leader\":\"W\",\"trick\":[\"D2\"]}", 422, "/deal"},
        {"{\"deal\":\"" ONE "\",\"strain\":\"NT\",\"leader\":\"N\",\"play\":[\"SQ\",\"HJ\"]}", 422, "/play/1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer answer = ask_json(d.port, "/v1/bridge", rows[i].body);
        expect_status(&answer, rows[i].status);
        assert_string_equal(answer_text(&answer, "pointer"), rows[i].pointer);
        answer_free(&answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),         cmocka_unit_test(test_text),
        cmocka_unit_test(test_file_as_text), cmocka_unit_test(test_session_is_read),
        cmocka_unit_test(test_file_as_json), cmocka_unit_test(test_freak),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
