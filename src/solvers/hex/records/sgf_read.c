/* Reads SGF for Hex (red-bean.com/sgf/hex.html, FF[4], GM[11]): the main line of the first game tree.
 *
 * The scanner goes from property to property without recursion: a '(' after the first node begins the main variation,
 * and the first ')' ends it, so that comments and other variations are skipped whatever their depth. The root is
 * scanned twice, because its size and its program may stand behind its stones.
 *
 * Accepted besides the standard: points as in Go ("cb", Little Golem), "swap" (which of both swaps is meant shows in
 * the color of the next move), and swap-pieces of HexGui 0.x, which meant swap-sides. */
#include <ctype.h>
#include <string.h>

#include <base/utf8.h>

#include "forms.h"

enum { PROPERTY_MAX = 32 }; /* bytes of the name of a property */

struct sgf {
    const char *text;
    size_t len, at;
    struct nash_error *error;
    enum nash_status status;
    bool root; /* the first node is being scanned */
    char name[PROPERTY_MAX];
    struct hex_record *record;
    struct hex_board board; /* of the size of the record, without stones */
    bool hexgui_swap;       /* swap-pieces means swap-sides */
    bool has_player;        /* PL was given */
    bool bare_swap;         /* the last move was "swap" */
};

static enum nash_status sgf_fail(struct sgf *s, enum nash_status status, const char *what)
{
    size_t line = 1;
    for (size_t i = 0; i < s->at && i < s->len; i++)
        line += s->text[i] == '\n';
    return s->status = nash_fail(s->error, status, "", "SGF, line %zu: %s", line, what);
}

static void skip_space(struct sgf *s)
{
    while (s->at < s->len && isspace((unsigned char)s->text[s->at]))
        s->at++;
}

/* Returns the place of the first "(" that a ";" follows, or len. */
static size_t tree_begin(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char *open = memchr(text + i, '(', len - i);
        if (open == NULL)
            break;
        size_t next = i = (size_t)(open - text);
        while (++next < len && isspace((unsigned char)text[next]))
            ;
        if (next < len && text[next] == ';')
            return i;
        i = next - 1;
    }
    return len;
}

bool hex_sgf_is(const char *text, size_t len)
{
    return tree_begin(text, len) < len;
}

/* Skips "[value]" and copies its beginning, without escapes and with spaces for line breaks, into out[room]. Returns
 * false, after reporting it, if the text ends before "]". */
static bool value_read(struct sgf *s, char *out, size_t room)
{
    size_t n = 0;
    bool closed = false;
    for (s->at++; s->at < s->len && !closed; s->at++) {
        char c = s->text[s->at];
        closed = c == ']';
        if (c == '\\' && ++s->at < s->len)
            c = s->text[s->at];
        if (!closed && n + 1 < room && s->at < s->len)
            out[n++] = (unsigned char)c < ' ' ? ' ' : c;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return closed || (sgf_fail(s, NASH_INVALID, "the text ends in the value of a property"), false);
}

static const char *value_begin(const char *value)
{
    return value + strspn(value, " ");
}

/* Copies a name as valid UTF-8. */
static void player_read(const char *value, char out[HEX_PLAYER_MAX])
{
    size_t n = utf8_span(value, strnlen(value, HEX_PLAYER_MAX - 1));
    memcpy(out, value, n);
    out[n] = '\0';
}

/* RE: "B+", "W+Resign", "B+F", or "B" alone. */
static void result_read(struct hex_record *record, const char *value)
{
    char winner = (char)toupper((unsigned char)value[0]),
         how = value[0] ? (char)toupper((unsigned char)value[1]) : '\0';
    if ((winner != 'B' && winner != 'W') || (how != '+' && how != '\0'))
        return;
    record->winner = winner == 'B' ? HEX_BLACK : HEX_WHITE;
    how = how ? (char)toupper((unsigned char)value[2]) : '\0';
    record->how = how == 'R' || how == 'F' || how == 'T' ? how : '\0';
}

/* Reads a point as in Hex ("b3") or as in Go ("bc"). Returns the bytes read, or 0. */
static size_t point_read(const struct sgf *s, const char *text, size_t len, unsigned *cell)
{
    size_t n = hex_cell_read(&s->board, text, len, cell);
    if (n > 0 || len < 2 || !isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1]) ||
        (len > 2 && text[2] != ':'))
        return n;
    unsigned col = (unsigned)tolower((unsigned char)text[0]) - 'a',
             row = (unsigned)tolower((unsigned char)text[1]) - 'a';
    *cell = row * s->board.cols + col;
    return col < s->board.cols && row < s->board.rows ? 2 : 0;
}

