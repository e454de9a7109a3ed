/* The meaning of the tokens of a grid. */
#include "grid.h"

#include <string.h>

#include "../alphabet.h"

enum { DECIMAL_SIZES = 9 /* up to this size a token of several digits holds candidates */ };

/* What the tokens of one grid have in common. */
struct tally {
    bool numbers, marks;             /* a token is written as a number; as candidates */
    bool minus, zero, sign, nothing; /* -1 occurs; 0 occurs; another empty cell occurs; an empty token occurs */
    bool digit, letter, cross;       /* 1 to 9; a letter besides x; x */
    size_t number_at, letter_at;     /* one such token */
};

static bool is_word(struct text_span token)
{
    static const char *const words[] = {"None", "null", "nil", "nan", "NA", "--", "-1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_nocase(token, words[i]))
            return true;
    return false;
}

static bool is_set(struct text_span token)
{
    return token.at < token.end && (*token.at == '{' || *token.at == '(');
}

/* Returns the digits before a fraction of zero, as in "5." and "5.0", else the token. */
static struct text_span without_fraction(struct text_span token)
{
    const char *end = token.end;
    while (end > token.at + 1 && end[-1] == '0')
        end--;
    if (end - token.at >= 2 && end[-1] == '.' && text_is_digit(end[-2]))
        token.end = end - 1;
    return token;
}

/* Reads 1 or 2 digits. Returns 100 for another token. */
static unsigned number_of(struct text_span token)
{
    unsigned value = 0;
    token = without_fraction(token);
    if (token.at == token.end || token.end - token.at > 2)
        return 100;
    for (const char *c = token.at; c < token.end; c++) {
        if (!text_is_digit(*c))
            return 100;
        value = value * 10 + (unsigned)(*c - '0');
    }
    return value;
}

static bool are_rising(struct text_span token, unsigned n)
{
    for (const char *c = token.at; c < token.end; c++)
        if (*c < '1' || *c > (char)('0' + n) || (c > token.at && *c <= c[-1]))
            return false;
    return true;
}

/* A letter of 1-9A.., or of A.. alone. */
static bool is_letter_of(char c, unsigned n)
{
    char upper = (char)(c & ~0x20);
    unsigned place = (unsigned)(upper - 'A');
    if (!text_page_is_letter(c) || c == CLEAN_UNKNOWN)
        return false;
    if (n > DECIMAL_SIZES + 26)
        return c == upper || (unsigned)(c - 'a') < n - DECIMAL_SIZES - 26;
    return place < (n <= 26 ? n : 26) || upper == 'X';
}

/* Returns the meaning of one character. */
static enum token_kind character_kind(char c, unsigned n)
{
    if (text_is_digit(c))
        return TOKEN_SYMBOL;
    if (text_page_is_sign(c))
        return TOKEN_EMPTY;
    return is_letter_of(c, n) ? TOKEN_SYMBOL : TOKEN_BAD;
}

enum token_kind token_kind(struct text_span token, unsigned n)
{
    if (text_length(token) <= 1)
        return token.at < token.end ? character_kind(*token.at, n) : TOKEN_EMPTY;
    if (is_set(token))
        return TOKEN_SET;
    if (n <= DECIMAL_SIZES && are_rising(token, n))
        return TOKEN_MARKS;
    if (number_of(token) <= SUDOKU_MAX)
        return n > DECIMAL_SIZES || *token.at == '0' || number_of(token) <= n ? TOKEN_NUMBER : TOKEN_BAD;
    return is_word(token) ? TOKEN_EMPTY : TOKEN_BAD;
}

bool grid_has_x(unsigned n, bool letters)
{
    return n > DECIMAL_SIZES + 'X' - 'A' || (n > 'X' - 'A' && n <= 26 && letters);
}

static void tally_character(struct tally *s, char c, size_t i)
{
    s->zero = s->zero || c == '0';
    s->sign = s->sign || character_kind(c, SUDOKU_MAX) == TOKEN_EMPTY;
    s->digit = s->digit || (c >= '1' && c <= '9');
    s->cross = s->cross || (c | 0x20) == 'x';
    if (!text_page_is_letter(c) || (c | 0x20) == 'x')
        return;
    s->letter = true;
    s->letter_at = i;
}

static struct tally tally_of(const struct text_grid *grid)
{
    struct tally s = {0};
    for (size_t i = 0; i < (size_t)grid->size * grid->size; i++) {
        struct text_span token = grid->token[i];
        if (text_length(token) == 1) {
            tally_character(&s, *token.at, i);
            continue;
        }
        enum token_kind kind = token_kind(token, grid->size);
        bool minus = text_is(token, "-1"), nothing = token.at == token.end;
        s.marks = s.marks || kind == TOKEN_MARKS || kind == TOKEN_SET;
        s.minus = s.minus || minus;
        s.nothing = s.nothing || nothing;
        s.sign = s.sign || (kind == TOKEN_EMPTY && !nothing && !minus);
        if (kind == TOKEN_NUMBER || (kind == TOKEN_EMPTY && !nothing)) {
            s.numbers = true;
            s.number_at = i;
        }
    }
    return s;
}

/* ---- writing the row ---- */

static bool write_values(const struct reader *r, const char *at, const struct text_grid *grid, const struct tally *s,
                         struct sudoku_row *row)
{
    size_t cells = (size_t)grid->size * grid->size;
    uint8_t *value = READER_NEW(r, uint8_t, cells);
    if (!value)
        return false;
    if (s->minus && s->zero)
        return SUDOKU_REFUSE(r, at,
                             "0 and -1 both occur: 0 may be a value or an empty cell; write empty cells in one way");
    if (s->letter)
        return SUDOKU_REFUSE(r, at,
                             "cells are numbers, as \"%.*s\", and letters, as \"%.*s\": write all of them in one way",
                             (int)text_length(grid->token[s->number_at]), grid->token[s->number_at].at,
                             (int)text_length(grid->token[s->letter_at]), grid->token[s->letter_at].at);
    for (size_t i = 0; i < cells; i++) {
        unsigned number = number_of(grid->token[i]);
        value[i] = (uint8_t)(number <= SUDOKU_MAX ? number : 0);
    }
    *row = (struct sudoku_row){.value = value, .count = cells};
    return true;
}

/* Returns the candidates between braces: symbols, or numbers with blanks or commas between; 0: something else. */
static uint64_t set_of(struct text_span token, unsigned n)
{
    uint64_t set = 0;
    struct text_span rest = {token.at + 1, token.end - 1}, word;
    bool separated = memchr(rest.at, ',', text_length(rest)) || memchr(rest.at, ' ', text_length(rest));
    while (text_word(&rest, " ,;", &word)) {
        for (const char *c = word.at; c < word.end; c++) {
            char upper = (char)(*c & ~0x20);
            unsigned value = text_is_digit(*c)                       ? (unsigned)(*c - '0')
                             : upper >= 'A' && upper <= 'Z' && n > 9 ? (unsigned)(upper - 'A' + 10)
                                                                     : 0;
            if (separated && text_is_digit(*word.at)) {
                value = number_of(word);
                c = word.end;
            }
            if (value < 1 || value > n)
                return 0;
            set |= UINT64_C(1) << (value - 1);
        }
    }
    return set;
}

static bool write_marks(const struct reader *r, const char *at, const struct text_grid *grid, struct sudoku_row *row)
{
    unsigned n = grid->size;
    size_t cells = (size_t)n * n;
    uint64_t *mask = READER_NEW(r, uint64_t, cells), all = (UINT64_C(1) << n) - 1;
    for (size_t i = 0; mask && i < cells; i++) {
        struct text_span token = grid->token[i];
        enum token_kind kind = token_kind(token, n);
        if (kind == TOKEN_EMPTY || text_is(token, "0"))
            mask[i] = all;
        else if (kind == TOKEN_SET)
            mask[i] = set_of(token, n);
        else if (kind == TOKEN_MARKS || (kind == TOKEN_SYMBOL && n <= 9 && text_is_digit(*token.at)))
            for (const char *c = token.at; c < token.end; c++)
                mask[i] |= UINT64_C(1) << (*c - '1') & all;
        else if (kind == TOKEN_SYMBOL)
            mask[i] = set_of((struct text_span){token.at - 1, token.end + 1}, n);
        if (!mask[i])
            return SUDOKU_REFUSE(
                r, at,
                "row %zu, column %zu: \"%.*s\" are no candidates of a grid of size %u; the text is read "
                "as pencilmarks, because other cells have several",
                i / n + 1, i % n + 1, (int)(text_length(token) > 24 ? 24 : text_length(token)), token.at, n);
    }
    *row = (struct sudoku_row){.mask = mask, .count = cells};
    return mask;
}

static bool write_symbols(const struct reader *r, const char *at, const struct text_grid *grid, const struct tally *s,
                          struct sudoku_row *row)
{
    size_t cells = (size_t)grid->size * grid->size;
    char *text = reader_alloc(r, cells + 1, 1);
    unsigned n = grid->size;
    bool has_x = grid_has_x(n, s->letter && !s->digit);
    if (!text)
        return false;
    if (has_x && s->cross && !s->sign && !s->zero && !s->nothing)
        return SUDOKU_REFUSE(r, at,
                             "x may be a value or an empty cell of this grid of size %u: write '.' for empty cells", n);
    for (size_t i = 0; i < cells; i++) {
        struct text_span token = grid->token[i];
        bool empty = token_kind(token, n) == TOKEN_EMPTY || ((*token.at | 0x20) == 'x' && !has_x);
        text[i] = empty ? '.' : *token.at;
    }
    *row = (struct sudoku_row){.text = text, .len = cells, .count = cells};
    return true;
}

bool grid_row(const struct reader *r, const char *at, const struct text_grid *grid, struct sudoku_row *row)
{
    struct tally s = tally_of(grid);
    if (s.nothing && (s.sign || s.zero || s.minus))
        return SUDOKU_REFUSE(
            r, at,
            "a field that is empty may be a lost cell, because other empty cells have a sign: write all "
            "of them in one way (%ux%u cells were found)",
            grid->size, grid->size);
    if (s.marks)
        return write_marks(r, at, grid, row);
    if (s.numbers)
        return write_values(r, at, grid, &s, row);
    return write_symbols(r, at, grid, &s, row);
}
