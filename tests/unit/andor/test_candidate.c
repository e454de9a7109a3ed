/* A given solution graph: random choices on random graphs, right and broken in each way, compared with the definition
 * applied naively; and the facts about the graph. */
#include "all_graphs.h"
#include "kind.h"

enum { GRAPHS = 30000, ARENA_BYTES = 4 << 20 };

struct given {
    struct andor_graph graph;
    enum andor_form form;
    uint32_t mark[ALL_NODES]; /* connector chosen for each node, or ANDOR_NONE */
    uint32_t second;          /* a further connector of a node that has one, or ANDOR_NONE */
    bool shared, unknown;     /* unknown: a name that the graph does not have is added */
    struct nash_buf text;
    struct kind_case c;
};

#define AGREE(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s\n%s\n%s", #condition, nash_buf_cstr(&g->text), cJSON_Print(g->c.json));                       \
    } while (0)

/* ---- the request ---- */

static void put_connector(struct given *g, uint32_t v, uint32_t c)
{
    const char *comma = g->text.data[g->text.len - 1] == '[' ? "" : ",";
    if (g->form == ANDOR_COMPACT && v % 2)
        nash_buf_printf(&g->text, "%s[%u,%u]", comma, v, c);
    else if (g->form == ANDOR_COMPACT)
        nash_buf_printf(&g->text, "%s%u", comma, c);
    else if (v % 2)
        nash_buf_printf(&g->text, "%s[\"n(%u)\",\"n(%u)#%u\"]", comma, v, v, c - g->graph.first[v] + 1);
    else
        nash_buf_printf(&g->text, "%s\"n(%u)#%u\"", comma, v, c - g->graph.first[v] + 1);
}

static void print_request(struct given *g)
{
    nash_buf_puts(&g->text, ",\"solution_graph\":[");
    for (uint32_t v = 0; v < g->graph.nodes; v++)
        if (g->mark[v] != ANDOR_NONE)
            put_connector(g, v, g->mark[v]);
    for (uint32_t v = 0; v < g->graph.nodes && g->second != ANDOR_NONE; v++)
        if (g->second >= g->graph.first[v] && g->second < g->graph.last[v])
            put_connector(g, v, g->second);
    if (g->unknown)
        nash_buf_printf(&g->text, "%s%s", g->text.data[g->text.len - 1] == '[' ? "" : ",",
                        g->form == ANDOR_COMPACT ? "999" : "\"zz#1\"");
    nash_buf_printf(&g->text, "]%s", g->shared ? ",\"cost_model\":\"shared\"" : "");
    struct nash_buf whole = NASH_BUF_INIT(0);
    kind_print(&g->graph, g->form, nash_buf_cstr(&g->text), &whole);
    nash_buf_free(&g->text);
    g->text = whole;
}

/* ---- the definition ---- */

static bool has_fault(const struct given *g, const char *type)
{
    const cJSON *fault;
    cJSON_ArrayForEach(
        fault, kind_find(&g->c, "solution_graph/faults")) if (strcmp(cJSON_GetObjectItem(fault, "type")->valuestring,
                                                                     type) == 0) return true;
    return false;
}

/* Returns the nodes that the choices reach from v. */
static uint64_t reached_from(const struct given *g, uint32_t v)
{
    uint64_t seen = UINT64_C(1) << v, before = 0;
    while (seen != before) {
        before = seen;
        for (uint32_t u = 0; u < g->graph.nodes; u++) {
            uint32_t c = g->mark[u];
            if (!(seen >> u & 1) || c == ANDOR_NONE || andor_is_terminal(&g->graph, u))
                continue;
            for (uint32_t e = g->graph.to[c]; e < g->graph.to[c + 1]; e++)
                seen |= UINT64_C(1) << g->graph.succ[e];
        }
    }
    return seen;
}

/* Returns whether the choices lead from v back to v. */
static bool returns_to(const struct given *g, uint32_t v)
{
    uint32_t c = g->mark[v];
    if (c == ANDOR_NONE || andor_is_terminal(&g->graph, v))
        return false;
    for (uint32_t e = g->graph.to[c]; e < g->graph.to[c + 1]; e++)
        if (reached_from(g, g->graph.succ[e]) >> v & 1)
            return true;
    return false;
}

