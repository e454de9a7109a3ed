/* The minimal tree of Knuth and Moore, for a tree of any shape.
 *
 * A proof that the root has value V consists of a strategy of MAX under which every leaf is at least V (one child at
 * MAX's nodes, all at MIN's), and one of MIN under which every leaf is at most V. Played against each other they reach
 * one leaf, the only one they share. The minimum is the fewest leaves of the first plus the fewest of the second, minus
 * one; alpha-beta that takes MAX's choice first at MAX's nodes and MIN's first at MIN's visits no others. A uniform
 * tree has B^ceil(D/2) and B^floor(D/2) leaves of these kinds: the formulas of the lecture notes, p. 83. */
#include "search.h"

/* Computes need[v], the fewest leaves below v that prove at least the root's value for the player of `mask`
 * (stored_mask()), or 0 if that player gets less at v. Returns false if stopped. */
static bool count_proof_leaves(const struct stored_tree *tree, const int32_t *value, int32_t mask, uint32_t *need,
                               struct nash_run *run)
{
    int32_t goal = value[0] ^ mask;
    for (uint32_t v = tree->nodes; v-- > 0;) {
        uint32_t least = UINT32_MAX, sum = 0;
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++) {
            sum += need[c];
            least = need[c] && need[c] < least ? need[c] : least;
        }
        if (stored_leaf(tree, v))
            need[v] = 1;
        else
            need[v] = stored_mask(tree, v) == mask ? least : sum;
        need[v] = (value[v] ^ mask) < goal ? 0 : need[v];
        if (v % STORED_SWEEP == 0 && nash_stop(run, STORED_CHECK_MINIMAL_TREE))
            return false;
    }
    return true;
}

enum nash_status stored_minimal_leaves(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                       uint64_t *leaves)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    uint32_t *need = nash_arena_alloc_raw(run->arena, tree->nodes * sizeof *need, sizeof *need);
    if (!need)
        return NASH_NOMEM;
    uint64_t of_max = 0;
    bool whole = count_proof_leaves(tree, value, 0, need, run);
    if (whole) {
        of_max = need[0];
        whole = count_proof_leaves(tree, value, -1, need, run);
    }
    *leaves = whole ? of_max + need[0] - 1 : 0;
    nash_arena_release(run->arena, mark);
    return whole ? NASH_OK : NASH_STOPPED;
}
