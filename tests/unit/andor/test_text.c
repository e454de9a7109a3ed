/* The text form: h of named nodes in each notation, the line and column of an error, and random systems whose text and
 * JSON have the same key. */
#include "draw.h"
#include "kind.h"

enum { ARENA_BYTES = 4 << 20, GRAPHS = 3000 };

/* ---- h ---- */

static void expect_h(const char *text, const char *id, int h)
{
    struct kind_case c = {0};
    const cJSON *node;
    bool found = false;
    kind_solve(&c, NASH_FORMAT_TEXT, text);
    cJSON_ArrayForEach(node, kind_find(&c, "nodes"))
    {
        if (strcmp(cJSON_GetObjectItem(node, "id")->valuestring, id) != 0)
            continue;
        found = true;
        if (cJSON_GetObjectItem(node, "h")->valueint != h)
            fail_msg("%s: h of %s is %d, not %d", text, id, cJSON_GetObjectItem(node, "h")->valueint, h);
    }
    assert_true(found);
    kind_free(&c);
}

static void test_notations(void **state)
{
#define SYSTEM "start a; goal c; a -> b, c; b -> c; "
    expect_h(SYSTEM "h a=100", "a", 100);
    expect_h(SYSTEM "h a = 100, b = 7", "b", 7);
    expect_h(SYSTEM "h\ta=100\nh b\t=\t7\r\n", "b", 7);
    expect_h(SYSTEM "h(a)=100", "a", 100);
    expect_h(SYSTEM "h(a) = 100, h( b ) = 7", "b", 7);
    expect_h("start h; goal c; h -> b; b -> c; h h = 3", "h", 3);
    expect_h("start h(1); goal c; h(n) -> c; h h(1) = 3", "h(1)", 3);
    expect_h("start T(1,2); goal T(i,i); T(i,j) -> T(i,i), T(j,j); h T(1,2) = 3", "T(1,2)", 3);
    expect_h("start 6; goal 1; n -> n-1; h 6 = 3, 5 = 2", "5", 2);
    expect_h("start 6; goal 1; n -> n-1; h n - 1", "5", 4);
    expect_h("start 6; goal 1; n -> n-1; h 3 * (n = 5)", "5", 3);
    expect_h("start 6; goal 1; n -> n-1; h value", "5", 5);
#undef SYSTEM
}

/* ---- errors ---- */