static void check_faults(struct given *g)
{
    bool terminal = false, missing = false, dead = false, cycle = false, outside = false;
    uint64_t seen = reached_from(g, g->graph.root);
    for (uint32_t v = 0; v < g->graph.nodes; v++) {
        bool in = seen >> v & 1, chosen = g->mark[v] != ANDOR_NONE, end = andor_is_terminal(&g->graph, v);
        terminal |= chosen && end;
        outside |= chosen && !end && !in;
        missing |= in && !chosen && !end && g->graph.first[v] < g->graph.last[v];
        dead |= in && !chosen && !end && g->graph.first[v] == g->graph.last[v];
        cycle |= in && returns_to(g, v);
    }
    AGREE(has_fault(g, "terminal-connector") == terminal);
    AGREE(has_fault(g, "no-connector") == missing);
    AGREE(has_fault(g, "dead-end") == dead);
    AGREE(has_fault(g, "cycle") == cycle);
    AGREE(has_fault(g, "not-reached") == outside);
    AGREE(has_fault(g, "several-connectors") == (g->second != ANDOR_NONE));
    AGREE(has_fault(g, "unknown-connector") == g->unknown);
    bool valid = !terminal && !missing && !dead && !cycle && !outside && g->second == ANDOR_NONE && !g->unknown;
    AGREE(cJSON_IsTrue(kind_find(&g->c, "solution_graph/valid")) == valid);
    AGREE(cJSON_IsNull(kind_find(&g->c, "solution_graph/cost")) == !valid);
}

static void check_prices(struct given *g)
{
    const cJSON *step, *cost = kind_find(&g->c, "solution_graph/cost");
    double total = 0;
    cJSON_ArrayForEach(step, kind_find(&g->c, "solution_graph/steps"))
    {
        const cJSON *id = cJSON_GetObjectItem(step, "node"), *k = cJSON_GetObjectItem(step, "k");
        const char *sum = strrchr(cJSON_GetObjectItem(step, "sum")->valuestring, '=') + 2;
        unsigned v = (unsigned)id->valueint;
        if (cJSON_IsString(id))
            sscanf(id->valuestring, "n(%u)", &v);
        if (g->shared)
            k = cJSON_GetObjectItem(step, "total");
        else
            AGREE((andor_wide)k->valuedouble == naive_marked_cost(&g->graph, g->mark, v, g->graph.nodes));
        AGREE(strtod(sum, NULL) == k->valuedouble);
        total = k->valuedouble;
    }
    if (cJSON_IsNull(cost))
        return;
    andor_wide recursive = naive_marked_cost(&g->graph, g->mark, g->graph.root, g->graph.nodes);
    AGREE((andor_wide)cost->valuedouble == (g->shared ? shared_cost(&g->graph, g->mark) : recursive));
    AGREE(total == cost->valuedouble);
    AGREE((andor_wide)kind_number(&g->c, g->shared ? "solution_graph/recursive_cost" : "solution_graph/shared_cost") ==
          (g->shared ? recursive : shared_cost(&g->graph, g->mark)));
}

/* ---- the graphs ---- */

/* Chooses a connector at each node that the choices so far reach, and then breaks the graph in some cases. */
static void choose(struct given *g, struct nash_rng *rng)
{
    const struct andor_graph *graph = &g->graph;
    for (uint32_t v = 0; v < ALL_NODES; v++)
        g->mark[v] = ANDOR_NONE;
    for (bool more = true; more;) {
        uint64_t seen = reached_from(g, graph->root);
        more = false;
        for (uint32_t v = 0; v < graph->nodes; v++) {
            uint32_t many = graph->last[v] - graph->first[v];
            if (!(seen >> v & 1) || g->mark[v] != ANDOR_NONE || andor_is_terminal(graph, v) || !many)
                continue;
            g->mark[v] = graph->first[v] + (uint32_t)nash_rng_below(rng, many);
            more = true;
        }
    }
    g->second = ANDOR_NONE;
    g->unknown = nash_rng_below(rng, 12) == 0;
    uint32_t v = (uint32_t)nash_rng_below(rng, graph->nodes), many = graph->last[v] - graph->first[v];
    uint64_t fault = nash_rng_below(rng, 6);
    if (fault == 0)
        g->mark[v] = ANDOR_NONE;
    else if (fault == 1 && many)
        g->mark[v] = graph->first[v] + (uint32_t)nash_rng_below(rng, many);
    else if (fault == 2 && g->mark[v] != ANDOR_NONE && many > 1 && !andor_is_terminal(graph, v))
        g->second = g->mark[v] + 1 < graph->last[v] ? g->mark[v] + 1 : g->mark[v] - 1;
}

