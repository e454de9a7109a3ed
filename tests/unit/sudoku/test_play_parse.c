/* The members about the way to play: what the schema forbids is 400, what only the whole shows 422, each with its
 * pointer; and what is left open is filled in. */
#include <solvers/sudoku/play.h>

#include "../base/test.h"
#include "harness.h"

enum { ARENA_BYTES = 4 << 20 };

#define NINE "\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\""
#define ROW  "\".........................\""
#define BAND ROW "," ROW "," ROW "," ROW "," ROW
#define BIG  "\"puzzle\":[" BAND "," BAND "," BAND "," BAND "," BAND "]"

static enum nash_status parse(const char *body, struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct nash_json doc;
    *error = (struct nash_error){0};
    enum nash_status status = nash_json_parse(&doc, body, strlen(body), arena, error);
    if (status == NASH_OK)
        status = nash_solver_sudoku.parse(&doc, arena, problem, error);
    nash_json_free(&doc);
    return status;
}

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *body;
        enum nash_status status;
        const char *pointer;
    } cases[] = {
        /* what the schema forbids */
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
        /* the schema is looked at in the whole body first */
        {"{" NINE ",\"diagonal\":true,\"method\":\"sap\",\"beta\":0}", NASH_INVALID, "/beta"},
        /* an option without what it belongs to */
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
        /* what shards cannot do */
        {"{" NINE ",\"shards\":4}", NASH_UNPROCESSABLE, "/shards"},
        {"{" BIG ",\"shards\":6}", NASH_UNPROCESSABLE, "/shards"},
        {"{" BIG ",\"shards\":6,\"mode\":\"exact\"}", NASH_UNPROCESSABLE, "/shards"},
        {"{" NINE ",\"shards\":3,\"method\":\"exact\"}", NASH_UNPROCESSABLE, "/shards"},
        {"{" NINE ",\"shards\":3,\"method\":\"tabu\",\"mode\":\"token\"}", NASH_UNPROCESSABLE, "/mode"},
        {"{" NINE ",\"shards\":3,\"mode\":\"exact\",\"schedule\":\"anneal\"}", NASH_UNPROCESSABLE, "/schedule"},
        {"{\"puzzle\":\"................\",\"regions\":\"AABBAABBCCDDCCDD\",\"shards\":2}", NASH_UNPROCESSABLE,
         "/shards"},
        /* what the game cannot do */
        {"{" NINE ",\"method\":\"sap\",\"diagonal\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"method\":\"tabu\",\"disjoint\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"shards\":2,\"cages\":[{\"sum\":9,\"cells\":[[1,3],[1,4]]}]}", NASH_UNPROCESSABLE, "/shards"},
        {"{" NINE ",\"method\":\"sap\",\"solutions\":3}", NASH_UNPROCESSABLE, "/method"},
        /* what is no solving */
        {"{" NINE ",\"method\":\"auto\",\"check\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"method\":\"sap\",\"explain\":true}", NASH_UNPROCESSABLE, "/method"},
        {"{" NINE ",\"shards\":2,\"hint\":true}", NASH_UNPROCESSABLE, "/shards"},
        {"{\"generate\":{},\"method\":\"exact\"}", NASH_UNPROCESSABLE, "/method"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct nash_error error;
        void *problem;
        enum nash_status status = parse(cases[i].body, arena, &problem, &error);
        if (status != cases[i].status || strcmp(error.pointer, cases[i].pointer) != 0 || !error.detail[0])
            fail_msg("%s: %d at %s (%s)", cases[i].body, status, error.pointer, error.detail);
        nash_arena_free(arena);
    }
}

static const struct sudoku_problem *good(const char *body, struct nash_arena *arena)
{
    struct nash_error error;
    void *problem;
    if (parse(body, arena, &problem, &error) != NASH_OK)
        fail_msg("%s: %s %s", body, error.pointer, error.detail);
    return problem;
}

static void what_is_open_is_filled_in(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    (void)state;
    assert_null(good("{" NINE "}", arena)->play);
    assert_null(good("{" NINE ",\"method\":\"auto\",\"diagonal\":true,\"solutions\":9}", arena)->play);
    const struct sudoku_problem *p = good("{" NINE ",\"method\":\"exact\",\"solutions\":7}", arena);
    assert_int_equal(p->play->method, SUDOKU_METHOD_EXACT);
    assert_int_equal(p->limit, 7);
    p = good("{" NINE ",\"method\":\"sap\"}", arena);
    assert_true(p->play->propagate);
    assert_int_equal(p->limit, 1);
    assert_int_equal(p->play->beta, 0);
    assert_int_equal(p->play->restarts, UINT32_MAX);
    p = good("{" NINE ",\"method\":\"sap\",\"beta\":1e-300,\"solutions\":2}", arena);
    assert_int_equal(p->play->beta, 1);
    p = good("{" BIG ",\"shards\":5}", arena);
    assert_int_equal(p->play->mode, SUDOKU_MODE_REPLICAS);
    assert_int_equal(p->play->method, SUDOKU_METHOD_TABU);
    assert_null(p->play->member);
    p = good("{" BIG
             ",\"shards\":[\"local\",\"phone\",\"https://a:1/\"],\"mode\":\"token\",\"audit\":0.5,\"wait_ms\":7,"
             "\"beta\":64}",
             arena);
    assert_int_equal(p->play->method, SUDOKU_METHOD_SAP);
    assert_int_equal(p->play->shards, 3);
    assert_string_equal(p->play->member[2], "https://a:1/");
    assert_int_equal(p->play->beta, 64 * 65536);
    assert_true(p->play->audit == 0.5);
    assert_int_equal(p->play->wait_ms, 7);
    p = good("{" BIG ",\"shards\":6,\"mode\":\"replicas\",\"method\":\"sap\",\"schedule\":\"anneal\"}", arena);
    assert_int_equal(p->play->shards, 6);
    nash_arena_free(arena);
}

/* ---- keys ---- */

static struct nash_hash key(const char *body)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_hash hash = nash_canonical_key(&nash_solver_sudoku, good(body, arena), 0);
    nash_arena_free(arena);
    return hash;
}

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
    };
    enum { BODIES = sizeof bodies / sizeof *bodies };
    struct nash_hash hash[BODIES];
    (void)state;
    for (size_t i = 0; i < BODIES; i++) {
        hash[i] = key(bodies[i]);
        for (size_t k = 0; k < i; k++)
            if (memcmp(&hash[i], &hash[k], sizeof hash[i]) == 0)
                fail_msg("one key for %s and %s", bodies[k], bodies[i]);
    }
    struct nash_hash same = key("{" BIG ",\"method\":\"auto\"}");
    assert_memory_equal(&same, &hash[0], sizeof same);
    same = key("{" BIG ",\"shards\":[\"local\",\"local\",\"local\",\"local\",\"local\"],\"mode\":\"exact\",\"audit\":1,"
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
