/* Values as scores. Whole numbers of modest size are their own scores; anything else is ranked, which keeps decimals
 * and large integers exact, since a search does nothing with values but compare them. Ranking ten million numbers takes
 * a radix sort of 64-bit keys whose order is that of the numbers. */
#include "scores.h"

#include <math.h>
#include <string.h>

enum { DIGIT = 11, DIGITS = 6, BUCKETS = 1 << DIGIT };

/* ---- the numbers of a draft ---- */

static bool matters(const struct stored_tree *tree, uint32_t node)
{
    return tree->evaluated || stored_leaf(tree, node);
}

static double number_of(const struct stored_draft *draft, uint32_t v)
{
    if (draft->narrow)
        return draft->narrow[v];
    return draft->wide ? (double)draft->wide[v] : draft->number[v];
}

static bool plain(double x)
{
    return fabs(x) <= SCORE_MOST && x == trunc(x);
}

static bool all_plain(const struct stored_tree *tree, const struct stored_draft *draft, const uint32_t *order)
{
    for (uint32_t i = 0; i < draft->also_count; i++)
        if (!plain(draft->also[i]))
            return false;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (matters(tree, v) && !plain(number_of(draft, order[v])))
            return false;
    return true;
}

/* ---- ranks ---- */

struct ranked {
    uint64_t key;
    uint32_t node; /* UINT32_MAX: a number that is at no node */
};

/* Keys ascend as numbers do: negative ones have all bits turned, the others the first. */
static uint64_t key_of(double number)
{
    uint64_t key;
    number += 0.0; /* -0.0 becomes 0.0 */
    memcpy(&key, &number, sizeof key);
    return key >> 63 ? ~key : key | UINT64_C(1) << 63;
}

static double number_of_key(uint64_t key)
{
    double number;
    key = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
    memcpy(&number, &key, sizeof number);
    return number;
}

/* Sorts by key; `other` has as much room. Six digits come and go: the result is where it was. */
static void sort(struct ranked *all, struct ranked *other, size_t count)
{
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        size_t start[BUCKETS + 1] = {0};
        for (size_t i = 0; i < count; i++)
            start[(all[i].key >> (digit * DIGIT) & (BUCKETS - 1)) + 1]++;
        for (size_t b = 1; b < BUCKETS; b++)
            start[b] += start[b - 1];
        for (size_t i = 0; i < count; i++)
            other[start[all[i].key >> (digit * DIGIT) & (BUCKETS - 1)]++] = all[i];
        struct ranked *kept = all;
        all = other;
        other = kept;
    }
}

static size_t collect(struct ranked *all, const struct stored_tree *tree, const struct stored_draft *draft,
                      const uint32_t *order)
{
    size_t count = 0;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (matters(tree, v))
            all[count++] = (struct ranked){key_of(number_of(draft, order[v])), v};
    for (uint32_t i = 0; i < draft->also_count; i++)
        all[count++] = (struct ranked){key_of(draft->also[i]), UINT32_MAX};
    return count;
}

static bool rank(struct stored_tree *tree, const struct stored_draft *draft, const uint32_t *order,
                 struct nash_arena *arena)
{
    size_t room = (size_t)tree->nodes + draft->also_count;
    double *scale = NASH_NEW(arena, double, room);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct ranked *all = NASH_NEW(arena, struct ranked, room), *other = NASH_NEW(arena, struct ranked, room);
    if (!scale || !all || !other)
        return false;
    size_t count = collect(all, tree, draft, order);
    sort(all, other, count);
    for (size_t i = 0; i < count; i++) {
        if (!i || all[i].key != all[i - 1].key)
            scale[tree->scores++] = number_of_key(all[i].key);
        if (all[i].node != UINT32_MAX)
            tree->score[all[i].node] = (int32_t)tree->scores - 1;
    }
    nash_arena_release(arena, mark);
    tree->scale = scale;
    return true;
}

/* ---- scores ---- */

int32_t stored_score(const struct stored_tree *tree, double value)
{
    if (!tree->scale)
        return (int32_t)value;
    uint32_t low = 0, high = tree->scores - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tree->scale[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return (int32_t)low;
}

double stored_value(const struct stored_tree *tree, int32_t score)
{
    return tree->scale ? tree->scale[score] : (double)score;
}

bool stored_take_scores(struct stored_tree *tree, const struct stored_draft *draft, const uint32_t *order,
                        struct nash_arena *arena)
{
    if (!all_plain(tree, draft, order))
        return rank(tree, draft, order, arena);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (matters(tree, v))
            tree->score[v] = (int32_t)number_of(draft, order[v]);
    return true;
}
