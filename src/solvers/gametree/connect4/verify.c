/* Verifies an answer: the line is played to its end, the scores of the columns must agree with that of the board, and
 * on boards with few empty cells plain alpha-beta, without table, bounds or ordering, must find the score. */
#include "connect4.h"

enum { PLAIN_EMPTY = 10 }; /* most empty cells of a board for plain alpha-beta */

/* Returns the score of the side to move, searched in the window lo < hi. Recurses at most PLAIN_EMPTY deep. */
static int plain_alphabeta(const struct c4_board *board, int lo, int hi)
{
    if (c4_is_won(board))
        return -(C4_CELLS / 2 + 1 - (board->stones + 1) / 2);
    if (board->stones == C4_CELLS)
        return 0;
    for (int column = 0; column < C4_COLUMNS && lo < hi; column++) {
        if (!(c4_playable(board->all) & c4_column(column)))
            continue;
        struct c4_board next = c4_play(board, column);
        int score = -plain_alphabeta(&next, -hi, -lo);
        lo = score > lo ? score : lo;
    }
    return lo;
}

static bool line_holds(const struct c4_board *board, const struct c4_answer *a)
{
    struct c4_board at = *board;
    for (int i = 0; i < a->line_count; i++) {
        if (c4_is_won(&at) || !(c4_playable(at.all) & c4_column(a->line[i])))
            return false;
        at = c4_play(&at, a->line[i]);
    }
    if (!a->line_complete)
        return true;
    bool mover_won = c4_is_won(&at) && (at.stones - board->stones) % 2 == 1;
    int score = a->range.lo;
    return at.stones - board->stones == c4_plies(board, score) && c4_is_won(&at) == (score != 0) &&
           mover_won == (score > 0);
}

static bool columns_hold(const struct c4_board *board, const struct c4_answer *a)
{
    int lo = -C4_CELLS, hi = -C4_CELLS;
    for (int column = 0; column < C4_COLUMNS; column++) {
        bool open = (c4_playable(board->all) & c4_column(column)) != 0;
        if (open != (a->playable >> column & 1))
            return false;
        if (open && a->column[column].lo > a->column[column].hi)
            return false;
        lo = open && a->column[column].lo > lo ? a->column[column].lo : lo;
        hi = open && a->column[column].hi > hi ? a->column[column].hi : hi;
    }
    return a->range.lo >= lo && a->range.lo <= hi && a->range.hi <= hi && a->range.hi >= lo;
}

enum nash_status c4_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct c4_problem *p = problem;
    const struct c4_answer *a = result->answer;
    if (a->range.lo > a->range.hi)
        return nash_fail(error, NASH_INTERNAL, "", "no score lies from %d to %d", a->range.lo, a->range.hi);
    if (a->columns && !columns_hold(&p->board, a))
        return nash_fail(error, NASH_INTERNAL, "", "the columns have other scores than the board");
    if (!line_holds(&p->board, a))
        return nash_fail(error, NASH_INTERNAL, "", "the line played out does not end as the score %d says",
                         a->range.lo);
    if (p->board.stones < C4_CELLS - PLAIN_EMPTY)
        return NASH_OK;
    int score = plain_alphabeta(&p->board, -C4_CELLS, C4_CELLS);
    if (score < a->range.lo || score > a->range.hi)
        return nash_fail(error, NASH_INTERNAL, "", "plain alpha-beta finds the score %d", score);
    return NASH_OK;
}
