/* Valid and invalid requests, with the place of the error, in JSON and as text. */
#include <stdio.h>

#include "kind.h"

#define BAD(text, pointer) kind_refuses(NASH_FORMAT_JSON, text, NASH_INVALID, pointer, "")
#define ODD(text, pointer) kind_refuses(NASH_FORMAT_JSON, text, NASH_UNPROCESSABLE, pointer, "")
#define BAD_TEXT(text)     kind_refuses(NASH_FORMAT_TEXT, text, NASH_INVALID, "", "")
#define ODD_TEXT(text)     kind_refuses(NASH_FORMAT_TEXT, text, NASH_UNPROCESSABLE, "", "")

static void test_malformed(void **state)
{
    BAD("{}", "");
    BAD("[1]", "");
    BAD("{\"row_payoff\":[[1]]}", "");
    BAD("{\"col_payoff\":[[1]]}", "");
    BAD("{\"acts\":[\"x\"]}", "");
    BAD("{\"payoffs\":[[1]]}", "/payoffs");
    BAD("{\"payoff\":1}", "/payoff");
    BAD("{\"payoff\":[]}", "/payoff");
    BAD("{\"payoff\":[1,2]}", "/payoff");
    BAD("{\"payoff\":[[1],2]}", "/payoff/1");
    BAD("{\"payoff\":[[]]}", "/payoff/0");
    BAD("{\"payoff\":[[1,[2]]]}", "/payoff/0/1");
    BAD("{\"payoff\":[[1,null]]}", "/payoff/0/1");
    BAD("{\"payoff\":[[\"one\"]]}", "/payoff/0/0");
    BAD("{\"payoff\":[[\"1/0\"]]}", "/payoff/0/0");
    BAD("{\"payoff\":[[\"0.5 \"]]}", "/payoff/0/0");
    BAD("{\"payoff\":[[1]],\"rows\":[]}", "/rows");
    BAD("{\"payoff\":[[1]],\"rows\":[1]}", "/rows");
    BAD("{\"payoff\":[[1]],\"rows\":[\"\"]}", "/rows/0");
    BAD("{\"payoff\":[[1]],\"rows\":[\"a\",\"b\",\"a\"]}", "/rows/2");
    BAD("{\"payoff\":[[1]],\"cols\":\"a\"}", "/cols");
    BAD("{\"payoff\":[[1]],\"row_player\":\"\"}", "/row_player");
    BAD("{\"payoff\":[[1]],\"col_player\":3}", "/col_player");
    BAD("{\"payoff\":[[1]],\"cooperative\":1}", "/cooperative");
    BAD("{\"payoff\":[[1]],\"timing\":\"later\"}", "/timing");
    BAD("{\"payoff\":[[1]],\"want\":[]}", "/want");
    BAD("{\"payoff\":[[1]],\"want\":[1]}", "/want");
    BAD("{\"payoff\":[[1]],\"want\":[\"pure\",\"all\"]}", "/want/1");
    BAD("{\"payoff\":[[1]],\"want\":[\"pure\",\"pure\"]}", "/want/1");
    BAD("{\"payoff\":[[1]],\"limit\":0}", "/limit");
    BAD("{\"payoff\":[[1]],\"limit\":10001}", "/limit");
    BAD("{\"payoff\":[[1]],\"acts\":[\"x\"],\"alpha\":true}", "/alpha");
    BAD("{\"payoff\":[[1]],\"acts\":[\"x\"],\"probability\":0.5}", "/probability");
    BAD("{\"payoff\":[[1]],\"acts\":[\"x\"],\"probability\":[]}", "/probability");
    BAD("{\"example\":\"chess\"}", "/example");
    BAD("{\"example\":7}", "/example");
    BAD("{\"payoff\":[[1e999]]}", "");
    BAD("{\"payoff\":[[NaN]]}", "");
}

