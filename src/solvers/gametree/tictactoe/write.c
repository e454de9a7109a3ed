/* Writes the result of tic-tac-toe as JSON: that of a tree with cells as moves, and the stage in the terms of the
 * lecture notes.
 */
#include <solvers/gametree/tree/write/write.h>
#include <solvers/kit/summary.h>

#include "tictactoe.h"

static void write_board(struct nash_jsonw *out, struct board b)
{
    char text[BOARD_CELLS];
    for (unsigned c = 0; c < BOARD_CELLS; c++)
        text[c] = b.x >> c & 1 ? 'X' : b.o >> c & 1 ? 'O' : '.';
    nash_jsonw_key(out, "board");
    nash_jsonw_string_n(out, text, BOARD_CELLS);
}

/* Writes e(p) and the lines it is computed from. */
static void write_evaluation(struct nash_jsonw *out, struct board b)
{
    bool x_won = board_has_line(b.x), o_won = board_has_line(b.o);
    unsigned max_open = board_open(b.o), min_open = board_open(b.x);
    nash_jsonw_key(out, "e");
    if (x_won || o_won)
        nash_jsonw_string(out, x_won ? "infinity" : "-infinity");
    else
        nash_jsonw_int(out, (int64_t)max_open - (int64_t)min_open);
    nash_jsonw_kuint(out, "max_open", max_open);
    nash_jsonw_kuint(out, "min_open", min_open);
}

/* ---- the stage ---- */

/* Writes the evaluation of a leaf, or the value of an inner position. */
static void write_position(struct nash_jsonw *out, const struct tictactoe_answer *a, uint32_t node)
{
    const struct tree_answer *tree = a->tree.answer;
    if (stored_leaf(tree->tree, node))
        write_evaluation(out, a->board[node]);
    else
        tree_write_kscore(out, "value", tree->tree, tree->value[node]);
}

static void write_replies(struct nash_jsonw *out, const struct tictactoe_answer *a, uint32_t node)
{
    const struct tree_answer *tree = a->tree.answer;
    nash_jsonw_karray(out, "replies");
    for (uint32_t c = tree->tree->first[node]; c < tree->tree->first[node + 1]; c++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "cell", tree->move[c]);
        write_position(out, a, c);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_stage(struct nash_jsonw *out, const struct tictactoe_answer *a)
{
    const struct tree_answer *tree = a->tree.answer;
    nash_jsonw_kobject(out, "stage");
    nash_jsonw_karray(out, "moves");
    for (uint32_t c = tree->tree->first[0]; c < tree->tree->first[1]; c++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "cell", tree->move[c]);
        tree_write_kscore(out, "value", tree->tree, tree->value[c]);
        nash_jsonw_kbool(out, "best", tree->value[c] == tree->value[0]);
        if (stored_leaf(tree->tree, c))
            write_evaluation(out, a->board[c]);
        else
            write_replies(out, a, c);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_kuint(out, "leaves", tree->tree->leaves);
    nash_jsonw_kuint(out, "leaves_without_symmetry", a->all_leaves);
    nash_jsonw_object_end(out);
}

static void write_counts(struct nash_jsonw *out, const struct tictactoe_counts *counts)
{
    nash_jsonw_kobject(out, "counts");
    nash_jsonw_kuint(out, "nodes", counts->nodes);
    nash_jsonw_kuint(out, "games", counts->games);
    nash_jsonw_kuint(out, "positions", counts->positions);
    nash_jsonw_kuint(out, "positions_up_to_symmetry", counts->canonical);
    nash_jsonw_object_end(out);
}

/* ---- the whole ---- */

/* Writes "tic-tac-toe, MAX to move, 2 plies: 1, cell 4". */
static void write_summary(struct nash_jsonw *out, const struct tictactoe_problem *p, const struct tree_answer *tree)
{
    struct summary summary = {0};
    int32_t score = tree->value ? tree->value[0] : 0;
    summary_add(&summary, "tic-tac-toe, %s to move", p->min ? "MIN" : "MAX");
    if (p->ply) {
        summary_add(&summary, ", ");
        summary_add_count(&summary, p->ply, "ply", "plies");
    }
    if (!tree->value)
        summary_add(&summary, ": timeout");
    else if (p->ply && (score == TICTACTOE_WON || score == -TICTACTOE_WON))
        summary_add(&summary, ": %s", score > 0 ? "infinity" : "-infinity");
    else
        summary_add(&summary, ": %d", score);
    if (tree->value && !stored_leaf(tree->tree, 0))
        summary_add(&summary, ", cell %u", tree->move[tree_best_child(tree, 0)]);
    summary_write(&summary, out);
}

void tictactoe_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct tictactoe_problem *p = problem;
    const struct tictactoe_answer *a = result->answer;
    const struct tree_answer *tree = a->tree.answer;
    nash_jsonw_object(out);
    write_summary(out, p, tree);
    nash_jsonw_kstring(out, "game", "tictactoe");
    write_board(out, p->board);
    nash_jsonw_kstring(out, "to_move", p->min ? "MIN" : "MAX");
    write_evaluation(out, p->board);
    tree_write_search(out, &a->search, tree);
    if (p->ply && tree->value)
        write_stage(out, a);
    if (p->count)
        write_counts(out, &a->counts);
    tree_write_end(out, tree);
}
