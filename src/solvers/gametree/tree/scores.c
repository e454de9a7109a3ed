/* Values as scores. Small integers are their own scores; anything else is ranked, which keeps decimals and large
 * integers exact, because a search only compares values. Ranking ten million numbers takes a radix sort of 64-bit keys
 * whose order is the order of the numbers. */
#include "scores.h"

#include <math.h>

#include <solvers/kit/collections/sort.h>

enum { NO_NODE = UINT32_MAX }; /* the node of an extra number */

static bool has_score(const struct stored_tree *tree, uint32_t node)
{
    return tree->evaluated || stored_leaf(tree, node);
}

static bool is_small_integer(double x)
{
    return fabs(x) <= SCORE_MAX && x == trunc(x);
}

static bool all_small_integers(const struct stored_tree *tree, const struct stored_input *input, const uint32_t *order)
{
    for (uint32_t i = 0; i < input->extras; i++)
        if (!is_small_integer(input->extra[i]))
            return false;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (has_score(tree, v) && !is_small_integer(stored_number(input, order[v])))
            return false;
    return true;
}

/* ---- ranks ---- */

/* Collects the values of the nodes that have one, and the extra numbers. Returns their count. */
static size_t collect_numbers(struct sort_item *all, const struct stored_tree *tree, const struct stored_input *input,
                              const uint32_t *order)
{
    size_t count = 0;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (has_score(tree, v))
            all[count++] = (struct sort_item){sort_key_of_double(stored_number(input, order[v])), v};
    for (uint32_t i = 0; i < input->extras; i++)
        all[count++] = (struct sort_item){sort_key_of_double(input->extra[i]), NO_NODE};
    return count;
}

static bool assign_ranks(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order,
                         struct nash_arena *arena)
{
    size_t room = (size_t)tree->nodes + input->extras;
    double *scale = NASH_NEW(arena, double, room);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct sort_item *all = NASH_NEW(arena, struct sort_item, room), *scratch = NASH_NEW(arena, struct sort_item, room);
    if (!scale || !all || !scratch)
        return false;
    size_t count = collect_numbers(all, tree, input, order);
    all = radix_sort_items(all, scratch, count);
    for (size_t i = 0; i < count; i++) {
        if (!i || all[i].key != all[i - 1].key)
            scale[tree->scores++] = sort_double_of_key(all[i].key);
        if (all[i].value != NO_NODE)
            tree->score[all[i].value] = (int32_t)tree->scores - 1;
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

bool stored_set_scores(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order,
                       struct nash_arena *arena)
{
    if (!all_small_integers(tree, input, order))
        return assign_ranks(tree, input, order, arena);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (has_score(tree, v))
            tree->score[v] = (int32_t)stored_number(input, order[v]);
    return true;
}
