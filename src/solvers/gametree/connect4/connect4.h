/* Connect four: the functions that the files of this folder share. X moves first and is MAX. */
#ifndef GAMETREE_CONNECT4_CONNECT4_H
#define GAMETREE_CONNECT4_CONNECT4_H

#include <nash/solver.h>

#include "../problem.h"
#include "search.h"

/* What is asked: the score of each column and a line of best play, one best move, or the score of the board alone. */
enum c4_want { C4_ALL, C4_BEST, C4_VALUE };

struct c4_problem {
    struct c4_board board;
    enum c4_want want;
    bool over; /* the last move made a line, or the board is full */
};

struct c4_answer {
    struct c4_range range;              /* bounds of the score of the side to move */
    bool columns;                       /* the next two members are set */
    uint32_t playable;                  /* one bit for each column: it is not full */
    struct c4_range column[C4_COLUMNS]; /* bounds of that score if the side plays in the column */
    int line[C4_CELLS], line_count;     /* columns of best play of both sides */
    bool line_complete;                 /* the line reaches the end of the game */
    uint64_t nodes;
};

/* Returns the stones of X or of O. */
static inline uint64_t c4_side(const struct c4_board *board, bool x)
{
    return x == (board->stones % 2 == 0) ? board->own : board->own ^ board->all;
}

/* Returns the board after a move in a column that is not full. */
static inline struct c4_board c4_play(const struct c4_board *board, int column)
{
    uint64_t move = c4_playable(board->all) & c4_column(column);
    return (struct c4_board){board->own ^ board->all, board->all | move, board->stones + 1};
}

/* Returns whether the last move made a line. */
static inline bool c4_is_won(const struct c4_board *board)
{
    return c4_has_four(board->own ^ board->all);
}

/* Returns the number of plies to the end of the game that follows from the score of the side to move. */
static inline int c4_plies(const struct c4_board *board, int score)
{
    int mover = board->stones / 2, stone = C4_CELLS / 2 + 1 - (score < 0 ? -score : score);
    if (score == 0)
        return C4_CELLS - board->stones;
    return score > 0 ? 2 * (stone - mover) - 1 : 2 * (stone - (board->stones + 1) / 2);
}

extern const int c4_middle_first[C4_COLUMNS]; /* the columns, middle first */

extern const char *const c4_members[];
void *c4_parse(struct reader *r);

/* solve.c: returns a column that keeps the score of a board, from the middle outward, or -1 if stopped. */
int c4_keeping_column(struct c4_search *search, const struct c4_board *board, int score);

/* reachable.c: returns whether some order of moves, X first, makes this board. Lines of four are not considered. Takes
 * 206 KB of the arena during the call; returns false after reporting NASH_NOMEM. */
bool c4_reachable(const struct c4_board *board, const struct reader *r);

void c4_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status c4_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                          struct nash_error *error);
enum nash_status c4_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void c4_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
