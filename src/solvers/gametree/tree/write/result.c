/* Writes the result of a tree as JSON: schema/kinds/gametree.result.json. Steps and cuts are in trace.c. */
#include <string.h>

#include "write.h"

/* Writes an integer that every reader represents exactly as a number, anything else as a string. */
static void write_exact(struct nash_jsonw *out, const char *text)
{
    size_t len = strlen(text);
    if (len <= 15 && !memchr(text, '/', len))
        nash_jsonw_raw(out, text, len);
    else
        nash_jsonw_string_n(out, text, len);
}

void tree_write_p(struct nash_jsonw *out, struct rational p)
{
    char text[RATIONAL_TEXT];
    write_exact(out, rational_text(text, p.num, p.den));
}

void tree_write_score(struct nash_jsonw *out, const struct stored_tree *tree, int32_t score)
{
    if (score == SCORE_INFINITE || score == ~SCORE_INFINITE)
        nash_jsonw_null(out);
    else if (tree->won && (score >= tree->won || score <= -tree->won))
        nash_jsonw_string(out, score > 0 ? "infinity" : "-infinity");
    else if (tree->ratio)
        write_exact(out, tree->ratio[score]);
    else if (tree->scale)
        nash_jsonw_double(out, stored_value(tree, score));
    else
        nash_jsonw_int(out, score);
}

void tree_write_kscore(struct nash_jsonw *out, const char *key, const struct stored_tree *tree, int32_t score)
{
    nash_jsonw_key(out, key);
    tree_write_score(out, tree, score);
}

const char *tree_player(const struct stored_tree *tree, uint32_t node)
{
    return stored_chance(tree, node) ? "CHANCE" : stored_min(tree, node) ? "MIN" : "MAX";
}

/* ---- value and moves ---- */

/* Returns the name of the move from a node to its child. */
static uint32_t move_of(const struct tree_answer *a, uint32_t node, uint32_t child)
{
    return a->move ? a->move[child] : child - a->tree->first[node];
}

static void write_value(struct nash_jsonw *out, const struct tree_answer *a)
{
    static const char *const bounds[] = {"exact", "lower", "upper"};
    enum tree_bound bound = tree_bound_of(a);
    bool known = a->trials && a->trial[0].finished;
    tree_write_kscore(out, "value", a->tree, known ? a->trial[0].value : SCORE_INFINITE);
    if (known && bound != TREE_EXACT)
        nash_jsonw_kstring(out, "bound", bounds[bound]);
    nash_jsonw_kbool(out, "exact", known && bound == TREE_EXACT && a->tree->depth == a->whole_depth);
}

static void write_best(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct stored_tree *tree = a->tree;
    uint32_t listed = 0;
    nash_jsonw_karray(out, "best_moves");
    for (uint32_t c = tree->first[0]; c < tree->first[1] && listed < TREE_MOVES_MAX; c++)
        if (a->value[c] == a->value[0]) {
            nash_jsonw_uint(out, move_of(a, 0, c));
            listed++;
        }
    nash_jsonw_array_end(out);
}

/* Writes best play from the root to a leaf or a chance node. */
static void write_line(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct stored_tree *tree = a->tree;
    uint32_t listed = 0;
    nash_jsonw_karray(out, "line");
    for (uint32_t v = 0; !stored_leaf(tree, v) && !stored_chance(tree, v) && listed < TREE_MOVES_MAX; listed++) {
        uint32_t c = tree_best_child(a, v);
        nash_jsonw_uint(out, move_of(a, v, c));
        v = c;
    }
    nash_jsonw_array_end(out);
}

