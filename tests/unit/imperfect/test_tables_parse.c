/* Valid and invalid requests, with the place of the error; what makes two requests the same. */
#include "tables_random.h"

const struct nash_solver *const kind_solver = &nash_solver_imperfect;

/* Requests with a member that is under test, and all others in order. */
#define HIDDEN(json)       "{\"hidden\":" json ",\"actions\":[{\"id\":\"x\",\"payoff\":1}]}"
#define WITH(json)         "{\"hidden\":[\"p\",\"q\"],\"actions\":[{\"id\":\"x\",\"payoff\":1}]," json "}"
#define ROWS_OF(json)      WITH("\"observations\":[\"a\"],\"model\":{\"likelihood\":" json "}")
#define ACTIONS_ARE(json)  "{\"hidden\":[\"p\",\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":" json "}"
#define RESPONSE(json)     ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1,\"response\":" json "}]")
#define OUTCOME(json)      WITH("\"outcome\":" json)
#define BAD(text, pointer) kind_refuses(NASH_FORMAT_JSON, text, NASH_INVALID, pointer, "")
#define ODD(text, pointer) kind_refuses(NASH_FORMAT_JSON, text, NASH_UNPROCESSABLE, pointer, "")

static void test_hidden(void **state)
{
    BAD("{}", "");
    BAD("[]", "");
    BAD("{\"hidden\":[\"p\"]}", "");
    BAD(HIDDEN("[]"), "/hidden");
    BAD(HIDDEN("3"), "/hidden");
    BAD(HIDDEN("[1,2]"), "/hidden/0");
    BAD(HIDDEN("[\"p\",\"\"]"), "/hidden/1");
    BAD(HIDDEN("[\"0123456789012345678901234567890123456789012345678901234567890\"]"), "/hidden/0");
    BAD(HIDDEN("[{}]"), "/hidden/0");
    BAD(HIDDEN("[{\"prior\":1}]"), "/hidden/0");
    BAD(HIDDEN("[{\"id\":\"p\",\"prior\":-0.5}]"), "/hidden/0/prior");
    BAD(HIDDEN("[{\"id\":\"p\",\"prior\":\"1\"}]"), "/hidden/0/prior");
    BAD(HIDDEN("[{\"id\":\"p\",\"prior\":1e13}]"), "/hidden/0/prior");
    BAD(HIDDEN("[{\"id\":\"p\",\"weight\":1}]"), "/hidden/0/weight");
    BAD(HIDDEN("[{\"id\":\"p\",\"prior\":1e999}]"), "");
    ODD(HIDDEN("[\"p\",\"q\",\"p\"]"), "/hidden/2");
    ODD(HIDDEN("[\"p\",{\"id\":\"p\"}]"), "/hidden/1/id");
    ODD(HIDDEN("[{\"id\":\"p\",\"prior\":0},{\"id\":\"q\",\"prior\":0}]"), "/hidden");
}

/* 65,536 states are accepted, one more is not. */
static void test_many_hidden(void **state)
{
    for (int more = 0; more < 2; more++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        struct kind_case c = {0};
        nash_buf_puts(&text, "{\"hidden\":[\"0\"");
        for (int i = 1; i < 65536 + more; i++)
            nash_buf_printf(&text, ",\"%d\"", i);
        nash_buf_puts(&text, "],\"actions\":[{\"id\":\"x\",\"payoff\":1}]}");
        if (more) {
            BAD(nash_buf_cstr(&text), "/hidden");
        } else {
            kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
            assert_near(kind_number(&c, "entropy_bits/posterior"), 16, 1e-9);
            kind_free(&c);
        }
        nash_buf_free(&text);
    }
}

static void test_model(void **state)
{
    BAD(WITH("\"model\":1"), "/model");
    BAD(WITH("\"model\":{\"likelihoods\":{}}"), "/model/likelihoods");
    BAD(WITH("\"model\":{\"likelihood\":[]}"), "/model/likelihood");
    BAD(ROWS_OF("{\"a\":0.5}"), "/model/likelihood/a");
    BAD(ROWS_OF("{\"a\":[0.5,1.5]}"), "/model/likelihood/a/1");
    BAD(ROWS_OF("{\"a\":[-0.1,0.5]}"), "/model/likelihood/a/0");
    BAD(ROWS_OF("{\"a\":[0,2]}"), "/model/likelihood/a/1");
    BAD(ROWS_OF("{\"a\":[0.5,\"0.5\"]}"), "/model/likelihood/a/1");
    BAD(ROWS_OF("{\"a\":[0.5,null]}"), "/model/likelihood/a/1");
    BAD(ROWS_OF("{\"a\":[0.5,NaN]}"), "");
    BAD(ROWS_OF("{\"\":[0.5,1],\"a\":[1,1]}"), "/model/likelihood/");
    ODD(ROWS_OF("{\"a\":[0.5]}"), "/model/likelihood/a");
    ODD(ROWS_OF("{\"a\":[0.5,0.5,0.5]}"), "/model/likelihood/a");
    ODD(ROWS_OF("{\"a\":[1,1,1]}"), "/model/likelihood/a");
    ODD(ROWS_OF("{\"a\":[]}"), "/model/likelihood/a");
    ODD(ROWS_OF("{\"b\":[0.5,0.5]}"), "/observations/0");
    ODD(WITH("\"observations\":[\"a\"]"), "/observations/0");
    BAD(WITH("\"observations\":\"a\""), "/observations");
    BAD(WITH("\"observations\":[1]"), "/observations/0");
    ODD(WITH("\"observations\":[\"a\",\"b\"],\"model\":{\"likelihood\":{\"a\":[0,1]}}"), "/observations/1");
}

