/* Stored trees through the kind gametree: one tree in every form is one problem with one answer; each forced stop keeps
 * the proved results; effects of names, decimals and windows on the result. */
#include <nash/buf.h>
#include <solvers/gametree/tree/game.h>
#include <solvers/gametree/tree/read/text.h>

#include "game.h"
#include "random_tree.h"

enum { TREES = 2000, NODES_MAX = 24 };

/* ---- forms ---- */

static const char *const players[] = {"MAX", "MIN"};

static void put_number(struct nash_buf *buf, double number)
{
    nash_buf_printf(buf, "%.17g", number);
}

/* Writes the subtree of a node in the nested form; a leaf is a number or an object. */
static void put_node(struct nash_buf *buf, const struct random_tree *t, uint32_t node, struct nash_rng *rng)
{
    bool leaf = true, object = nash_rng_below(rng, 4) == 0, first = true;
    for (uint32_t c = 0; c < t->input.nodes; c++)
        leaf = leaf && t->parent[c] != node;
    if (leaf) {
        nash_buf_puts(buf, object ? "{\"value\":" : "");
        put_number(buf, t->number[node]);
        nash_buf_puts(buf, object ? "}" : "");
        return;
    }
    const char *player = players[random_tree_min(t, node)];
    nash_buf_printf(buf, "{\"player\":\"%s\",\"eval\":", player);
    put_number(buf, t->number[node]);
    nash_buf_puts(buf, ",\"children\":[");
    for (uint32_t c = 0; c < t->input.nodes; c++)
        if (t->parent[c] == node) {
            nash_buf_puts(buf, first ? "" : ",");
            first = false;
            put_node(buf, t, c, rng);
        }
    nash_buf_puts(buf, "]}");
}

static void put_flat(struct nash_buf *buf, const struct random_tree *t)
{
    nash_buf_puts(buf, "{\"parent\":[");
    for (uint32_t v = 0; v < t->input.nodes; v++)
        nash_buf_printf(buf, "%s%d", v ? "," : "", (int)t->parent[v]);
    nash_buf_puts(buf, "],\"player\":[");
    for (uint32_t v = 0; v < t->input.nodes; v++)
        nash_buf_printf(buf, "%s%d", v ? "," : "", random_tree_min(t, v));
    nash_buf_puts(buf, "],\"value\":[");
    for (uint32_t v = 0; v < t->input.nodes; v++) {
        nash_buf_puts(buf, v ? "," : "");
        put_number(buf, t->number[v]);
    }
    nash_buf_puts(buf, "]}");
}

/* Writes the tree in the form of ranges: nodes in level order, with the number of children of each (counted), or with
 * the number of its first child. */
static void put_ranges(struct nash_buf *buf, const struct random_tree *t, const struct stored_tree *tree, bool counted)
{
    nash_buf_printf(buf, "{\"%s\":[", counted ? "children" : "first_child");
    for (uint32_t v = 0; v < tree->nodes; v++) {
        int children = (int)(tree->first[v + 1] - tree->first[v]);
        nash_buf_printf(buf, "%s%d", v ? "," : "", counted ? children : children ? (int)tree->first[v] : -1);
    }
    nash_buf_puts(buf, "],\"player\":[");
    for (uint32_t v = 0; v < tree->nodes; v++)
        nash_buf_printf(buf, "%s%d", v ? "," : "", stored_min(tree, v));
    nash_buf_puts(buf, "],\"value\":[");
    for (uint32_t v = 0; v < tree->nodes; v++) {
        nash_buf_puts(buf, v ? "," : "");
        put_number(buf, stored_value(tree, tree->score[v]));
    }
    nash_buf_puts(buf, "]}");
    (void)t;
}

static void expect_same(const char *one, const char *two)
{
    kind_keys(NASH_FORMAT_JSON, one, NASH_FORMAT_JSON, two, true);
}

