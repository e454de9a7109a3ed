/* Hex, 1 to 19 rows and columns. Moves are cells, "a1", and with the setting "swap" the first move of White may be
 * "swap": the stone of Black becomes White's in the cell mirrored at the main diagonal (swap-pieces), so that White
 * still joins left and right. */
#include <stdio.h>
#include <string.h>

#include <solvers/hex/records/record.h>

#include "game.h"

struct hex_state {
    struct hex_play play;
    bool swap; /* allowed */
    struct hex_move move[HEX_CELLS_MAX + 1];
};
_Static_assert(sizeof(struct hex_state) <= NASH_PLAY_BYTES, "the state of a game of Hex is too large");

static struct hex_state *hex_of(struct nash_play *play)
{
    return (struct hex_state *)play->own;
}

static const struct hex_state *hex_in(const struct nash_play *play)
{
    return (const struct hex_state *)play->own;
}

static void hex_start(struct reader *r, struct nash_play *play)
{
    struct hex_state *hex = hex_of(play);
    struct hex_record record;
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
    hex_record_init(&record, rows, cols);
    hex_play_begin(&hex->play, &record);
}

static bool hex_may_swap(const struct nash_play *play)
{
    const struct hex_state *hex = hex_in(play);
    return hex->swap && hex_play_can_swap(&hex->play, hex->play.position.to_move);
}

static bool hex_apply(struct nash_play *play, const char *text, struct nash_error *error)
{
    struct hex_state *hex = hex_of(play);
    const struct hex_board *board = &hex->play.position.board;
    struct hex_move move = {.color = (uint8_t)hex->play.position.to_move};
    char name[HEX_NAME_MAX];
    if (!hex_move_read(board, text, strlen(text), &move) ||
        (move.action != HEX_PLACE && move.action != HEX_SWAP_PIECES))
        return nash_play_refuse(error, "\"%.16s\" is no cell of this board, which has a1 to %s", text,
                                hex_cell_name(board, hex_cells(board) - 1, name));
    if (move.action == HEX_SWAP_PIECES && !hex->swap)
        return nash_play_refuse(error, "this game is played without the swap rule");
    unsigned made = hex->play.made;
    struct nash_error fault = {0};
    if (hex_play_move(&hex->play, move, &fault) != NASH_OK)
        return nash_play_refuse(error, "%s", fault.detail);
    hex->move[made] = move;
    if (hex->play.over)
        nash_play_end(play, (int)play->to_move, "connected");
    return true;
}

static void hex_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    const struct hex_board *board = &hex_in(play)->play.position.board;
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
    const struct hex_board *board = &hex_in(play)->play.position.board;
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
    const struct hex_state *hex = hex_in(play);
    const struct hex_board *board = &hex->play.position.board;
    char name[HEX_MOVE_NAME_MAX];
    if (board->rows == board->cols) {
        nash_jsonw_kuint(json, "size", board->rows);
    } else {
        nash_jsonw_kuint(json, "rows", board->rows);
        nash_jsonw_kuint(json, "cols", board->cols);
    }
    if (hex->swap)
        nash_jsonw_kbool(json, "swap", true);
    nash_jsonw_karray(json, "moves");
    for (unsigned i = 0; i < hex->play.made; i++)
        nash_jsonw_string(json, hex_move_name(board, hex->move[i], name));
    nash_jsonw_array_end(json);
}

static bool hex_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    const char *text = reader_string(result, "move", NASH_MOVE_MAX - 1);
    if (text != NULL)
        snprintf(move, NASH_MOVE_MAX, "%s", text);
    return text != NULL;
}

static const struct nash_record_form hex_forms[] = {[HEX_FORM_SGF] = {"sgf", "application/x-go-sgf"},
                                                    [HEX_FORM_HEXWORLD] = {"hexworld", "text/uri-list"},
                                                    [HEX_FORM_HTP] = {"htp", "text/plain"},
                                                    {NULL, NULL}};

static enum nash_status hex_write_record(const struct nash_play *play, unsigned form, const char *const player[2],
                                         struct nash_buf *out, struct nash_error *error)
{
    const struct hex_state *hex = hex_in(play);
    const struct hex_board *board = &hex->play.position.board;
    struct hex_record record;
    enum nash_status status = NASH_OK;
    hex_record_init(&record, board->rows, board->cols);
    snprintf(record.black, sizeof record.black, "%s", player[0]);
    snprintf(record.white, sizeof record.white, "%s", player[1]);
    for (unsigned i = 0; i < hex->play.made && status == NASH_OK; i++)
        status = hex_record_add(&record, hex->move[i], error);
    if (play->over)
        record.winner = play->winner == 0 ? HEX_BLACK : HEX_WHITE;
    if (play->over && !hex->play.over && status == NASH_OK) { /* a seat has resigned */
        record.how = 'R';
        status = hex_record_add(
            &record, (struct hex_move){.action = HEX_RESIGN, .color = (uint8_t)hex_other(record.winner)}, error);
    }
    return status == NASH_OK ? hex_record_write(&record, (enum hex_form)form, out, error) : status;
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
    .forms = hex_forms,
    .write_record = hex_write_record,
};
