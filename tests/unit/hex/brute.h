/* Winners of small positions by exhaustive search, to test other code against. */
#ifndef BRUTE_H
#define BRUTE_H

#include <solvers/hex/board/board.h>

enum { BRUTE_CELLS = 16 };

/* Returns the winner if this side moves. The board has at most BRUTE_CELLS cells. */
enum hex_color brute_winner(const struct hex_board *board, enum hex_color to_move);

#endif