/* A generated graph has only what the rules reach from the start, and no connectors of goals. */
static bool keeps_names(const struct given *g)
{
    for (uint32_t v = 0; g->form == ANDOR_RULES && v < g->graph.nodes; v++)
        if (g->mark[v] != ANDOR_NONE && (andor_is_terminal(&g->graph, v) || !(reached_from(g, 0) >> v & 1)))
            return false;
    return true;
}

static void test_against_definition(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned valid = 0, invalid = 0, rounds = test_length(3000, GRAPHS);
    for (unsigned i = 0; i < rounds; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct given one = {.form = (enum andor_form)(i % ANDOR_FORMS), .shared = i % 4 == 0}, *g = &one;
        struct draw draw = draw_tied(&rng);
        draw.cost = 9;
        draw_graph(&g->graph, &draw, &rng, arena);
        choose(g, &rng);
        if (keeps_names(g)) {
            g->text = (struct nash_buf)NASH_BUF_INIT(0);
            nash_buf_puts(&g->text, "");
            print_request(g);
            kind_solve(&g->c, NASH_FORMAT_JSON, nash_buf_cstr(&g->text));
            check_faults(g);
            check_prices(g);
            bool good = cJSON_IsTrue(kind_find(&g->c, "solution_graph/valid"));
            valid += good;
            invalid += !good;
            nash_buf_free(&g->text);
            kind_free(&g->c);
        }
        nash_arena_free(arena);
    }
    assert_true(valid > rounds / 10 && invalid > rounds / 10);
}

/* ---- each form of the request ---- */

#define EXERCISE                                                                                                       \
    "{\"start\":\"n0\",\"goals\":[\"n6\",\"n7\"],\"rules\":[\"R1: n0 -> n1, n2\",\"R2: n0 -> n2, n3\",\"R3: n1 -> "    \
    "n2\",\"R4: n1 -> n4\",\"R5: n2 -> n6, n7\",\"R6: n3 -> n5, n6\",\"R7: n4 -> n2\",\"R8: n5 -> n7\"]"

/* A root with a connector of cost 7 to a terminal. */
#define COMPACT                                                                                                        \
    "{\"n\":2,\"root\":0,\"terminals\":[1],\"off\":[0,1,1],\"soff\":[0,1],\"succ\":[1],\"cost\":[7]"

static void expect_text(enum nash_format format, const char *problem, const char *answer)
{
    struct kind_case c = {0};
    struct nash_buf text = NASH_BUF_INIT(0);
    kind_solve(&c, format, problem);
    nash_solver_andor.write_text(c.problem, &c.result, &text);
    if (!strstr(nash_buf_cstr(&text), answer))
        fail_msg("%s\n%s\nis without\n%s", problem, nash_buf_cstr(&text), answer);
    nash_buf_free(&text);
    kind_free(&c);
}

