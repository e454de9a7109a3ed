/* Knuth and Moore's least, for a tree of any shape.
 *
 * That the root is worth V needs two proofs: a strategy of MAX under which every leaf reached is worth V and more (at
 * his nodes one child, at MIN's all), and one of MIN under which every leaf is worth V and less. Played against each
 * other they reach one leaf, and it is the only one they share. So the least is the fewest leaves of the first, and the
 * fewest of the second, less one; alpha-beta that takes MAX's choice first at his nodes and MIN's first at hers meets
 * no others. On the uniform tree these are B^ceil(D/2) and B^floor(D/2): the formulas of the seed, p. 83. */
#include "stored.h"

/* The fewest leaves that show player `mask` to have at least the root's value into need[0]; 0 at a node: he has less
 * there. false: stopped. */
static bool proof(const struct stored_tree *tree, const int32_t *value, int32_t mask, uint32_t *need,
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
        if (v % STORED_SWEEP == 0 && nash_stop(run, STORED_CHECK_MINIMUM))
            return false;
    }
    return true;
}

enum nash_status stored_minimum(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                uint64_t *leaves)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    uint32_t *need = nash_arena_alloc_raw(run->arena, tree->nodes * sizeof *need, sizeof *need);
    if (!need)
        return NASH_NOMEM;
    uint64_t of_max = 0;
    bool whole = proof(tree, value, 0, need, run);
    if (whole) {
        of_max = need[0];
        whole = proof(tree, value, -1, need, run);
    }
    *leaves = whole ? of_max + need[0] - 1 : 0;
    nash_arena_release(run->arena, mark);
    return whole ? NASH_OK : NASH_STOPPED;
}
