/* HTP as a record: commands "boardsize", "clear_board" and "play", or moves alone: "a1 b2 swap-pieces".
 *
 * Commands may have numbers before them and comments behind "#". Other commands, and replies ("= ..."), are skipped.
 * A list of moves may have numbers of moves ("1." or "1)") and commas; sides alternate from Black. */
#include <ctype.h>
#include <string.h>

#include "forms.h"

struct htp_word {
    const char *at;
    size_t len;
};

struct htp_text {
    struct hex_record *record;
    struct hex_board board;
    struct nash_error *error;
    enum hex_color to_move; /* of a move without a side */
    bool found;             /* a command or a move was found */
};

static bool htp_separates(char c)
{
    return isspace((unsigned char)c) || c == ',' || c == ';';
}

/* Takes the next word of a line. */
static bool htp_word_next(const char **at, const char *end, struct htp_word *word)
{
    while (*at < end && htp_separates(**at))
        (*at)++;
    word->at = *at;
    while (*at < end && !htp_separates(**at))
        (*at)++;
    word->len = (size_t)(*at - word->at);
    return word->len > 0;
}

static bool htp_is(const struct htp_word *word, const char *text)
{
    return hex_text_is(word->at, word->len, text);
}

/* Returns the length of the number at the begin of a word, with a "." or ")" behind it. */
static size_t htp_number(const struct htp_word *word)
{
    size_t n = 0;
    while (n < word->len && isdigit((unsigned char)word->at[n]))
        n++;
    return n > 0 && n < word->len && (word->at[n] == '.' || word->at[n] == ')') ? n + 1 : n;
}

static enum nash_status htp_begin(struct htp_text *t, unsigned rows, unsigned cols)
{
    hex_record_init(t->record, rows, cols);
    hex_board_init(&t->board, rows, cols);
    t->to_move = HEX_BLACK;
    return NASH_OK;
}

/* boardsize COLUMNS [ROWS] */
static enum nash_status htp_boardsize(struct htp_text *t, const char *at, const char *end)
{
    struct htp_word word;
    unsigned cols, rows;
    size_t n = 0;
    if (!htp_word_next(&at, end, &word) || !hex_form_size(word.at, word.len, &n, &cols) || n != word.len)
        return hex_form_fail_size(t->error);
    rows = cols;
    n = 0;
    if (htp_word_next(&at, end, &word) && (!hex_form_size(word.at, word.len, &n, &rows) || n != word.len))
        return hex_form_fail_size(t->error);
    return htp_begin(t, rows, cols);
}

static enum nash_status htp_add(struct htp_text *t, const struct htp_word *word, enum hex_color color)
{
    struct hex_move move = {.color = (uint8_t)color};
    struct hex_record *record = t->record;
    if (!hex_move_read(&t->board, word->at, word->len, &move))
        return hex_form_fail_move(&t->board, record->moves + 1, word->at, word->len, t->error);
    if (record->moves == 0)
        record->first = color;
    t->to_move = move.action == HEX_SWAP_SIDES ? color : hex_other(color);
    if (move.action == HEX_RESIGN || move.action == HEX_FORFEIT) {
        record->winner = hex_other(color);
        record->how = move.action == HEX_RESIGN ? 'R' : 'F';
    }
    return hex_record_add(record, move, t->error);
}

/* play COLOR MOVE */
static enum nash_status htp_play(struct htp_text *t, const char *at, const char *end)
{
    struct htp_word color, word;
    if (!htp_word_next(&at, end, &color) || !htp_word_next(&at, end, &word))
        return nash_fail(t->error, NASH_INVALID, "", "move %u: \"play\" needs a side and a move", t->record->moves + 1);
    bool black = htp_is(&color, "b") || htp_is(&color, "black");
    if (!black && !htp_is(&color, "w") && !htp_is(&color, "white"))
        return nash_fail(t->error, NASH_INVALID, "", "move %u: the side is black or white", t->record->moves + 1);
    return htp_add(t, &word, black ? HEX_BLACK : HEX_WHITE);
}

