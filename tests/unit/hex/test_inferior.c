/* Fill-in keeps the winner, and pruning leaves a winning move: all positions of 3x3, and random ones of larger boards,
 * against brute force. */
#include <solvers/hex/inferior/inferior.h>

#include "../base/test.h"
#include "brute.h"

static void describe(const struct hex_board *board, enum hex_color to_move, const char *what)
{
    char text[HEX_CELLS_MAX + HEX_SIZE_MAX + 1];
    unsigned n = 0;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (cell && cell % board->cols == 0)
            text[n++] = '/';
        text[n++] = ".BW"[board->cell[cell]];
    }
    text[n] = '\0';
    fail_msg("%ux%u %s, %s to move: %s", board->rows, board->cols, text, to_move == HEX_BLACK ? "Black" : "White",
             what);
}

static void check_position(const struct hex_rings *rings, const struct hex_board *board, enum hex_color to_move)
{
    struct hex_filled filled;
    struct hex_board after = *board;
    bool won = brute_winner(board, to_move) == to_move, found = false;
    hex_filled_init(rings, board, &filled);
    for (unsigned cell = 0; cell < rings->cells; cell++)
        if (filled.cell[cell] != board->cell[cell]) {
            if (board->cell[cell] != HEX_EMPTY)
                describe(board, to_move, "a stone has changed");
            hex_board_set(&after, cell, filled.cell[cell]);
        }
    enum hex_color over = hex_winner(&after);
    if (over != HEX_EMPTY ? (over == to_move) != won : (brute_winner(&after, to_move) == to_move) != won)
        describe(board, to_move, "fill-in changes the winner");
    if (over != HEX_EMPTY || !won)
        return;
    struct hex_set out = hex_inferior_moves(rings, &filled, to_move);
    for (unsigned cell = 0; cell < rings->cells && !found; cell++)
        if (after.cell[cell] == HEX_EMPTY && !hex_set_has(&out, cell)) {
            hex_board_set(&after, cell, to_move);
            found = brute_winner(&after, hex_other(to_move)) == to_move;
            hex_board_set(&after, cell, HEX_EMPTY);
        }
    if (!found)
        describe(board, to_move, "pruning leaves no winning move");
}

static void check_all(unsigned rows, unsigned cols)
{
    static struct hex_rings rings;
    struct hex_board board;
    unsigned count = 1;
    hex_rings_init(&rings, rows, cols);
    for (unsigned i = 0; i < rows * cols; i++)
        count *= 3;
    for (unsigned code = 0; code < count; code++) {
        hex_board_init(&board, rows, cols);
        for (unsigned i = 0, rest = code; i < rows * cols; i++, rest /= 3)
            hex_board_set(&board, i, (enum hex_color)(rest % 3));
        check_position(&rings, &board, HEX_BLACK);
        check_position(&rings, &board, HEX_WHITE);
    }
}

static void all_small_positions(void **state)
{
    check_all(1, 1);
    check_all(1, 4);
    check_all(4, 1);
    check_all(2, 2);
    check_all(2, 4);
    check_all(4, 2);
    check_all(3, 3);
}

static void check_random(struct nash_rng *rng, unsigned rows, unsigned cols, unsigned count)
{
    static struct hex_rings rings;
    struct hex_board board;
    hex_rings_init(&rings, rows, cols);
    for (unsigned n = 0; n < count; n++) {
        unsigned stones = (unsigned)nash_rng_below(rng, rows * cols);
        hex_board_init(&board, rows, cols);
        for (unsigned i = 0; i < stones; i++) {
            unsigned cell = (unsigned)nash_rng_below(rng, rows * cols);
            if (board.cell[cell] == HEX_EMPTY)
                hex_board_set(&board, cell, nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE);
        }
        check_position(&rings, &board, HEX_BLACK);
        check_position(&rings, &board, HEX_WHITE);
    }
}

static void random_positions(void **state)
{
    struct nash_rng rng = test_rng();
    check_random(&rng, 3, 4, test_length(20000, 200000));
    check_random(&rng, 4, 3, test_length(20000, 200000));
    check_random(&rng, 3, 5, test_length(20000, 200000));
    check_random(&rng, 4, 4, test_length(20000, 400000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_positions),
        cmocka_unit_test(random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
