/* The summary of a result: "tree, 14 nodes, MAX to move: 3, move 0". */
#include <string.h>

#include <solvers/kit/summary.h>

#include "write.h"

enum { RATIO_SHOWN = 40 }; /* characters of the longest value in a summary */

static void add_value(struct summary *summary, const struct tree_answer *a)
{
    static const char *const bounds[] = {"", "at least ", "at most "};
    int32_t score = a->trial[0].value;
    if (a->tree->ratio)
        summary_add(summary, "%s",
                    strlen(a->tree->ratio[score]) > RATIO_SHOWN ? "a long fraction" : a->tree->ratio[score]);
    else
        summary_add(summary, "%s%.10g", bounds[tree_bound_of(a)], stored_value(a->tree, score));
}

void tree_summary_write(const struct tree_answer *a, struct nash_jsonw *out)
{
    const struct stored_tree *tree = a->tree;
    struct summary summary = {0};
    summary_add(&summary, "tree");
    if (tree)
        summary_add(&summary, ", %u %s, %s to move", tree->nodes, tree->nodes == 1 ? "node" : "nodes",
                    stored_chance(tree, 0) ? "chance" : tree_player(tree, 0));
    if (tree && tree->depth < a->whole_depth)
        summary_add(&summary, ", to depth %u", tree->depth);
    summary_add(&summary, ": ");
    if (a->trials && a->trial[0].finished) {
        add_value(&summary, a);
        if (!stored_leaf(tree, 0) && !stored_chance(tree, 0) && tree_bound_of(a) == TREE_EXACT)
            summary_add(&summary, ", move %u", tree_best_child(a, 0) - tree->first[0]);
    }
    if (a->timeout)
        summary_add(&summary, "%stimeout", a->trials && a->trial[0].finished ? ", " : "");
    summary_write(&summary, out);
}