static void test_every_form_is_one_problem(void **state)
{
    struct nash_rng rng = test_rng();
    struct random_tree t;
    struct nash_buf nested = NASH_BUF_INIT(0), flat = NASH_BUF_INIT(0), other = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < test_length(400, TREES); i++) {
        struct kind_case c = {0};
        random_tree(&t, &rng, NODES_MAX);
        nash_buf_reset(&nested);
        nash_buf_reset(&flat);
        nash_buf_puts(&nested, "{\"tree\":");
        put_node(&nested, &t, t.root, &rng);
        nash_buf_puts(&nested, "}");
        put_flat(&flat, &t);
        expect_same(nash_buf_cstr(&nested), nash_buf_cstr(&flat));
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&flat));
        const struct stored_tree *tree = ((const struct tree_answer *)c.result.answer)->tree;
        for (unsigned counted = 0; counted < 2; counted++) {
            nash_buf_reset(&other);
            put_ranges(&other, &t, tree, counted == 1);
            if (tree->nodes > 1)
                expect_same(nash_buf_cstr(&other), nash_buf_cstr(&flat));
        }
        if (kind_at(&c, "value")->valuedouble != random_tree_value(&t, t.root, UINT32_MAX))
            fail_msg("%s is not worth %.17g", nash_buf_cstr(&flat), kind_at(&c, "value")->valuedouble);
        kind_free(&c);
    }
    nash_buf_free(&nested);
    nash_buf_free(&flat);
    nash_buf_free(&other);
}

static void test_names_and_decimals(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"tree\":{\"name\":\"here\",\"children\":[{\"name\":\"left\",\"value\":0.1},"
               "{\"name\":\"right\",\"children\":[0.30000000000000004,{\"value\":0.3,\"name\":\"last\"}]}]}}");
    assert_string_equal(kind_word(&c, "tree/name/0"), "here");
    assert_string_equal(kind_word(&c, "moves/1/name"), "right");
    assert_true(cJSON_IsNull(kind_at(&c, "tree/name/3")));
    assert_string_equal(kind_word(&c, "tree/name/4"), "last");
    assert_true(kind_at(&c, "value")->valuedouble == 0.3);
    assert_int_equal(kind_int(&c, "line/1"), 1);
    kind_free(&c);
    /* "to_move" may repeat the player of the root, but not contradict it */
    kind_solve(&c, NASH_FORMAT_JSON, "{\"tree\":[\"MIN\",3,4],\"to_move\":\"MIN\"}");
    assert_int_equal(kind_int(&c, "value"), 3);
    kind_free(&c);
    kind_refuses(NASH_FORMAT_JSON, "{\"tree\":[\"MIN\",3,4],\"to_move\":\"MAX\"}", NASH_UNPROCESSABLE, "/to_move",
                 "MIN");
}

/* The depth of brackets is not limited, and the error for an invalid text names the place. */
static void test_brackets(void **state)
{
    enum { DEEP = 1000000 };
    static const struct {
        const char *text, *says;
    } bad[] = {{"", "no tree"},
               {"(", "left open"},
               {"()", "character 2 closes a node without"},
               {"5)", "character 2 closes a bracket"},
               {"(1) (2)", "character 5 begins a second"},
               {"(1 x)", "character 4 begins neither"},
               {"(1e999)", "character 2 begins neither"},
               {"MAXX", "character 4 begins neither"}};
    struct nash_arena *arena = nash_arena_new(256 << 20);
    struct nash_error error;
    struct nash_run run = {.arena = arena};
    struct nash_result result;
    struct reader r;
    char *text = malloc(2 * DEEP + 2);
    memset(text, '(', DEEP);
    text[DEEP] = '7';
    memset(text + DEEP + 1, ')', DEEP);
    reader_root(&r, NULL, arena, &error);
    struct tree_problem *problem = tree_parse_text(&r, text, 2 * DEEP + 1);
    assert_true(reader_ok(&r));
    assert_int_equal(problem->tree->depth, DEEP);
    assert_int_equal(tree_solve(problem, &run, &result, &error), NASH_OK);
    assert_int_equal(((struct tree_answer *)result.answer)->trial[0].value, 7);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reader_root(&r, NULL, arena, &error);
        tree_parse_text(&r, bad[i].text, strlen(bad[i].text));
        if (reader_status(&r) != NASH_INVALID || !strstr(error.detail, bad[i].says))
            fail_msg("\"%s\": %s", bad[i].text, error.detail);
    }
    free(text);
    nash_arena_free(arena);
}

