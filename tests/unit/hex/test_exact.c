/* The exact engine against brute force, the known counts of winning openings, rotation, and forced stops. */
#include <string.h>

#include <solvers/hex/engines/engine.h>

#include "../base/test.h"
#include "brute.h"

enum { ARENA_BYTES = 512 << 20, CHECK_FIRST = 41, CHECK_LAST = 42 /* HEX_STOP_EXACT_… */ };

static struct nash_arena *arena;

static void describe(const struct hex_position *position, const char *what)
{
    char text[HEX_CELLS_MAX + HEX_SIZE_MAX + 1];
    const struct hex_board *board = &position->board;
    unsigned n = 0;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (cell && cell % board->cols == 0)
            text[n++] = '/';
        text[n++] = ".BW"[board->cell[cell]];
    }
    text[n] = '\0';
    fail_msg("%ux%u %s, %s to move: %s", board->rows, board->cols, text,
             position->to_move == HEX_BLACK ? "Black" : "White", what);
}

static void think(const struct hex_position *position, struct hex_settings settings, unsigned force_check,
                  struct hex_opinion *opinion)
{
    struct nash_run run = {.arena = arena, .force_check = force_check};
    struct nash_error error = {0};
    nash_arena_reset(arena, ARENA_BYTES);
    memset(opinion, 0, sizeof *opinion);
    assert_int_equal(hex_engine_exact.think(position, &settings, &run, opinion, &error), NASH_OK);
}

/* Compares whatever an opinion claims with brute force. */
static void check_claims(const struct hex_position *position, const struct hex_opinion *opinion, bool whole)
{
    struct hex_board board = position->board;
    bool won = brute_winner(&board, position->to_move) == position->to_move;
    if (whole && opinion->winner == HEX_EMPTY)
        describe(position, "not solved");
    if (opinion->winner != HEX_EMPTY && (opinion->winner == position->to_move) != won)
        describe(position, "wrong winner");
    for (unsigned cell = 0; cell < hex_cells(&board); cell++) {
        if (board.cell[cell] != HEX_EMPTY)
            continue;
        hex_board_set(&board, cell, position->to_move);
        bool wins = brute_winner(&board, hex_other(position->to_move)) == position->to_move;
        hex_board_set(&board, cell, HEX_EMPTY);
        if (opinion->proof[cell] == (wins ? HEX_LOSES : HEX_WINS) || (whole && opinion->proof[cell] == HEX_UNKNOWN))
            describe(position, "wrong proof of a move");
        if (opinion->has_must_play && !opinion->must_play[cell] && wins)
            describe(position, "a winning move is outside the must-play");
        if (opinion->move == (int)cell && opinion->winner == position->to_move && !wins)
            describe(position, "its move loses");
    }
    if (opinion->winner == position->to_move && opinion->move < 0)
        describe(position, "no winning move");
    for (unsigned i = 0; i < opinion->line_count; i++) {
        if (board.cell[opinion->line[i]] != HEX_EMPTY || (i == 0 && opinion->line[0] != opinion->move))
            describe(position, "its line is not legal");
        hex_board_set(&board, opinion->line[i], i % 2 ? hex_other(position->to_move) : position->to_move);
    }
}

static void check_position(const struct hex_board *board)
{
    struct hex_opinion opinion;
    for (enum hex_color side = HEX_BLACK; side <= HEX_WHITE; side++) {
        struct hex_position position = {.board = *board, .to_move = side};
        think(&position, (struct hex_settings){.win_lines = true}, 0, &opinion);
        check_claims(&position, &opinion, true);
        think(&position, (struct hex_settings){.win_lines = true, .win_essential = true}, 0, &opinion);
        check_claims(&position, &opinion, false);
        assert_int_not_equal(opinion.winner, HEX_EMPTY);
    }
}

static void all_3x3_positions(void **state)
{
    struct hex_board board;
    unsigned step = test_step(7, 1);
    for (unsigned code = 0; code < 19683; code += step) {
        hex_board_init(&board, 3, 3);
        for (unsigned i = 0, rest = code; i < 9; i++, rest /= 3)
            hex_board_set(&board, i, (enum hex_color)(rest % 3));
        if (hex_winner(&board) == HEX_EMPTY)
            check_position(&board);
    }
}