/* A member that breaks the schema is reported before members that contradict each other. */
static void test_malformed_first(void **state)
{
    BAD("{\"payoff\":[[1e300]],\"limit\":0}", "/limit");
    BAD("{\"payoff\":[[1,2],[3]],\"rows\":[\"\"]}", "/rows/0");
    BAD("{\"payoff\":[[1,2]],\"acts\":[\"x\"],\"probability\":[2,\"x\"]}", "/probability/1");
}

static void test_unfitting(void **state)
{
    ODD("{\"row_payoff\":[[1,2],[3]],\"col_payoff\":[[1,2],[3,4]]}", "/row_payoff/1");
    ODD("{\"row_payoff\":[[1,2],[3,4]],\"col_payoff\":[[1,2],[3,4,5]]}", "/col_payoff/1");
    ODD("{\"row_payoff\":[[1,2]],\"col_payoff\":[[1],[2]]}", "/col_payoff");
    ODD("{\"payoff\":[[1,2]],\"rows\":[\"a\",\"b\"]}", "/rows");
    ODD("{\"payoff\":[[1,2]],\"cols\":[\"a\"]}", "/cols");
    ODD("{\"payoff\":[[1]],\"row_payoff\":[[1]],\"col_payoff\":[[1]]}", "/payoff");
    ODD("{\"row_payoff\":[[1]],\"col_payoff\":[[1]],\"acts\":[\"a\"]}", "/acts");
    ODD("{\"payoff\":[[1]],\"probability\":[1]}", "/probability");
    ODD("{\"payoff\":[[1]],\"alpha\":0.5}", "/alpha");
    ODD("{\"payoff\":[[1]],\"acts\":[\"a\"],\"rows\":[\"a\"]}", "/rows");
    ODD("{\"payoff\":[[1]],\"acts\":[\"a\"],\"want\":[\"pure\"]}", "/want");
    ODD("{\"payoff\":[[1]],\"acts\":[\"a\",\"b\"]}", "/acts");
    ODD("{\"payoff\":[[1]],\"states\":[\"a\",\"b\"]}", "/states");
    ODD("{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[1]}", "/probability");
    ODD("{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[0.5,0.4]}", "/probability");
    ODD("{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[\"3/2\",\"-1/2\"]}", "/probability/0");
    ODD("{\"payoff\":[[1]],\"acts\":[\"a\"],\"alpha\":\"3/2\"}", "/alpha");
    ODD("{\"payoff\":[[1]],\"acts\":[\"a\"],\"alpha\":1.5}", "/alpha");
    ODD("{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[2,-1]}", "/probability/0");
    ODD("{\"payoff\":[[1,2]],\"acts\":[\"a\"],\"probability\":[1.5,\"-1/2\"]}", "/probability/0");
    ODD("{\"example\":\"quarrel\",\"payoff\":[[1]]}", "/payoff");
    ODD("{\"example\":\"quarrel\",\"rows\":[\"a\",\"b\"]}", "/rows");
    ODD("{\"example\":\"quarrel\",\"alpha\":0.3}", "/alpha");
    ODD("{\"example\":\"farmer\",\"limit\":3}", "/limit");
    ODD("{\"payoff\":[[0,1e300]]}", "/payoff/0/1");
    ODD("{\"payoff\":[[0,1],[1e-300,1]]}", "/payoff/1/0");
    ODD("{\"payoff\":[[\"1/1000000007\"],[\"1/1000000009\"],[\"1/1000000021\"]]}", "/payoff/2/0");
    ODD("{\"payoff\":[[\"1/1000000007\",1000000000000]]}", "/payoff/0/1");
}

static void same(const char *one, const char *two)
{
    kind_keys(NASH_FORMAT_JSON, one, NASH_FORMAT_JSON, two, true);
}

static void differ(const char *one, const char *two)
{
    kind_keys(NASH_FORMAT_JSON, one, NASH_FORMAT_JSON, two, false);
}

