#include "positions.h"

struct hex_position random_position(struct nash_rng *rng, unsigned rows, unsigned cols, unsigned stones)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    hex_board_init(&p.board, rows, cols);
    for (unsigned i = 0; i < stones; i++) {
        unsigned cell = (unsigned)nash_rng_below(rng, rows * cols);
        if (p.board.cell[cell] != HEX_EMPTY)
            continue;
        hex_board_set(&p.board, cell, p.to_move);
        if (hex_winner(&p.board) != HEX_EMPTY) {
            hex_board_set(&p.board, cell, HEX_EMPTY);
            break;
        }
        p.to_move = hex_other(p.to_move);
    }
    return p;
}
