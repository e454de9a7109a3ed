/* Hex, 1 to 19 rows and columns. Moves are cells, "a1", and with the setting "swap" the first move of White may be
 * "swap": the stone of Black becomes White's in the cell mirrored at the main diagonal (swap-pieces), so that White
 * still joins left and right. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <solvers/hex/board/board.h>

#include "game.h"

enum { HEX_SWAP = HEX_CELLS_MAX }; /* in a history */

struct hex_play {
    struct hex_board board;
    bool swap;       /* allowed */
    uint16_t played; /* moves in `move` */
    uint16_t move[HEX_CELLS_MAX + 1];
};
_Static_assert(sizeof(struct hex_play) <= NASH_PLAY_BYTES, "a play of Hex is too large");

static const struct hex_play *hex_of(const struct nash_play *play)
{
    return (const struct hex_play *)play->own;
}

static void hex_start(struct reader *r, struct nash_play *play)
{
    struct hex_play *hex = (struct hex_play *)play->own;
    unsigned size = (unsigned)reader_int(r, "size", 1, HEX_SIZE_MAX, 11);
    unsigned rows = (unsigned)reader_int(r, "rows", 1, HEX_SIZE_MAX, size);
    unsigned cols = (unsigned)reader_int(r, "cols", 1, HEX_SIZE_MAX, size);
    hex->swap = reader_bool(r, "swap", false);
    if (reader_has(r, "size") && (reader_has(r, "rows") || reader_has(r, "cols")))
        reader_fail(r, NASH_UNPROCESSABLE, "size", "give either size, or rows and cols");
    if (reader_has(r, "rows") != reader_has(r, "cols"))
        reader_fail(r, NASH_UNPROCESSABLE, reader_has(r, "rows") ? "rows" : "cols", "rows and cols come together");
    if (hex->swap && rows != cols)
        reader_fail(r, NASH_UNPROCESSABLE, "swap", "a board of %u rows and %u columns has no swap: it is not square",
                    rows, cols);
    hex_board_init(&hex->board, rows, cols);
}

static bool hex_may_swap(const struct nash_play *play)
{
    return hex_of(play)->swap && play->moves == 1;
}

static bool hex_swap(struct nash_play *play, struct nash_error *error)
{
    struct hex_play *hex = (struct hex_play *)play->own;
    if (!hex->swap)
        return nash_play_refuse(error, "this game is played without the swap rule");
    if (play->moves != 1)
        return nash_play_refuse(error, "only the second move of the game may be a swap; this is move %u",
                                play->moves + 1);
    unsigned cell = hex->move[0], cols = hex->board.cols;
    hex_board_set(&hex->board, cell, HEX_EMPTY);
    hex_board_set(&hex->board, cell % cols * cols + cell / cols, HEX_WHITE);
    hex->move[hex->played++] = HEX_SWAP;
    return true;
}

static bool hex_apply(struct nash_play *play, const char *move, struct nash_error *error)
{
    struct hex_play *hex = (struct hex_play *)play->own;
    char name[HEX_NAME_MAX];
    unsigned cell;
    size_t len = strlen(move);
    if (strcasecmp(move, "swap") == 0 || strcasecmp(move, "swap-pieces") == 0)
        return hex_swap(play, error);
    if (len == 0 || hex_cell_read(&hex->board, move, len, &cell) != len)
        return nash_play_refuse(error, "\"%.16s\" is no cell of this board, which has a1 to %s", move,
                                hex_cell_name(&hex->board, hex_cells(&hex->board) - 1, name));
    if (hex->board.cell[cell] != HEX_EMPTY)
        return nash_play_refuse(error, "%s is occupied", hex_cell_name(&hex->board, cell, name));
    hex_board_set(&hex->board, cell, play->to_move == 0 ? HEX_BLACK : HEX_WHITE);
    hex->move[hex->played++] = (uint16_t)cell;
    if (hex_winner(&hex->board) != HEX_EMPTY)
        nash_play_end(play, (int)play->to_move, "connected");
    return true;
}

static void hex_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    const struct hex_board *board = &hex_of(play)->board;
    char name[HEX_NAME_MAX];
    for (unsigned cell = 0; cell < hex_cells(board) && most > 0; cell++)
        if (board->cell[cell] == HEX_EMPTY) {
            each(context, hex_cell_name(board, cell, name));
            most--;
        }
    if (hex_may_swap(play) && most > 0)
        each(context, "swap");
}

static void hex_write(const struct nash_play *play, struct nash_jsonw *json)
{
    const struct hex_board *board = &hex_of(play)->board;
    nash_jsonw_kuint(json, "rows", board->rows);
    nash_jsonw_kuint(json, "cols", board->cols);
    nash_jsonw_karray(json, "board"); /* rows from the top, of B, W and '.' */
    for (unsigned row = 0; row < board->rows; row++) {
        char text[HEX_SIZE_MAX];
        for (unsigned col = 0; col < board->cols; col++)
            text[col] = ".BW"[board->cell[row * board->cols + col]];
        nash_jsonw_string_n(json, text, board->cols);
    }
    nash_jsonw_array_end(json);
    nash_jsonw_kbool(json, "may_swap", !play->over && hex_may_swap(play));
}

static void hex_write_problem(const struct nash_play *play, struct nash_jsonw *json)
{
    const struct hex_play *hex = hex_of(play);
    char name[HEX_NAME_MAX];
    if (hex->board.rows == hex->board.cols) {
        nash_jsonw_kuint(json, "size", hex->board.rows);
    } else {
        nash_jsonw_kuint(json, "rows", hex->board.rows);
        nash_jsonw_kuint(json, "cols", hex->board.cols);
    }
    if (hex->swap)
        nash_jsonw_kbool(json, "swap", true);
    nash_jsonw_karray(json, "moves");
    for (unsigned i = 0; i < hex->played; i++)
        nash_jsonw_string(json, hex->move[i] == HEX_SWAP ? "swap" : hex_cell_name(&hex->board, hex->move[i], name));
    nash_jsonw_array_end(json);
}

static bool hex_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    const char *text = reader_string(result, "move", NASH_MOVE_MAX - 1);
    if (text != NULL)
        snprintf(move, NASH_MOVE_MAX, "%s", text);
    return text != NULL;
}

const struct nash_game nash_game_hex = {
    .name = "hex",
    .title = "Hex",
    .seat = {"black", "white"},
    .settings = (const char *const[]){"size", "rows", "cols", "swap", NULL},
    .engine_kind = "hex",
    .has_engines = true,
    .start = hex_start,
    .apply = hex_apply,
    .legal = hex_legal,
    .write = hex_write,
    .write_problem = hex_write_problem,
    .problem = (const char *const[]){"size", "rows", "cols", "moves", "board", "to_move", "swap", "match", NULL},
    .read_move = hex_read_move,
};