static void random_board(struct nash_rng *rng, unsigned rows, unsigned cols, unsigned stones, struct hex_board *board)
{
    hex_board_init(board, rows, cols);
    while (board->stones < stones) {
        unsigned cell = (unsigned)nash_rng_below(rng, rows * cols);
        hex_board_set(board, cell, nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE);
    }
}

static void random_positions(void **state)
{
    static const unsigned size[][2] = {{3, 4}, {4, 3}, {2, 6}, {3, 5}, {5, 3}, {4, 4}};
    struct nash_rng rng = test_rng();
    struct hex_board board;
    for (unsigned i = 0; i < sizeof size / sizeof *size; i++)
        for (unsigned n = test_length(400, 20000); n > 0; n--) {
            unsigned cells = size[i][0] * size[i][1];
            random_board(&rng, size[i][0], size[i][1], (unsigned)nash_rng_below(&rng, cells * 2 / 3), &board);
            if (hex_winner(&board) == HEX_EMPTY)
                check_position(&board);
        }
}

/* The counts of winning first moves are known: 5, 4 and 13. Facts of orientation: on 3x3, a2 wins and b1 does not. */
static void winning_openings(void **state)
{
    static const unsigned wins[] = {0, 1, 2, 5, 4, 13};
    struct hex_opinion opinion;
    for (unsigned size = 1; size <= 5; size++) {
        struct hex_position position = {.to_move = HEX_BLACK};
        unsigned count = 0, cells = size * size;
        hex_board_init(&position.board, size, size);
        think(&position, (struct hex_settings){.win_lines = true}, 0, &opinion);
        assert_int_equal(opinion.winner, HEX_BLACK);
        for (unsigned cell = 0; cell < cells; cell++) {
            count += opinion.proof[cell] == HEX_WINS;
            if (opinion.proof[cell] != opinion.proof[cells - 1 - cell] || opinion.proof[cell] == HEX_UNKNOWN)
                fail_msg("%ux%u: cell %u is not proved as the turned one", size, size, cell);
        }
        if (count != wins[size])
            fail_msg("%ux%u: %u openings win, not %u", size, size, count, wins[size]);
        if (size == 3)
            assert_true(opinion.proof[3] == HEX_WINS && opinion.proof[1] == HEX_LOSES);
    }
}

/* Whatever is claimed after a stop or within a budget of positions is true. */
static void stops_are_safe(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_position position = {.to_move = HEX_BLACK};
    struct hex_opinion opinion;
    for (unsigned n = test_length(100, 1000); n > 0; n--) {
        random_board(&rng, 4, 4, (unsigned)nash_rng_below(&rng, 5), &position.board);
        if (hex_winner(&position.board) != HEX_EMPTY)
            continue;
        position.to_move = nash_rng_below(&rng, 2) ? HEX_BLACK : HEX_WHITE;
        for (unsigned check = CHECK_FIRST; check <= CHECK_LAST; check++) {
            think(&position, (struct hex_settings){.win_lines = true}, check, &opinion);
            check_claims(&position, &opinion, false);
        }
        for (unsigned nodes = 1; nodes < 100; nodes *= 2) {
            think(&position, (struct hex_settings){.win_lines = true, .nodes = nodes}, 0, &opinion);
            check_claims(&position, &opinion, false);
        }
    }
}

/* More than 128 cells need the larger sets: a chain of bridges from edge to edge, and both turns of it. */
static void large_board(void **state)
{
    static const unsigned row[] = {1, 3, 5, 7, 9, 10}, col[] = {8, 7, 6, 5, 4, 4};
    struct hex_opinion opinion;
    for (unsigned turn = 0; turn < 2; turn++) {
        struct hex_position position = {.to_move = HEX_WHITE};
        hex_board_init(&position.board, 12, 12);
        for (unsigned i = 0; i < 6; i++) {
            unsigned cell = row[i] * 12 + col[i];
            hex_board_set(&position.board, turn ? 143 - cell : cell, HEX_BLACK);
        }
        think(&position, (struct hex_settings){.nodes = 10}, 0, &opinion);
        assert_int_equal(opinion.winner, HEX_BLACK);
        assert_int_equal(opinion.connected, HEX_BLACK);
        assert_int_equal(opinion.proof[0], HEX_LOSES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_3x3_positions), cmocka_unit_test(random_positions), cmocka_unit_test(winning_openings),
        cmocka_unit_test(stops_are_safe),    cmocka_unit_test(large_board),
    };
    arena = nash_arena_new(ARENA_BYTES);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(arena);
    return failed;
}