static void test_outcome(void **state)
{
    BAD(OUTCOME("[]"), "/outcome");
    BAD(OUTCOME("{}"), "/outcome");
    BAD(OUTCOME("{\"tie\":[\"p\"]}"), "/outcome");
    BAD(OUTCOME("{\"win\":\"p\"}"), "/outcome/win");
    BAD(OUTCOME("{\"win\":[0.5,2]}"), "/outcome/win/1");
    BAD(OUTCOME("{\"win\":[0.5,\"p\"]}"), "/outcome/win/1");
    BAD(OUTCOME("{\"win\":[\"p\",0.5]}"), "/outcome/win/1");
    BAD(OUTCOME("{\"win\":[],\"lose\":[]}"), "/outcome/lose");
    ODD(OUTCOME("{\"win\":[1]}"), "/outcome/win");
    ODD(OUTCOME("{\"win\":[\"r\"]}"), "/outcome/win/0");
    ODD(OUTCOME("{\"win\":[\"p\",\"p\"]}"), "/outcome/win/1");
    ODD(OUTCOME("{\"win\":[],\"tie\":[\"p\",\"P\"]}"), "/outcome/tie/1");
    ODD(OUTCOME("{\"win\":[\"p\"],\"tie\":[\"p\"]}"), "/outcome");
    ODD(OUTCOME("{\"win\":[0.6,0],\"tie\":[0.5,0]}"), "/outcome");
}

static void test_actions(void **state)
{
    BAD(ACTIONS_ARE("[]"), "/actions");
    BAD(ACTIONS_ARE("{}"), "/actions");
    BAD(ACTIONS_ARE("[1]"), "/actions/0");
    BAD(ACTIONS_ARE("[{\"payoff\":1}]"), "/actions/0");
    BAD(ACTIONS_ARE("[{\"id\":\"x\"}]"), "/actions/0");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff_win\":1}]"), "/actions/0");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff_tie\":1}]"), "/actions/0");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":\"1\"}]"), "/actions/0/payoff");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":Infinity}]"), "");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1e13}]"), "/actions/0/payoff");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":[1,true]}]"), "/actions/0/payoff/1");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff_win\":1,\"payoff_lose\":null}]"), "/actions/0/payoff_lose");
    BAD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1,\"pay\":1}]"), "/actions/0/pay");
    ODD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":[1]}]"), "/actions/0/payoff");
    ODD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1,\"payoff_tie\":1}]"), "/actions/0/payoff_tie");
    ODD(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1},{\"id\":\"x\",\"payoff\":2}]"), "/actions/1/id");
    ODD(WITH(
            "\"model\":{\"likelihood\":{}},\"outcome\":{\"win\":[]},\"method\":\"exact\",\"smoothing\":0,\"samples\":7,"
            "\"observations\":[\"a\"]"),
        "/observations/0");
    ODD("{\"hidden\":[\"p\"],\"actions\":[{\"id\":\"x\",\"payoff_win\":1,\"payoff_lose\":0}]}", "/outcome");
    BAD(RESPONSE("1"), "/actions/0/response");
    BAD(RESPONSE("{\"fold\":0.5}"), "/actions/0/response");
    BAD(RESPONSE("{\"fold\":1.5,\"payoff_fold\":1}"), "/actions/0/response/fold");
    BAD(RESPONSE("{\"fold\":[0.5,-1],\"payoff_fold\":1}"), "/actions/0/response/fold/1");
    BAD(RESPONSE("{\"fold\":[0.5,1],\"payoff_fold\":\"1\"}"), "/actions/0/response/payoff_fold");
    ODD(RESPONSE("{\"fold\":[0.5],\"payoff_fold\":1}"), "/actions/0/response/fold");
    ODD(WITH("\"model\":{\"response\":{\"y\":{\"fold\":1,\"payoff_fold\":1}}}"), "/model/response/y");
    ODD("{\"hidden\":[\"p\"],\"actions\":[{\"id\":\"x\",\"payoff\":1,\"response\":{\"fold\":1,\"payoff_fold\":1}}],"
        "\"model\":{\"response\":{\"x\":{\"fold\":1,\"payoff_fold\":1}}}}",
        "/model/response/x");
}