static void test_errors(void **state)
{
#define SYSTEM "start a\ngoal c\na -> b, c\nb -> c\n"
    static const struct {
        const char *text;
        enum nash_status status;
        const char *says;
    } cases[] = {
        {SYSTEM "h z=1", NASH_UNPROCESSABLE, "line 5, column 3: \"z\" is no node of these rules"},
        {SYSTEM "h b=1, n = 3", NASH_UNPROCESSABLE, "line 5, column 8: \"n\" is no node"},
        {SYSTEM "h b=1\nh a = 2, b = 3\n", NASH_UNPROCESSABLE, "line 6, column 10: names a node that has its value"},
        {SYSTEM "h a b = 3", NASH_UNPROCESSABLE, "line 5, column 5: expected the end of the term"},
        {SYSTEM "h n < 3", NASH_UNPROCESSABLE, "line 5, column 3: expected a number, found a comparison"},
        {SYSTEM "cost k = 3", NASH_UNPROCESSABLE, "line 5, column 6: expected a number, found a comparison"},
        {SYSTEM "cost k +\n", NASH_UNPROCESSABLE, "line 5, column 9: expected a number"},
        {SYSTEM "foo bar", NASH_UNPROCESSABLE, "line 5, column 5: expected \"->\""},
        {SYSTEM "c -> d; goal 1, 2", NASH_UNPROCESSABLE, "line 5, column 15: expected \"if\""},
        {SYSTEM "h a = 1.5", NASH_INVALID, "line 5: the h of a node must be an integer"},
        {SYSTEM "h a = -1", NASH_INVALID, "line 5: the h of a node must be an integer"},
        {SYSTEM "h a = 9007199254740992", NASH_INVALID, "line 5: the h of a node must be an integer"},
        {SYSTEM "h a = b", NASH_INVALID,
         "line 5: the h of a node must be an integer from 0 to 9007199254740991, found"},
        {SYSTEM "h a = 1,", NASH_INVALID, "line 5: expected the h of a node after the comma"},
        {SYSTEM "h a = 1 b = 2", NASH_INVALID, "line 5: the h of a node must be"},
        {SYSTEM "h a = 1, b", NASH_INVALID, "line 5: expected the h of a node"},
        {SYSTEM "h(a)", NASH_INVALID, "line 5: expected the h of a node"},
        {SYSTEM "h(a) = 1, b = 2", NASH_INVALID, "line 5: expected the h of a node"},
        {SYSTEM "h value\nh a = 1", NASH_INVALID, "line 6: \"h\" is given twice"},
        {SYSTEM "h a = 1\nh value", NASH_INVALID, "line 6: \"h\" is given twice"},
        {SYSTEM "start b", NASH_INVALID, "line 5: \"start\" is given twice"},
        {"start a; goal b; a -> ,", NASH_UNPROCESSABLE, "column 23: expected a node"},
        {"start \xc3\xa9; goal b; \xc3\xa9 -> ,", NASH_UNPROCESSABLE, "column 23: expected a node"},
        {"goal b", NASH_INVALID, "the statement \"start\" is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        kind_refuses(NASH_FORMAT_TEXT, cases[i].text, cases[i].status, "", cases[i].says);
    kind_refuses(NASH_FORMAT_JSON, "{\"start\":\"a\",\"goals\":[\"c\"],\"rules\":[\"a -> c\"],\"h\":{\"a\":1,\"z\":1}}",
                 NASH_UNPROCESSABLE, "/h/z", "\"z\" is no node of these rules, so it has no h");
#undef SYSTEM
}

/* ---- the same system as JSON ---- */

static void print_text(const struct andor_graph *g, struct nash_rng *rng, struct nash_buf *out)
{
    static const char *const ends[] = {"; ", "\n", " ;\n", "\r\n"};
    const char *end = ends[nash_rng_below(rng, 4)];
    nash_buf_printf(out, "start n(%u)", g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%sgoal n(%u)", end, v);
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            nash_buf_printf(out, c % 2 ? "%sn(x) ->" : "%sn(%u) ->", end, v);
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                nash_buf_printf(out, "%s n(%u)", e > g->to[c] ? "," : "", g->succ[e]);
            if (c % 2)
                nash_buf_printf(out, " if x = %u", v);
            nash_buf_printf(out, " cost %llu", (unsigned long long)andor_cost(g, c));
        }
    uint64_t notation = nash_rng_below(rng, 3); /* one statement, several, or h(n(1)) = 2 */
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, notation == 2 ? "%s%s(n(%u)) = %llu" : "%s%s n(%u) = %llu",
                        v && notation != 1 ? ", " : end, v && notation == 0 ? "" : "h", v,
                        (unsigned long long)andor_h(g, v));
}

static void test_same_as_json(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < test_length(300, GRAPHS); i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct nash_buf json = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0);
        struct draw draw = draw_small(&rng);
        struct andor_graph g;
        draw.cost = draw.cost > 1000000 ? 1000000 : draw.cost;
        draw_graph(&g, &draw, &rng, arena);
        andor_wide *exact = NASH_NEW(arena, andor_wide, g.nodes);
        naive_values(&g, exact);
        draw_h(&g, DRAW_H_ANY, exact, &rng, arena);
        kind_print(&g, ANDOR_RULES, "", &json);
        print_text(&g, &rng, &text);
        kind_keys(NASH_FORMAT_JSON, nash_buf_cstr(&json), NASH_FORMAT_TEXT, nash_buf_cstr(&text), true);
        nash_buf_free(&json);
        nash_buf_free(&text);
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_same_as_json),
    };
    return cmocka_run_group_tests_name("andor-text", tests, NULL, NULL);
}