/* AB, AW, AE: a point, or the corners of a rectangle "a1:c3". */
static void setup_read(struct sgf *s, const char *value, enum hex_color color)
{
    unsigned from, to, cols = s->board.cols;
    size_t len = strlen(value), n = point_read(s, value, len, &from);
    to = from;
    if (n > 0 && value[n] == ':')
        n += 1 + point_read(s, value + n + 1, len - n - 1, &to);
    if (n == 0 || n != len || value[n - 1] == ':') {
        sgf_fail(s, NASH_UNPROCESSABLE, "a setup stone is not on the board");
        return;
    }
    if (s->record->moves > 0) {
        sgf_fail(s, NASH_UNPROCESSABLE, "setup stones are read before the first move only");
        return;
    }
    unsigned left = from % cols < to % cols ? from % cols : to % cols, right = from % cols + to % cols - left,
             top = from / cols < to / cols ? from / cols : to / cols, bottom = from / cols + to / cols - top;
    for (unsigned row = top; row <= bottom; row++)
        for (unsigned col = left; col <= right; col++)
            s->record->setup[row * cols + col] = (uint8_t)color;
}

/* B, W. */
static void move_read(struct sgf *s, const char *value, enum hex_color color)
{
    struct hex_move move = {.color = (uint8_t)color};
    struct hex_record *record = s->record;
    size_t len = strlen(value);
    unsigned cell;
    if (s->bare_swap && record->move[record->moves - 1].color == color)
        record->move[record->moves - 1].action = HEX_SWAP_SIDES;
    s->bare_swap = hex_text_is(value, len, "swap");
    if (len == 0) {
        move.action = HEX_PASS;
    } else if (point_read(s, value, len, &cell) == len) {
        move.cell = (uint16_t)cell;
    } else if (!hex_move_read(&s->board, value, len, &move)) {
        s->status = hex_form_fail_move(&s->board, record->moves + 1, value, len, s->error);
        return;
    }
    if (move.action == HEX_SWAP_PIECES && s->hexgui_swap)
        move.action = HEX_SWAP_SIDES;
    if (record->moves == 0)
        record->first = color;
    s->has_player |= record->moves == 0;
    s->status = hex_record_add(record, move, s->error);
}

/* SZ: "11" or "columns:rows". */
static void size_read(struct sgf *s, const char *value)
{
    size_t at = 0, len = strlen(value);
    unsigned cols, rows = 0;
    bool fits = hex_form_size(value, len, &at, &cols);
    if (fits && at < len && value[at] == ':') {
        at++;
        fits = hex_form_size(value, len, &at, &rows);
    } else {
        rows = cols;
    }
    if (!fits || at != len)
        s->status = hex_form_fail_size(s->error);
    else
        hex_board_init(&s->board, rows, cols);
}

/* Takes what must be known before the rest of the root is read. */
static void root_value(struct sgf *s, const char *value)
{
    if (strcmp(s->name, "SZ") == 0)
        size_read(s, value);
    else if (strcmp(s->name, "GM") == 0 && strcmp(value, "11") != 0)
        sgf_fail(s, NASH_UNPROCESSABLE, "GM is not 11: this is not a game of Hex");
    else if (strcmp(s->name, "AP") == 0)
        s->hexgui_swap = strncmp(value, "HexGui:0.", 9) == 0;
}

