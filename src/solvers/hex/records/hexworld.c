/* HexWorld links: "https://hexworld.org/board/#11c1,a3:sf7i8:rb". Also read: the part behind "#" alone.
 *
 * SIZE or COLUMNSxROWS, settings of the display (letters and numbers, skipped), a comma, then moves without separators:
 * a cell, ":s" swap-pieces, ":p" pass, ":rb" ":rw" Black or White resigns, ":fb" ":fw" forfeits. A second comma marks
 * the move that the page shows; the moves behind it belong to the line as well. */
#include <ctype.h>
#include <string.h>

#include "forms.h"

static const char site[] = "https://hexworld.org/board/#";

/* Finds the text behind "#" without white space around it. */
static void link_fragment(const char **text, size_t *len)
{
    const char *hash = *len ? memchr(*text, '#', *len) : NULL;
    if (hash != NULL) {
        *len -= (size_t)(hash + 1 - *text);
        *text = hash + 1;
    }
    while (*len > 0 && isspace((unsigned char)**text)) {
        (*text)++;
        (*len)--;
    }
    while (*len > 0 && isspace((unsigned char)(*text)[*len - 1]))
        (*len)--;
}

/* Returns the length of "13c1," or "19x13r9c1", with *has_comma; 0 if the text does not begin so. */
static size_t prefix_length(const char *text, size_t len, bool *has_comma)
{
    size_t at = 0;
    while (at < len && isdigit((unsigned char)text[at]))
        at++;
    if (at == 0)
        return 0;
    while (at < len && isalnum((unsigned char)text[at]))
        at++;
    *has_comma = at < len && text[at] == ',';
    return at;
}

bool hex_hexworld_is(const char *text, size_t len)
{
    static const char name[] = "hexworld.org/board";
    bool comma = false;
    for (size_t i = 0; i + sizeof name - 1 <= len && i < 64; i++)
        if (hex_text_is(text + i, sizeof name - 1, name))
            return true;
    const char *hash = len ? memchr(text, '#', len) : NULL;
    for (const char *at = text; hash != NULL && at < hash; at++)
        if (!isspace((unsigned char)*at))
            return false; /* a comment of HTP */
    const char *fragment = text;
    link_fragment(&fragment, &len);
    size_t n = prefix_length(fragment, len, &comma);
    return n > 0 && (comma || n == len);
}

/* Reads one move at text[*at] and advances *at. Returns false if there is none. */
static bool link_move(const struct hex_board *board, const char *text, size_t len, size_t *at, struct hex_move *move)
{
    unsigned cell = 0;
    size_t n = hex_cell_read(board, text + *at, len - *at, &cell);
    if (n > 0) {
        *at += n;
        *move = (struct hex_move){.action = HEX_PLACE, .color = move->color, .cell = (uint16_t)cell};
        return true;
    }
    char kind = len - *at >= 2 && text[*at] == ':' ? (char)tolower((unsigned char)text[*at + 1]) : '\0';
    if (kind == 's' || kind == 'p') {
        move->action = kind == 's' ? HEX_SWAP_PIECES : HEX_PASS;
        *at += 2;
        return true;
    }
    char side = len - *at >= 3 ? (char)tolower((unsigned char)text[*at + 2]) : '\0';
    if ((kind != 'r' && kind != 'f') || (side != 'b' && side != 'w'))
        return false;
    move->action = kind == 'r' ? HEX_RESIGN : HEX_FORFEIT;
    move->color = side == 'b' ? HEX_BLACK : HEX_WHITE;
    *at += 3;
    return true;
}

enum nash_status hex_hexworld_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error)
{
    unsigned cols, rows;
    size_t at = 0;
    bool comma = false;
    link_fragment(&text, &len);
    hex_record_init(record, 1, 1);
    size_t prefix = prefix_length(text, len, &comma);
    if (prefix == 0 || (!comma && prefix != len))
        return nash_fail(error, NASH_INVALID, "",
                         "a HexWorld link has \"#\", a size, and a comma before the moves: %s11c1,a2f6", site);
    bool fits = hex_form_size(text, len, &at, &cols);
    rows = cols;
    if (fits && at + 1 < len && (text[at] == 'x' || text[at] == 'X') && isdigit((unsigned char)text[at + 1])) {
        at++;
        fits = hex_form_size(text, len, &at, &rows);
    }
    if (!fits || (at < len && isdigit((unsigned char)text[at])))
        return hex_form_fail_size(error);
    hex_record_init(record, rows, cols);
    struct hex_board board;
    hex_board_init(&board, rows, cols);
    struct hex_move move = {.color = HEX_BLACK};
    for (at = prefix; at < len;) {
        if (text[at] == ',') {
            at++;
            continue;
        }
        struct hex_move made = {.color = move.color};
        if (!link_move(&board, text, len, &at, &made))
            return hex_form_fail_move(&board, record->moves + 1, text + at, len - at, error);
        enum nash_status status = hex_record_add(record, made, error);
        if (status != NASH_OK)
            return status;
        move.color = (uint8_t)hex_other(move.color);
        if (made.action == HEX_RESIGN || made.action == HEX_FORFEIT) {
            record->winner = hex_other(made.color);
            record->how = made.action == HEX_RESIGN ? 'R' : 'F';
        }
    }
    return NASH_OK;
}

/* Returns why the record has no link, or NULL. */
static const char *link_fault(const struct hex_record *record)
{
    if (record->first == HEX_WHITE && record->moves > 0)
        return "in a HexWorld link Black moves first";
    for (unsigned i = 0; i < record->moves; i++)
        if (record->move[i].action == HEX_SWAP_SIDES)
            return "a HexWorld link has no swap-sides";
    return NULL;
}

enum nash_status hex_hexworld_write(const struct hex_record *record, struct nash_buf *out, struct nash_error *error)
{
    const char *fault = link_fault(record);
    if (fault != NULL)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "%s", fault);
    struct hex_board board;
    char name[HEX_NAME_MAX];
    hex_board_init(&board, record->rows, record->cols);
    nash_buf_printf(out, "%s%u", site, record->cols);
    if (record->rows != record->cols)
        nash_buf_printf(out, "x%u", record->rows);
    nash_buf_puts(out, "c1,");
    for (unsigned i = 0; i < record->moves; i++) {
        const struct hex_move *move = &record->move[i];
        char side = move->color == HEX_BLACK ? 'b' : 'w';
        if (move->action == HEX_PLACE)
            nash_buf_puts(out, hex_cell_name(&board, move->cell, name));
        else if (move->action == HEX_RESIGN || move->action == HEX_FORFEIT)
            nash_buf_printf(out, ":%c%c", move->action == HEX_RESIGN ? 'r' : 'f', side);
        else
            nash_buf_puts(out, move->action == HEX_PASS ? ":p" : ":s");
    }
    return NASH_OK;
}