static void test_forms(void **state)
{
    static const char seven[] = "| solution_graph 7: k(n6, N) = 0, k(n7, N) = 0, k(n2, N) = 2 + 0 + 0 = 2, "
                                "k(n1, N) = 1 + 2 = 3, k(n0, N) = 2 + 3 + 2 = 7";
    static const char system[] =
        "start n0; goal n6; goal n7; R1: n0 -> n1, n2; R2: n0 -> n2, n3; R3: n1 -> n2; R4: n1 -> "
        "n4; R5: n2 -> n6, n7; R6: n3 -> n5, n6; R7: n4 -> n2; R8: n5 -> n7; ";
    char text[600];
    expect_text(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":[\"R1\",\"R3\",\"R5\"]}", seven);
    expect_text(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":{\"n0\":\"R1\",\"n1\":\"n1#1\",\"n2\":\"R5\"}}", seven);
    expect_text(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":[[\"n2\",\"R5\"],\"R1\",[\"n1\",\"R3\"]]}", seven);
    expect_text(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":{\"n1\":\"R1\",\"n9\":\"R3\"}}",
                "n0#1 is a connector of n0, not of n1; there is no node \"n9\"; n0 is not terminal and no connector");
    expect_text(NASH_FORMAT_JSON, EXERCISE ",\"k_best\":2}", "| k_best of 3: 7 n0#1 n1#1 n2#1; 7 n0#2");
    snprintf(text, sizeof text, "%ssolution_graph R1 R3,R5", system);
    expect_text(NASH_FORMAT_TEXT, text, seven);
    snprintf(text, sizeof text, "%ssolution_graph n0#1, n1#1 , n2#1; k_best 1", system);
    expect_text(NASH_FORMAT_TEXT, text, seven);
    expect_text(NASH_FORMAT_TEXT, text, "k_best of 3: 7 n0#1 n1#1 n2#1");
    expect_text(NASH_FORMAT_TEXT,
                "start T(1,2); goal T(i,i); R: T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1; solution_graph T(1,2)#1",
                "| solution_graph 2: k(T(1,1), N) = 0, k(T(2,2), N) = 0, k(T(1,2), N) = 2 + 0 + 0 = 2");
    expect_text(NASH_FORMAT_TEXT,
                "start T(1,3); goal T(i,i); R: T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1; solution_graph \"R k=1\" R",
                "invalid: there is no connector");
    expect_text(NASH_FORMAT_TEXT, "start 3; goal 1; R: n -> n-1 if n > 1; solution_graph R",
                "the rule \"R\" makes several connectors");
    expect_text(
        NASH_FORMAT_JSON,
        "{\"root\":\"a\",\"terminals\":[\"b\"],\"connectors\":[{\"from\":\"a\",\"to\":[\"b\"]},{\"from\":\"b\",\"to\":["
        "\"a\"]}],\"solution_graph\":[\"a#1\",\"b#1\"]}",
        "b is terminal: its solution graph is the node alone (rule 1), without b#1");
    expect_text(NASH_FORMAT_TEXT, "start a; goal t; a -> b; b -> a; b -> t; solution_graph a#1 b#1",
                "a -> b -> a is a cycle");
    expect_text(NASH_FORMAT_TEXT, "start a; goal a; solution_graph b#1; k_best 3",
                "0: | solution_graph invalid: there is no connector \"b#1\" | k_best of 1: 0");
    expect_text(
        NASH_FORMAT_TEXT, "start a; goal t; a -> b; solution_graph a#1; k_best 3",
        "unsolvable | solution_graph invalid: b is not terminal and the graph has no connector for it: it has no "
        "solution graph (rule 3) | k_best of 0");
    kind_refuses(NASH_FORMAT_TEXT, "start a\ngoal a\nk_best 0", NASH_INVALID, "", "line 3: k_best must be an integer");
    kind_refuses(NASH_FORMAT_TEXT, "start a\ngoal a\nk_best 3\nk_best 3", NASH_INVALID, "",
                 "line 4: \"k_best\" is given");
    kind_refuses(NASH_FORMAT_TEXT, "start a\nsolution_graph a\nsolution_graph b", NASH_INVALID, "",
                 "line 3: \"solution");
    kind_refuses(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":[[\"a\"]]}", NASH_INVALID, "/solution_graph/0",
                 "two names");
    kind_refuses(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":{\"a\":1}}", NASH_INVALID, "/solution_graph/a",
                 "name");
    kind_refuses(NASH_FORMAT_JSON, EXERCISE ",\"solution_graph\":\"a\"}", NASH_INVALID, "/solution_graph", "array");
    kind_refuses(NASH_FORMAT_JSON, EXERCISE ",\"k_best\":1001}", NASH_INVALID, "/k_best", "1000");
}

/* Compact graphs: a string of an object is a number to its end. */
static void test_numbers(void **state)
{
    static const char *const wrong[] = {"0x", "00", " 0", "+0", "1e0", "-1", "99999999999999999999", "18446744073709551616"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char request[300], fault[80];
        for (unsigned j = 0; j < 2; j++) {
            snprintf(request, sizeof request, COMPACT ",\"solution_graph\":{\"%s\":\"%s\"}}", j ? "0" : wrong[i],
                     j ? wrong[i] : "0");
            snprintf(fault, sizeof fault, "invalid: there is no %s \"%s\"", j ? "connector" : "node", wrong[i]);
            expect_text(NASH_FORMAT_JSON, request, fault);
        }
    }
    expect_text(NASH_FORMAT_JSON, COMPACT ",\"solution_graph\":{\"0\":\"0\"}}", "| solution_graph 7");
}

