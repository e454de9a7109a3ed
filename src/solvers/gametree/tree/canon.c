/* The canonical key of an answer: the tree in level order with its numbers and names, or the rule that generates it,
 * and the search options. The form in which a tree was written is no part of it. */
#include "game.h"

static void add_tree(const struct stored_tree *tree, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, tree->nodes);
    nash_sha256_u64(sha, tree->evaluated);
    nash_sha256_add(sha, tree->first, ((size_t)tree->nodes + 1) * sizeof *tree->first);
    nash_sha256_add(sha, tree->min, (tree->nodes / 64 + 1) * sizeof *tree->min);
    nash_sha256_add(sha, tree->score, tree->nodes * sizeof *tree->score);
    nash_sha256_u64(sha, tree->scale ? tree->scores : 0);
    if (tree->scale)
        nash_sha256_add(sha, tree->scale, tree->scores * sizeof *tree->scale);
    nash_sha256_u64(sha, tree->chance != NULL);
    if (tree->chance) {
        nash_sha256_add(sha, tree->chance, (tree->nodes / 64 + 1) * sizeof *tree->chance);
        nash_sha256_add(sha, tree->p, tree->nodes * sizeof *tree->p);
    }
    nash_sha256_u64(sha, tree->name != NULL);
    for (uint32_t v = 0; tree->name && v < tree->nodes; v++)
        nash_sha256_string(sha, tree->name[v] ? tree->name[v] : "");
}

static void add_bound(struct nash_sha256 *sha, bool has, double value)
{
    value += 0.0; /* -0.0 becomes 0.0 */
    nash_sha256_u64(sha, has);
    nash_sha256_add(sha, &value, has ? sizeof value : 0);
}

void tree_canon_search(const struct tree_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, p->engine);
    nash_sha256_u64(sha, p->compare);
    nash_sha256_u64(sha, p->depth);
    add_bound(sha, p->has_alpha, p->alpha);
    add_bound(sha, p->has_beta, p->beta);
    nash_sha256_u64(sha, p->trace);
    nash_sha256_u64(sha, p->trace_from);
    nash_sha256_u64(sha, p->trace_count);
}

void tree_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct tree_problem *p = problem;
    if (p->tree) {
        add_tree(p->tree, sha);
    } else {
        nash_sha256_u64(sha, 0);
        nash_sha256_u64(sha, p->shape.branching);
        nash_sha256_u64(sha, p->shape.depth);
        nash_sha256_u64(sha, p->shape.values);
        nash_sha256_u64(sha, p->shape.seed);
        nash_sha256_u64(sha, p->shape.root_min);
    }
    tree_canon_search(p, sha);
}
