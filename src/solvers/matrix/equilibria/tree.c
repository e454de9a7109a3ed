/* Finds all extreme equilibria by branching on labels (Audet, Hansen, Jaumard and Savard 2001), with proofs.
 *
 * In an equilibrium each label belongs to the row player or to the column player: choice i is not played, or it is a
 * best response. A node assigns some labels to one side and some to the other, which leaves a face of each polyhedron.
 * Branching assigns a label to either side. A node is a leaf if a face is empty, or if every label is assigned or
 * present on a whole face without assignment; all vertices of one face then form equilibria with all vertices of the
 * other.
 *
 * Floating point chooses the branches and finds empty faces, but a node is abandoned only after proof.c or an exact
 * tableau has confirmed it, and a label counts as present on a whole face only by an exact tableau. Vertices are exact.
 * So no equilibrium is missed, and rounding errors cost time only. */
#include "tree.h"

#include <stdio.h>
#include <string.h>

enum { STOP_TREE = 3 };

enum nash_status tree_init(struct tree *tree, const struct matrix_game *game, uint32_t max, struct nash_run *run)
{
    memset(tree, 0, sizeof *tree);
    tree->game = game;
    tree->run = run;
    tree->labels = game->rows + game->cols;
    tree->max = max;
    tree->given = NASH_NEW(run->arena, uint8_t, tree->labels);
    tree->branch = NASH_NEW(run->arena, struct branch, tree->labels + 1);
    struct face *row = &tree->face[0], *col = &tree->face[1];
    if (!tree->given || !tree->branch || !collect_init(&tree->collect, game, run->arena) ||
        !polyhedron_of_cols(&col->polyhedron, game, run->arena))
        return NASH_NOMEM;
    polyhedron_of_rows(&row->polyhedron, game);
    row->vertices = &tree->collect.row;
    col->vertices = &tree->collect.col;
    for (uint32_t side = 0; side < 2; side++) {
        struct face *face = &tree->face[side];
        if (!float_tableau_init(&face->approx, &face->polyhedron, run) ||
            !tableau_init(&face->tableau, &face->polyhedron, run))
            return NASH_NOMEM;
        if (!walk_init(&face->walk, &face->tableau, run))
            return NASH_NOMEM;
        face->max = max;
        float_tableau_start(&face->approx, &face->polyhedron, 0);
    }
    return NASH_OK;
}

void tree_clear(struct tree *tree)
{
    for (uint32_t side = 0; side < 2; side++)
        if (tree->face[side].tableau.cell)
            tableau_clear(&tree->face[side].tableau);
}

/* Returns the priority of branching on a label; 0 if one of the present vertices has the label. */
static double branch_priority(const struct tree *tree, uint32_t label)
{
    double priority = 1;
    for (uint32_t side = 0; side < 2; side++) {
        const struct face *face = &tree->face[side];
        uint32_t variable = polyhedron_variable(&tree->face[0].polyhedron, side, label);
        double value = float_tableau_value(&face->approx, variable);
        if (value == 0)
            return 0;
        priority *= value;
        if (float_tableau_blocked(&face->approx, variable))
            priority += 1e3;
    }
    return priority;
}

/* Returns the label to branch on, or tree->labels if the present vertices have all labels. */
static uint32_t choose_branch_label(const struct tree *tree)
{
    uint32_t best = tree->labels;
    double max = 0;
    for (uint32_t label = 0; label < tree->labels; label++) {
        double score = tree->given[label] ? 0 : branch_priority(tree, label);
        if (score > max) {
            max = score;
            best = label;
        }
    }
    return best;
}

/* Returns an unassigned label that is not present on the whole of either face; tree->labels if there is none. The
 * present vertices are an equilibrium, but the faces may contain more. */
