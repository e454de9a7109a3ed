/* The kind andor as a whole: random graphs in all three forms compared with a naive iteration, stops, wrong answers
 * that verify must reject, keys. */
#include "draw.h"
#include "kind.h"

enum { GRAPHS = 1500, CHECKS = 400, ARENA_BYTES = 16 << 20 };

/* ---- random graphs ---- */

static const char *const options[] = {
    "",
    ",\"engine\":\"knuth\",\"values\":\"all\"",
    ",\"engine\":\"ao_star\",\"trace\":true",
    ",\"compare\":true,\"trace\":{\"from\":2,\"count\":3},\"tip\":\"rightmost\",\"dot\":true",
    ",\"values\":\"solution\",\"graphs\":2",
};

enum { OPTIONS = sizeof options / sizeof *options };

/* Returns the cost in the result as text. */
static char *cost_text(const struct kind_case *c)
{
    const cJSON *cost = kind_find(c, "cost");
    return cJSON_IsString(cost) ? strdup(cost->valuestring) : cJSON_PrintUnformatted(cost);
}

static void put_wide(struct nash_buf *out, andor_wide value)
{
    if (value >= 10)
        put_wide(out, value / 10);
    nash_buf_putc(out, (char)('0' + (int)(value % 10)));
}

static void check_graph(const struct andor_graph *g, andor_wide exact, bool admissible, enum andor_form form,
                        const char *more)
{
    struct nash_buf text = NASH_BUF_INIT(0), should = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    bool ao_star = strstr(more, "ao_star") != NULL;
    kind_print(g, form, more, &text);
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    char *cost = cost_text(&c);
    if (exact == ANDOR_WIDE_INF)
        nash_buf_puts(&should, "null");
    else
        put_wide(&should, exact);
    bool same = strcmp(cost, nash_buf_cstr(&should)) == 0;
    bool proved = cJSON_IsTrue(kind_find(&c, "proved_optimal"));
    if (!c.result.final || (!same && (!ao_star || admissible || proved)) || (same && !proved) ||
        cJSON_IsTrue(kind_find(&c, "solvable")) != (exact != ANDOR_WIDE_INF))
        fail_msg("%s costs %s, not %s", nash_buf_cstr(&text), cost, nash_buf_cstr(&should));
    free(cost);
    nash_buf_free(&text);
    nash_buf_free(&should);
    kind_free(&c);
}

static void test_random_graphs(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < test_length(300, GRAPHS); i++) {
        static const enum draw_h hs[] = {DRAW_H_ZERO, DRAW_H_MONOTONE, DRAW_H_ADMISSIBLE, DRAW_H_ANY};
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct draw draw = draw_small(&rng);
        struct andor_graph g;
        enum draw_h h = hs[nash_rng_below(&rng, 4)];
        draw.cost = draw.cost > 1000000 ? 1000000 : draw.cost; /* cost and h stay exact as numbers in JSON */
        draw_graph(&g, &draw, &rng, arena);
        andor_wide *exact = NASH_NEW(arena, andor_wide, g.nodes);
        naive_values(&g, exact);
        draw_h(&g, h, exact, &rng, arena);
        for (uint32_t v = 0; g.wide_h && v < g.nodes; v++)
            ((uint64_t *)g.wide_h)[v] &= (UINT64_C(1) << 50) - 1;
        check_graph(&g, exact[g.root], h != DRAW_H_ANY, (enum andor_form)(i % ANDOR_FORMS),
                    options[nash_rng_below(&rng, OPTIONS)]);
        nash_arena_free(arena);
    }
}

/* ---- rules without end ---- */

/* A path of cheap rules that never ends, beside a way to the goal. */
#define INFINITE                                                                                                       \
    "{\"start\":\"s(0)\",\"goals\":[\"t(0)\"],\"rules\":[\"s(i) -> t(0) cost 10\",\"s(i) -> n(0), n(9) cost "          \
    "1\",\"n(i) "                                                                                                      \
    "-> n(i+1) cost 1\"],\"node_limit\":500,"

/* AO* leaves an infinite path as soon as the other way is cheaper, whether or not its cycles are listed. */
static void test_infinite(void **state)
{
    static const char *const asked[] = {"\"trace\":true}", "\"trace\":false}", "\"engine\":\"ao_star\"}",
                                        "\"engine\":\"ao_star\",\"h\":\"3\"}"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct kind_case c = {0};
        char text[400];
        snprintf(text, sizeof text, INFINITE "%s", asked[i]);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_int_equal(kind_int(&c, "cost"), 10);
        assert_int_equal(answer_of(&c)->proved, strstr(text, "\"h\"") == NULL);
        kind_free(&c);
    }
    struct kind_case c = {0}; /* no way leads to the goal: only the bound is known */
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"start\":\"n(0)\",\"goals\":[\"t(0)\"],\"rules\":[\"n(i) -> n(i+1) cost 1\"],\"node_limit\":50}");
    assert_true(!answer_of(&c)->known && kind_int(&c, "lower_bound") >= 48);
    kind_free(&c);
}

