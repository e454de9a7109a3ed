/* The input of networks, against a slow independent one that goes from cell to cell of the real board. */
#include <string.h>

#include <solvers/hex/net/input.h>

#include "../../base/test.h"

/* Marks the stones of a side that are joined to `start`, a stone of it. */
static void walk(const struct hex_board *board, unsigned start, bool seen[HEX_CELLS_MAX])
{
    uint16_t stack[HEX_CELLS_MAX], next[HEX_NEIGHBOURS];
    unsigned depth = 0;
    if (seen[start])
        return;
    seen[start] = true;
    stack[depth++] = (uint16_t)start;
    while (depth > 0) {
        unsigned at = stack[--depth], count = hex_neighbours(board, at, next);
        for (unsigned i = 0; i < count; i++)
            if (!seen[next[i]] && board->cell[next[i]] == board->cell[at]) {
                seen[next[i]] = true;
                stack[depth++] = next[i];
            }
    }
}

/* Marks the stones of a side that are joined to its first or last edge. */
static void joined(const struct hex_board *board, enum hex_color side, bool last, bool seen[HEX_CELLS_MAX])
{
    memset(seen, 0, HEX_CELLS_MAX);
    for (unsigned i = 0; i < hex_cells(board); i++) {
        unsigned row = i / board->cols, col = i % board->cols;
        bool at_edge = side == HEX_BLACK ? row == (last ? board->rows - 1U : 0) : col == (last ? board->cols - 1U : 0);
        if (at_edge && board->cell[i] == side)
            walk(board, i, seen);
    }
}

static void check_position(const struct hex_position *position)
{
    static bool own[2][HEX_CELLS_MAX], opponent[2][HEX_CELLS_MAX];
    const struct hex_board *board = &position->board;
    enum hex_color me = position->to_move;
    struct hex_input input;
    memset(&input, 0xa5, sizeof input);
    hex_input_of(position, &input);
    assert_int_equal(input.mirrored, me == HEX_WHITE);
    assert_int_equal(input.rows, me == HEX_WHITE ? board->cols : board->rows);
    assert_int_equal(input.cols, me == HEX_WHITE ? board->rows : board->cols);
    for (unsigned last = 0; last < 2; last++) {
        joined(board, me, last, own[last]);
        joined(board, hex_other(me), last, opponent[last]);
    }
    for (unsigned i = 0; i < hex_cells(board); i++) {
        unsigned row = i / board->cols, col = i % board->cols;
        unsigned at = me == HEX_WHITE ? col * board->rows + row : i;
        unsigned wanted = board->cell[i] == HEX_EMPTY ? 1U << HEX_PLANE_EMPTY
                          : board->cell[i] == me      ? 1U << HEX_PLANE_OWN
                                                      : 1U << HEX_PLANE_OPPONENT;
        wanted |= (unsigned)own[0][i] << HEX_PLANE_OWN_TOP | (unsigned)own[1][i] << HEX_PLANE_OWN_BOTTOM;
        wanted |= (unsigned)opponent[0][i] << HEX_PLANE_OPPONENT_LEFT | (unsigned)opponent[1][i]
                                                                            << HEX_PLANE_OPPONENT_RIGHT;
        assert_int_equal(input.cell[at], wanted);
        assert_int_equal(hex_input_cell(&input, i), at);
        assert_int_equal(hex_input_board_cell(&input, at), i);
    }
}

static struct hex_position random_position(struct nash_rng *rng)
{
    struct hex_position position = {.to_move = nash_rng_below(rng, 2) ? HEX_WHITE : HEX_BLACK};
    hex_board_init(&position.board, 1 + (unsigned)nash_rng_below(rng, HEX_SIZE_MAX),
                   1 + (unsigned)nash_rng_below(rng, HEX_SIZE_MAX));
    unsigned empty = (unsigned)nash_rng_below(rng, 100), black = 20 + (unsigned)nash_rng_below(rng, 61); /* per cent */
    for (unsigned i = 0; i < hex_cells(&position.board); i++)
        if (nash_rng_below(rng, 100) >= empty)
            hex_board_set(&position.board, i, nash_rng_below(rng, 100) < black ? HEX_BLACK : HEX_WHITE);
    return position;
}

static void planes_equal_slow_ones(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = test_length(4000, 100000); n-- > 0;) {
        struct hex_position position = random_position(&rng);
        check_position(&position);
    }
}

/* A path that turns at every second row takes the most sweeps. */
static void snakes_are_followed(void **state)
{
    for (unsigned color = HEX_BLACK; color <= HEX_WHITE; color++)
        for (unsigned side = HEX_BLACK; side <= HEX_WHITE; side++)
            for (unsigned across = 0; across < 2; across++) {
                struct hex_position position = {.to_move = (enum hex_color)side};
                hex_board_init(&position.board, 19, 19);
                for (unsigned i = 0; i < 361; i++) {
                    unsigned row = across ? i % 19 : i / 19, col = across ? i / 19 : i % 19;
                    bool link = row % 2 == 1 && col == (row % 4 == 1 ? 18 : 0);
                    if (row % 2 == 0 || link)
                        hex_board_set(&position.board, i, (enum hex_color)color);
                }
                check_position(&position);
            }
}

/* Turning the board and turning its input give the same. */
static void turned_boards_have_turned_inputs(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = test_length(1000, 20000); n-- > 0;) {
        struct hex_position position = random_position(&rng), turned = position;
        unsigned cells = hex_cells(&position.board);
        for (unsigned i = 0; i < cells; i++)
            turned.board.cell[cells - 1 - i] = position.board.cell[i];
        struct hex_input input, other, expected;
        hex_input_of(&position, &input);
        hex_input_turn(&input, &other);
        hex_input_of(&turned, &expected);
        assert_int_equal(other.rows, expected.rows);
        assert_int_equal(other.cols, expected.cols);
        assert_int_equal(other.mirrored, expected.mirrored);
        assert_memory_equal(other.cell, expected.cell, cells);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_equal_slow_ones),
        cmocka_unit_test(snakes_are_followed),
        cmocka_unit_test(turned_boards_have_turned_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