static void write_moves(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct stored_tree *tree = a->tree;
    nash_jsonw_karray(out, "moves");
    for (uint32_t c = tree->first[0]; c < tree->first[1] && c <= TREE_MOVES_MAX; c++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "move", move_of(a, 0, c));
        if (tree->name && tree->name[c])
            nash_jsonw_kstring(out, "name", tree->name[c]);
        if (stored_chance(tree, 0)) {
            nash_jsonw_key(out, "p");
            tree_write_p(out, tree->p[c]);
        }
        tree_write_kscore(out, "value", tree, a->value[c]);
        nash_jsonw_kbool(out, "best", a->value[c] == a->value[0] && !stored_chance(tree, 0));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the members that need the value of every node: best move, line, moves. */
static void write_play(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct stored_tree *tree = a->tree;
    if (!a->value || stored_leaf(tree, 0))
        return;
    if (a->trials && a->trial[0].finished && tree_bound_of(a) == TREE_EXACT && !stored_chance(tree, 0)) {
        nash_jsonw_kuint(out, "best", move_of(a, 0, tree_best_child(a, 0)));
        write_best(out, a);
        write_line(out, a);
    }
    write_moves(out, a);
}

/* ---- cost of the search ---- */

static void write_ratio(struct nash_jsonw *out, const struct tree_answer *a, const struct tree_trial *trial)
{
    if (a->minimum && trial->finished)
        nash_jsonw_kdouble(out, "ratio", tree_round((double)trial->count.leaves / (double)a->minimum));
}

static void write_deepening(struct nash_jsonw *out, const struct tree_trial *trial)
{
    if (trial->engine != TREE_AUTO)
        return;
    nash_jsonw_kobject(out, "deepening");
    nash_jsonw_kuint(out, "searches", trial->effort.searches);
    nash_jsonw_kuint(out, "passes", trial->effort.passes);
    nash_jsonw_kuint(out, "nodes", trial->effort.before.nodes);
    nash_jsonw_kuint(out, "leaves", trial->effort.before.leaves);
    nash_jsonw_kuint(out, "evaluations", trial->effort.evaluations);
    nash_jsonw_object_end(out);
}

static void write_engines(struct nash_jsonw *out, const struct tree_answer *a)
{
    nash_jsonw_karray(out, "engines");
    for (uint32_t i = 0; i < a->trials; i++) {
        const struct tree_trial *trial = &a->trial[i];
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "engine", tree_engine_names[trial->engine]);
        tree_write_kscore(out, "value", a->tree, trial->finished ? trial->value : SCORE_INFINITE);
        nash_jsonw_kuint(out, "nodes", trial->count.nodes);
        nash_jsonw_kuint(out, "leaves", trial->count.leaves);
        write_deepening(out, trial);
        write_ratio(out, a, trial);
        nash_jsonw_kuint(out, "us", trial->us);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_cost(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct tree_trial *trial = &a->trial[0];
    if (!a->trials)
        return;
    nash_jsonw_kstring(out, "engine", tree_engine_names[trial->engine]);
    nash_jsonw_kuint(out, "nodes", trial->count.nodes);
    nash_jsonw_kuint(out, "leaves", trial->count.leaves);
    write_deepening(out, trial);
    if (a->minimum)
        nash_jsonw_kuint(out, "minimum_leaves", a->minimum);
    write_ratio(out, a, trial);
}

/* ---- the tree ---- */

static void write_parents(struct nash_jsonw *out, const struct stored_tree *tree)
{
    nash_jsonw_karray(out, "parent");
    nash_jsonw_int(out, -1);
    for (uint32_t v = 0; v < tree->nodes; v++)
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++)
            nash_jsonw_uint(out, v);
    nash_jsonw_array_end(out);
}

static void write_tree(struct nash_jsonw *out, const struct tree_answer *a)
{
    const struct stored_tree *tree = a->tree;
    nash_jsonw_kobject(out, "tree");
    write_parents(out, tree);
    nash_jsonw_karray(out, "value");
    for (uint32_t v = 0; v < tree->nodes; v++)
        tree_write_score(out, tree, tree->evaluated || stored_leaf(tree, v) ? tree->score[v] : SCORE_INFINITE);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "player");
    for (uint32_t v = 0; v < tree->nodes; v++)
        nash_jsonw_string(out, stored_leaf(tree, v) ? NULL : tree_player(tree, v));
    nash_jsonw_array_end(out);
    if (tree->chance) {
        nash_jsonw_karray(out, "p");
        for (uint32_t v = 0; v < tree->nodes; v++)
            if (tree->p[v].den)
                tree_write_p(out, tree->p[v]);
            else
                nash_jsonw_null(out);
        nash_jsonw_array_end(out);
        nash_jsonw_karray(out, "values");
        for (uint32_t v = 0; v < tree->nodes && a->value; v++)
            tree_write_score(out, tree, a->value[v]);
        nash_jsonw_array_end(out);
    }
    if (a->move) {
        nash_jsonw_karray(out, "move");
        nash_jsonw_null(out);
        for (uint32_t v = 1; v < tree->nodes; v++)
            nash_jsonw_uint(out, a->move[v]);
        nash_jsonw_array_end(out);
    }
    if (tree->name) {
        nash_jsonw_karray(out, "name");
        for (uint32_t v = 0; v < tree->nodes; v++)
            nash_jsonw_string(out, tree->name[v]);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}

/* ---- the whole ---- */

static void write_statistics(struct nash_jsonw *out, const struct tree_answer *a)
{
    nash_jsonw_kobject(out, "statistics");
    if (a->tree) {
        nash_jsonw_kuint(out, "tree_nodes", a->tree->nodes);
        nash_jsonw_kuint(out, "tree_leaves", a->tree->leaves);
        nash_jsonw_kuint(out, "tree_depth", a->tree->depth);
    }
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
}

void tree_write_search(struct nash_jsonw *out, const struct tree_problem *p, const struct tree_answer *a)
{
    write_value(out, a);
    write_play(out, a);
    write_cost(out, a);
    if (a->traced)
        tree_write_trace(out, p, a);
    if (a->tree->nodes <= TREE_SHOWN_MAX)
        write_tree(out, a);
    if (a->trials > 1)
        write_engines(out, a);
}

void tree_write_end(struct nash_jsonw *out, const struct tree_answer *a)
{
    if (a->timeout)
        nash_jsonw_kbool(out, "timeout", true);
    write_statistics(out, a);
    nash_jsonw_object_end(out);
}

void tree_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct tree_answer *a = result->answer;
    nash_jsonw_object(out);
    tree_summary_write(a, out);
    nash_jsonw_kstring(out, "game", "tree");
    if (a->tree) {
        nash_jsonw_kstring(out, "to_move", tree_player(a->tree, 0));
        tree_write_search(out, problem, a);
    }
    tree_write_end(out, a);
}
