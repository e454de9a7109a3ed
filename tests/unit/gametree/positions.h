/* Random boards of connect four by random play. Also used by tests/bench/gametree. */
#ifndef TEST_GAMETREE_POSITIONS_H
#define TEST_GAMETREE_POSITIONS_H

#include <nash/rng.h>
#include <solvers/gametree/connect4/connect4.h>

/* Returns a board after `stones` random moves on which neither side has four in a row and the side to move cannot win
 * at once. text: set to the moves, columns from '1'. */
static inline struct c4_board position_random(struct nash_rng *rng, int stones, char text[C4_CELLS + 1])
{
    struct c4_board board = {0};
    while (board.stones < stones || c4_fourths(board.own) & c4_playable(board.all)) {
        int column = (int)nash_rng_below(rng, C4_COLUMNS);
        uint64_t move = c4_playable(board.all) & c4_column(column);
        if (board.stones == stones || c4_fourths(board.own) & c4_playable(board.all))
            board = (struct c4_board){0}; /* a side could win: start again */
        else if (move) {
            text[board.stones] = (char)('1' + column);
            board = c4_play(&board, column);
        }
    }
    text[stones] = '\0';
    return board;
}

#endif
