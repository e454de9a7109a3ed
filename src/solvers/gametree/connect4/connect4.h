/* Connect four: what the files of this folder hand to each other. X moves first and is MAX. */
#ifndef GAMETREE_CONNECT4_H
#define GAMETREE_CONNECT4_H

#include <nash/solver.h>

#include "../problem.h"
#include "search.h"

struct c4_problem {
    struct c4_board board;
    bool over; /* the side that moved last has a line, or the board is full */
};

struct c4_answer {
    struct c4_range range;              /* of the score of the side to move */
    uint32_t playable;                  /* a bit for each column */
    struct c4_range column[C4_COLUMNS]; /* of the side to move, having played there */
    int line[C4_CELLS], line_count;     /* columns of best play for both */
    bool line_complete;                 /* to the end of the game */
    uint64_t nodes;
};

/* The stones of X, and of O. */
static inline uint64_t c4_side(const struct c4_board *board, bool x)
{
    return x == (board->stones % 2 == 0) ? board->own : board->own ^ board->all;
}

/* With a stone in a column that is not full. */
static inline struct c4_board c4_play(const struct c4_board *board, int column)
{
    uint64_t move = c4_playable(board->all) & c4_column(column);
    return (struct c4_board){board->own ^ board->all, board->all | move, board->stones + 1};
}

/* Does the side that moved last have a line? */
static inline bool c4_is_won(const struct c4_board *board)
{
    return c4_has_four(board->own ^ board->all);
}

/* Plies until the game ends by a score of the side to move. */
static inline int c4_plies(const struct c4_board *board, int score)
{
    int mover = board->stones / 2, stone = C4_CELLS / 2 + 1 - (score < 0 ? -score : score);
    if (score == 0)
        return C4_CELLS - board->stones;
    return score > 0 ? 2 * (stone - mover) - 1 : 2 * (stone - (board->stones + 1) / 2);
}

extern const int c4_middle_first[C4_COLUMNS]; /* the columns, the middle one first */

extern const char *const c4_members[];
enum nash_status c4_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                          struct nash_error *error);

/* Is there an order of moves, X first, that makes this board? No line is looked for. arena: 206 KB for the call. */
enum nash_status c4_reachable(const struct c4_board *board, struct nash_arena *arena, bool *reachable,
                              struct nash_error *error);

void c4_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status c4_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                          struct nash_error *error);
enum nash_status c4_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void c4_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
