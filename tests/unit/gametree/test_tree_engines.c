/* The engines on stored trees: each agrees with the definition of minimax on random trees of all shapes, whole and
 * limited in depth, through any window; and known figures of uniform trees. */
#include <solvers/gametree/tree/generate.h>
#include <solvers/gametree/tree/search/move_ordering.h>
#include <solvers/gametree/tree/search/mtd.h>

#include "../base/test.h"
#include "random_tree.h"

enum { TREES = 100000, NODES_MAX = 40, ARENA = 1 << 20 };

static const struct stored_window whole = {~SCORE_INFINITE, SCORE_INFINITE};

static struct nash_run run;

static struct stored_tree *make(const struct random_tree *t)
{
    struct stored_tree *tree = NULL;
    uint32_t node;
    if (stored_build(&tree, &t->input, run.arena, &node) != NASH_OK)
        fail_msg("no tree: %s", random_tree_text(t));
    return tree;
}

static int32_t alphabeta(const struct stored_tree *tree, struct stored_window w, struct stored_count *count)
{
    int32_t value;
    assert_int_equal(stored_alphabeta(tree, w, &run, count, &value), NASH_OK);
    return value;
}

static int32_t strong(const struct stored_tree *tree, struct stored_window w, struct stored_count *count)
{
    struct stored_effort effort;
    int32_t value;
    assert_int_equal(stored_mtd(tree, w, &run, &effort, &value), NASH_OK);
    *count = effort.last;
    return value;
}

/* Checks that alpha-beta, alpha-beta with deepening, and minimax find the true value, and that no alpha-beta search
 * visits fewer leaves than the minimal tree. */
static void check_whole(const struct random_tree *t, const struct stored_tree *tree, double truth)
{
    int32_t *value = NASH_NEW(run.arena, int32_t, tree->nodes);
    struct stored_count one, two;
    uint64_t least;
    assert_int_equal(stored_minimax(tree, value, &run), NASH_OK);
    assert_int_equal(stored_minimal_leaves(tree, value, &run, &least), NASH_OK);
    int32_t a = alphabeta(tree, whole, &one), s = strong(tree, whole, &two);
    if (stored_value(tree, value[0]) != truth || a != value[0] || s != value[0])
        fail_msg("%.17g by definition, %.17g, %.17g, %.17g: %s", truth, stored_value(tree, value[0]),
                 stored_value(tree, a), stored_value(tree, s), random_tree_text(t));
    if (least < 1 || one.leaves < least || two.leaves < least || one.leaves > tree->leaves || two.leaves > tree->leaves)
        fail_msg("%lu and %lu leaves of %u, at least %lu: %s", one.leaves, two.leaves, tree->leaves, least,
                 random_tree_text(t));
}

/* Checks a search with a random window: a result inside the window is the value; a result at or below alpha is an upper
 * bound, one at or above beta a lower bound. */
static void check_window(const struct random_tree *t, const struct stored_tree *tree, int32_t truth,
                         struct nash_rng *rng)
{
    struct stored_count count;
    int32_t a = tree->score[nash_rng_below(rng, tree->nodes)], b = tree->score[nash_rng_below(rng, tree->nodes)];
    struct stored_window w = {a < b ? a : b, a < b ? b : a + 1};
    for (unsigned i = 0; i < 2; i++) {
        int32_t found = i ? strong(tree, w, &count) : alphabeta(tree, w, &count);
        bool right = found <= w.alpha ? truth <= found : found >= w.beta ? truth >= found : truth == found;
        if (!right)
            fail_msg("%s says %d in the window %d to %d, not %d: %s", i ? "strong" : "alphabeta", found, w.alpha,
                     w.beta, truth, random_tree_text(t));
    }
}

