/* The steps of alpha-beta, checked by the rules of the lecture notes, p. 80: a node of MIN is cut as soon as its value
 * so far is not greater than that of an ancestor of MAX; a node of MAX, as soon as it is not less than that of an
 * ancestor of MIN. The checker computes the values so far from the events alone. */
#include <string.h>

#include <solvers/gametree/tree/search/trace.h>

#include "../base/test.h"
#include "random_tree.h"

enum { TREES = 20000, NODES_MAX = 48, ARENA = 1 << 22, EVENTS = 4 * RANDOM_NODES };

static struct nash_run run;

/* ---- the judge ---- */

struct judge {
    const struct stored_tree *tree;
    struct stored_window window;
    uint32_t path[RANDOM_NODES], depth; /* the `depth` open nodes, the root first */
    bool has[RANDOM_NODES];             /* the node has a value so far */
    int32_t value[RANDOM_NODES];        /* value so far */
    uint32_t next[RANDOM_NODES];        /* the child that must be visited next */
    bool cut[RANDOM_NODES];
    uint64_t cuts, leaves;
    const char *text;
};

#define demand(j, holds)                                                                                               \
    do {                                                                                                               \
        if (!(holds))                                                                                                  \
            fail_msg("%s does not hold: %s", #holds, (j)->text);                                                       \
    } while (0)

/* Returns the best value so far of a player among the first `depth` open nodes, or the window's bound. min: the player
 * is MIN; *by: the node with this value, or STORED_WINDOW. */
static int32_t bound(const struct judge *j, bool min, uint32_t depth, uint32_t *by)
{
    int32_t best = min ? j->window.beta : j->window.alpha;
    *by = STORED_WINDOW;
    for (uint32_t d = 0; d < depth; d++) {
        uint32_t v = j->path[d];
        if (stored_min(j->tree, v) != min || !j->has[v])
            continue;
        if (min ? j->value[v] <= best : j->value[v] >= best) {
            best = j->value[v];
            *by = v;
        }
    }
    return best;
}

/* Returns whether the last open node must be cut. *by: the ancestor that cuts it. */
static bool must_cut(const struct judge *j, uint32_t *by)
{
    uint32_t v = j->path[j->depth - 1];
    bool min = stored_min(j->tree, v);
    if (!j->has[v] || j->next[v] == j->tree->first[v + 1])
        return false;
    int32_t other = bound(j, !min, j->depth - 1, by);
    return min ? j->value[v] <= other : j->value[v] >= other;
}

static void hand_up(struct judge *j, int32_t value)
{
    uint32_t v = j->path[j->depth - 1];
    if (!j->has[v] || (stored_min(j->tree, v) ? value < j->value[v] : value > j->value[v]))
        j->value[v] = value;
    j->has[v] = true;
}

static void judge_step(struct judge *j, const struct stored_event *e)
{
    uint32_t by, v = j->depth ? j->path[j->depth - 1] : 0;
    if (e->kind == STORED_ENTER || e->kind == STORED_LEAF) {
        demand(j, (e->kind == STORED_LEAF) == stored_leaf(j->tree, e->node));
        demand(j, j->depth ? e->node == j->next[v] && e->node < j->tree->first[v + 1] : e->node == 0);
        demand(j, !j->depth || !must_cut(j, &by));
        if (j->depth)
            j->next[v]++;
    }
    if (e->kind == STORED_ENTER) {
        j->path[j->depth++] = e->node;
        j->next[e->node] = j->tree->first[e->node];
    }
    demand(j, e->alpha == bound(j, false, j->depth, &by));
    demand(j, e->beta == bound(j, true, j->depth, &by));
    if (e->kind == STORED_LEAF) {
        demand(j, e->value == j->tree->score[e->node]);
        j->leaves++;
        if (j->depth)
            hand_up(j, e->value);
    }
    if (e->kind == STORED_CUT) {
        demand(j, e->node == v && must_cut(j, &by) && !j->cut[v]);
        demand(j, e->by == by && e->skipped == j->next[v] && e->value == j->value[v]);
        j->cut[v] = true;
        j->cuts++;
    }
    if (e->kind == STORED_BACK) {
        demand(j, e->node == v && e->value == j->value[v]);
        demand(j, j->cut[v] || j->next[v] == j->tree->first[v + 1]);
        j->depth--;
        if (j->depth)
            hand_up(j, e->value);
    }
}

/* ---- the tests ---- */

static void check(const struct random_tree *t, const struct stored_tree *tree, struct stored_window window)
{
    static struct stored_event event[EVENTS];
    static struct stored_cut cut[RANDOM_NODES];
    struct stored_trace trace = {.event = event, .room = EVENTS, .cut = cut, .cut_room = RANDOM_NODES};
    struct stored_count steps, plain;
    struct judge j = {.tree = tree, .window = window, .text = random_tree_text(t)};
    int32_t value, other;
    assert_int_equal(stored_alphabeta_trace(tree, window, &run, &trace, &steps, &value), NASH_OK);
    assert_int_equal(stored_alphabeta(tree, window, &run, &plain, &other), NASH_OK);
    demand(&j,
           value == other && steps.nodes == plain.nodes && steps.leaves == plain.leaves && steps.cuts == plain.cuts);
    demand(&j, trace.kept == trace.events && trace.cuts_kept == trace.cuts && trace.cuts == steps.cuts);
    for (uint32_t i = 0, c = 0; i < trace.kept; i++) {
        judge_step(&j, &event[i]);
        if (event[i].kind == STORED_CUT) {
            demand(&j, cut[c].at == event[i].node && cut[c].by == event[i].by && cut[c].value == event[i].value);
            demand(&j, cut[c].skipped == event[i].skipped);
            demand(&j, cut[c].bound == (stored_min(tree, cut[c].at) ? event[i].alpha : event[i].beta));
            c++;
        }
    }
    demand(&j, j.depth == 0 && j.cuts == trace.cuts && j.leaves == steps.leaves);
}

static void test_every_step_keeps_the_rules(void **state)
{
    struct nash_rng rng = test_rng();
    struct random_tree t;
    for (unsigned i = 0; i < test_length(5000, TREES); i++) {
        struct stored_tree *tree;
        uint32_t node;
        nash_arena_reset(run.arena, ARENA);
        random_tree(&t, &rng, NODES_MAX);
        assert_int_equal(stored_build(&tree, &t.input, run.arena, &node), NASH_OK);
        check(&t, tree, (struct stored_window){~SCORE_INFINITE, SCORE_INFINITE});
        int32_t a = tree->score[nash_rng_below(&rng, tree->nodes)], b = tree->score[nash_rng_below(&rng, tree->nodes)];
        check(&t, tree, (struct stored_window){a < b ? a : b - 1, a < b ? b : a});
    }
}

/* A page of the steps equals that part of all steps, wherever it begins. */
static void test_pages(void **state)
{
    static struct stored_event all[EVENTS], some[EVENTS];
    struct nash_rng rng = test_rng();
    struct random_tree t;
    for (unsigned i = 0; i < 200; i++) {
        struct stored_trace one = {.event = all, .room = EVENTS}, two = {.event = some};
        struct stored_window whole = {~SCORE_INFINITE, SCORE_INFINITE};
        struct stored_tree *tree;
        struct stored_count count;
        uint32_t node;
        int32_t value;
        nash_arena_reset(run.arena, ARENA);
        random_tree(&t, &rng, NODES_MAX);
        two.from = nash_rng_below(&rng, 60);
        two.room = 1 + (uint32_t)nash_rng_below(&rng, 20);
        assert_int_equal(stored_build(&tree, &t.input, run.arena, &node), NASH_OK);
        assert_int_equal(stored_alphabeta_trace(tree, whole, &run, &one, &count, &value), NASH_OK);
        assert_int_equal(stored_alphabeta_trace(tree, whole, &run, &two, &count, &value), NASH_OK);
        assert_int_equal(one.events, two.events);
        assert_int_equal(two.kept, one.events <= two.from             ? 0
                                   : one.events - two.from < two.room ? one.events - two.from
                                                                      : two.room);
        assert_true(!two.kept || memcmp(some, all + two.from, two.kept * sizeof *some) == 0);
    }
}

int main(void)
{
    run.arena = nash_arena_new(ARENA);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_keeps_the_rules),
        cmocka_unit_test(test_pages),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(run.arena);
    return failed;
}
