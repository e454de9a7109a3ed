/* The brief of a result (nash/solver.h): "tree, 14 nodes, MAX to move: 3, move 0". Phrases stand between ", ", the tree
 * before ": " and what came of it behind, each fixed or numbers and fixed words, so that a page can say them in its
 * language. */
#include <stdarg.h>
#include <stdio.h>

#include "game.h"

struct brief {
    char text[NASH_BRIEF_MAX + 1];
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void put(struct brief *brief, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int len = vsnprintf(brief->text + brief->len, sizeof brief->text - brief->len, format, list);
    va_end(list);
    brief->len += len > 0 ? (size_t)len : 0;
    brief->len = brief->len > NASH_BRIEF_MAX ? NASH_BRIEF_MAX : brief->len;
}

void tree_brief_write(const struct tree_answer *a, struct nash_jsonw *out)
{
    static const char *const bounds[] = {"", "at least ", "at most "};
    const struct stored_tree *tree = a->tree;
    struct brief brief = {.len = 0};
    put(&brief, "tree");
    if (tree)
        put(&brief, ", %u %s, %s to move", tree->nodes, tree->nodes == 1 ? "node" : "nodes",
            stored_min(tree, 0) ? "MIN" : "MAX");
    if (tree && tree->depth < a->whole_depth)
        put(&brief, ", to depth %u", tree->depth);
    put(&brief, ": ");
    if (a->trials && a->trial[0].finished) {
        put(&brief, "%s%.10g", bounds[tree_bound_of(a)], stored_value(tree, a->trial[0].value));
        if (!stored_leaf(tree, 0) && tree_bound_of(a) == TREE_EXACT)
            put(&brief, ", move %u", tree_best_child(a, 0) - tree->first[0]);
    }
    if (a->timeout)
        put(&brief, "%stimeout", a->trials && a->trial[0].finished ? ", " : "");
    nash_jsonw_key(out, "brief");
    nash_jsonw_string_n(out, brief.text, brief.len);
}