static void same_text(const char *text, const char *json)
{
    kind_keys(NASH_FORMAT_TEXT, text, NASH_FORMAT_JSON, json, true);
}

static void test_spellings(void **state)
{
    same("{\"payoff\":[[0.5,1]]}", "{\"payoff\":[[\"1/2\",1.0]]}");
    same("{\"payoff\":[[0.5,1]]}",
         "{\"payoff\":[[\"2/4\",\"1\"]],\"rows\":[\"r1\"],\"timing\":\"static\",\"limit\":1000}");
    same("{\"payoff\":[[2,1],[1,2]],\"want\":[\"pure\",\"one\"]}",
         "{\"payoff\":[[2,1],[1,2]],\"want\":[\"one\",\"pure\"]}");
    same("{\"example\":\"matching_pennies\"}",
         "{\"payoff\":[[1,-1],[-1,1]],\"rows\":[\"H\",\"T\"],\"cols\":[\"H\",\"T\"],\"row_player\":\"matcher\","
         "\"col_player\":\"mismatcher\"}");
    same("{\"payoff\":[[1]],\"acts\":[\"a1\"]}", "{\"payoff\":[[1]],\"states\":[\"s1\"],\"alpha\":\"1/2\"}");
    differ("{\"payoff\":[[1]]}", "{\"payoff\":[[1]],\"acts\":[\"r1\"],\"states\":[\"c1\"]}");
    differ("{\"payoff\":[[1,2]]}", "{\"payoff\":[[1],[2]]}");
    differ("{\"payoff\":[[1]]}", "{\"payoff\":[[\"1/2\"]]}");
    differ("{\"payoff\":[[1]]}", "{\"row_payoff\":[[1]],\"col_payoff\":[[-1]]}");
    differ("{\"payoff\":[[1]]}", "{\"payoff\":[[1]],\"row_player\":\"A\"}");
    differ("{\"payoff\":[[1]]}", "{\"payoff\":[[1]],\"cooperative\":true}");
    differ("{\"payoff\":[[1]]}", "{\"payoff\":[[1]],\"limit\":1}");
}

static void test_texts(void **state)
{
    static const char json[] = "{\"row_payoff\":[[1,3,5],[2,4,\"1/3\"]],\"col_payoff\":[[-1,-3,0],[0.5,0,0]]}";
    static const char named[] =
        "{\"row_payoff\":[[1,3,5],[2,4,\"1/3\"]],\"col_payoff\":[[-1,-3,0],[0.5,0,0]],"
        "\"rows\":[\"up\",\"the \\\"other\\\"\"],\"cols\":[\"a\",\"b\",\"c\"],\"row_player\":\"A\"}";
    same_text("2 3\n\n1 3 5\n2 4 1/3\n\n-1 -3 0\n0.5 0 0\n", json);
    same_text("NFG 1 R \"\" { \"\" \"\" } { 2 3 }\n\n1 -1 2 1/2 3 -3 4 0 5 0 1/3 0", json);
    same_text(
        "NFG 1 D \"t\" { \"\" \"\" } { { \"x\" \"x\" } { \"\" \"b\" \"c\" } } \"remark\" 1 -1 2 1/2 3 -3 4 0 5 0 1/3 0",
        json);
    same_text("NFG 1 R \"t\" {\"A\" \"\"} {{\"up\" \"the \\\"other\\\"\"} {\"a\" \"b\" \"c\"}} "
              "{ {\"first\" 1, -1} {2 0.5} {3 -3} {\"\" 4, 0} {5 0} {1/3 0} } 1 2 3 4 5 6",
              named);
}

