/* Computes the score of a board, then of each column, then a line of best play; each is available as soon as it is
 * proved. */
#include "openings.h"

const int c4_middle_first[C4_COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

static bool stopped(const struct c4_search *search)
{
    return search->run->stopped != NASH_STOP_NONE;
}

/* Returns the mover's range for the opponent's range after the move. */
static struct c4_range negate_range(struct c4_range range)
{
    return (struct c4_range){-range.hi, -range.lo};
}

/* Returns the score of a finished game, for the side to move. */
static struct c4_range score_over(const struct c4_board *board)
{
    int score = c4_is_won(board) ? -(C4_CELLS / 2 + 1 - (board->stones + 1) / 2) : 0;
    return (struct c4_range){score, score};
}

/* ---- the columns ---- */

/* Returns the initial range of the opponent after a move; `whole` is the range of the board. */
static struct c4_range range_after(const struct c4_board *next, struct c4_range whole)
{
    struct c4_range range = c4_any(next);
    if (c4_is_won(next) || next->stones == C4_CELLS)
        return score_over(next);
    return (struct c4_range){range.lo > -whole.hi ? range.lo : -whole.hi, range.hi};
}

/* Sets the ranges of the columns. If stopped, uses what the search of the board has stored. */
static void score_columns(struct c4_search *search, const struct c4_board *board, struct c4_answer *a)
{
    a->columns = true;
    for (int i = 0; i < C4_COLUMNS; i++) {
        int column = c4_middle_first[i];
        if (!(c4_playable(board->all) & c4_column(column)))
            continue;
        struct c4_board next = c4_play(board, column);
        struct c4_range range = range_after(&next, a->range);
        if (range.lo < range.hi && !stopped(search))
            c4_narrow(search, &next, range.lo, &range);
        if (range.lo < range.hi) /* stopped: the search of the board may have stored bounds of this move */
            c4_recall(search, &next, &range);
        a->playable |= 1U << column;
        a->column[column] = negate_range(range);
    }
}

/* Narrows the range of the board by the ranges of its columns, if it was not solved in time. */
static void combine_columns(const struct c4_board *board, struct c4_answer *a)
{
    int lo = -C4_CELLS, hi = -C4_CELLS;
    for (int column = 0; column < C4_COLUMNS; column++)
        if (a->playable >> column & 1) {
            lo = a->column[column].lo > lo ? a->column[column].lo : lo;
            hi = a->column[column].hi > hi ? a->column[column].hi : hi;
        }
    if (board->stones == C4_CELLS)
        return;
    a->range.lo = lo > a->range.lo ? lo : a->range.lo;
    a->range.hi = hi < a->range.hi ? hi : a->range.hi;
}

/* ---- the line ---- */

int c4_keeping_column(struct c4_search *search, const struct c4_board *board, int score)
{
    for (int i = 0; i < C4_COLUMNS; i++) {
        int column = c4_middle_first[i];
        if (!(c4_playable(board->all) & c4_column(column)))
            continue;
        struct c4_board next = c4_play(board, column);
        struct c4_range range = range_after(&next, (struct c4_range){score, score});
        if (range.lo == -score && c4_at_most(search, &next, -score, &range))
            return column;
        if (nash_stop(search->run, C4_CHECK_LINE))
            return -1;
    }
    return -1;
}

/* Finds the first `plies` moves of a line of best play. The table of openings has those that follow its boards. */
static void find_line(struct c4_search *search, const struct c4_board *board, int plies, struct c4_answer *a)
{
    struct c4_board at = *board, opening = {0};
    int score = a->range.lo;
    for (bool over = false; !over; score = -score) {
        int column = -1;
        if (a->line_count == plies || nash_stop(search->run, C4_CHECK_LINE))
            return;
        if (search->openings && at.stones == C4_OPENING_STONES)
            opening = at;
        if (opening.stones)
            column = c4_openings_move(search->openings, &opening, at.stones - opening.stones);
        if (column < 0)
            column = c4_keeping_column(search, &at, score);
        if (column < 0)
            return;
        a->line[a->line_count++] = column;
        at = c4_play(&at, column);
        over = c4_is_won(&at) || at.stones == C4_CELLS;
    }
    a->line_complete = true;
}

/* ---- the whole ---- */

/* Returns whether the mirror image of a later position may occur, too: no stone mirrors one of the other side. */
static bool may_mirror(const struct c4_board *board)
{
    return (c4_mirror(board->own) & (board->own ^ board->all)) == 0;
}

enum nash_status c4_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                          struct nash_error *error)
{
    const struct c4_problem *p = problem;
    struct c4_search search = {.run = run, .mirror = may_mirror(&p->board)};
    struct c4_answer *a = NASH_NEW(run->arena, struct c4_answer, 1);
    if (!a || !c4_transposition_open(&search.memory, run->arena))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the search");
    if (p->board.stones <= C4_OPENING_STONES && !(search.openings = c4_openings_list(run->arena)))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the openings");
    result->answer = a;
    if (p->over) {
        a->range = score_over(&p->board);
        a->line_complete = true;
    } else {
        a->range = c4_any(&p->board);
        c4_narrow(&search, &p->board, 0, &a->range);
        if (p->want == C4_ALL || stopped(&search)) {
            score_columns(&search, &p->board, a);
            combine_columns(&p->board, a);
        }
        if (a->range.lo == a->range.hi && p->want != C4_VALUE)
            find_line(&search, &p->board, p->want == C4_BEST ? 1 : C4_CELLS, a);
    }
    a->nodes = run->nodes;
    result->final = run->stopped == NASH_STOP_NONE;
    return NASH_OK;
}