static void main_value(struct sgf *s, const char *value)
{
    struct hex_record *record = s->record;
    if (strcmp(s->name, "B") == 0 || strcmp(s->name, "W") == 0) {
        move_read(s, value, s->name[0] == 'B' ? HEX_BLACK : HEX_WHITE);
    } else if (strcmp(s->name, "AB") == 0 || strcmp(s->name, "AW") == 0 || strcmp(s->name, "AE") == 0) {
        setup_read(s, value, s->name[1] == 'B' ? HEX_BLACK : s->name[1] == 'W' ? HEX_WHITE : HEX_EMPTY);
    } else if (strcmp(s->name, "PL") == 0 && record->moves == 0) {
        record->first = value[0] == 'W' || value[0] == 'w' ? HEX_WHITE : HEX_BLACK;
        s->has_player = true;
    } else if (strcmp(s->name, "PB") == 0) {
        player_read(value, record->black);
    } else if (strcmp(s->name, "PW") == 0) {
        player_read(value, record->white);
    } else if (strcmp(s->name, "RE") == 0) {
        result_read(record, value);
    }
}

/* Reads the name of a property; letters in lower case, as FF[3] has them, do not count. */
static void name_read(struct sgf *s)
{
    size_t n = 0;
    for (; s->at < s->len && isalpha((unsigned char)s->text[s->at]); s->at++)
        if (isupper((unsigned char)s->text[s->at]) && n + 1 < PROPERTY_MAX)
            s->name[n++] = s->text[s->at];
    s->name[n] = '\0';
}

/* Reads one property with all its values. */
static void property_read(struct sgf *s)
{
    char value[HEX_PLAYER_MAX];
    name_read(s);
    skip_space(s);
    if (s->name[0] == '\0' || s->at == s->len || s->text[s->at] != '[') {
        sgf_fail(s, NASH_INVALID,
                 s->name[0] ? "a property has no value: \"[\" is expected"
                            : "the name of a property has no capital letter");
        return;
    }
    while (s->status == NASH_OK && s->at < s->len && s->text[s->at] == '[') {
        if (!value_read(s, value, sizeof value))
            return;
        if (s->root)
            root_value(s, value_begin(value));
        else
            main_value(s, value_begin(value));
        skip_space(s);
    }
}

/* Scans from the "(" at s->at to the end of the first node or of the main line. */
static void line_scan(struct sgf *s, bool root)
{
    unsigned nodes = 0;
    s->root = root;
    while (s->status == NASH_OK) {
        skip_space(s);
        if (s->at == s->len) {
            sgf_fail(s, NASH_INVALID, "the text ends before \")\"");
            return;
        }
        char c = s->text[s->at];
        if (c == ')' || (root && nodes > 0 && (c == ';' || c == '(')))
            return;
        nodes += c == ';';
        if (isalpha((unsigned char)c))
            property_read(s);
        else if (c == '(' || c == ';')
            s->at++;
        else
            sgf_fail(s, NASH_INVALID, "a property, \";\", \"(\" or \")\" is expected");
    }
}

/* Without PL and without moves, the side with fewer stones moves; Black if both have as many. */
static void first_guess(struct hex_record *record)
{
    int more = 0;
    for (unsigned i = 0; i < HEX_CELLS_MAX; i++)
        more += record->setup[i] == HEX_BLACK ? 1 : record->setup[i] == HEX_WHITE ? -1 : 0;
    record->first = more > 0 ? HEX_WHITE : HEX_BLACK;
}

enum nash_status hex_sgf_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error)
{
    enum { SIZE_DEFAULT = 11 };
    struct sgf s = {.text = text, .len = len, .at = tree_begin(text, len), .error = error, .record = record};
    size_t begin = s.at;
    hex_board_init(&s.board, SIZE_DEFAULT, SIZE_DEFAULT);
    hex_record_init(record, SIZE_DEFAULT, SIZE_DEFAULT);
    if (begin == len)
        return sgf_fail(&s, NASH_INVALID, "there is no game tree: \"(;\" is expected");
    line_scan(&s, true);
    hex_record_init(record, s.board.rows, s.board.cols);
    s.at = begin;
    if (s.status == NASH_OK)
        line_scan(&s, false);
    if (s.status == NASH_OK && !s.has_player)
        first_guess(record);
    return s.status;
}
