/* The summary of a result: "11x11, 2 stones: e6, 61 %", "3x3, 5 stones: black has won". */
#include <solvers/kit/summary.h>

#include "write.h"

/* Columns come first, as in SGF. */
static void add_board(struct summary *summary, const struct hex_board *board)
{
    summary_add(summary, "%ux%u, ", board->cols, board->rows);
    summary_add_count(summary, board->stones, "stone", "stones");
}

void hex_describe(const void *problem, struct nash_buf *out)
{
    const struct hex_problem *p = problem;
    struct summary summary = {0};
    add_board(&summary, &p->position.board);
    nash_buf_add(out, summary.text, summary.len);
}

static void add_move(struct summary *summary, const struct hex_problem *p, const struct hex_answer *a)
{
    char name[HEX_NAME_MAX];
    if (a->swaps)
        summary_add(summary, "swap");
    else if (a->opinion.move >= 0)
        summary_add(summary, "%s", hex_cell_name(&p->position.board, (unsigned)a->opinion.move, name));
    else
        summary_add(summary, "no move");
}

void hex_write_summary(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    enum hex_color winner = hex_answer_winner(p, a);
    add_board(&summary, &p->position.board);
    summary_add(&summary, ": ");
    if (p->winner != HEX_EMPTY) {
        summary_add(&summary, "%s has won%s", hex_side_names[winner], p->resigned ? ", resigned" : "");
    } else {
        add_move(&summary, p, a);
        if (winner != HEX_EMPTY)
            summary_add(&summary, ", %s wins", hex_side_names[winner]);
        else if (hex_answer_rate(a) >= 0)
            summary_add(&summary, ", %d %%", (int)(hex_answer_rate(a) * 100 + 0.5F));
    }
    summary_write(&summary, out);
}
