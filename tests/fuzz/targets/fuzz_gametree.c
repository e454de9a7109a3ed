/* Fuzzes both parsers of game trees, and solves accepted problems briefly.
 *
 * An accepted tree must be stored in level order, with one parent for each node but the root; written in the form of
 * parents, it must have the same key. A board of tic-tac-toe must be reachable. Other games are checked by verify(). */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/gametree/problem.h>
#include <solvers/gametree/tictactoe/tictactoe.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 64 << 20, NODES = 20000 };

extern const struct nash_solver nash_solver_gametree;

static void check_tree(const struct stored_tree *tree)
{
    uint32_t next = 1, leaves = 0;
    if (!tree->nodes || tree->first[tree->nodes] != tree->nodes || tree->level[tree->depth + 1] != tree->nodes)
        fuzz_fail("a tree does not end where it ends", "");
    for (uint32_t v = 0; v < tree->nodes; v++) {
        if (tree->first[v] != next || tree->first[v + 1] < next || (next <= v && tree->first[v + 1] > next))
            fuzz_fail("children do not stand in level order", "");
        next = tree->first[v + 1];
        leaves += stored_leaf(tree, v);
        if ((stored_leaf(tree, v) && (stored_min(tree, v) || stored_chance(tree, v))) ||
            (stored_min(tree, v) && stored_chance(tree, v)))
            fuzz_fail("a player moves at a leaf or where chance does", "");
        if (!tree->scale && (tree->score[v] > SCORE_MAX || tree->score[v] < -SCORE_MAX))
            fuzz_fail("a score is too large", "");
        if (tree->scale && (tree->score[v] < 0 || (uint32_t)tree->score[v] >= tree->scores))
            fuzz_fail("a score is no rank", "");
    }
    if (leaves != tree->leaves)
        fuzz_fail("the leaves are counted wrong", "");
    for (uint32_t i = 1; i < tree->scores; i++)
        if (tree->scale[i] <= tree->scale[i - 1])
            fuzz_fail("ranks do not ascend", "");
}

static void write_probability(struct nash_jsonw *out, struct rational p)
{
    char text[RATIONAL_TEXT];
    if (p.den)
        nash_jsonw_string(out, rational_text(text, p.num, p.den));
    else
        nash_jsonw_null(out);
}

static void write_tree(struct nash_jsonw *out, const struct stored_tree *tree)
{
    nash_jsonw_karray(out, "parent");
    nash_jsonw_int(out, -1);
    for (uint32_t v = 0; v < tree->nodes; v++)
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++)
            nash_jsonw_uint(out, v);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "player");
    for (uint32_t v = 0; v < tree->nodes; v++)
        nash_jsonw_int(out, stored_chance(tree, v) ? 2 : stored_min(tree, v));
    nash_jsonw_array_end(out);
    if (tree->chance) {
        nash_jsonw_karray(out, "p");
        for (uint32_t v = 0; v < tree->nodes; v++)
            write_probability(out, tree->p[v]);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_karray(out, "value");
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->evaluated || stored_leaf(tree, v))
            nash_jsonw_double(out, stored_value(tree, tree->score[v]));
        else
            nash_jsonw_null(out);
    nash_jsonw_array_end(out);
}

static void write_options(struct nash_jsonw *out, const struct tree_problem *p)
{
    nash_jsonw_kstring(out, "engine", tree_engine_names[p->engine]);
    nash_jsonw_kbool(out, "compare", p->compare);
    if (p->depth)
        nash_jsonw_kuint(out, "depth", p->depth);
    if (p->trace) {
        nash_jsonw_kobject(out, "trace");
        nash_jsonw_kuint(out, "from", p->trace_from + 1);
        nash_jsonw_kuint(out, "count", p->trace_count);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_karray(out, "window");
    nash_jsonw_double(out, p->has_alpha ? p->alpha : NAN);
    nash_jsonw_double(out, p->has_beta ? p->beta : NAN);
    nash_jsonw_array_end(out);
}

/* Checks that the tree, written in the form of parents with all optional members, has the same key. This form has no
 * names. */
static void check_spelling(const struct gametree_problem *p, struct nash_arena *arena)
{
    const struct tree_problem *tree = p->own;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    write_tree(&out, tree->tree);
    write_options(&out, tree);
    nash_jsonw_object_end(&out);
    fuzz_same_problem(&nash_solver_gametree, p, &buf, arena);
    nash_buf_free(&buf);
}

/* Returns whether the problem is small enough for the arena of this test. */
static bool small(const struct gametree_problem *p)
{
    const struct tree_problem *tree = p->own;
    if (p->game != &gametree_tree || tree->tree)
        return true;
    return stored_shape_nodes(tree->shape.branching, tree->shape.depth) <= NODES;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const struct gametree_problem *p = fuzz_parse(&nash_solver_gametree, data, size, arena);
    if (p) {
        const struct tree_problem *tree = p->game == &gametree_tree ? p->own : NULL;
        const struct tictactoe_problem *board = p->game == &gametree_tictactoe ? p->own : NULL;
        if (tree && tree->tree)
            check_tree(tree->tree);
        if (tree && tree->tree && !tree->tree->name)
            check_spelling(p, arena);
        if (board && board_fault(board->board, board->min))
            fuzz_fail("a board is accepted that cannot come up", board_fault(board->board, board->min));
        if (small(p))
            fuzz_solve(&nash_solver_gametree, p, &run, true);
    }
    nash_arena_free(arena);
    return 0;
}