static void test_random_trees(void **state)
{
    struct nash_rng rng = test_rng();
    struct random_tree t;
    struct stored_count count;
    for (unsigned i = 0; i < test_length(20000, TREES); i++) {
        nash_arena_reset(run.arena, ARENA);
        random_tree(&t, &rng, i % 8 ? NODES_MAX / 2 : NODES_MAX);
        struct stored_tree *tree = make(&t), *limited;
        uint32_t depth = 1 + (uint32_t)nash_rng_below(&rng, 4);
        check_whole(&t, tree, random_tree_value(&t, t.root, UINT32_MAX));
        check_window(&t, tree, alphabeta(tree, whole, &count), &rng);
        assert_int_equal(stored_limit(&limited, tree, depth, run.arena), NASH_OK);
        check_whole(&t, limited, random_tree_value(&t, t.root, depth));
    }
}

/* ---- uniform trees ---- */

static uint64_t power(uint64_t b, uint32_t e)
{
    uint64_t product = 1;
    while (e--)
        product *= b;
    return product;
}

/* The minimal tree of branching B and depth D has 2 B^(D/2) - 1 leaves for even D and B^((D+1)/2) + B^((D-1)/2) - 1 for
 * odd D, whatever the values are: lecture notes, p. 83. With equal values or the best order, alpha-beta visits exactly
 * these, whichever side moves first. */
static void test_the_least_of_uniform_trees(void **state)
{
    for (uint32_t b = 1; b <= 6; b++)
        for (uint32_t d = 1; d <= 7; d++)
            for (unsigned kind = 0; kind < 2 * STORED_VALUES; kind++) {
                struct stored_shape shape = {b, d, kind % STORED_VALUES, kind, kind >= STORED_VALUES};
                struct stored_tree *tree;
                struct stored_count one, two;
                uint64_t least, formula = power(b, d / 2) + power(b, (d + 1) / 2) - 1;
                nash_arena_reset(run.arena, 64 << 20);
                assert_int_equal(stored_generate(&tree, &shape, &run), NASH_OK);
                assert_int_equal(tree->leaves, power(b, d));
                int32_t *value = NASH_NEW(run.arena, int32_t, tree->nodes);
                assert_int_equal(stored_minimax(tree, value, &run), NASH_OK);
                assert_int_equal(stored_minimal_leaves(tree, value, &run, &least), NASH_OK);
                assert_int_equal(alphabeta(tree, whole, &one), value[0]);
                assert_int_equal(strong(tree, whole, &two), value[0]);
                assert_int_equal(least, formula);
                if (shape.values >= STORED_BEST_FIRST)
                    assert_int_equal(one.leaves, formula);
                if (shape.values == STORED_EQUAL)
                    assert_int_equal(two.leaves, formula);
            }
}

/* The move ordering by deepening is good: in incremental trees of these seeds, the search visits at most 1.5 times the
 * minimum of leaves. */
static void test_deepening_finds_the_order(void **state)
{
    static const struct stored_shape shapes[] = {{5, 9, STORED_INCREMENTAL, 0, false},
                                                 {5, 9, STORED_INCREMENTAL, 0, true},
                                                 {40, 4, STORED_INCREMENTAL, 0, false},
                                                 {40, 4, STORED_INCREMENTAL, 0, true}};
    for (unsigned i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct stored_shape shape = shapes[i];
            struct stored_tree *tree;
            struct stored_count plain, ordered;
            shape.seed = seed;
            nash_arena_reset(run.arena, 256 << 20);
            assert_int_equal(stored_generate(&tree, &shape, &run), NASH_OK);
            uint64_t least =
                power(shape.branching, shape.depth / 2) + power(shape.branching, (shape.depth + 1) / 2) - 1;
            assert_int_equal(strong(tree, whole, &ordered), alphabeta(tree, whole, &plain));
            assert_true(ordered.leaves >= least && 2 * ordered.leaves <= 3 * least);
            assert_true(plain.leaves > 4 * least);
        }
}

