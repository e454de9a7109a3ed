/* Records, names of moves, and the choice among the three forms. */
#include "record.h"

#include <stdio.h>
#include <string.h>

#include "forms.h"

static const char *const action_names[] = {
    [HEX_PLACE] = "",    [HEX_SWAP_PIECES] = "swap-pieces", [HEX_SWAP_SIDES] = "swap-sides",
    [HEX_PASS] = "pass", [HEX_RESIGN] = "resign",           [HEX_FORFEIT] = "forfeit"};

void hex_record_init(struct hex_record *record, unsigned rows, unsigned cols)
{
    memset(record, 0, sizeof *record);
    record->rows = (uint8_t)rows;
    record->cols = (uint8_t)cols;
    record->first = HEX_BLACK;
}

bool hex_record_has_setup(const struct hex_record *record)
{
    for (unsigned i = 0; i < HEX_CELLS_MAX; i++)
        if (record->setup[i] != HEX_EMPTY)
            return true;
    return false;
}

enum nash_status hex_record_add(struct hex_record *record, struct hex_move move, struct nash_error *error)
{
    if (record->moves == HEX_MOVES_MAX)
        return nash_fail(error, NASH_TOO_LARGE, "", "a record has at most %d moves", HEX_MOVES_MAX);
    record->move[record->moves++] = move;
    return NASH_OK;
}

char *hex_move_name(const struct hex_board *board, struct hex_move move, char out[HEX_MOVE_NAME_MAX])
{
    if (move.action == HEX_PLACE)
        return hex_cell_name(board, move.cell, out);
    snprintf(out, HEX_MOVE_NAME_MAX, "%s", action_names[move.action]);
    return out;
}

bool hex_text_is(const char *text, size_t len, const char *word)
{
    size_t i = 0;
    for (; i < len && word[i] != '\0'; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] | 0x20) : text[i];
        if (c != word[i])
            return false;
    }
    return i == len && word[i] == '\0';
}

bool hex_move_read(const struct hex_board *board, const char *text, size_t len, struct hex_move *move)
{
    unsigned cell = 0;
    if (len > 0 && hex_cell_read(board, text, len, &cell) == len) {
        move->action = HEX_PLACE;
        move->cell = (uint16_t)cell;
        return true;
    }
    move->cell = 0;
    move->action = HEX_SWAP_PIECES;
    if (hex_text_is(text, len, "swap"))
        return true;
    for (unsigned i = HEX_SWAP_PIECES; i <= HEX_FORFEIT; i++)
        if (hex_text_is(text, len, action_names[i])) {
            move->action = (uint8_t)i;
            return true;
        }
    return false;
}

enum nash_status hex_form_fail_move(const struct hex_board *board, unsigned number, const char *text, size_t len,
                                    struct nash_error *error)
{
    char shown[24];
    size_t n = 0;
    for (; n < len && n + 1 < sizeof shown && text[n] > ' ' && text[n] < 0x7f; n++)
        shown[n] = text[n];
    shown[n] = '\0';
    return nash_fail(
        error, NASH_UNPROCESSABLE, "",
        "move %u: \"%s\" is neither a cell of a board of %u columns and %u rows nor swap-pieces, swap-sides, "
        "pass, resign or forfeit",
        number, shown, board->cols, board->rows);
}

bool hex_form_size(const char *text, size_t len, size_t *at, unsigned *size)
{
    unsigned value = 0;
    size_t from = *at;
    while (*at < len && text[*at] >= '0' && text[*at] <= '9' && value <= HEX_SIZE_MAX)
        value = value * 10 + (unsigned)(text[(*at)++] - '0');
    *size = value;
    return *at > from && value >= 1 && value <= HEX_SIZE_MAX;
}

enum nash_status hex_form_fail_size(struct nash_error *error)
{
    return nash_fail(error, NASH_UNPROCESSABLE, "", "a board has 1 to %d columns and rows", HEX_SIZE_MAX);
}

enum hex_form hex_record_form(const char *text, size_t len)
{
    if (hex_sgf_is(text, len))
        return HEX_FORM_SGF;
    return hex_hexworld_is(text, len) ? HEX_FORM_HEXWORLD : HEX_FORM_HTP;
}

enum nash_status hex_record_parse(const char *text, size_t len, struct hex_record *record, struct nash_error *error)
{
    switch (hex_record_form(text, len)) {
    case HEX_FORM_SGF:
        return hex_sgf_read(text, len, record, error);
    case HEX_FORM_HEXWORLD:
        return hex_hexworld_read(text, len, record, error);
    default:
        return hex_htp_read(text, len, record, error);
    }
}

enum nash_status hex_record_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error)
{
    struct hex_play play = {.any_order = false};
    enum nash_status status = hex_record_parse(text, len, record, error);
    return status == NASH_OK ? hex_replay(record, record->moves, &play, error) : status;
}

enum nash_status hex_record_write(const struct hex_record *record, enum hex_form form, struct nash_buf *out,
                                  struct nash_error *error)
{
    if (form == HEX_FORM_SGF) {
        hex_sgf_write(record, out);
        return NASH_OK;
    }
    if (hex_record_has_setup(record))
        return nash_fail(error, NASH_UNPROCESSABLE, "", "setup stones can be written as SGF only");
    if (form == HEX_FORM_HEXWORLD)
        return hex_hexworld_write(record, out, error);
    hex_htp_write(record, out);
    return NASH_OK;
}