static uint32_t find_free_label(struct tree *tree)
{
    for (uint32_t label = 0; label < tree->labels; label++) {
        if (tree->given[label])
            continue;
        bool flat = false;
        for (uint32_t side = 0; side < 2 && !flat; side++)
            flat = face_always_zero(&tree->face[side], polyhedron_variable(&tree->face[0].polyhedron, side, label));
        if (!flat)
            return label;
    }
    return tree->labels;
}

/* Returns whether a label that is assigned to the column player is present on the whole face of the row player. All
 * equilibria of this node were then found before, at a node that assigned the label to the row player. */
static bool tree_node_seen(struct tree *tree)
{
    struct face *face = &tree->face[0];
    for (uint32_t k = 0; k < tree->depth; k++)
        if (tree->branch[k].side == 1 && float_tableau_value(&face->approx, tree->branch[k].label) == 0 &&
            face_always_zero(face, tree->branch[k].label))
            return true;
    return false;
}

static bool tree_push(struct tree *tree, uint32_t label)
{
    struct branch *branch = &tree->branch[tree->depth];
    size_t size = tree->face[0].approx.size;
    if (tree->face[1].approx.size > size)
        size = tree->face[1].approx.size;
    if (!branch->saved)
        branch->saved = nash_arena_alloc_raw(tree->run->arena, size, 16);
    branch->label = label;
    branch->side = 0;
    tree->depth++;
    return branch->saved != NULL;
}

static void tree_report_progress(const struct tree *tree)
{
    double done = 0, part = 1;
    for (uint32_t k = 0; k < tree->depth; k++) {
        part /= 2;
        done += tree->branch[k].side ? part : 0;
    }
    char text[128];
    int length = snprintf(text, sizeof text, "{\"nodes\":%llu,\"equilibria\":%u,\"done\":%.4f}",
                          (unsigned long long)tree->nodes, tree->collect.pairs.count, done);
    tree->run->progress(tree->run, text, (size_t)length);
}

/* Opens a node: branches, or pairs the vertices of a leaf. */
static enum nash_status tree_open_node(struct tree *tree)
{
    tree->nodes++;
    tree->run->nodes++;
    if (tree_node_seen(tree))
        return NASH_OK;
    uint32_t label = choose_branch_label(tree);
    if (label == tree->labels)
        label = find_free_label(tree);
    if (label == tree->labels)
        return face_pair(tree);
    return tree_push(tree, label) ? NASH_OK : NASH_NOMEM;
}

/* Assigns the last branch's label to its present side. Returns false if the face is empty. */
static bool tree_assign_label(struct tree *tree)
{
    struct branch *branch = &tree->branch[tree->depth - 1];
    struct face *face = &tree->face[branch->side];
    memcpy(branch->saved, face->approx.cell, face->approx.size);
    tree->given[branch->label] = 1;
    return face_fix_zero(face, polyhedron_variable(&tree->face[0].polyhedron, branch->side, branch->label));
}

/* Undoes the last assignment and switches its branch to the other side or, after both sides, returns to the previous
 * branch. */
static void tree_backtrack(struct tree *tree)
{
    while (tree->depth) {
        struct branch *branch = &tree->branch[tree->depth - 1];
        struct face *face = &tree->face[branch->side];
        memcpy(face->approx.cell, branch->saved, face->approx.size);
        tree->given[branch->label] = 0;
        if (branch->side++ == 0)
            return;
        tree->depth--;
    }
}

enum nash_status tree_search(struct tree *tree)
{
    enum nash_status status = tree_open_node(tree);
    while (status == NASH_OK && tree->depth) {
        if (tree->full || nash_stop(tree->run, STOP_TREE))
            return NASH_STOPPED;
        if (tree->nodes % 1024 == 0 && nash_progress_due(tree->run))
            tree_report_progress(tree);
        uint32_t depth = tree->depth;
        if (tree_assign_label(tree))
            status = tree_open_node(tree);
        if (tree->depth == depth)
            tree_backtrack(tree);
    }
    bool stopped = tree->full || tree->run->stopped != NASH_STOP_NONE;
    return status == NASH_OK && stopped ? NASH_STOPPED : status;
}