static void test_tables(void **state)
{
    static const char two[] = "{\"row_payoff\":[[3,1],[0,\"1/2\"]],\"col_payoff\":[[2,1],[0,-3]]}";
    static const char one[] = "{\"payoff\":[[1,-2,0.5],[\"1/3\",4,1000]]}";
    static const char *const separators[] = {"\t", " ", ",", ";", ", ", " ; ", "  "}, *const ends[] = {"\n", "\r\n",
                                                                                                       "\n\n"};
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            const char *s = separators[i], *e = ends[k];
            char text[100];
            snprintf(text, sizeof text, "1%s-2%s0.5%s1/3%s4%s1e3%s", s, s, e, s, s, e);
            same_text(text, one);
            snprintf(text, sizeof text, "3,2%s1,1%s0,0%s1/2,-3", s, e, s);
            if (!strchr(s, ','))
                same_text(text, two);
        }
    same_text("3,2\n1,4", "{\"payoff\":[[3,2],[1,4]]}");                  /* two columns, not pairs in one */
    same_text("1 1\n3 2", "{\"row_payoff\":[[3]],\"col_payoff\":[[2]]}"); /* as lrsnash reads it */
    same_text("1 2\n3 2", "{\"payoff\":[[1,2],[3,2]]}");
    BAD_TEXT("1 2\n3");
    BAD_TEXT("1 2\n3 x");
    BAD_TEXT("1 2 3");
    BAD_TEXT("5\n6\n7");
    BAD_TEXT("3,2 1\n0,0 1,1");
}

static void test_refused_texts(void **state)
{
    BAD_TEXT("");
    BAD_TEXT("game");
    BAD_TEXT("NFG");
    BAD_TEXT("NFG 2 R \"\" { \"\" \"\" } { 1 1 } 0 0");
    BAD_TEXT("NFG 1 X \"\" { \"\" \"\" } { 1 1 } 0 0");
    BAD_TEXT("NFG 1 R title { \"\" \"\" } { 1 1 } 0 0");
    BAD_TEXT("NFG 1 R \"t { \"\" \"\" } { 1 1 } 0 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 0 1 } 0 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 401 1 } 0 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { { } { \"a\" } } 0 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } 0 0 0");
    BAD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } { {\"\" 1, 2 } 1");
    BAD_TEXT("NFG 1 R \"\" { \"\xff\" \"\" } { 1 1 } 0 0");
    BAD_TEXT("2 2 1 2 3 4 5 6 7");
    BAD_TEXT("2 2 1 2 3 4 5 6 7 8 9");
    BAD_TEXT("2 2 1 2 3 4 5 6 7 x");
    BAD_TEXT("0 2");
    ODD_TEXT("NFG 1 R \"\" { \"\" \"\" \"\" } { 1 1 1 } 0 0 0");
    ODD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } { {\"\" 1, 2 } } 2");
    ODD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } { {\"\" 1, 2 } } 1/2");
    ODD_TEXT("NFG 1 R \"\" { \"\" \"\" } { 1 1 } { {\"\" 1, 2 } { 3 4 } } 1");
    ODD_TEXT("1 1 1e99 1");
}

static void told(const char *text, const char *begin)
{
    struct kind_case c = {0};
    assert_int_not_equal(kind_parse(&c, NASH_FORMAT_TEXT, text), NASH_OK);
    if (strncmp(c.error.detail, begin, strlen(begin)) != 0)
        fail_msg("%s: %s", text, c.error.detail);
    kind_free(&c);
}

/* Errors in a text of several lines name the line; a game of a batch is one line and has none. */
static void test_lines(void **state)
{
    told("2 2\n1 2\n3 x\n", "line 3: expected a payoff");
    told("2 2 1 2 3 x", "expected a payoff");
    told("1 1\n1\n1\n1", "line 4: something follows");
    told("1 1\n1e99\n1", "line 2: the payoff 1e99 is too large");
    told("NFG 1 R \"t\"\n{ \"A\" B }", "line 2: expected a name in quotes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed),     cmocka_unit_test(test_malformed_first), cmocka_unit_test(test_unfitting),
        cmocka_unit_test(test_spellings),     cmocka_unit_test(test_texts),           cmocka_unit_test(test_tables),
        cmocka_unit_test(test_refused_texts), cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
