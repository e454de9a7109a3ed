/* Stored trees through the plug-in: one tree in every form is one problem with one answer; each numbered stop leaves
 * what is proved; what names, decimals and windows do to the result. */
#include <nash/buf.h>
#include <solvers/gametree/tree/game.h>
#include <solvers/gametree/tree/text.h>

#include "game.h"
#include "random_tree.h"

enum { TREES = 2000, MOST = 24 };

/* ---- forms ---- */

static const char *const players[] = {"MAX", "MIN"};

static void put_number(struct nash_buf *buf, double number)
{
    nash_buf_printf(buf, "%.17g", number);
}

/* The subtree nested, in one of the spellings. */
static void put_node(struct nash_buf *buf, const struct random_tree *t, uint32_t node, struct nash_rng *rng)
{
    bool leaf = true, object = nash_rng_below(rng, 4) == 0, first = true;
    for (uint32_t c = 0; c < t->draft.nodes; c++)
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
    for (uint32_t c = 0; c < t->draft.nodes; c++)
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
    for (uint32_t v = 0; v < t->draft.nodes; v++)
        nash_buf_printf(buf, "%s%d", v ? "," : "", (int)t->parent[v]);
    nash_buf_puts(buf, "],\"player\":[");
    for (uint32_t v = 0; v < t->draft.nodes; v++)
        nash_buf_printf(buf, "%s%d", v ? "," : "", random_tree_min(t, v));
    nash_buf_puts(buf, "],\"value\":[");
    for (uint32_t v = 0; v < t->draft.nodes; v++) {
        nash_buf_puts(buf, v ? "," : "");
        put_number(buf, t->number[v]);
    }
    nash_buf_puts(buf, "]}");
}

/* The same as ranges: nodes in level order, children counted. */
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
    struct nash_hash a = game_key(&gametree_tree, one), b = game_key(&gametree_tree, two);
    if (memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%s\nis another problem than\n%s", one, two);
}

static void test_every_form_is_one_problem(void **state)
{
    struct nash_rng rng = test_rng();
    struct random_tree t;
    struct nash_buf nested = NASH_BUF_INIT(0), flat = NASH_BUF_INIT(0), other = NASH_BUF_INIT(0);
    (void)state;
    for (unsigned i = 0; i < TREES; i++) {
        struct game_case c = {.game = &gametree_tree};
        random_tree(&t, &rng, MOST);
        nash_buf_reset(&nested);
        nash_buf_reset(&flat);
        nash_buf_puts(&nested, "{\"tree\":");
        put_node(&nested, &t, t.root, &rng);
        nash_buf_puts(&nested, "}");
        put_flat(&flat, &t);
        expect_same(nash_buf_cstr(&nested), nash_buf_cstr(&flat));
        game_solve(&c, nash_buf_cstr(&flat));
        const struct stored_tree *tree = ((const struct tree_answer *)c.result.answer)->tree;
        for (unsigned counted = 0; counted < 2; counted++) {
            nash_buf_reset(&other);
            put_ranges(&other, &t, tree, counted == 1);
            if (tree->nodes > 1)
                expect_same(nash_buf_cstr(&other), nash_buf_cstr(&flat));
        }
        if (game_at(&c, "value")->valuedouble != random_tree_value(&t, t.root, UINT32_MAX))
            fail_msg("%s is not worth %.17g", nash_buf_cstr(&flat), game_at(&c, "value")->valuedouble);
        game_free(&c);
    }
    nash_buf_free(&nested);
    nash_buf_free(&flat);
    nash_buf_free(&other);
}

static void test_names_and_decimals(void **state)
{
    struct game_case c = {.game = &gametree_tree};
    (void)state;
    game_solve(&c, "{\"tree\":{\"name\":\"here\",\"children\":[{\"name\":\"left\",\"value\":0.1},"
                   "{\"name\":\"right\",\"children\":[0.30000000000000004,{\"value\":0.3,\"name\":\"last\"}]}]}}");
    assert_string_equal(game_word(&c, "tree/name/0"), "here");
    assert_string_equal(game_word(&c, "moves/1/name"), "right");
    assert_true(cJSON_IsNull(game_at(&c, "tree/name/3")));
    assert_string_equal(game_word(&c, "tree/name/4"), "last");
    assert_true(game_at(&c, "value")->valuedouble == 0.3);
    assert_int_equal(game_int(&c, "line/1"), 1);
    game_free(&c);
    /* a player said twice is fine, one that contradicts the tree is not */
    game_solve(&c, "{\"tree\":[\"MIN\",3,4],\"to_move\":\"MIN\"}");
    assert_int_equal(game_int(&c, "value"), 3);
    game_free(&c);
    game_refuses(&gametree_tree, "{\"tree\":[\"MIN\",3,4],\"to_move\":\"MAX\"}", NASH_UNPROCESSABLE, "/to_move", "MIN");
}

