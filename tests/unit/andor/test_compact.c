/* The compact form: the graph that is read equals the arrays, and the error for inconsistent arrays points to the
 * faulty element. */
#include <inttypes.h>
#include <string.h>

#include <nash/buf.h>
#include <solvers/andor/bottom_up/bottom_up.h>
#include <solvers/andor/read/input.h>

#include "../base/test.h"
#include "made_graph.h"

enum { ARENA_BYTES = 64 << 20 };

static struct nash_arena *arena;
static struct nash_json doc;
static struct nash_error error;

static int set_up(void **state)
{
    arena = nash_arena_new(ARENA_BYTES);
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_json_free(&doc);
    nash_arena_free(arena);
    return 0;
}

/* Reads the compact form alone, without the options. */
static enum nash_status read_compact(struct andor_graph *graph)
{
    struct andor_problem p = {0};
    struct reader r;
    reader_root(&r, &doc, arena, &error);
    andor_read_compact(&r, &p);
    *graph = p.graph;
    return reader_status(&r);
}

static enum nash_status parse(const char *text, struct andor_graph *graph)
{
    nash_json_free(&doc);
    nash_arena_reset(arena, ARENA_BYTES);
    error = (struct nash_error){0};
    if (nash_json_parse(&doc, text, strlen(text), arena, &error) != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
    return read_compact(graph);
}

/* ---- valid arrays ---- */

static void put_u64(struct nash_buf *out, const char *name, const uint64_t *wide, const uint32_t *narrow,
                    uint32_t count)
{
    nash_buf_printf(out, ", \"%s\": [", name);
    for (uint32_t i = 0; i < count; i++)
        nash_buf_printf(out, "%s%" PRIu64, i ? ", " : "", wide ? wide[i] : narrow[i]);
    nash_buf_puts(out, "]");
}

static const char *write_graph(const struct andor_graph *graph, struct nash_buf *out)
{
    nash_buf_reset(out);
    nash_buf_printf(out, "{\"n\": %" PRIu32 ", \"root\": %" PRIu32 ", \"terminals\": [", graph->nodes, graph->root);
    bool any = false;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (andor_is_terminal(graph, v)) {
            nash_buf_printf(out, "%s%" PRIu32, any ? "," : "", v);
            any = true;
        }
    nash_buf_puts(out, "]");
    put_u64(out, "off", NULL, graph->first, graph->nodes + 1);
    put_u64(out, "soff", NULL, graph->to, graph->connectors + 1);
    put_u64(out, "succ", NULL, graph->succ, graph->edges);
    if (graph->cost || graph->wide_cost)
        put_u64(out, "cost", graph->wide_cost, graph->cost, graph->connectors);
    if (graph->h || graph->wide_h)
        put_u64(out, "h", graph->wide_h, graph->h, graph->nodes);
    nash_buf_puts(out, "}");
    return nash_buf_cstr(out);
}

static void test_round(void **state)
{
    static struct made_graph made;
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned round = 0; round < 20000; round++) {
        struct andor_graph *want = &made.graph, got;
        uint64_t h[MADE_NODES];
        uint32_t small[MADE_NODES];
        make_graph(&made, &rng, round % 3 == 0, round % COST_63);
        want->unit = 1;
        for (uint32_t v = 0; v < want->nodes; v++) {
            h[v] = nash_rng_below(&rng, UINT64_C(1) << 53);
            small[v] = (uint32_t)nash_rng_below(&rng, 100);
        }
        want->h = round % 7 == 1 ? small : NULL;
        want->wide_h = round % 7 == 2 ? h : NULL;
        if (parse(write_graph(want, &text), &got) != NASH_OK)
            fail_msg("%s: %s: %s", error.pointer, error.detail, text.data);
        assert_int_equal(got.nodes, want->nodes);
        assert_int_equal(got.connectors, want->connectors);
        assert_int_equal(got.edges, want->edges);
        assert_int_equal(got.root, want->root);
        assert_int_equal(got.unit, 1);
        assert_memory_equal(got.first, want->first, (want->nodes + 1) * sizeof *got.first);
        assert_ptr_equal(got.last, got.first + 1);
        assert_memory_equal(got.to, want->to, (want->connectors + 1) * sizeof *got.to);
        assert_memory_equal(got.succ, want->succ, want->edges * sizeof *got.succ);
        for (uint32_t v = 0; v < want->nodes; v++) {
            assert_int_equal(andor_is_terminal(&got, v), andor_is_terminal(want, v));
            assert_true(andor_h(&got, v) == andor_h(want, v));
        }
        for (uint32_t c = 0; c < want->connectors; c++)
            assert_true(andor_cost(&got, c) == andor_cost(want, c));
    }
    nash_buf_free(&text);
}

/* ---- invalid arrays ---- */

#define HEAD "{\"n\":3,\"root\":0,\"terminals\":[2],"
#define BODY "\"off\":[0,1,2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]"

