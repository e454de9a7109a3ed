/* The steps of minimax: depth first, and with OPEN and CLOSED. An interpreter of the procedure on pages 68 and 69 of
 * the lecture notes, with lists of its own, must come to the same lists and values at every step. */
#include <string.h>

#include <solvers/gametree/tree/search/trace.h>

#include "game.h"
#include "random_tree.h"

enum { TREES = 20000, NODES_MAX = 48, ARENA = 1 << 22, EVENTS = 3 * RANDOM_NODES };

static struct nash_run run;
static const char *text;

#define demand(holds)                                                                                                  \
    do {                                                                                                               \
        if (!(holds))                                                                                                  \
            fail_msg("%s does not hold: %s", #holds, text);                                                            \
    } while (0)

/* ---- minimax, depth first ---- */

static int32_t better(bool min, int32_t a, int32_t b)
{
    return min == (a < b) ? a : b;
}

/* Follows the events of a node from *at on. Returns the value of the node. */
static int32_t follow(const struct stored_tree *tree, uint32_t node, const struct stored_event *event, uint64_t *at)
{
    const struct stored_event *first = &event[(*at)++];
    demand(first->node == node);
    if (stored_leaf(tree, node)) {
        demand(first->kind == STORED_LEAF && first->value == tree->score[node]);
        return first->value;
    }
    demand(first->kind == STORED_ENTER);
    int32_t value = 0;
    for (uint32_t c = tree->first[node]; c < tree->first[node + 1]; c++) {
        int32_t found = follow(tree, c, event, at);
        value = c == tree->first[node] ? found : better(stored_min(tree, node), found, value);
    }
    const struct stored_event *last = &event[(*at)++];
    demand(last->kind == STORED_BACK && last->node == node && last->value == value);
    return value;
}

/* ---- the procedure with its lists ---- */

struct interpreter {
    const struct stored_tree *tree;
    uint32_t open[NODES_MAX], opened, closed[NODES_MAX],
        on_closed;       /* the first of OPEN is open[0], of CLOSED the last */
    bool has[NODES_MAX]; /* e(n) has a value */
    int32_t e[NODES_MAX];
    const struct stored_event *event;
};

/* Compares the lists with those of the next event, which must be of this kind and node. */
static void expect(struct interpreter *t, const uint32_t *closed, enum stored_event_kind kind, uint32_t node)
{
    const struct stored_event *e = t->event++;
    demand(e->kind == kind && e->node == node);
    demand(e->open_end - e->open == t->opened && e->closed == t->on_closed);
    for (uint32_t i = 0; i < t->opened; i++)
        demand(e->open + i == t->open[i]);
    for (uint32_t i = 0; i < t->on_closed; i++)
        demand(closed[i] == t->closed[i]);
    if (kind == STORED_LEAF || kind == STORED_BACK || kind == STORED_EXIT)
        demand(t->has[node] && e->value == t->e[node]);
}

static uint32_t depth_of(const struct stored_tree *tree, uint32_t node)
{
    uint32_t depth = 0;
    while (depth < tree->depth && node >= tree->level[depth + 1])
        depth++;
    return depth;
}

static void loop1(struct interpreter *t, const uint32_t *closed)
{
    const struct stored_tree *tree = t->tree;
    while (t->opened > 0) {
        uint32_t n = t->open[0];
        memmove(t->open, t->open + 1, --t->opened * sizeof *t->open);
        if (stored_leaf(tree, n)) {
            t->has[n] = true;
            t->e[n] = tree->score[n];
            expect(t, closed, STORED_LEAF, n);
            continue;
        }
        t->closed[t->on_closed++] = n;
        for (uint32_t c = tree->first[n]; c < tree->first[n + 1]; c++) {
            if (depth_of(tree, c) < tree->depth) {
                t->open[t->opened++] = c;
            } else {
                t->has[c] = true;
                t->e[c] = tree->score[c];
            }
        }
        expect(t, closed, STORED_EXPAND, n);
    }
}

static void loop2(struct interpreter *t, const uint32_t *closed)
{
    const struct stored_tree *tree = t->tree;
    while (t->on_closed > 0) {
        uint32_t n = t->closed[t->on_closed - 1];
        for (uint32_t c = tree->first[n]; c < tree->first[n + 1]; c++) {
            demand(t->has[c]);
            t->e[n] = t->has[n] ? better(stored_min(tree, n), t->e[c], t->e[n]) : t->e[c];
            t->has[n] = true;
        }
        t->on_closed--;
        expect(t, closed, STORED_BACK, n);
    }
}

static void interpret(const struct stored_tree *tree, const struct stored_trace *trace)
{
    struct interpreter t = {.tree = tree, .open = {0}, .opened = 1, .event = trace->event};
    expect(&t, trace->closed, STORED_START, 0);
    loop1(&t, trace->closed);
    loop2(&t, trace->closed);
    expect(&t, trace->closed, STORED_EXIT, 0);
    demand(t.event == trace->event + trace->events);
}

/* ---- the tests ---- */

static void test_every_step(void **state)
{
    static struct stored_event event[EVENTS];
    struct nash_rng rng = test_rng();
    struct random_tree t;
    for (unsigned i = 0; i < test_length(4000, TREES); i++) {
        struct stored_trace plain = {.event = event, .room = EVENTS}, lists = plain;
        struct stored_tree *tree;
        uint32_t node;
        uint64_t at = 0;
        nash_arena_reset(run.arena, ARENA);
        random_tree(&t, &rng, NODES_MAX);
        text = random_tree_text(&t);
        assert_int_equal(stored_build(&tree, &t.input, run.arena, &node), NASH_OK);
        int32_t *value = NASH_NEW(run.arena, int32_t, tree->nodes);
        assert_int_equal(stored_minimax(tree, value, &run), NASH_OK);
        assert_int_equal(stored_plain_trace(tree, value, &run, &plain), NASH_OK);
        demand(plain.kept == plain.events);
        demand(stored_value(tree, follow(tree, 0, event, &at)) == random_tree_value(&t, t.root, UINT32_MAX));
        demand(at == plain.events && at == 2 * tree->nodes - tree->leaves);
        assert_int_equal(stored_open_closed_trace(tree, value, &run, &lists), NASH_OK);
        demand(lists.kept == lists.events);
        interpret(tree, &lists);
    }
}

/* ---- answers ---- */

static const char tie[] = "{\"tree\":[\"MAX\",[\"MIN\",3,5],[\"MIN\",3,9],[\"MIN\",[\"MAX\",[\"MIN\",2,8],7],1]],%s}";

static void solve_tie(struct kind_case *c, const char *options)
{
    char problem[256];
    snprintf(problem, sizeof problem, tie, options);
    kind_solve(c, NASH_FORMAT_JSON, problem);
}

static unsigned count_events(const struct kind_case *c, const char *event)
{
    unsigned count = 0;
    const cJSON *step;
    cJSON_ArrayForEach(step, kind_at(c, "trace/steps")) count +=
        strcmp(cJSON_GetObjectItem(step, "event")->valuestring, event) == 0;
    return count;
}

/* Minimax visits all eight leaves and cuts nothing. */
static void test_minimax_is_plain(void **state)
{
    struct kind_case c = {0};
    solve_tie(&c, "\"engine\":\"minimax\",\"trace\":true");
    assert_string_equal(kind_word(&c, "engine"), "minimax");
    assert_string_equal(kind_word(&c, "trace/engine"), "minimax");
    assert_int_equal(count_events(&c, "leaf"), kind_int(&c, "leaves"));
    assert_int_equal(count_events(&c, "leaf"), 8);
    assert_int_equal(count_events(&c, "cut"), 0);
    assert_false(kind_has(&c, "cuts"));
    assert_false(kind_has(&c, "trace/steps/0/alpha"));
    kind_free(&c);
}

/* The steps of an answer are those of its engine, so auto becomes alpha-beta. */
static void test_steps_are_of_the_engine(void **state)
{
    struct kind_case c = {0};
    solve_tie(&c, "\"trace\":true");
    assert_string_equal(kind_word(&c, "engine"), "alphabeta");
    assert_int_equal(count_events(&c, "leaf"), kind_int(&c, "leaves"));
    assert_int_equal(count_events(&c, "cut"), kind_int(&c, "cuts_found"));
    assert_true(kind_has(&c, "trace/steps/0/alpha"));
    kind_free(&c);
    char problem[256], same[256];
    snprintf(problem, sizeof problem, tie, "\"trace\":true");
    snprintf(same, sizeof same, tie, "\"trace\":true,\"engine\":\"alphabeta\"");
    kind_keys(NASH_FORMAT_JSON, problem, NASH_FORMAT_JSON, same, true);
    snprintf(same, sizeof same, tie, "\"trace\":true,\"engine\":\"open_closed\"");
    kind_keys(NASH_FORMAT_JSON, problem, NASH_FORMAT_JSON, same, false);
}

static void test_open_and_closed(void **state)
{
    struct kind_case c = {0};
    solve_tie(&c, "\"engine\":\"open_closed\",\"trace\":{\"from\":2,\"count\":7},\"compare\":true");
    assert_int_equal(kind_int(&c, "value"), 3);
    assert_int_equal(kind_int(&c, "trace/events"), 20);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "engines")), 4);
    assert_string_equal(kind_word(&c, "trace/steps/0/event"), "expand");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/0/open")), 3);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/0/generated")), 3);
    assert_false(kind_has(&c, "trace/steps/0/values"));
    assert_int_equal(kind_int(&c, "trace/steps/2/closed/0/0"), 1);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/2/closed")), 3);
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"tree\":[[1,2],[3,4]],\"engine\":\"open_closed\",\"trace\":true,\"to_move\":\"MIN\"}");
    assert_int_equal(kind_int(&c, "trace/steps/2/values/1"), 2);
    assert_string_equal(kind_word(&c, "trace/steps/7/event"), "exit");
    assert_int_equal(kind_int(&c, "trace/steps/7/value"), 2);
    kind_free(&c);
}

/* Long lists are cut off and counted. */
static void test_long_lists(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"generate\":{\"branching\":150,\"depth\":2},\"engine\":\"open_closed\",\"trace\":{\"from\":151,"
               "\"count\":5}}");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/1/generated")), 100);
    assert_int_equal(kind_int(&c, "trace/steps/1/generated_count"), 150);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/1/values")), 100);
    assert_int_equal(kind_int(&c, "trace/steps/1/closed_count"), 151);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "trace/steps/1/closed")), 100);
    assert_string_equal(kind_word(&c, "trace/steps/2/event"), "back");
    kind_free(&c);
}

int main(void)
{
    run.arena = nash_arena_new(ARENA);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step),
        cmocka_unit_test(test_minimax_is_plain),
        cmocka_unit_test(test_steps_are_of_the_engine),
        cmocka_unit_test(test_open_and_closed),
        cmocka_unit_test(test_long_lists),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(run.arena);
    return failed;
}