/* ---- stops ---- */

static const char *const problems[] = {
    "{\"start\":\"T(1,9)\",\"goals\":[\"T(i,i)\"],\"rules\":[\"T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost "
    "i*k%5+1\"],\"trace\":true,\"compare\":true}",
    "{\"start\":\"30\",\"goals\":[\"1\"],\"rules\":[\"n -> i, n-i for i in "
    "1..n/2\"],\"engine\":\"ao_star\",\"h\":\"n-1\"}",
    "{\"start\":\"1\",\"goals\":[\"n if n > 1000\"],\"rules\":[\"n -> 2*n cost 1\",\"n -> n+1, n+2 "
    "cost 50\"],\"node_limit\":100}",
    INFINITE "\"engine\":\"ao_star\"}",
    "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\",\"c\"]},{\"from\":\"b\","
    "\"to\":[\"a\"]},"
    "{\"from\":\"b\",\"to\":[\"t\"],\"cost\":9},{\"from\":\"c\",\"to\":[\"b\",\"t\"]}],\"trace\":true}",
    "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\",\"c\"]},{\"from\":\"b\","
    "\"to\":[\"c\"]},"
    "{\"from\":\"c\",\"to\":[\"t\"],\"cost\":9}],\"cost_model\":\"shared\"}",
    "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\",\"c\"]},{\"from\":\"b\","
    "\"to\":[\"a\"]},"
    "{\"from\":\"b\",\"to\":[\"c\"],\"cost\":9},{\"from\":\"b\",\"to\":[\"t\"]},{\"from\":\"c\",\"to\":[\"b\",\"t\"]},{"
    "\"from\":\"c\","
    "\"to\":[\"t\",\"t\"],\"cost\":9}],\"k_best\":9,\"solution_graph\":[\"a#1\",\"b#3\",\"c#1\"]}",
    "{\"start\":\"T(1,6)\",\"goals\":[\"T(i,i)\"],\"rules\":[\"T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost "
    "i*k%5+1\"],\"k_best\":30,\"solution_graph\":{\"T(1,6)\":\"T(1,6)#2\"}}",
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

static void test_each_stop(void **state)
{
    unsigned met = 0;
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case whole = {0};
        kind_solve(&whole, NASH_FORMAT_JSON, problems[i]);
        if (!whole.result.final || !answer_of(&whole)->known || !answer_of(&whole)->proved)
            fail_msg("%s: not solved", problems[i]);
        for (unsigned check = 1; check < CHECKS; check++) {
            struct kind_case c = {.run = {.force_check = check}};
            kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
            bool stopped = c.run.stopped != NASH_STOP_NONE;
            met += stopped;
            assert_int_equal(c.result.final, !stopped);
            assert_int_equal(kind_find(&c, "timeout") != NULL, stopped);
            if (answer_of(&c)->known && answer_of(&c)->proved)
                assert_true(answer_of(&c)->cost == answer_of(&whole)->cost);
            if (answer_of(&c)->bound != ANDOR_WIDE_INF)
                assert_true(answer_of(&c)->bound <= answer_of(&whole)->cost);
            kind_free(&c);
        }
        kind_free(&whole);
    }
    assert_true(met > 12);
}

static void test_short_of_memory(void **state)
{
    for (size_t i = 0; i < PROBLEMS; i++)
        for (size_t bytes = 4096; bytes < 400000; bytes += bytes / 3) {
            struct nash_solve_options tight = {.memory_bytes = bytes};
            struct nash_answer answer;
            enum nash_status status = nash_solve("andor", problems[i], strlen(problems[i]), &tight, &answer);
            if (status != NASH_OK && status != NASH_NOMEM)
                fail_msg("%zu bytes: %s: %s", bytes, nash_status_name(status), answer.error.detail);
            nash_answer_free(&answer);
        }
}

/* The cost of a node that exceeds 128 bits gives only a warning if the root has a cheaper solution without that node;
 * otherwise it is an error. The engines dp and knuth refuse both. */