/* The memory needed depends on the number of nodes, not on the white space between them. */
static void test_spaces_cost_nothing(void **state)
{
    enum { CHARACTERS = 1 << 20 };
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    struct reader r;
    char *text = malloc(CHARACTERS);
    memset(text, ' ', CHARACTERS);
    text[0] = '(';
    for (size_t i = 1000; i < CHARACTERS - 1; i += 1000)
        text[i] = '7';
    text[CHARACTERS - 1] = ')';
    reader_root(&r, NULL, arena, &error);
    const struct tree_problem *problem = tree_parse_text(&r, text, CHARACTERS);
    assert_true(reader_ok(&r));
    assert_int_equal(problem->tree->nodes, 1 + (CHARACTERS - 2) / 1000);
    free(text);
    nash_arena_free(arena);
}

/* Two plies in a row by one player are a valid tree. */
static void test_a_player_may_move_twice(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"tree\":[\"MAX\",[\"MAX\",1,[\"MAX\",7,2]],[\"MIN\",9,3]],\"compare\":true,\"engine\":\"alphabeta\"}");
    assert_int_equal(kind_int(&c, "value"), 7);
    assert_int_equal(kind_int(&c, "engines/1/value"), 7);
    assert_int_equal(kind_int(&c, "engines/2/value"), 7);
    kind_free(&c);
}

/* If steps have long paths and many skipped children, a page of steps ends before the answer becomes too large; a later
 * page continues. */
static void test_long_paths_end_a_page(void **state)
{
    enum { DEEP = 250, WIDE = 300, LEAVES = 120, NODES = DEEP + WIDE * (1 + LEAVES) };
    struct nash_buf buf = NASH_BUF_INIT(0);
    const unsigned pages = test_length(2, 2);
    int from = 1;
    for (unsigned page = 0; page < pages; page++) {
        struct kind_case c = {0};
        nash_buf_reset(&buf);
        nash_buf_puts(&buf, "{\"engine\":\"alphabeta\",\"parent\":[-1");
        for (int v = 1; v < NODES; v++)
            nash_buf_printf(&buf, ",%d",
                            v < DEEP          ? v - 1
                            : v < DEEP + WIDE ? DEEP - 1
                                              : DEEP + (v - DEEP - WIDE) / LEAVES);
        nash_buf_puts(&buf, "],\"value\":[5");
        for (int v = 1; v < NODES; v++)
            nash_buf_puts(&buf, ",5");
        nash_buf_printf(&buf, "],\"trace\":{\"from\":%d}}", from);
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&buf));
        int steps = cJSON_GetArraySize(kind_at(&c, "trace/steps")), events = kind_int(&c, "trace/events");
        assert_int_equal(kind_int(&c, "cuts_found"), WIDE - 1);
        assert_in_range(cJSON_GetArraySize(kind_at(&c, "cuts")), 1, WIDE - 2);
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "cuts/0/skipped")), TREE_SKIPPED_MAX);
        assert_int_equal(kind_int(&c, "cuts/0/skipped_count"), LEAVES - 1);
        assert_int_equal(kind_int(&c, "trace/from"), from);
        assert_true(page > 0 ? steps == events - from + 1 : steps < events);
        assert_true(cJSON_IsFalse(kind_at(&c, "trace/complete")));
        from += steps;
        kind_free(&c);
    }
    nash_buf_free(&buf);
}

/* ---- stops ---- */

#define TREE "\"generate\":{\"branching\":4,\"depth\":8,\"values\":\"best_first\"}"