/* Brackets go as deep as they like, and every text that is no tree says where. */
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
    void *problem;
    char *text = malloc(2 * DEEP + 2);
    (void)state;
    memset(text, '(', DEEP);
    text[DEEP] = '7';
    memset(text + DEEP + 1, ')', DEEP);
    assert_int_equal(tree_parse_text(text, 2 * DEEP + 1, arena, &problem, &error), NASH_OK);
    assert_int_equal(((struct tree_problem *)problem)->tree->depth, DEEP);
    assert_int_equal(tree_solve(problem, &run, &result, &error), NASH_OK);
    assert_int_equal(((struct tree_answer *)result.answer)->trial[0].value, 7);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        enum nash_status status = tree_parse_text(bad[i].text, strlen(bad[i].text), arena, &problem, &error);
        if (status != NASH_INVALID || !strstr(error.detail, bad[i].says))
            fail_msg("\"%s\": %s", bad[i].text, error.detail);
    }
    free(text);
    nash_arena_free(arena);
}

/* Memory goes by the nodes, not by the characters between them. */
static void test_spaces_cost_nothing(void **state)
{
    enum { CHARACTERS = 1 << 20 };
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    void *problem;
    char *text = malloc(CHARACTERS);
    (void)state;
    memset(text, ' ', CHARACTERS);
    text[0] = '(';
    for (size_t i = 1000; i < CHARACTERS - 1; i += 1000)
        text[i] = '7';
    text[CHARACTERS - 1] = ')';
    assert_int_equal(tree_parse_text(text, CHARACTERS, arena, &problem, &error), NASH_OK);
    assert_int_equal(((struct tree_problem *)problem)->tree->nodes, 1 + (CHARACTERS - 2) / 1000);
    free(text);
    nash_arena_free(arena);
}

/* A move of two plies by one player is a tree too. */
static void test_a_player_may_move_twice(void **state)
{
    struct game_case c = {.game = &gametree_tree};
    (void)state;
    game_solve(
        &c, "{\"tree\":[\"MAX\",[\"MAX\",1,[\"MAX\",7,2]],[\"MIN\",9,3]],\"compare\":true,\"engine\":\"alphabeta\"}");
    assert_int_equal(game_int(&c, "value"), 7);
    assert_int_equal(game_int(&c, "engines/1/value"), 7);
    assert_int_equal(game_int(&c, "engines/2/value"), 7);
    game_free(&c);
}

/* Long paths with many children left out end the lists before the answer grows too large; a later page goes on. */
static void test_long_paths_end_a_page(void **state)
{
    enum { DEEP = 250, WIDE = 300, LEAVES = 120, NODES = DEEP + WIDE * (1 + LEAVES) };
    struct nash_buf buf = NASH_BUF_INIT(0);
    (void)state;
    for (int from = 1, pages = 0; pages < 2; pages++) {
        struct game_case c = {.game = &gametree_tree};
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
        game_solve(&c, nash_buf_cstr(&buf));
        int steps = cJSON_GetArraySize(game_at(&c, "trace/steps")), events = game_int(&c, "trace/events");
        assert_int_equal(game_int(&c, "cuts_found"), WIDE - 1);
        assert_in_range(cJSON_GetArraySize(game_at(&c, "cuts")), 1, WIDE - 2);
        assert_int_equal(cJSON_GetArraySize(game_at(&c, "cuts/0/skipped")), TREE_SKIPPED_MAX);
        assert_int_equal(game_int(&c, "cuts/0/skipped_count"), LEAVES - 1);
        assert_int_equal(game_int(&c, "trace/from"), from);
        assert_true(pages ? steps == events - from + 1 : steps < events);
        assert_true(cJSON_IsFalse(game_at(&c, "trace/complete")));
        from += steps;
        game_free(&c);
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
                 {STORED_CHECK_MINIMUM, "{\"generate\":{\"branching\":4,\"depth\":8}}"},
                 {STORED_CHECK_ALPHABETA, "{" TREE ",\"engine\":\"alphabeta\"}"},
                 {STORED_CHECK_TRACE, "{" TREE ",\"engine\":\"alphabeta\",\"trace\":true}"},
                 {STORED_CHECK_STRONG, "{" TREE ",\"compare\":true}"}};
    (void)state;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct game_case c = {.game = &gametree_tree, .run.force_check = stops[i].check};
        game_solve(&c, stops[i].text);
        assert_int_equal(c.run.last_check, stops[i].check);
        assert_false(c.result.final);
        assert_true(cJSON_IsTrue(game_at(&c, "timeout")));
        assert_false(game_has(&c, "trace"));
        /* the sweep is over before a search begins: then the value is what it found */
        bool swept = stops[i].check > STORED_CHECK_MINIMAX;
        assert_int_equal(game_has(&c, "moves"), swept);
        assert_int_equal(game_has(&c, "value") && cJSON_IsNumber(game_at(&c, "value")), swept);
        assert_int_equal(game_has(&c, "minimum_leaves"), stops[i].check > STORED_CHECK_MINIMUM);
        if (swept)
            assert_string_equal(game_word(&c, "engine"),
                                stops[i].check == STORED_CHECK_TRACE ? "alphabeta" : "minimax");
        game_free(&c);
    }
}

/* A budget of nodes ends it like any other. */
static void test_a_budget(void **state)
{
    struct game_case c = {.game = &gametree_tree, .run.node_limit = 5000};
    (void)state;
    game_solve(&c, "{" TREE "}");
    assert_false(c.result.final);
    assert_int_equal(c.run.stopped, NASH_STOP_NODES);
    game_free(&c);
}

/* Memory that does not suffice is said to be that. */
static void test_no_memory(void **state)
{
    struct tree_problem p = {.shape = {.branching = 10, .depth = 6}};
    (void)state;
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