static void test_overflow_beside(void **state)
{
    static const char *const engines[] = {"auto", "ao_star", "dp", "knuth"};
    for (unsigned i = 0; i < 4; i++)
        for (int cost = 3; cost >= 0; cost -= 3) { /* 3: a solution of cost 3 exists; 0: every solution overflows */
            char text[400];
            snprintf(text, sizeof text,
                     "{\"start\":\"s\",\"goals\":[\"x(0)\"],\"rules\":[\"s -> x(%d) cost 3\",\"s -> x(150) cost 1\","
                     "\"x(n) -> x(n-1), x(n-1)\"],\"engine\":\"%s\",\"h\":\"max(0, 5 - n)\"}",
                     cost ? 0 : 149, engines[i]);
            struct nash_answer answer;
            enum nash_status status = nash_solve("andor", text, strlen(text), NULL, &answer);
            assert_int_equal(status, cost && i < 2 ? NASH_OK : NASH_UNPROCESSABLE);
            if (status != NASH_OK)
                assert_string_equal(answer.error.type, "cost-overflow");
            nash_answer_free(&answer);
            if (status != NASH_OK)
                continue;
            struct kind_case c = {0};
            kind_solve(&c, NASH_FORMAT_JSON, text);
            assert_true(c.result.final && answer_of(&c)->known && answer_of(&c)->cost == 3);
            assert_int_equal(answer_of(&c)->proved, i == 0);
            assert_string_equal(kind_find(&c, "warnings/0/type")->valuestring, "cost-overflow");
            kind_free(&c);
        }
}

/* AO* in quadratic time ends itself before it is finished, and depth-first AO* gives the answer. */
static void test_long_search(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"start\":\"19999\",\"goals\":[\"0\"],\"rules\":[\"n -> n-1\"],\"engine\":\"ao_star\",\"compare\":true}");
    assert_true(c.result.final && answer_of(&c)->proved && answer_of(&c)->cost == 19999);
    assert_true(answer_of(&c)->depth_first && !answer_of(&c)->trial[2].finished && answer_of(&c)->trial[3].finished);
    assert_null(kind_find(&c, "trace"));
    kind_free(&c);
}

/* A page of a trace has the same cycles as the whole trace. */
static void test_pages(void **state)
{
    static const char graph[] =
        "{\"start\":\"17\",\"goals\":[\"1\"],\"rules\":[\"n -> n-1, n-2 if n > 2 cost 9\",\"n -> n-3, n-3 if n > 3 "
        "cost "
        "n\",\"n -> n+1 if n < 9 cost 1\",\"2 -> 1\"],\"engine\":\"ao_star\",\"trace\":{\"from\":%d,\"count\":%d}}";
    char text[400];
    struct kind_case whole = {0};
    snprintf(text, sizeof text, graph, 1, 1000);
    kind_solve(&whole, NASH_FORMAT_JSON, text);
    const cJSON *steps = kind_find(&whole, "trace/steps");
    int cycles = cJSON_GetArraySize(steps);
    assert_true(cycles > 8);
    for (int from = 1; from <= cycles; from++) {
        struct kind_case page = {0};
        snprintf(text, sizeof text, graph, from, 2);
        kind_solve(&page, NASH_FORMAT_JSON, text);
        if (!cJSON_Compare(kind_find(&page, "trace/steps/0"), cJSON_GetArrayItem(steps, from - 1), true))
            fail_msg("cycle %d differs: %s", from, text);
        kind_free(&page);
    }
    kind_free(&whole);
}

/* A trace that would take quadratic time ends itself before it is finished, in the same cycle whichever page is
 * requested. The answer still has the proved cost. */
static void test_long_trace(void **state)
{
    static const char *const more[] = {"\"trace\":true",
                                       "\"trace\":{\"from\":3000,\"count\":1},\"engine\":\"ao_star\""};
    static const int steps[] = {200, 1};
    int cycles = 0;
    for (unsigned i = 0; i < test_length(2, 2); i++) {
        char text[200];
        struct kind_case c = {0};
        snprintf(text, sizeof text, "{\"start\":\"9999\",\"goals\":[\"0\"],\"rules\":[\"n -> n-1\"],%s}", more[i]);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_true(c.result.final && answer_of(&c)->proved && answer_of(&c)->cost == 9999);
        assert_non_null(kind_find(&c, "trace/ended"));
        assert_int_equal(cJSON_GetArraySize(kind_find(&c, "trace/steps")), steps[i]);
        assert_true(i == 0 || kind_find(&c, "trace/cycles")->valueint == cycles);
        cycles = kind_find(&c, "trace/cycles")->valueint;
        assert_true(cycles > 3000 && cycles < 9000);
        kind_free(&c);
    }
}

/* ---- wrong answers ---- */

static const char graph[] =
    "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\",\"c\"]},{"
    "\"from\":\"a\",\"to\":[\"c\",\"c\"],\"cost\":9},{\"from\":\"b\",\"to\":[\"c\"]},{\"from\":\"c\","
    "\"to\":[\"t\"],\"cost\":4}]}";

