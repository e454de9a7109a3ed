/* The input of networks. The floods from the edges take whole rows at once: they are done for each evaluation. */
#include "input.h"

/* Each row of the board as bits: bit c is column c. */
struct rows {
    uint32_t row[HEX_SIZE_MAX];
};

/* Returns the cells of a row that are joined to `from` within the row. */
static uint32_t row_flood(uint32_t own, uint32_t from)
{
    uint32_t reached = own & from, before;
    if (!reached)
        return 0;
    do {
        before = reached;
        reached |= own & (reached << 1 | reached >> 1);
    } while (reached != before);
    return reached;
}

/* Returns the stones among `own` that are joined to `from`: sweeps down and up until nothing changes. A cell touches
 * the cell above it and the one to the right of that. */
static struct rows rows_flood(const struct rows *own, const struct rows *from, unsigned rows)
{
    struct rows reached;
    for (unsigned r = 0; r < rows; r++)
        reached.row[r] = row_flood(own->row[r], from->row[r]);
    for (bool more = true; more;) {
        more = false;
        for (unsigned r = 1; r < rows; r++) {
            uint32_t above = reached.row[r - 1], next = own->row[r] & (above | above >> 1) & ~reached.row[r];
            if (next) {
                reached.row[r] = row_flood(own->row[r], reached.row[r] | next);
                more = true;
            }
        }
        for (unsigned r = rows - 1; r-- > 0;) {
            uint32_t below = reached.row[r + 1], next = own->row[r] & (below | below << 1) & ~reached.row[r];
            if (next) {
                reached.row[r] = row_flood(own->row[r], reached.row[r] | next);
                more = true;
            }
        }
    }
    return reached;
}

static void mark_plane(struct hex_input *input, const struct rows *reached, enum hex_plane plane)
{
    for (unsigned r = 0; r < input->rows; r++)
        for (uint32_t left = reached->row[r]; left; left &= left - 1)
            input->cell[r * input->cols + (unsigned)__builtin_ctz(left)] |= (uint8_t)(1U << plane);
}

/* Writes the stones of both sides, as the side to move sees the board. */
static void read_stones(const struct hex_position *position, struct hex_input *input, struct rows *own,
                        struct rows *opponent)
{
    const struct hex_board *board = &position->board;
    const uint8_t color = (uint8_t)position->to_move;
    unsigned down = input->mirrored ? 1 : board->cols, right = input->mirrored ? board->cols : 1;
    for (unsigned r = 0; r < input->rows; r++) {
        const uint8_t *from = board->cell + r * down;
        uint8_t *to = input->cell + r * input->cols;
        uint32_t mine = 0, theirs = 0;
        for (unsigned c = 0; c < input->cols; c++) {
            uint8_t cell = from[c * right];
            uint32_t is_own = cell == color, is_empty = cell == HEX_EMPTY, is_opponent = 1 ^ is_own ^ is_empty;
            mine |= is_own << c;
            theirs |= is_opponent << c;
            to[c] =
                (uint8_t)(is_own << HEX_PLANE_OWN | is_opponent << HEX_PLANE_OPPONENT | is_empty << HEX_PLANE_EMPTY);
        }
        own->row[r] = mine;
        opponent->row[r] = theirs;
    }
}

void hex_input_of(const struct hex_position *position, struct hex_input *input)
{
    struct rows own, opponent, reached, top = {{0}}, bottom = {{0}}, left = {{0}}, right = {{0}};
    input->mirrored = position->to_move == HEX_WHITE;
    input->rows = input->mirrored ? position->board.cols : position->board.rows;
    input->cols = input->mirrored ? position->board.rows : position->board.cols;
    read_stones(position, input, &own, &opponent);

    unsigned rows = input->rows, cols = input->cols;
    top.row[0] = bottom.row[rows - 1] = UINT32_MAX;
    for (unsigned r = 0; r < rows; r++) {
        left.row[r] = 1;
        right.row[r] = UINT32_C(1) << (cols - 1);
    }
    reached = rows_flood(&own, &top, rows);
    mark_plane(input, &reached, HEX_PLANE_OWN_TOP);
    reached = rows_flood(&own, &bottom, rows);
    mark_plane(input, &reached, HEX_PLANE_OWN_BOTTOM);
    reached = rows_flood(&opponent, &left, rows);
    mark_plane(input, &reached, HEX_PLANE_OPPONENT_LEFT);
    reached = rows_flood(&opponent, &right, rows);
    mark_plane(input, &reached, HEX_PLANE_OPPONENT_RIGHT);
}

/* Exchanges two planes of a cell. */
static unsigned exchange_planes(unsigned cell, enum hex_plane a, enum hex_plane b)
{
    unsigned differ = (cell >> a ^ cell >> b) & 1;
    return cell ^ (differ << a | differ << b);
}

void hex_input_turn(const struct hex_input *input, struct hex_input *turned)
{
    unsigned cells = (unsigned)input->rows * input->cols;
    turned->rows = input->rows;
    turned->cols = input->cols;
    turned->mirrored = input->mirrored;
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = exchange_planes(input->cell[i], HEX_PLANE_OWN_TOP, HEX_PLANE_OWN_BOTTOM);
        cell = exchange_planes(cell, HEX_PLANE_OPPONENT_LEFT, HEX_PLANE_OPPONENT_RIGHT);
        turned->cell[cells - 1 - i] = (uint8_t)cell;
    }
}
