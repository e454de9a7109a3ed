/* The minimal number of leaves, compared on small trees with alpha-beta in every order of every node's children: the
 * best order visits exactly this number. */
#include <solvers/gametree/tree/generate.h>
#include <solvers/gametree/tree/search/search.h>

#include "../base/test.h"
#include "random_tree.h"

enum { TREES = 10000, NODES_MAX = 11, ORDERS_MAX = 20000, ARENA = 1 << 20 };

static struct nash_run run;

struct ordered {
    const struct random_tree *t;
    uint32_t child[RANDOM_NODES][RANDOM_NODES], children[RANDOM_NODES];
    uint64_t orders;
    uint32_t least;
};

static double search(const struct ordered *o, uint32_t node, double alpha, double beta, uint32_t *leaves)
{
    bool min = random_tree_min(o->t, node);
    double best = min ? 1e300 : -1e300;
    if (!o->children[node]) {
        ++*leaves;
        return o->t->number[node];
    }
    for (uint32_t i = 0; i < o->children[node] && (min ? best > alpha : best < beta); i++) {
        double value = search(o, o->child[node][i], alpha, beta, leaves);
        if (min ? value < best : value > best)
            best = value;
        if (min && best < beta)
            beta = best;
        if (!min && best > alpha)
            alpha = best;
    }
    return best;
}

/* Tries every order of the children of this node and of the nodes after it. */
static void permute(struct ordered *o, uint32_t node, uint32_t from)
{
    if (node == o->t->input.nodes) {
        uint32_t leaves = 0;
        search(o, o->t->root, -1e300, 1e300, &leaves);
        o->least = leaves < o->least ? leaves : o->least;
        return;
    }
    if (from + 1 >= o->children[node]) {
        permute(o, node + 1, 0);
        return;
    }
    for (uint32_t i = from; i < o->children[node]; i++) {
        uint32_t *child = o->child[node], kept = child[from];
        child[from] = child[i];
        child[i] = kept;
        permute(o, node, from + 1);
        child[i] = child[from];
        child[from] = kept;
    }
}

static bool take(struct ordered *o, const struct random_tree *t)
{
    *o = (struct ordered){.t = t, .orders = 1, .least = UINT32_MAX};
    for (uint32_t v = 0; v < t->input.nodes; v++)
        if (t->parent[v] != UINT32_MAX) {
            uint32_t p = t->parent[v];
            o->child[p][o->children[p]++] = v;
            o->orders *= o->children[p];
        }
    return o->orders <= ORDERS_MAX;
}

static void test_no_order_needs_less_and_one_needs_no_more(void **state)
{
    static struct ordered o;
    struct nash_rng rng = test_rng();
    struct random_tree t;
    unsigned done = 0;
    while (done < TREES) {
        struct stored_tree *tree;
        int32_t value[RANDOM_NODES];
        uint32_t node;
        uint64_t least;
        nash_arena_reset(run.arena, ARENA);
        random_tree(&t, &rng, NODES_MAX);
        if (!take(&o, &t))
            continue;
        assert_int_equal(stored_build(&tree, &t.input, run.arena, &node), NASH_OK);
        assert_int_equal(stored_minimax(tree, value, &run), NASH_OK);
        assert_int_equal(stored_minimal_leaves(tree, value, &run, &least), NASH_OK);
        permute(&o, 0, 0);
        if (least != o.least)
            fail_msg("%lu leaves are said to be the least, %u suffice: %s", least, o.least, random_tree_text(&t));
        done++;
    }
}

/* The minimal number of leaves is the sum of two proofs. A stop between them reports no number. */
static void test_half_a_proof_is_none(void **state)
{
    static const struct stored_shape shape = {.branching = 3, .depth = 2};
    static const _Atomic int cancel = 1;
    struct stored_tree *tree;
    int32_t value[13];
    uint64_t least = 5;
    nash_arena_reset(run.arena, ARENA);
    assert_int_equal(stored_generate(&tree, &shape, &run), NASH_OK);
    assert_int_equal(stored_minimax(tree, value, &run), NASH_OK);
    struct nash_run stopped = {.arena = run.arena, .cancel = &cancel, .clock_in = 1}; /* one poll for each proof */
    assert_int_equal(stored_minimal_leaves(tree, value, &stopped, &least), NASH_STOPPED);
    assert_int_equal(least, 0);
}

int main(void)
{
    run.arena = nash_arena_new(ARENA);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_a_proof_is_none),
        cmocka_unit_test(test_no_order_needs_less_and_one_needs_no_more),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(run.arena);
    return failed;
}