/* A path of a million moves and a root with a million children need neither deep recursion nor quadratic time. */
static void test_extreme_shapes(void **state)
{
    enum { NODES = 1000000 };
    for (unsigned wide = 0; wide < 2; wide++) {
        struct stored_tree *tree;
        struct stored_count count;
        uint32_t node;
        nash_arena_reset(run.arena, 512 << 20);
        uint32_t *parent = NASH_NEW(run.arena, uint32_t, NODES);
        int64_t *value = NASH_NEW(run.arena, int64_t, NODES);
        for (uint32_t v = 0; v < NODES; v++) {
            parent[v] = v ? wide ? 0 : v - 1 : UINT32_MAX;
            value[v] = (int64_t)((uint64_t)v * 7919 % 1000003);
        }
        struct stored_input input = {.nodes = NODES, .parent = parent, .wide = value, .evaluated = true};
        assert_int_equal(stored_build(&tree, &input, run.arena, &node), NASH_OK);
        assert_int_equal(tree->depth, wide ? 1 : NODES - 1);
        assert_int_equal(alphabeta(tree, whole, &count), strong(tree, whole, &count));
        uint32_t *path = NASH_NEW(run.arena, uint32_t, NODES);
        stored_path(tree, NODES - 1, path);
        assert_int_equal(stored_depth(tree, NODES - 1), wide ? 1 : NODES - 1);
        assert_int_equal(path[0], wide ? NODES - 2 : 0);
    }
}

/* Children are sorted best first, equal ones by number. A stop interrupts the sort. */
static void test_order(void **state)
{
    enum { MOST_CHILDREN = 20000 };
    static int32_t guess[MOST_CHILDREN];
    static uint32_t node[MOST_CHILDREN];
    static const _Atomic int cancel = 1;
    struct nash_rng rng = test_rng();
    for (size_t count = 1; count <= MOST_CHILDREN; count = 3 * count + 1)
        for (int32_t mask = -1; mask <= 0; mask++) {
            for (uint32_t i = 0; i < count; i++) {
                node[i] = i;
                guess[i] = (int32_t)nash_rng_below(&rng, count);
            }
            assert_true(sort_best_first(node, count, guess, mask, &run, STORED_CHECK_MTD));
            for (size_t i = 1; i < count; i++) {
                int32_t x = guess[node[i - 1]] ^ mask, y = guess[node[i]] ^ mask;
                if (x < y || (x == y && node[i - 1] >= node[i]))
                    fail_msg("of %zu children two stand in the wrong order at %zu", count, i);
            }
        }
    for (uint32_t i = 0; i < MOST_CHILDREN; i++)
        node[i] = MOST_CHILDREN - 1 - i;
    struct nash_run stopped = {.cancel = &cancel, .clock_in = 10};
    assert_false(sort_best_first(node, MOST_CHILDREN, guess, 0, &stopped, STORED_CHECK_MTD));
}

/* A stop interrupts the search of a node with many children. */
static void test_a_wide_node_can_be_left(void **state)
{
    static const struct stored_shape shape = {.branching = 100000, .depth = 1, .values = STORED_INCREMENTAL};
    static const _Atomic int cancel = 1;
    struct stored_tree *tree;
    struct stored_effort effort;
    int32_t value;
    nash_arena_reset(run.arena, 64 << 20);
    assert_int_equal(stored_generate(&tree, &shape, &run), NASH_OK);
    struct nash_run stopped = {.arena = run.arena, .cancel = &cancel, .clock_in = 10};
    assert_int_equal(stored_mtd(tree, whole, &stopped, &effort, &value), NASH_STOPPED);
}

static void test_cycles_are_found(void **state)
{
    struct random_tree t = {.parent = {UINT32_MAX, 0, 4, 2, 3, 4, 5}};
    struct stored_tree *tree;
    uint32_t node = 0;
    nash_arena_reset(run.arena, ARENA);
    t.input = (struct stored_input){.nodes = 7, .parent = t.parent, .wide = t.integer};
    assert_int_equal(stored_build(&tree, &t.input, run.arena, &node), NASH_UNPROCESSABLE);
    assert_true(node >= 2 && node <= 4);
}

int main(void)
{
    run.arena = nash_arena_new(ARENA);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_trees),
        cmocka_unit_test(test_the_least_of_uniform_trees),
        cmocka_unit_test(test_deepening_finds_the_order),
        cmocka_unit_test(test_extreme_shapes),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_a_wide_node_can_be_left),
        cmocka_unit_test(test_cycles_are_found),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(run.arena);
    return failed;
}