/* AO* misses the optimum of this graph, 4, and ends with 7. */
static const char trap[] = "{\"root\":\"n0\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"n0\",\"h\":3},{\"id\":\"n2\","
                           "\"h\":6}],\"connectors\":[{"
                           "\"from\":\"n0\",\"to\":[\"n3\",\"t\"],\"cost\":6},{\"from\":\"n0\",\"to\":[\"n2\"],"
                           "\"cost\":1},{\"from\":\"n2\",\"to\":[\"t\"],"
                           "\"cost\":3},{\"from\":\"n3\",\"to\":[\"t\"],\"cost\":1}],\"engine\":\"ao_star\"}";

static void expect_caught(struct kind_case *c, const char *what)
{
    struct nash_error error = {0};
    if (nash_solver_andor.verify(c->problem, &c->result, &error) != NASH_INTERNAL || !*error.detail)
        fail_msg("%s passes the check", what);
    kind_free(c);
}

static void test_lies_are_caught(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->cost++;
    expect_caught(&c, "a higher cost");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->cost--;
    expect_caught(&c, "a lower cost");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->values->value[1]++;
    expect_caught(&c, "a wrong value");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->solvable = false;
    expect_caught(&c, "a false verdict");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    ((struct andor_choice *)answer_of(&c)->solution)[0].connector = 1;
    expect_caught(&c, "another solution graph");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    ((struct andor_choice *)answer_of(&c)->solution)[1].connector = 0;
    expect_caught(&c, "a connector of another node");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->optima->graphs[0][0] = 1;
    expect_caught(&c, "a dearer graph among the optimal ones");
    kind_solve(&c, NASH_FORMAT_JSON, graph);
    answer_of(&c)->solution_count--;
    expect_caught(&c, "an incomplete solution graph");
    kind_solve(&c, NASH_FORMAT_JSON, trap);
    answer_of(&c)->optimum = answer_of(&c)->solution;
    expect_caught(&c, "a dearer graph as the optimum");
}

/* ---- keys ---- */

static bool same_key(const char *one, const char *two)
{
    struct nash_hash a = kind_key(NASH_FORMAT_JSON, one), b = kind_key(NASH_FORMAT_JSON, two);
    return memcmp(&a, &b, sizeof a) == 0;
}

static void test_keys(void **state)
{
    static const char base[] =
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}]}";
    assert_true(same_key(
        base, "{\"connectors\":[{\"to\":[\"t\",\"t\"],\"cost\":2.0,\"id\":\"a#1\",\"from\":\"a\"}],\"terminals\":"
              "[\"t\"],\"root\":\"a\",\"engine\":\"auto\",\"strict\":false,\"graphs\":10}"));
    static const char *const others[] = {
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\"],\"cost\":2}]}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"],\"cost\":3}]}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"],\"cost\":0.2}]}",
        "{\"root\":\"a\",\"terminals\":[],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}]}",
        "{\"root\":\"t\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}]}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"id\":\"x\",\"from\":\"a\",\"to\":[\"t\",\"t\"]}]}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"nodes\":[{\"id\":\"a\",\"h\":1}],\"connectors\":[{\"from\":\"a\","
        "\"to\":[\"t\","
        "\"t\"]}]}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}],\"trace\":true}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}],\"engine\":"
        "\"dp\"}",
        "{\"root\":\"a\",\"terminals\":[\"t\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"t\",\"t\"]}],\"cost_model\":"
        "\"shared\"}",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (same_key(base, others[i]))
            fail_msg("%s has the key of another problem", others[i]);
}

/* ---- many names ---- */

/* A chain of named nodes: names are found by a hash, whatever their number. */
static void test_many_names(void **state)
{
    enum { NODES = 100000 };
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    nash_buf_puts(&text, "{\"root\":\"node 0\",\"terminals\":[\"node 100000\"],\"connectors\":[");
    for (unsigned v = 0; v < NODES; v++)
        nash_buf_printf(&text, "%s{\"from\":\"node %u\",\"to\":[\"node %u\"],\"cost\":0.5}", v ? "," : "", v, v + 1);
    nash_buf_puts(&text, "]}");
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    assert_int_equal(kind_find(&c, "cost")->valueint, NODES / 2);
    assert_int_equal(kind_find(&c, "size/solution")->valueint, NODES);
    assert_non_null(kind_find(&c, "omitted/solution"));
    nash_buf_free(&text);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),   cmocka_unit_test(test_infinite),
        cmocka_unit_test(test_each_stop),       cmocka_unit_test(test_short_of_memory),
        cmocka_unit_test(test_pages),           cmocka_unit_test(test_overflow_beside),
        cmocka_unit_test(test_long_trace),      cmocka_unit_test(test_long_search),
        cmocka_unit_test(test_lies_are_caught), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_many_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
