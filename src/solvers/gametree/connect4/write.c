/* The result as JSON. Columns are 1 to 7; scores are those of the side to move. */
#include <solvers/kit/summary.h>

#include "openings.h"

static bool is_known(struct c4_range range)
{
    return range.lo == range.hi;
}

static const char *result_of(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

static void write_summary(const struct c4_problem *p, const struct c4_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    char mover = p->board.stones % 2 == 0 ? 'X' : 'O';
    int score = a->range.lo;
    summary_add(&summary, "connect four, %d stones: ", p->board.stones);
    if (!is_known(a->range))
        summary_add(&summary, "%c to move scores %d to %d", mover, a->range.lo, a->range.hi);
    else if (p->over && score)
        summary_add(&summary, "%c has won", mover == 'X' ? 'O' : 'X');
    else if (p->over)
        summary_add(&summary, "drawn");
    else if (score == 0)
        summary_add(&summary, "%c to move draws", mover);
    else
        summary_add(&summary, "%c to move %s in %d", mover, score > 0 ? "wins" : "loses", c4_plies(&p->board, score));
    summary_write(&summary, out);
}

static void write_range(struct nash_jsonw *out, struct c4_range range)
{
    nash_jsonw_key(out, "value");
    if (is_known(range)) {
        nash_jsonw_int(out, range.lo);
        return;
    }
    nash_jsonw_null(out);
    nash_jsonw_karray(out, "bounds");
    nash_jsonw_int(out, range.lo);
    nash_jsonw_int(out, range.hi);
    nash_jsonw_array_end(out);
}

static bool is_best(const struct c4_answer *a, int column)
{
    return a->playable >> column & 1 && is_known(a->range) && is_known(a->column[column]) &&
           a->column[column].lo == a->range.lo;
}

static void write_columns(struct nash_jsonw *out, const struct c4_answer *a)
{
    nash_jsonw_karray(out, "best_moves");
    for (int column = 0; column < C4_COLUMNS; column++)
        if (is_best(a, column))
            nash_jsonw_int(out, column + 1);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "moves");
    for (int column = 0; column < C4_COLUMNS; column++) {
        if (!(a->playable >> column & 1))
            continue;
        nash_jsonw_object(out);
        nash_jsonw_kint(out, "move", column + 1);
        write_range(out, a->column[column]);
        nash_jsonw_kbool(out, "best", is_best(a, column));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the first move of the line; without a line the column with the best lower bound, nearest to the middle. */
static void write_best(struct nash_jsonw *out, const struct c4_answer *a)
{
    int best = -1;
    for (int i = 0; i < C4_COLUMNS; i++) {
        int column = c4_middle_first[i];
        if (a->playable >> column & 1 && (best < 0 || a->column[column].lo > a->column[best].lo))
            best = column;
    }
    if (a->line_count > 0)
        best = a->line[0];
    nash_jsonw_key(out, "best");
    if (best >= 0)
        nash_jsonw_int(out, best + 1);
    else
        nash_jsonw_null(out);
}

static void write_line(struct nash_jsonw *out, const struct c4_answer *a)
{
    nash_jsonw_karray(out, "line");
    for (int i = 0; i < a->line_count; i++)
        nash_jsonw_int(out, a->line[i] + 1);
    nash_jsonw_array_end(out);
}

static void write_board(struct nash_jsonw *out, const struct c4_board *board)
{
    nash_jsonw_karray(out, "board");
    for (int row = C4_ROWS; row-- > 0;) {
        char text[C4_COLUMNS];
        for (int column = 0; column < C4_COLUMNS; column++) {
            uint64_t cell = UINT64_C(1) << (C4_STRIDE * column + row);
            text[column] = c4_side(board, true) & cell ? 'X' : board->all & cell ? 'O' : '.';
        }
        nash_jsonw_string_n(out, text, C4_COLUMNS);
    }
    nash_jsonw_array_end(out);
}

void c4_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct c4_problem *p = problem;
    const struct c4_answer *a = result->answer;
    nash_jsonw_object(out);
    write_summary(p, a, out);
    nash_jsonw_kstring(out, "game", "connect4");
    nash_jsonw_kstring(out, "to_move", p->board.stones % 2 == 0 ? "MAX" : "MIN");
    write_board(out, &p->board);
    nash_jsonw_kint(out, "stones", p->board.stones);
    write_range(out, a->range);
    if (is_known(a->range)) {
        nash_jsonw_kstring(out, "result", result_of(a->range.lo));
        nash_jsonw_kint(out, "moves_to_end", p->over ? 0 : c4_plies(&p->board, a->range.lo));
    }
    if (p->want != C4_VALUE)
        write_best(out, a);
    if (p->want == C4_ALL) {
        write_columns(out, a);
        write_line(out, a);
    }
    nash_jsonw_kbool(out, "exact", is_known(a->range));
    nash_jsonw_kstring(out, "engine", p->board.stones <= C4_OPENING_STONES ? "openings" : "search");
    nash_jsonw_kuint(out, "nodes", a->nodes);
    if (!result->final)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_object_end(out);
}