static void test_each_stop(void **state)
{
    static const struct {
        unsigned check;
        const char *text;
    } stops[] = {{STORED_CHECK_GENERATE, "{" TREE "}"},
                 {STORED_CHECK_MINIMAX, "{\"generate\":{\"branching\":4,\"depth\":8}}"},
                 {STORED_CHECK_MINIMAL_TREE, "{\"generate\":{\"branching\":4,\"depth\":8}}"},
                 {STORED_CHECK_ALPHABETA, "{" TREE ",\"engine\":\"alphabeta\"}"},
                 {STORED_CHECK_TRACE, "{" TREE ",\"engine\":\"alphabeta\",\"trace\":true}"},
                 {STORED_CHECK_MTD, "{" TREE ",\"compare\":true}"}};
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct kind_case c = {.run.force_check = stops[i].check};
        kind_solve(&c, NASH_FORMAT_JSON, stops[i].text);
        assert_int_equal(c.run.last_check, stops[i].check);
        assert_false(c.result.final);
        assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
        assert_false(kind_has(&c, "trace"));
        /* minimax over all nodes is complete before a search begins, so its value is known */
        bool swept = stops[i].check > STORED_CHECK_MINIMAX;
        assert_int_equal(kind_has(&c, "moves"), swept);
        assert_int_equal(kind_has(&c, "value") && cJSON_IsNumber(kind_at(&c, "value")), swept);
        assert_int_equal(kind_has(&c, "minimum_leaves"), stops[i].check > STORED_CHECK_MINIMAL_TREE);
        if (swept)
            assert_string_equal(kind_word(&c, "engine"),
                                stops[i].check == STORED_CHECK_TRACE ? "alphabeta" : "minimax");
        kind_free(&c);
    }
}

/* The limit of nodes stops the solver like any other stop. */
static void test_a_budget(void **state)
{
    struct kind_case c = {.run.node_limit = 5000};
    kind_solve(&c, NASH_FORMAT_JSON, "{" TREE "}");
    assert_false(c.result.final);
    assert_int_equal(c.run.stopped, NASH_STOP_NODES);
    kind_free(&c);
}

/* A solver whose arena is too small returns NASH_NOMEM. */
static void test_no_memory(void **state)
{
    struct tree_problem p = {.shape = {.branching = 10, .depth = 6}};
    for (size_t room = 1 << 12; room < 1 << 26; room *= 2) {
        struct nash_error error = {0};
        struct nash_result result = {0};
        struct nash_run run = {.arena = nash_arena_new(room)};
        enum nash_status status = tree_solve(&p, &run, &result, &error);
        assert_true(status == NASH_NOMEM || (status == NASH_OK && result.final));
        assert_true(status == NASH_OK || *error.detail);
        if (room <= 1 << 22)
            assert_int_equal(status, NASH_NOMEM);
        nash_arena_free(run.arena);
    }
}

/* Nodes that are read take no more room beside the tree than they need, also right above a power of two. */
static void test_nested_nodes_are_allocated_once(void **state)
{
    enum { NODES = (1 << 16) + 16, NODE_BYTES = 180 };
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    nash_buf_puts(&text, "{\"tree\":[[1,2");
    for (unsigned i = 4; i < NODES; i++)
        nash_buf_puts(&text, i % 8 ? ",7" : "],[3,-4");
    nash_buf_puts(&text, "]]}");
    assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text)), NASH_OK);
    size_t bytes = nash_arena_peak(c.arena) / NODES;
    if (bytes > NODE_BYTES)
        fail_msg("%zu bytes a node", bytes);
    kind_free(&c);
    nash_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form_is_one_problem),
        cmocka_unit_test(test_names_and_decimals),
        cmocka_unit_test(test_a_player_may_move_twice),
        cmocka_unit_test(test_each_stop),
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_spaces_cost_nothing),
        cmocka_unit_test(test_a_budget),
        cmocka_unit_test(test_long_paths_end_a_page),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_nested_nodes_are_allocated_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
