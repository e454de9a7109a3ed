/* Generates uniform trees from a rule and a seed, for measuring searches. */
#include "generate.h"

#include <nash/rng.h>
#include <solvers/gametree/tree/search/search.h>

enum { LEAF_MAX = 1000000, STEP_MAX = 1000 };

uint32_t stored_shape_nodes(uint32_t branching, uint32_t depth)
{
    uint64_t nodes = 1, level = 1;
    for (uint32_t d = 0; d < depth; d++) {
        level *= branching;
        nodes += level;
        if (nodes > STORED_NODES_MAX)
            return 0;
    }
    return (uint32_t)nodes;
}

static void build_levels(struct stored_tree *tree, const struct stored_shape *shape)
{
    uint64_t level = 1, at = 0;
    for (uint32_t d = 0; d <= shape->depth; d++, level *= shape->branching) {
        bool leaf = d == shape->depth, min = !leaf && shape->root_min != (d % 2 == 1);
        tree->level[d] = (uint32_t)at;
        for (uint64_t i = 0; i < level; i++) {
            uint32_t v = (uint32_t)(at + i);
            tree->first[v] = (uint32_t)(leaf ? at + level : at + level + i * shape->branching);
            tree->min[v / 64] |= (uint64_t)min << (v % 64);
        }
        at += level;
        tree->leaves = (uint32_t)level;
    }
    tree->level[shape->depth + 1] = tree->first[at] = (uint32_t)at;
}

static int32_t random_score(struct nash_rng *rng, int32_t most)
{
    return (int32_t)nash_rng_below(rng, 2 * (uint64_t)most + 1) - most;
}

/* Calls nash_stop() once every STORED_SWEEP nodes. Returns whether the run must stop. */
static bool poll_at(struct nash_run *run, uint32_t node)
{
    return node % STORED_SWEEP == 0 && nash_stop(run, STORED_CHECK_GENERATE);
}

static enum nash_status fill_random_leaves(struct stored_tree *tree, struct nash_rng *rng, struct nash_run *run)
{
    for (uint32_t v = tree->nodes - tree->leaves; v < tree->nodes; v++) {
        tree->score[v] = random_score(rng, LEAF_MAX);
        if (poll_at(run, v))
            return NASH_STOPPED;
    }
    return NASH_OK;
}

/* Adds a step to a sum, clamped to the range of scores, whose ends no random path reaches. */
static int32_t add_clamped(int32_t sum, int32_t step)
{
    sum += step;
    return sum > SCORE_MAX ? SCORE_MAX : sum < -SCORE_MAX ? -SCORE_MAX : sum;
}

static enum nash_status fill_incremental(struct stored_tree *tree, struct nash_rng *rng, struct nash_run *run)
{
    uint32_t v = 0;
    for (uint32_t c = 1; c < tree->nodes; c++) {
        while (c >= tree->first[v + 1])
            v++;
        tree->score[c] = add_clamped(tree->score[v], random_score(rng, STEP_MAX));
        if (poll_at(run, c))
            return NASH_STOPPED;
    }
    return NASH_OK;
}

static void swap_scores(int32_t *score, uint32_t a, uint32_t b)
{
    int32_t kept = score[a];
    score[a] = score[b];
    score[b] = kept;
}

/* Swaps the subtree of a child with that of its first sibling, level by level, since both have the same shape. */
static void swap_subtrees(struct stored_tree *tree, uint32_t sibling, uint32_t child, int32_t *value)
{
    uint32_t a = sibling, b = child, count = 1;
    while (count) {
        for (uint32_t i = 0; i < count; i++) {
            swap_scores(tree->score, a + i, b + i);
            swap_scores(value, a + i, b + i);
        }
        uint32_t below = tree->first[a + count] - tree->first[a];
        a = tree->first[a];
        b = tree->first[b];
        count = below;
    }
}

static enum nash_status order_best_first(struct stored_tree *tree, struct nash_run *run)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    int32_t *value = nash_arena_alloc_raw(run->arena, tree->nodes * sizeof *value, sizeof *value);
    if (!value)
        return NASH_NOMEM;
    enum nash_status status = stored_minimax(tree, value, run);
    for (uint32_t v = 0; v < tree->nodes && status == NASH_OK; v++) {
        uint32_t best = tree->first[v];
        while (best < tree->first[v + 1] && value[best] != value[v])
            best++;
        if (best > tree->first[v] && best < tree->first[v + 1])
            swap_subtrees(tree, tree->first[v], best, value);
        if (status == NASH_OK && nash_stop(run, STORED_CHECK_GENERATE))
            status = NASH_STOPPED;
    }
    nash_arena_release(run->arena, mark);
    return status;
}

enum nash_status stored_generate(struct stored_tree **made, const struct stored_shape *shape, struct nash_run *run)
{
    struct nash_rng rng;
    struct stored_tree *tree = stored_new(stored_shape_nodes(shape->branching, shape->depth), run->arena);
    if (!tree || !(tree->level = NASH_NEW(run->arena, uint32_t, (size_t)shape->depth + 2)))
        return NASH_NOMEM;
    nash_rng_seed(&rng, shape->seed);
    tree->depth = shape->depth;
    tree->evaluated = shape->values != STORED_RANDOM;
    build_levels(tree, shape);
    enum nash_status status = NASH_OK;
    if (shape->values == STORED_RANDOM)
        status = fill_random_leaves(tree, &rng, run);
    else if (shape->values != STORED_EQUAL)
        status = fill_incremental(tree, &rng, run);
    *made = tree;
    return status == NASH_OK && shape->values == STORED_BEST_FIRST ? order_best_first(tree, run) : status;
}
