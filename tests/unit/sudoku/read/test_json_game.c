/* The members that configure a method: errors of the schema have status 400, members that do not fit together 422, each
 * with its pointer; and the defaults of absent members. */
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/problem.h>

#include "../../solvers/kind_case.h"

#define NINE "\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\""
#define ROW  "\".........................\""
#define BAND ROW "," ROW "," ROW "," ROW "," ROW
#define BIG  "\"puzzle\":[" BAND "," BAND "," BAND "," BAND "," BAND "]"

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *body;
        enum nash_status status;
        const char *pointer;
    } cases[] = {
        /* the schema forbids these */
        {"{" NINE ",\"method\":\"quick\"}", NASH_INVALID, "/method"},
        {"{" NINE ",\"method\":null}", NASH_INVALID, "/method"},
        {"{" NINE ",\"method\":\"sap\",\"beta\":-1}", NASH_INVALID, "/beta"},
        {"{" NINE ",\"method\":\"sap\",\"beta\":0}", NASH_INVALID, "/beta"},
        {"{" NINE ",\"method\":\"sap\",\"beta\":64.001}", NASH_INVALID, "/beta"},
        {"{" NINE ",\"method\":\"sap\",\"beta\":NaN}", NASH_INVALID, ""},
        {"{" NINE ",\"method\":\"sap\",\"beta\":\"3\"}", NASH_INVALID, "/beta"},
        {"{" NINE ",\"method\":\"sap\",\"schedule\":\"cool\"}", NASH_INVALID, "/schedule"},
        {"{" NINE ",\"method\":\"sap\",\"updates\":0}", NASH_INVALID, "/updates"},
        {"{" NINE ",\"method\":\"sap\",\"updates\":1000000000001}", NASH_INVALID, "/updates"},
        {"{" NINE ",\"method\":\"sap\",\"updates\":1.5}", NASH_INVALID, "/updates"},
        {"{" NINE ",\"method\":\"sap\",\"restarts\":-1}", NASH_INVALID, "/restarts"},
        {"{" NINE ",\"method\":\"sap\",\"restarts\":1000001}", NASH_INVALID, "/restarts"},
        {"{" NINE ",\"method\":\"sap\",\"propagate\":1}", NASH_INVALID, "/propagate"},
        {"{" NINE ",\"shards\":0}", NASH_INVALID, "/shards"},
        {"{" NINE ",\"shards\":50}", NASH_INVALID, "/shards"},
        {"{" NINE ",\"shards\":\"phone\"}", NASH_INVALID, "/shards"},
        {"{" NINE ",\"shards\":[]}", NASH_INVALID, "/shards"},
        {"{" NINE ",\"shards\":[3]}", NASH_INVALID, "/shards/0"},
        {"{" NINE ",\"shards\":[\"local\",\"\"]}", NASH_INVALID, "/shards/1"},
        {"{" NINE ",\"shards\":[\"ftp://a\"]}", NASH_INVALID, "/shards/0"},
        {"{" NINE ",\"shards\":[\"http://\"]}", NASH_INVALID, "/shards/0"},
        {"{" NINE ",\"shards\":[\"http://a b\"]}", NASH_INVALID, "/shards/0"},
        {"{" NINE ",\"shards\":2,\"mode\":\"fast\"}", NASH_INVALID, "/mode"},
        {"{" NINE ",\"shards\":2,\"audit\":1.1}", NASH_INVALID, "/audit"},
        {"{" NINE ",\"shards\":2,\"wait_ms\":60001}", NASH_INVALID, "/wait_ms"},
        /* the whole body is checked against the schema first */
        {"{" NINE ",\"diagonal\":true,\"method\":\"sap\",\"beta\":0}", NASH_INVALID, "/beta"},
        /* an option without its method */
        {"{" NINE ",\"beta\":3}", NASH_UNPROCESSABLE, "/beta"},
        {"{" NINE ",\"method\":\"tabu\",\"beta\":3}", NASH_UNPROCESSABLE, "/beta"},
        {"{" NINE ",\"method\":\"exact\",\"propagate\":true}", NASH_UNPROCESSABLE, "/propagate"},
        {"{" NINE ",\"updates\":9}", NASH_UNPROCESSABLE, "/updates"},
        {"{" NINE ",\"method\":\"auto\",\"restarts\":9}", NASH_UNPROCESSABLE, "/restarts"},
        {"{" NINE ",\"method\":\"tabu\",\"schedule\":\"fixed\"}", NASH_UNPROCESSABLE, "/schedule"},
        {"{" NINE ",\"method\":\"sap\",\"mode\":\"exact\"}", NASH_UNPROCESSABLE, "/mode"},
        {"{" NINE ",\"method\":\"sap\",\"audit\":1}", NASH_UNPROCESSABLE, "/audit"},
        {"{" NINE ",\"wait_ms\":0}", NASH_UNPROCESSABLE, "/wait_ms"},
        {"{" NINE ",\"shards\":3,\"beta\":3}", NASH_UNPROCESSABLE, "/beta"},
        /* shards do not support these */
        {"{" NINE ",\"shards\":4,\"mode\":\"token\"}", NASH_UNPROCESSABLE, "/shards"},
        {"{" BIG ",\"shards\":6,\"mode\":\"exact\"}", NASH_UNPROCESSABLE, "/shards"},
        {"{" NINE ",\"shards\":3,\"method\":\"exact\",\"mode\":\"exact\"}", NASH_UNPROCESSABLE, "/mode"},
        {"{" NINE ",\"shards\":3,\"method\":\"tabu\",\"mode\":\"token\"}", NASH_UNPROCESSABLE, "/mode"},
        {"{" NINE ",\"shards\":3,\"mode\":\"exact\",\"schedule\":\"anneal\"}", NASH_UNPROCESSABLE, "/schedule"},
        {"{\"puzzle\":\"................\",\"regions\":\"AABBAABBCCDDCCDD\",\"shards\":2,\"mode\":\"exact\"}",
         NASH_UNPROCESSABLE, "/shards"},
        /* the game does not support these */
        {"{" NINE ",\"method\":\"sap\",\"diagonal\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"method\":\"tabu\",\"disjoint\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"shards\":2,\"mode\":\"replicas\",\"cages\":[{\"sum\":9,\"cells\":[[1,3],[1,4]]}]}",
         NASH_UNPROCESSABLE, "/shards"},
        {"{" NINE ",\"method\":\"sap\",\"solutions\":3}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"method\":\"tabu\",\"solutions\":\"all\"}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"solutions\":\"every\"}", NASH_INVALID, "/solutions"},
        {"{" NINE ",\"solutions\":\"all\",\"list\":0}", NASH_INVALID, "/list"},
        {"{" NINE ",\"solutions\":\"all\",\"list\":607}", NASH_UNPROCESSABLE, "/list"},
        {"{" NINE ",\"solutions\":100,\"list\":5}", NASH_UNPROCESSABLE, "/list"},
        {"{" NINE ",\"check\":true,\"solutions\":\"all\"}", NASH_UNPROCESSABLE, "/solutions"},
        /* other tasks */
        {"{" NINE ",\"method\":\"auto\",\"check\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"method\":\"sap\",\"explain\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"shards\":2,\"hint\":true}", NASH_UNPROCESSABLE, "/shards"},
        {"{\"generate\":{},\"method\":\"exact\"}", NASH_UNPROCESSABLE, "/method"},
        {"{\"generate\":{},\"shards\":2,\"mode\":\"auto\"}", NASH_UNPROCESSABLE, "/mode"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        kind_refuses(NASH_FORMAT_JSON, cases[i].body, cases[i].status, cases[i].pointer, "");
}

/* Returns a valid problem, which lasts until the next call with this case. */
static const struct sudoku_problem *good(const char *body, struct kind_case *c)
{
    kind_free(c);
    if (kind_parse(c, NASH_FORMAT_JSON, body) != NASH_OK)
        fail_msg("%s: %s %s", body, c->error.pointer, c->error.detail);
    return c->problem;
}

static void what_is_open_is_filled_in(void **state)
{
    struct kind_case c = {0};
    assert_null(good("{" NINE "}", &c)->options);
    assert_null(good("{" NINE ",\"method\":\"auto\",\"diagonal\":true,\"solutions\":9}", &c)->options);
    const struct sudoku_problem *p = good("{" NINE ",\"method\":\"exact\",\"solutions\":7}", &c);
    assert_int_equal(p->options->method, SUDOKU_METHOD_EXACT);
    assert_int_equal(p->limit, 7);
    p = good("{" NINE ",\"method\":\"sap\"}", &c);
    assert_true(p->options->propagate);
    assert_int_equal(p->limit, 1);
    assert_int_equal(p->options->beta, 0);
    assert_int_equal(p->options->restarts, UINT32_MAX);
    p = good("{" NINE ",\"method\":\"sap\",\"beta\":1e-300,\"solutions\":2}", &c);
    assert_int_equal(p->options->beta, 1);
    p = good("{" BIG ",\"shards\":5}", &c);
    assert_int_equal(p->options->mode, SUDOKU_MODE_AUTO);
    assert_int_equal(p->options->method, SUDOKU_METHOD_EXACT);
    assert_null(p->options->member);
    p = good("{" BIG ",\"shards\":5,\"mode\":\"replicas\"}", &c);
    assert_int_equal(p->options->method, SUDOKU_METHOD_TABU);
    p = good("{" BIG ",\"shards\":5,\"method\":\"tabu\"}", &c);
    assert_int_equal(p->options->mode, SUDOKU_MODE_REPLICAS);
    p = good("{\"generate\":{},\"shards\":5}", &c);
    assert_int_equal(p->options->shards, 5);
    p = good("{" NINE ",\"solutions\":\"all\",\"list\":606,\"diagonal\":true,\"shards\":9}", &c);
    assert_true(p->all);
    assert_int_equal(p->list, 606);
    p = good("{" BIG
             ",\"shards\":[\"local\",\"phone\",\"https://a:1/\"],\"mode\":\"token\",\"audit\":0.5,\"wait_ms\":7,"
             "\"beta\":64}",
             &c);
    assert_int_equal(p->options->method, SUDOKU_METHOD_SAP);
    assert_int_equal(p->options->shards, 3);
    assert_string_equal(p->options->member[2], "https://a:1/");
    assert_int_equal(p->options->beta, 64 * 65536);
    assert_true(p->options->audit == 0.5);
    assert_int_equal(p->options->wait_ms, 7);
    p = good("{" BIG ",\"shards\":6,\"mode\":\"replicas\",\"method\":\"sap\",\"schedule\":\"anneal\"}", &c);
    assert_int_equal(p->options->shards, 6);
    kind_free(&c);
}

/* ---- keys ---- */

static void keys_tell_games_apart(void **state)
{
    static const char *const bodies[] = {
        "{" BIG "}",
        "{" BIG ",\"method\":\"exact\"}",
        "{" BIG ",\"method\":\"sap\"}",
        "{" BIG ",\"method\":\"tabu\"}",
        "{" BIG ",\"method\":\"sap\",\"beta\":3}",
        "{" BIG ",\"method\":\"sap\",\"propagate\":false}",
        "{" BIG ",\"method\":\"sap\",\"schedule\":\"adaptive\"}",
        "{" BIG ",\"method\":\"sap\",\"updates\":5}",
        "{" BIG ",\"method\":\"sap\",\"restarts\":5}",
        "{" BIG ",\"shards\":5,\"mode\":\"exact\"}",
        "{" BIG ",\"shards\":4,\"mode\":\"exact\"}",
        "{" BIG ",\"shards\":5,\"mode\":\"token\"}",
        "{" BIG ",\"shards\":[\"local\",\"local\",\"local\",\"local\",\"phone\"],\"mode\":\"exact\"}",
        "{" BIG ",\"shards\":5}",
        "{" BIG ",\"shards\":5,\"mode\":\"replicas\"}",
        "{" BIG ",\"solutions\":\"all\"}",
        "{" BIG ",\"solutions\":\"all\",\"list\":2}",
        "{" BIG ",\"solutions\":\"all\",\"list\":3}",
        "{\"generate\":{}}",
        "{\"generate\":{},\"shards\":3}",
    };
    enum { BODIES = sizeof bodies / sizeof *bodies };
    struct nash_hash hash[BODIES];
    for (size_t i = 0; i < BODIES; i++) {
        hash[i] = kind_key(NASH_FORMAT_JSON, bodies[i]);
        for (size_t k = 0; k < i; k++)
            if (memcmp(&hash[i], &hash[k], sizeof hash[i]) == 0)
                fail_msg("one key for %s and %s", bodies[k], bodies[i]);
    }
    struct nash_hash same = kind_key(NASH_FORMAT_JSON, "{" BIG ",\"method\":\"auto\"}");
    assert_memory_equal(&same, &hash[0], sizeof same);
    same = kind_key(NASH_FORMAT_JSON,
                    "{" BIG
                    ",\"shards\":[\"local\",\"local\",\"local\",\"local\",\"local\"],\"mode\":\"exact\",\"audit\":1,"
                    "\"method\":\"sap\",\"schedule\":\"fixed\"}");
    assert_memory_equal(&same, &hash[9], sizeof same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(what_is_open_is_filled_in),
        cmocka_unit_test(keys_tell_games_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
