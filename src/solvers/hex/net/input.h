/* What a network sees of a position. Freestanding.
 *
 * The side to move always joins top and bottom: a board with White to move is mirrored in the diagonal from a1, rows
 * and columns exchanged. Each cell has one bit for each plane. Around the board lie stones of the edges: own ones above
 * and below, the opponent's left and right. */
#ifndef HEX_NET_INPUT_H
#define HEX_NET_INPUT_H

#include <solvers/hex/board/board.h>

enum hex_plane {
    HEX_PLANE_OWN,
    HEX_PLANE_OPPONENT,
    HEX_PLANE_EMPTY,
    HEX_PLANE_OWN_TOP,       /* an own stone that is joined to the top, ... */
    HEX_PLANE_OWN_BOTTOM,    /* ... to the bottom */
    HEX_PLANE_OPPONENT_LEFT, /* a stone of the opponent that is joined to the left, ... */
    HEX_PLANE_OPPONENT_RIGHT,
    HEX_PLANES
};

struct hex_input {
    uint8_t rows, cols; /* as the side to move sees them */
    bool mirrored;
    uint8_t cell[HEX_CELLS_MAX]; /* bits 1 << enum hex_plane */
};

/* Returns the bits of a cell, or those of the stone of an edge outside of the board. Corners belong to the side to
 * move. */
static inline uint8_t hex_input_at(const struct hex_input *input, int row, int col)
{
    if (row < 0)
        return 1 << HEX_PLANE_OWN | 1 << HEX_PLANE_OWN_TOP;
    if (row >= input->rows)
        return 1 << HEX_PLANE_OWN | 1 << HEX_PLANE_OWN_BOTTOM;
    if (col < 0)
        return 1 << HEX_PLANE_OPPONENT | 1 << HEX_PLANE_OPPONENT_LEFT;
    if (col >= input->cols)
        return 1 << HEX_PLANE_OPPONENT | 1 << HEX_PLANE_OPPONENT_RIGHT;
    return input->cell[row * input->cols + col];
}

void hex_input_of(const struct hex_position *position, struct hex_input *input);
/* Writes the input of the board turned by 180 degrees: cell i becomes cell rows * cols - 1 - i, top becomes bottom and
 * left becomes right. */
void hex_input_turn(const struct hex_input *input, struct hex_input *turned);

/* Returns the cell of the input that shows this cell of the board. */
static inline unsigned hex_input_cell(const struct hex_input *input, unsigned cell)
{
    return input->mirrored ? cell % input->rows * input->cols + cell / input->rows : cell;
}
/* Returns the cell of the board that this cell of the input shows. */
static inline unsigned hex_input_board_cell(const struct hex_input *input, unsigned cell)
{
    return input->mirrored ? cell % input->cols * input->rows + cell / input->cols : cell;
}

/* What a network says of an input; cells are those of the input. Logits of occupied cells mean nothing. */
struct hex_net_output {
    float policy[HEX_CELLS_MAX]; /* logits; HEX_HEAD_FULL: equal to q */
    float q[HEX_CELLS_MAX];      /* logits: Q = 2 * sigmoid(q) - 1 = tanh(q / 2), of the side to move after this move */
    float value; /* before the tanh, of the side to move; HEX_HEAD_FULL: the largest q of an empty cell */
};

#endif
