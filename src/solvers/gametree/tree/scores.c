/* Values as scores. Whole numbers of modest size are their own scores; anything else is ranked, which keeps decimals
 * and large integers exact, since a search does nothing with values but compare them. */
#include "scores.h"

#include <math.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

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

static bool rank(struct stored_tree *tree, const struct stored_draft *draft, const uint32_t *order,
                 struct nash_arena *arena)
{
    uint32_t count = 0, kept = 0;
    double *scale = NASH_NEW(arena, double, (size_t)tree->nodes + draft->also_count);
    if (!scale)
        return false;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (matters(tree, v))
            scale[count++] = number_of(draft, order[v]) + 0.0; /* -0.0 becomes 0.0 */
    for (uint32_t i = 0; i < draft->also_count; i++)
        scale[count++] = draft->also[i] + 0.0;
    qsort(scale, count, sizeof *scale, by_number);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || scale[i] > scale[kept - 1])
            scale[kept++] = scale[i];
    tree->scale = scale;
    tree->scores = kept;
    return true;
}

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
    if (!all_plain(tree, draft, order) && !rank(tree, draft, order, arena))
        return false;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (matters(tree, v))
            tree->score[v] = stored_score(tree, number_of(draft, order[v]));
    return true;
}