static void test_settings(void **state)
{
    BAD(WITH("\"method\":\"guess\""), "/method");
    BAD(WITH("\"samples\":0"), "/samples");
    BAD(WITH("\"samples\":10000001"), "/samples");
    BAD(WITH("\"samples\":1.5"), "/samples");
    BAD(WITH("\"samples\":9223372036854775808"), "");
    BAD(WITH("\"smoothing\":-0.1"), "/smoothing");
    BAD(WITH("\"smoothing\":1.1"), "/smoothing");
    BAD(WITH("\"smoothness\":0"), "/smoothness");
    ODD(WITH("\"method\":\"seed\""), "/method");
    ODD("{\"hidden\":[\"p\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"x\",\"payoff\":[1]}],\"method\":"
        "\"seed\"}",
        "/method");
    kind_refuses(NASH_FORMAT_JSON, WITH("\"observations\":[\"a\"],\"model\":{\"likelihood\":{\"b\":[1,1]}}"),
                 NASH_UNPROCESSABLE, "/observations/0", "no likelihoods of \"a\"");
    kind_refuses(NASH_FORMAT_JSON, ROWS_OF("{\"a\":[1]}"), NASH_UNPROCESSABLE, "/model/likelihood/a",
                 "expected 2 numbers, one for each hidden state, found 1");
    /* a value that breaks the schema is reported before lengths */
    BAD(WITH("\"observations\":[\"a\"],\"model\":{\"likelihood\":{\"b\":[1],\"a\":[1,7]}}"), "/model/likelihood/a/1");
}

static void same(const char *one, const char *two, bool equal)
{
    kind_keys(NASH_FORMAT_JSON, one, NASH_FORMAT_JSON, two, equal);
}

static void test_keys(void **state)
{
    static const char plain[] = "{\"hidden\":[\"p\",\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"x\","
                                "\"payoff_win\":2,\"payoff_lose\":0}]}";
    same(plain,
         "{\"actions\":[{\"payoff_lose\":-0.0,\"payoff_win\":2.0,\"payoff_tie\":1,\"id\":\"x\"}],\"outcome\":{\"tie\":["
         "],"
         "\"win\":[1,0]},\"hidden\":[{\"id\":\"p\",\"prior\":2},{\"id\":\"q\",\"prior\":2}],\"method\":\"exact\","
         "\"samples\":5,\"observations\":[]}",
         true);
    same(WITH("\"smoothing\":0"), WITH("\"method\":\"auto\""), true);
    same(WITH("\"smoothing\":0"), WITH("\"smoothing\":0.1"), false);
    same(WITH("\"samples\":5"), WITH("\"method\":\"monte_carlo\",\"samples\":5"), false);
    same(WITH("\"samples\":6,\"method\":\"monte_carlo\""), WITH("\"method\":\"monte_carlo\",\"samples\":5"), false);
    same(HIDDEN("[\"p\",\"q\"]"), HIDDEN("[\"q\",\"p\"]"), false);
    same(HIDDEN("[\"p\",\"q\"]"), HIDDEN("[\"p\",{\"id\":\"q\",\"prior\":2}]"), false);
    same(ROWS_OF("{\"a\":[1,0.5]}"), ROWS_OF("{\"a\":[0.5,1]}"), false);
    same(ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":1}]"), ACTIONS_ARE("[{\"id\":\"x\",\"payoff\":[1,1]}]"), false);
    same(RESPONSE("{\"fold\":0.5,\"payoff_fold\":1}"), RESPONSE("{\"fold\":[0.5,0.5],\"payoff_fold\":1}"), true);
}

static bool is_seeded(const char *text)
{
    struct kind_case c = {0};
    assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, text), NASH_OK);
    bool seeded = nash_solver_imperfect.seeded(c.problem);
    kind_free(&c);
    return seeded;
}

/* Only samples depend on the seed; equal seeds give equal answers. */
static void test_seeds(void **state)
{
    static const char drawn[] = "{\"hidden\":[\"p\",\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"x\","
                                "\"payoff_win\":1,\"payoff_lose\":0}],\"method\":\"monte_carlo\",\"samples\":1000}";
    struct kind_case one = {.run = {.seed = 1}}, again = {.run = {.seed = 1}}, two = {.run = {.seed = 2}};
    assert_true(is_seeded(drawn));
    assert_false(is_seeded(WITH("\"samples\":5")));
    kind_solve(&one, NASH_FORMAT_JSON, drawn);
    kind_solve(&again, NASH_FORMAT_JSON, drawn);
    kind_solve(&two, NASH_FORMAT_JSON, drawn);
    assert_int_equal(kind_int(&one, "wins"), kind_int(&again, "wins"));
    assert_int_not_equal(kind_int(&one, "wins"), kind_int(&two, "wins"));
    kind_free(&one);
    kind_free(&again);
    kind_free(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hidden),  cmocka_unit_test(test_many_hidden), cmocka_unit_test(test_model),
        cmocka_unit_test(test_outcome), cmocka_unit_test(test_actions),     cmocka_unit_test(test_settings),
        cmocka_unit_test(test_keys),    cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