/* A chain of `nodes` nodes. */
static void print_chain(unsigned nodes, bool shared, struct nash_buf *out)
{
    nash_buf_printf(out, "{\"root\":\"v0\",\"terminals\":[\"v%u\"],\"connectors\":[", nodes - 1);
    for (unsigned v = 0; v + 1 < nodes; v++)
        nash_buf_printf(out, "%s{\"from\":\"v%u\",\"to\":[\"v%u\"]}", v ? "," : "", v, v + 1);
    nash_buf_puts(out, "],\"solution_graph\":[");
    for (unsigned v = 0; v + 1 < nodes; v++)
        nash_buf_printf(out, "%s\"v%u#1\"", v ? "," : "", v);
    nash_buf_printf(out, "]%s}", shared ? ",\"cost_model\":\"shared\"" : "");
}

/* The list of steps is incomplete only if a step is left out. If shared parts count once, the terminal has no step. */
static void test_list_of_steps(void **state)
{
    for (unsigned nodes = 1999; nodes <= 2002; nodes++) {
        for (int shared = 0; shared < 2; shared++) {
            struct kind_case c = {0};
            struct nash_buf text = NASH_BUF_INIT(0);
            unsigned steps = nodes - (unsigned)shared, listed = steps < 2000 ? steps : 2000;
            print_chain(nodes, shared, &text);
            kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
            assert_int_equal(cJSON_GetArraySize(kind_find(&c, "solution_graph/steps")), listed);
            if (!!kind_find(&c, "solution_graph/steps_complete") != (steps > listed))
                fail_msg("%u steps, %u listed: complete or not?", steps, listed);
            nash_buf_free(&text);
            kind_free(&c);
        }
    }
}

/* ---- facts ---- */

static bool listed(const struct kind_case *c, const char *path, uint32_t v)
{
    const cJSON *item;
    char name[24];
    snprintf(name, sizeof name, "n(%u)", v);
    cJSON_ArrayForEach(item, kind_find(c, path)) if (cJSON_IsString(item) ? strcmp(item->valuestring, name) == 0
                                                                          : (uint32_t)item->valueint == v) return true;
    return false;
}

static void test_structure(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned trees = 0, rounds = test_length(1500, GRAPHS);
    for (unsigned i = 0; i < rounds; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct kind_case c = {0};
        struct nash_buf text = NASH_BUF_INIT(0);
        struct andor_graph g;
        struct draw draw = draw_tied(&rng);
        draw.nodes = 2 + (uint32_t)nash_rng_below(&rng, 4);
        draw.cost = draw.least = 1;
        draw_graph(&g, &draw, &rng, arena);
        uint64_t parents[ALL_NODES] = {0}, below[ALL_NODES];
        bool tree = true;
        for (uint32_t v = 0; v < g.nodes; v++)
            for (uint32_t e = g.to[g.first[v]]; e < g.to[g.last[v]]; e++)
                parents[g.succ[e]] |= UINT64_C(1) << v;
        for (uint32_t v = 0; v < g.nodes; v++)
            below[v] = parents[v];
        for (uint32_t k = 0; k < g.nodes; k++) /* ancestors */
            for (uint32_t v = 0; v < g.nodes; v++)
                for (uint32_t u = 0; u < g.nodes; u++)
                    below[v] |= below[v] >> u & 1 ? below[u] : 0;
        kind_print(&g, i % 2 ? ANDOR_COMPACT : ANDOR_VERBOSE, "", &text);
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        for (uint32_t v = 0; v < g.nodes; v++) {
            tree &= __builtin_popcountll(parents[v]) <= 1 && !(below[v] >> v & 1);
            bool fits = listed(&c, "structure/roots", v) == !parents[v] &&
                        listed(&c, "structure/leaves", v) == (g.first[v] == g.last[v]) &&
                        listed(&c, "structure/terminals", v) == andor_is_terminal(&g, v);
            if (!fits)
                fail_msg("node %u: %s\n%s", v, nash_buf_cstr(&text), cJSON_Print(kind_find(&c, "structure")));
        }
        if (cJSON_IsTrue(kind_find(&c, "structure/tree")) != tree)
            fail_msg("%s\n%s", nash_buf_cstr(&text), cJSON_Print(kind_find(&c, "structure")));
        trees += tree;
        nash_buf_free(&text);
        kind_free(&c);
        nash_arena_free(arena);
    }
    assert_true(trees > rounds / 20 && trees < rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_definition),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_list_of_steps),
        cmocka_unit_test(test_structure),
    };
    return cmocka_run_group_tests_name("andor-candidate", tests, NULL, NULL);
}
