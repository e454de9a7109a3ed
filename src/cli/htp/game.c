/* The commands that change or show the game. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "htp.h"

enum { FILE_MAX = 4 << 20 }; /* bytes of a record */

void htp_new_game(struct htp *htp, unsigned rows, unsigned cols)
{
    hex_record_init(&htp->record, rows, cols);
    htp->play.any_order = true;
    hex_play_begin(&htp->play, &htp->record);
}

bool htp_play(struct htp *htp, struct hex_move move)
{
    struct nash_error error;
    if (htp->record.moves == HEX_MOVES_MAX) {
        htp_fail(htp, "a game has at most %d moves", HEX_MOVES_MAX);
        return false;
    }
    if (hex_play_move(&htp->play, move, &error) != NASH_OK) {
        htp_fail(htp, "illegal %s", error.detail);
        return false;
    }
    hex_record_add(&htp->record, move, &error);
    return true;
}

/* boardsize COLUMNS [ROWS] */
static void run_boardsize(struct htp *htp)
{
    uint64_t cols, rows;
    if (!htp_number(htp, 1, HEX_SIZE_MAX, &cols))
        return;
    rows = cols;
    if (htp->words > 2 && !htp_number(htp, 2, HEX_SIZE_MAX, &rows))
        return;
    if (cols == 0 || rows == 0)
        htp_fail(htp, "a board has 1 to %d columns and rows", HEX_SIZE_MAX);
    else
        htp_new_game(htp, (unsigned)rows, (unsigned)cols);
}

static void run_clear(struct htp *htp)
{
    htp_new_game(htp, htp->record.rows, htp->record.cols);
}

/* play COLOR MOVE */
static void run_play(struct htp *htp)
{
    enum hex_color color;
    if (!htp_color(htp, 1, &color))
        return;
    struct hex_move move = {.color = (uint8_t)color};
    const struct hex_board *board = &htp->play.position.board;
    if (!hex_move_read(board, htp->word[2], strlen(htp->word[2]), &move))
        htp_fail(htp,
                 "\"%.40s\" is neither a cell of a board of %u columns and %u rows nor swap-pieces, swap-sides, pass, "
                 "resign or forfeit",
                 htp->word[2], board->cols, board->rows);
    else
        htp_play(htp, move);
}

static void run_swap(struct htp *htp)
{
    enum hex_color color = htp->play.position.to_move;
    if (htp->words == 1 || htp_color(htp, 1, &color))
        htp_play(htp, (struct hex_move){.action = HEX_SWAP_PIECES, .color = (uint8_t)color});
}

static void run_undo(struct htp *htp)
{
    struct nash_error error;
    if (htp->record.moves == 0) {
        htp_fail(htp, "cannot undo: no move has been made");
        return;
    }
    htp->record.moves--;
    hex_replay(&htp->record, htp->record.moves, &htp->play, &error);
}

static void run_showboard(struct htp *htp)
{
    static const char stones[] = ".BW";
    const struct hex_board *board = &htp->play.position.board;
    nash_buf_puts(&htp->reply, "\n  ");
    for (unsigned col = 0; col < board->cols; col++)
        nash_buf_printf(&htp->reply, "  %c", 'a' + col);
    for (unsigned row = 0; row < board->rows; row++) {
        nash_buf_printf(&htp->reply, "\n%*s%2u\\", row, "", row + 1);
        for (unsigned col = 0; col < board->cols; col++)
            nash_buf_printf(&htp->reply, "%s%c", col ? "  " : " ", stones[board->cell[row * board->cols + col]]);
        nash_buf_printf(&htp->reply, " \\%u", row + 1);
    }
    nash_buf_printf(&htp->reply, "\n%s to move", htp->play.position.to_move == HEX_BLACK ? "black" : "white");
}

static void run_score(struct htp *htp)
{
    nash_buf_puts(&htp->reply, !htp->play.over ? "cannot score" : htp->play.winner == HEX_BLACK ? "B+" : "W+");
}

/* Reads a file of at most FILE_MAX bytes. Returns false after a failure. */
static bool file_read(struct htp *htp, const char *path, struct nash_buf *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        htp_fail(htp, "cannot load %s: %s", path, strerror(errno));
        return false;
    }
    size_t n = nash_buf_reserve(text, FILE_MAX + 1) ? fread(text->data, 1, FILE_MAX + 1, file) : 0;
    bool broken = ferror(file) != 0;
    fclose(file);
    text->len = n;
    if (broken || text->failed || n > FILE_MAX)
        htp_fail(htp, "cannot load %s: %s", path, n > FILE_MAX ? "the file is too long" : "it cannot be read");
    return !htp->failed;
}

/* loadsgf PATH [MOVES]: the game of a file, or its first moves. HexWorld links and HTP are read as well. */
static void run_load(struct htp *htp)
{
    static struct hex_record record;
    uint64_t moves = HEX_MOVES_MAX;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error error;
    if (htp->words > 2 && !htp_number(htp, 2, HEX_MOVES_MAX, &moves))
        return;
    if (file_read(htp, htp->word[1], &text)) {
        struct hex_play play = {.any_order = true};
        enum nash_status status = hex_record_parse(text.data, text.len, &record, &error);
        if (record.moves > moves)
            record.moves = (unsigned)moves;
        if (status == NASH_OK)
            status = hex_replay(&record, record.moves, &play, &error);
        if (status == NASH_OK) {
            htp->record = record;
            htp->play = play;
        } else {
            htp_fail(htp, "cannot load %s: %s", htp->word[1], error.detail);
        }
    }
    nash_buf_free(&text);
}

static void run_legal(struct htp *htp)
{
    const struct hex_board *board = &htp->play.position.board;
    enum hex_color color;
    if (htp->words > 1 && !htp_color(htp, 1, &color))
        return;
    for (unsigned i = 0; i < hex_cells(board) && !htp->play.over; i++)
        if (board->cell[i] == HEX_EMPTY)
            htp_add_cell(htp, i);
}

/* param_game [NAME VALUE] */
static void run_param(struct htp *htp)
{
    uint64_t value;
    if (htp->words == 1)
        nash_buf_printf(&htp->reply, "\n[bool] allow_swap %d", htp->allow_swap);
    else if (htp->words == 2 || strcmp(htp->word[1], "allow_swap") != 0)
        htp_fail(htp, "expected nothing, or allow_swap and 0 or 1");
    else if (htp_number(htp, 2, 1, &value))
        htp->allow_swap = value != 0;
}

const struct htp_command htp_game_commands[] = {
    {"boardsize", 1, 2, run_boardsize, NULL},
    {"clear_board", 0, 0, run_clear, NULL},
    {"play", 2, 2, run_play, NULL},
    {"swap-pieces", 0, 1, run_swap, NULL},
    {"undo", 0, 0, run_undo, NULL},
    {"showboard", 0, 0, run_showboard, "string/Show Board/showboard"},
    {"final_score", 0, 0, run_score, "string/Final Score/final_score"},
    {"loadsgf", 1, 2, run_load, NULL},
    {"all_legal_moves", 0, 1, run_legal, "plist/All Legal Moves/all_legal_moves %c"},
    {"param_game", 0, 2, run_param, "param/Game Parameters/param_game"},
    {0},
};
