/* Writes a review as JSON: schema/kinds/hex.result.json. */
#include <solvers/hex/write/write.h>
#include <solvers/kit/summary.h>

#include "review.h"

/* Returns the number of the move that lost the game: the last mistake, if all positions after it are proved; or 0. */
static unsigned lost_at(const struct hex_history *history, const struct hex_review_answer *a)
{
    unsigned from = hex_review_proved_from(history, a);
    for (unsigned i = history->record->moves; i-- > from;)
        if (hex_review_is_mistake(history, a, i))
            return i + 1;
    return 0;
}

static void add_game(const struct hex_history *history, struct summary *summary)
{
    summary_add(summary, "%ux%u, ", history->record->cols, history->record->rows);
    summary_add_count(summary, history->record->moves, "move", "moves");
}

void hex_review_describe(const void *problem, struct nash_buf *out)
{
    struct summary summary = {0};
    add_game(problem, &summary);
    summary_add(&summary, ", review");
    nash_buf_add(out, summary.text, summary.len);
}

static void write_summary(const struct hex_history *history, const struct hex_review_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    unsigned moves = history->record->moves, lost = lost_at(history, a);
    enum hex_color winner = (enum hex_color)a->position[moves].winner;
    add_game(history, &summary);
    if (winner == HEX_EMPTY)
        summary_add(&summary, ": winner unknown");
    else
        summary_add(&summary, ": %s %s", hex_side_names[winner], a->play[moves].over ? "has won" : "wins");
    if (lost)
        summary_add(&summary, ", %s lost at move %u", hex_side_names[history->record->move[lost - 1].color], lost);
    summary_write(&summary, out);
}

static void write_better(const struct hex_history *history, uint16_t better, const struct hex_board *board,
                         struct nash_jsonw *out)
{
    char name[HEX_NAME_MAX];
    bool square = history->record->rows == history->record->cols;
    if (better == HEX_BETTER_NONE)
        return;
    nash_jsonw_karray(out, "better");
    nash_jsonw_string(out, better != HEX_BETTER_SWAP ? hex_cell_name(board, better, name)
                           : square                  ? "swap"
                                                     : "swap-sides");
    nash_jsonw_array_end(out);
}

static void write_move(const struct hex_history *history, const struct hex_review_answer *a, unsigned i,
                       struct nash_jsonw *out)
{
    const struct hex_move *move = &history->record->move[i];
    const struct hex_board *board = &a->play[i].position.board;
    char name[HEX_MOVE_NAME_MAX];
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "ply", i + 1);
    nash_jsonw_kstring(out, "side", hex_side_names[move->color]);
    nash_jsonw_kstring(out, "move", move->action == HEX_SWAP_PIECES ? "swap" : hex_move_name(board, *move, name));
    nash_jsonw_kstring(out, "before", hex_side_names[a->position[i].winner]);
    nash_jsonw_kstring(out, "after", hex_side_names[a->position[i + 1].winner]);
    if (hex_review_is_mistake(history, a, i)) {
        nash_jsonw_kbool(out, "mistake", true);
        write_better(history, a->position[i].better, board, out);
    }
    nash_jsonw_object_end(out);
}

static void write_end(const struct hex_history *history, const struct hex_review_answer *a, struct nash_jsonw *out)
{
    const struct hex_play *last = &a->play[history->record->moves];
    enum hex_color winner = (enum hex_color)a->position[history->record->moves].winner;
    nash_jsonw_kstring(out, "winner", hex_side_names[winner]);
    if (winner != HEX_EMPTY)
        nash_jsonw_kstring(out, "won_by",
                           !last->over                                      ? "proof"
                           : hex_winner(&last->position.board) == HEX_EMPTY ? "resignation"
                                                                            : "connection");
}

/* Writes a number, or null if there is none. */
static void write_number(struct nash_jsonw *out, const char *key, unsigned value, bool known)
{
    if (known)
        nash_jsonw_kuint(out, key, value);
    else
        nash_jsonw_kstring(out, key, NULL);
}

void hex_review_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct hex_history *history = problem;
    const struct hex_review_answer *a = result->answer;
    unsigned moves = history->record->moves, from = hex_review_proved_from(history, a), lost = lost_at(history, a);
    nash_jsonw_object(out);
    write_summary(history, a, out);
    nash_jsonw_kuint(out, "rows", history->record->rows);
    nash_jsonw_kuint(out, "cols", history->record->cols);
    write_end(history, a, out);
    nash_jsonw_kstring(out, "engine", "exact");
    hex_write_request(history, out);
    nash_jsonw_karray(out, "review");
    for (unsigned i = 0; i < moves; i++)
        write_move(history, a, i, out);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "mistakes");
    for (unsigned i = 0; i < moves; i++)
        if (hex_review_is_mistake(history, a, i))
            nash_jsonw_uint(out, i + 1);
    nash_jsonw_array_end(out);
    write_number(out, "lost_at", lost, lost > 0);
    write_number(out, "proved_from", from, from <= moves);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "nodes", a->nodes);
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}