static enum nash_status htp_list(struct htp_text *t, struct htp_word word, const char *at, const char *end)
{
    enum nash_status status = NASH_OK;
    do {
        size_t n = htp_number(&word);
        word.at += n;
        word.len -= n;
        if (word.len > 0)
            status = htp_add(t, &word, t->to_move);
    } while (status == NASH_OK && htp_word_next(&at, end, &word));
    return status;
}

/* Returns whether a word is a move, perhaps off the board, or a number: no command has such a name. */
static bool htp_is_move(struct htp_word word)
{
    struct hex_move move;
    struct hex_board board;
    size_t n = htp_number(&word);
    hex_board_init(&board, 1, 1);
    word.at += n;
    word.len -= n;
    if (word.len == 0 || hex_move_read(&board, word.at, word.len, &move))
        return true;
    for (n = 1; n < word.len && isdigit((unsigned char)word.at[n]); n++)
        ;
    return isalpha((unsigned char)word.at[0]) && word.len > 1 && n == word.len;
}

/* Takes the last move back. */
static enum nash_status htp_undo(struct htp_text *t)
{
    struct hex_record *record = t->record;
    if (record->moves == 0)
        return nash_fail(t->error, NASH_UNPROCESSABLE, "", "there is no move that \"undo\" can take back");
    t->to_move = record->move[--record->moves].color;
    record->winner = HEX_EMPTY;
    record->how = '\0';
    return NASH_OK;
}

/* Executes what belongs to a record. Sets t->found. */
static enum nash_status htp_command(struct htp_text *t, struct htp_word name, const char *at, const char *end)
{
    bool found = t->found;
    t->found = true;
    if (htp_is(&name, "boardsize"))
        return htp_boardsize(t, at, end);
    if (htp_is(&name, "clear_board"))
        return htp_begin(t, t->record->rows, t->record->cols);
    if (htp_is(&name, "play"))
        return htp_play(t, at, end);
    if (htp_is(&name, "undo"))
        return htp_undo(t);
    if (htp_is(&name, "genmove"))
        return nash_fail(t->error, NASH_UNPROCESSABLE, "", "move %u: \"genmove\" does not say which move was made",
                         t->record->moves + 1);
    t->found = found;
    return NASH_OK;
}

static enum nash_status htp_line(struct htp_text *t, const char *at, const char *end)
{
    struct htp_word word, second;
    if (!htp_word_next(&at, end, &word) || word.at[0] == '=' || word.at[0] == '?')
        return NASH_OK;
    const char *behind = at;
    if (!htp_is_move(word))
        return htp_command(t, word, at, end);
    if (htp_number(&word) == word.len && htp_word_next(&behind, end, &second) && !htp_is_move(second))
        return htp_command(t, second, behind, end); /* with a number before it */
    t->found = true;
    return htp_list(t, word, at, end);
}

enum nash_status hex_htp_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error)
{
    enum { SIZE_DEFAULT = 11 };
    struct htp_text t = {.record = record, .error = error};
    enum nash_status status = htp_begin(&t, SIZE_DEFAULT, SIZE_DEFAULT);
    for (size_t at = 0; at < len && status == NASH_OK;) {
        const char *begin = text + at, *newline = memchr(begin, '\n', len - at);
        size_t line = newline != NULL ? (size_t)(newline - begin) : len - at;
        const char *comment = line ? memchr(begin, '#', line) : NULL;
        status = htp_line(&t, begin, comment != NULL ? comment : begin + line);
        at += line + 1;
    }
    if (status == NASH_OK && !t.found)
        return nash_fail(error, NASH_INVALID, "", "a record is SGF, a HexWorld link, HTP commands, or moves: a1 b2 c3");
    return status;
}

void hex_htp_write(const struct hex_record *record, struct nash_buf *out)
{
    struct hex_board board;
    char name[HEX_MOVE_NAME_MAX];
    hex_board_init(&board, record->rows, record->cols);
    nash_buf_printf(out, "boardsize %u %u\n", record->cols, record->rows);
    for (unsigned i = 0; i < record->moves; i++)
        nash_buf_printf(out, "play %s %s\n", record->move[i].color == HEX_BLACK ? "black" : "white",
                        hex_move_name(&board, record->move[i], name));
}
