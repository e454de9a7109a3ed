/* Writes SGF for Hex: a root with size, players, result and setup, then one node a move. */
#include <string.h>

#include "forms.h"

enum { MOVES_PER_LINE = 12 };

static void text_property(struct nash_buf *out, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    nash_buf_printf(out, "%s[", name);
    for (; *text; text++) {
        if (strchr("\\]:", *text) != NULL)
            nash_buf_putc(out, '\\');
        nash_buf_putc(out, *text);
    }
    nash_buf_putc(out, ']');
}

static void setup_property(const struct hex_record *record, const struct hex_board *board, enum hex_color color,
                           struct nash_buf *out)
{
    char name[HEX_NAME_MAX];
    bool any = false;
    for (unsigned i = 0; i < hex_cells(board); i++) {
        if (record->setup[i] != color)
            continue;
        if (!any)
            nash_buf_puts(out, color == HEX_BLACK ? "AB" : "AW");
        any = true;
        nash_buf_printf(out, "[%s]", hex_cell_name(board, i, name));
    }
}

void hex_sgf_write(const struct hex_record *record, struct nash_buf *out)
{
    struct hex_board board;
    char name[HEX_MOVE_NAME_MAX];
    hex_board_init(&board, record->rows, record->cols);
    nash_buf_puts(out, "(;FF[4]GM[11]CA[UTF-8]");
    if (record->rows == record->cols)
        nash_buf_printf(out, "SZ[%u]", record->cols);
    else
        nash_buf_printf(out, "SZ[%u:%u]", record->cols, record->rows);
    text_property(out, "PB", record->black);
    text_property(out, "PW", record->white);
    if (record->winner != HEX_EMPTY)
        nash_buf_printf(out, "RE[%c+%.1s]", record->winner == HEX_BLACK ? 'B' : 'W', &record->how);
    setup_property(record, &board, HEX_BLACK, out);
    setup_property(record, &board, HEX_WHITE, out);
    if (hex_record_has_setup(record) || record->first == HEX_WHITE)
        nash_buf_printf(out, "PL[%c]", record->first == HEX_BLACK ? 'B' : 'W');
    for (unsigned i = 0; i < record->moves; i++)
        nash_buf_printf(out, "%s;%c[%s]", i % MOVES_PER_LINE == 0 ? "\n" : "",
                        record->move[i].color == HEX_BLACK ? 'B' : 'W', hex_move_name(&board, record->move[i], name));
    nash_buf_puts(out, ")\n");
}
