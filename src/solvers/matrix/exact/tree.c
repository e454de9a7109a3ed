/* All extreme equilibria by branching on labels (Audet, Hansen, Jaumard and Savard 2001), with proofs.
 *
 * In an equilibrium each label is the row player's or the column player's: choice i is not played, or it is a best
 * answer. A node of the tree has given some labels to one side and some to the other, which leaves a face of either
 * polyhedron of answers.h. A label is branched on by giving it to either side; a node ends where a face is empty, and
 * where every label is given, or is had on all of a face without being given: all vertices of one face then make
 * equilibria with all of the other's.
 *
 * Floating point chooses what to branch on and finds out that faces are empty, but a node is left for that reason only
 * when proof.c says so in integers or an exact table does; and no face is taken for flat but by an exact table.
 * Vertices are found in exact arithmetic. So nothing is missed, and wrong guesses cost time alone. */
#include "tree.h"

#include <stdio.h>
#include <string.h>

enum { STOP_TREE = 3 };

enum nash_status tree_init(struct tree *tree, const struct matrix_game *game, uint32_t most, struct nash_run *run)
{
    memset(tree, 0, sizeof *tree);
    tree->game = game;
    tree->run = run;
    tree->labels = game->rows + game->cols;
    tree->most = most;
    tree->given = NASH_NEW(run->arena, uint8_t, tree->labels);
    tree->branch = NASH_NEW(run->arena, struct branch, tree->labels + 1);
    struct face *row = &tree->face[0], *col = &tree->face[1];
    if (!tree->given || !tree->branch || !collect_init(&tree->collect, game, run->arena) ||
        !answers_of_cols(&col->answers, game, run->arena))
        return NASH_NOMEM;
    answers_of_rows(&row->answers, game);
    row->corners = &tree->collect.row;
    col->corners = &tree->collect.col;
    for (uint32_t side = 0; side < 2; side++) {
        struct face *face = &tree->face[side];
        if (!guess_init(&face->guess, &face->answers, run) || !table_open(&face->table, &face->answers, run))
            return NASH_NOMEM;
        if (!walk_init(&face->walk, &face->table, run))
            return NASH_NOMEM;
        face->most = most;
        guess_start(&face->guess, &face->answers, 0);
    }
    return NASH_OK;
}

void tree_clear(struct tree *tree)
{
    for (uint32_t side = 0; side < 2; side++)
        if (tree->face[side].table.cell)
            table_clear(&tree->face[side].table);
}

/* How much a label calls for a branch: 0 when one of the two present vertices has it. */
static double need(const struct tree *tree, uint32_t label)
{
    double need = 1;
    for (uint32_t side = 0; side < 2; side++) {
        const struct face *face = &tree->face[side];
        uint32_t variable = answers_variable(&tree->face[0].answers, side, label);
        double value = guess_value(&face->guess, variable);
        if (value == 0)
            return 0;
        need *= value;
        if (guess_blocked(&face->guess, variable))
            need += 1e3;
    }
    return need;
}

/* The label to branch on, tree->labels where the present vertices have all. */
static uint32_t most_needed(const struct tree *tree)
{
    uint32_t best = tree->labels;
    double most = 0;
    for (uint32_t label = 0; label < tree->labels; label++) {
        double score = tree->given[label] ? 0 : need(tree, label);
        if (score > most) {
            most = score;
            best = label;
        }
    }
    return best;
}

/* Where the present vertices are an equilibrium, there may be more on the faces: a label that neither has throughout,
 * or tree->labels. */
static uint32_t not_flat(struct tree *tree)
{
    for (uint32_t label = 0; label < tree->labels; label++) {
        if (tree->given[label])
            continue;
        bool flat = false;
        for (uint32_t side = 0; side < 2 && !flat; side++)
            flat = face_flat(&tree->face[side], answers_variable(&tree->face[0].answers, side, label), tree);
        if (!flat)
            return label;
    }
    return tree->labels;
}

/* Has the row player's face a label throughout that was given to the other side? Then all that is here was also where
 * that label was the row player's, which was searched before. */
static bool seen_before(struct tree *tree)
{
    struct face *face = &tree->face[0];
    for (uint32_t k = 0; k < tree->depth; k++)
        if (tree->branch[k].side == 1 && guess_value(&face->guess, tree->branch[k].label) == 0 &&
            face_flat(face, tree->branch[k].label, tree))
            return true;
    return false;
}

static bool push(struct tree *tree, uint32_t label)
{
    struct branch *branch = &tree->branch[tree->depth];
    size_t size = tree->face[0].guess.size;
    if (tree->face[1].guess.size > size)
        size = tree->face[1].guess.size;
    if (!branch->saved)
        branch->saved = nash_arena_alloc_raw(tree->run->arena, size, 16);
    branch->label = label;
    branch->side = 0;
    tree->depth++;
    return branch->saved != NULL;
}

static void report(const struct tree *tree)
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

/* Looks at a new node: goes on below it, or pairs its vertices. */
static enum nash_status open_node(struct tree *tree)
{
    tree->nodes++;
    tree->run->nodes++;
    if (seen_before(tree))
        return NASH_OK;
    uint32_t label = most_needed(tree);
    if (label == tree->labels)
        label = not_flat(tree);
    if (label == tree->labels)
        return face_pair(tree);
    return push(tree, label) ? NASH_OK : NASH_NOMEM;
}

/* Gives the last branch's label to its present side; false when that has an empty face. */
static bool give(struct tree *tree)
{
    struct branch *branch = &tree->branch[tree->depth - 1];
    struct face *face = &tree->face[branch->side];
    memcpy(branch->saved, face->guess.cell, face->guess.size);
    tree->given[branch->label] = 1;
    return face_fix(face, answers_variable(&tree->face[0].answers, branch->side, branch->label), tree);
}

/* Takes back what was given last, and turns to the other side or, after both, to the branch before. */
static void next(struct tree *tree)
{
    while (tree->depth) {
        struct branch *branch = &tree->branch[tree->depth - 1];
        struct face *face = &tree->face[branch->side];
        memcpy(face->guess.cell, branch->saved, face->guess.size);
        tree->given[branch->label] = 0;
        if (branch->side++ == 0)
            return;
        tree->depth--;
    }
}

enum nash_status tree_search(struct tree *tree)
{
    enum nash_status status = open_node(tree);
    while (status == NASH_OK && tree->depth) {
        if (tree->full || nash_stop(tree->run, STOP_TREE))
            return NASH_STOPPED;
        if (tree->nodes % 1024 == 0 && nash_progress_due(tree->run))
            report(tree);
        uint32_t depth = tree->depth;
        if (give(tree))
            status = open_node(tree);
        if (tree->depth == depth)
            next(tree);
    }
    bool stopped = tree->full || tree->run->stopped != NASH_STOP_NONE;
    return status == NASH_OK && stopped ? NASH_STOPPED : status;
}