static void test_refused(void **state)
{
    static const struct {
        enum nash_status status;
        const char *pointer, *text;
    } wrong[] = {
        {NASH_INVALID, "/n", "{\"root\":0,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "/n", "{\"n\":0,\"root\":0,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "/n", "{\"n\":20000001,\"root\":0,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "/n", "{\"n\":2.5,\"root\":0,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "/root", "{\"n\":3,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "/root", "{\"n\":3,\"root\":-1,\"terminals\":[2]," BODY "}"},
        {NASH_UNPROCESSABLE, "/root", "{\"n\":3,\"root\":3,\"terminals\":[2]," BODY "}"},
        {NASH_INVALID, "", "{\"n\":3,\"root\":0," BODY "}"},
        {NASH_INVALID, "/terminals", "{\"n\":3,\"root\":0,\"terminals\":2," BODY "}"},
        {NASH_INVALID, "/terminals/1", "{\"n\":3,\"root\":0,\"terminals\":[2,\"x\"]," BODY "}"},
        {NASH_INVALID, "/terminals", "{\"n\":3,\"root\":0,\"terminals\":[2,-1]," BODY "}"},
        {NASH_UNPROCESSABLE, "/terminals/1", "{\"n\":3,\"root\":0,\"terminals\":[2,3]," BODY "}"},
        {NASH_UNPROCESSABLE, "/terminals/0", "{\"n\":3,\"root\":0,\"terminals\":[4294967298]," BODY "}"},
        {NASH_INVALID, "", HEAD "\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_INVALID, "", HEAD "\"off\":[0,1,2,2],\"succ\":[1,2,2]}"},
        {NASH_INVALID, "", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,3]}"},
        {NASH_INVALID, "/off", HEAD "\"off\":[0,1,-2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_INVALID, "/off/1", HEAD "\"off\":[0,1.5,2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off", HEAD "\"off\":[0,1,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off", HEAD "\"off\":[],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/0", HEAD "\"off\":[1,1,2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/2", HEAD "\"off\":[0,2,1,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/2", HEAD "\"off\":[0,1,3,3],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/3", HEAD "\"off\":[0,1,1,1],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/1", HEAD "\"off\":[0,4294967297,2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/off/1", HEAD "\"off\":[0,4294967295,2,2],\"soff\":[0,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff", HEAD "\"off\":[0,1,2,2],\"soff\":[],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/0", HEAD "\"off\":[0,1,2,2],\"soff\":[1,2,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/1", HEAD "\"off\":[0,1,2,2],\"soff\":[0,0,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/2", HEAD "\"off\":[0,1,2,2],\"soff\":[0,3,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/2", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,1],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/2", HEAD "\"off\":[0,1,2,2],\"soff\":[0,1,2],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/2", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,4],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/soff/1", HEAD "\"off\":[0,1,2,2],\"soff\":[0,9007199254740992,3],\"succ\":[1,2,2]}"},
        {NASH_UNPROCESSABLE, "/succ/1", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,3],\"succ\":[1,3,2]}"},
        {NASH_INVALID, "/succ", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,3],\"succ\":[1,2,-1]}"},
        {NASH_UNPROCESSABLE, "/succ/2", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,3],\"succ\":[1,2,4294967298]}"},
        {NASH_INVALID, "/succ/1", HEAD "\"off\":[0,1,2,2],\"soff\":[0,2,3],\"succ\":[1,[2],2]}"},
        {NASH_UNPROCESSABLE, "/cost", HEAD BODY ",\"cost\":[1]}"},
        {NASH_INVALID, "/cost", HEAD BODY ",\"cost\":[1,-1]}"},
        {NASH_INVALID, "/cost/0", HEAD BODY ",\"cost\":[null,1]}"},
        {NASH_INVALID, "/cost", HEAD BODY ",\"cost\":\"k\"}"},
        {NASH_UNPROCESSABLE, "/h", HEAD BODY ",\"h\":[1,2,3,4]}"},
        {NASH_INVALID, "/h", HEAD BODY ",\"h\":[1,2,-9007199254740992]}"},
    };
    struct andor_graph graph;
    assert_int_equal(parse(HEAD BODY "}", &graph), NASH_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        enum nash_status status = parse(wrong[i].text, &graph);
        if (status != wrong[i].status || strcmp(error.pointer, wrong[i].pointer) != 0 || error.detail[0] == '\0')
            fail_msg("%s: %s at '%s' (%s)", wrong[i].text, nash_status_name(status), error.pointer, error.detail);
    }
}

/* A text with one digit changed is refused or gives a consistent graph; no engine reads outside the arrays. */
static void test_mutated(void **state)
{
    static struct made_graph made;
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    unsigned refused = 0, taken = 0;
    for (unsigned round = 0; round < 20000; round++) {
        make_graph(&made, &rng, false, COST_SMALL);
        write_graph(&made.graph, &text);
        size_t at = nash_rng_below(&rng, text.len);
        while (text.data[at] < '0' || text.data[at] > '9')
            at = (at + 1) % text.len;
        text.data[at] = (char)('0' + nash_rng_below(&rng, 10));
        struct andor_graph graph;
        struct andor_values values;
        nash_json_free(&doc);
        nash_arena_reset(arena, ARENA_BYTES);
        if (nash_json_parse(&doc, text.data, text.len, arena, &error) != NASH_OK)
            continue; /* no JSON any more, for example because of a leading zero */
        if (read_compact(&graph) != NASH_OK) {
            refused++;
            continue;
        }
        struct nash_run run = {.arena = arena};
        taken++;
        assert_int_equal(andor_bottom_up(&graph, &run, &values, NULL, &error), NASH_OK);
        assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);
    }
    assert_true(refused > 1000 && taken > 1000);
    nash_buf_free(&text);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {CASE(test_round), CASE(test_refused), CASE(test_mutated)};
    return cmocka_run_group_tests_name("andor compact", tests, NULL, NULL);
}
