/* Says what was found in a text that is no grid. */
#include "refuse.h"

#include <stdlib.h>
#include <string.h>

#include "forms/rows.h"
#include "grid.h"

static const char forms[] = "a line of symbols, a line for each row, a drawing, numbers, CSV, a list, pencilmarks, a "
                            "file such as .sdk, or a link of f-puzzles or "
                            "SudokuPad";

enum { WORD_MIN = 12 /* characters of a puzzle that lost some */, LINE_SHOWN = 40 };

struct count {
    enum row_form form;
    size_t rows, cells;            /* lines with cells, and their cells */
    size_t width, same;            /* the most frequent number of cells, and how many rows have it */
    size_t widest;                 /* the largest number of cells */
    const struct page_line *stray; /* the first line that is neither a row nor words */
};

/* True for words of several lengths without a frame, which are no row of letters. */
static bool is_sentence(struct text_span line)
{
    struct text_span word;
    size_t length = 0;
    bool equal = true, framed = memchr(line.at, '|', text_length(line));
    while (equal && text_page_word(&line, &word)) {
        equal = !length || text_length(word) == length;
        length = text_length(word);
    }
    return !equal && !framed;
}

static size_t width_of(const struct page *page, enum row_form form, const struct page_line *line)
{
    bool title = !page->list && line->kind == PAGE_TEXT && text_page_is_prose(line->span);
    bool empty = line->kind == PAGE_HOLLOW && form < ROW_BARS; /* a row of empty fields */
    size_t width = line->kind == PAGE_TEXT || empty ? row_tokens(form, line, NULL, ROW_TOKENS_MAX) : 0;
    return title && (width < SUDOKU_MIN * SUDOKU_MIN || is_sentence(line->span)) ? 0 : width;
}

static struct count count_rows(const struct page *page, enum row_form form)
{
    struct count s = {.form = form};
    size_t times[SUDOKU_MAX + 1] = {0};
    for (size_t i = 0; i < page->lines; i++) {
        size_t width = width_of(page, form, &page->line[i]);
        if (!width) {
            if (!s.stray && page->line[i].kind == PAGE_TEXT && !text_page_is_prose(page->line[i].span))
                s.stray = &page->line[i];
            continue;
        }
        s.rows++;
        s.cells += width;
        s.widest = width > s.widest ? width : s.widest;
        if (width <= SUDOKU_MAX && ++times[width] > s.same) {
            s.same = times[width];
            s.width = width;
        }
    }
    return s;
}

/* Counts in the form which most lines have; words only where some have several digits. */
static struct count best_count(const struct page *page)
{
    struct count best = count_rows(page, ROW_CHARACTERS);
    for (enum row_form form = 0; form < ROW_CHARACTERS; form++) {
        struct count other = count_rows(page, form);
        if (other.rows > best.rows && other.width >= SUDOKU_MIN)
            best = other;
    }
    struct count words = count_rows(page, ROW_WORDS);
    return words.rows > 1 && words.rows >= best.rows && words.same > best.same && words.width >= SUDOKU_MIN ? words
                                                                                                            : best;
}

static unsigned nearest_size(size_t cells)
{
    static const uint8_t usual[] = {4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36, 49};
    unsigned best = 9;
    for (size_t i = 0; i < sizeof usual; i++)
        if (llabs((long long)usual[i] * usual[i] - (long long)cells) < llabs((long long)best * best - (long long)cells))
            best = usual[i];
    return best;
}

static bool refuse_rows(const struct reader *r, const char *at, const struct page *page, const struct count *s,
                        unsigned n)
{
    const char *between = row_form_names[s->form], *gap = *between ? " " : "";
    for (size_t i = 0, row = 0; i < page->lines; i++) {
        size_t width = width_of(page, s->form, &page->line[i]);
        row += width != 0;
        if (width && width != n)
            return SUDOKU_REFUSE(
                r, at,
                "%zu rows of cells%s%s were found, and row %zu (line %zu) has %zu cell%s; a %ux%u grid has %u rows of "
                "%u cells%s",
                s->rows, gap, between, row, page->line[i].number, width, width == 1 ? "" : "s", n, n, n, n,
                width < n && s->form >= ROW_CHARACTERS ? " (write '.' for each empty cell)" : "");
    }
    if (s->rows == n)
        return SUDOKU_REFUSE(r, at,
                             "%zu rows of %zu cells%s%s were found, as a %ux%u grid has, but other text stands among "
                             "or around them: send the rows alone",
                             s->rows, s->width, gap, between, n, n);
    return SUDOKU_REFUSE(r, at, "%zu rows of %zu cells%s%s were found; a %ux%u grid has %u rows: %zu %s", s->rows,
                         s->width, gap, between, n, n, n, s->rows < n ? n - s->rows : s->rows - n,
                         s->rows < n ? "missing" : "too many");
}

/* Returns the first line of words among the rows of a grid; NULL: there is none. */
static const struct page_line *words_among(const struct page *page, const struct count *s)
{
    const struct page_line *words = NULL;
    for (size_t i = 0, rows = 0; i < page->lines; i++) {
        bool row = width_of(page, s->form, &page->line[i]);
        if (row && words)
            return words;
        rows += row;
        if (!row && rows && page->line[i].kind == PAGE_TEXT)
            words = &page->line[i];
    }
    return NULL;
}

static bool refuse_words(const struct reader *r, const char *at, const struct page_line *words)
{
    int shown = (int)(text_length(words->span) > LINE_SHOWN ? LINE_SHOWN : text_length(words->span));
    return SUDOKU_REFUSE(r, at, "line %zu stands among the rows of a grid and is no row: \"%.*s\"", words->number,
                         shown, words->span.at);
}

/* True if a line has an address of the web. */
static bool has_link(const struct page *page)
{
    for (size_t i = 0; i < page->lines; i++)
        if (memmem(page->line[i].span.at, text_length(page->line[i].span), "://", 3))
            return true;
    return false;
}

/* Reports the first line that is no row: its first character that can be no cell, if there is one. */
static bool refuse_line(const struct reader *r, const char *at, const struct count *s)
{
    struct text_span line = s->stray->span;
    const char *c = line.at;
    while (c < line.end && (text_page_is_cell(*c) || text_page_is_one_of(*c, " \t|!:+\"'`,;")))
        c++;
    int shown = (int)(text_length(line) > LINE_SHOWN ? LINE_SHOWN : text_length(line));
    if (c == line.end && !s->rows)
        return SUDOKU_REFUSE(r, at,
                             "line %zu is neither a row of cells nor words: \"%.*s\"; write '.' for each empty cell",
                             s->stray->number, shown, line.at);
    if (c == line.end)
        return SUDOKU_REFUSE(r, at,
                             "%zu rows of %zu cells were found, and line %zu is neither a row nor words: \"%.*s\"",
                             s->rows, s->width, s->stray->number, shown, line.at);
    if (*c == CLEAN_UNKNOWN)
        return SUDOKU_REFUSE(r, at, "line %zu is no row of cells: its character %td has no meaning in a grid",
                             s->stray->number, c - line.at + 1);
    return SUDOKU_REFUSE(r, at,
                         "line %zu is no row of cells: '%c', its character %td, has no meaning in a grid; \"%.*s\"",
                         s->stray->number, *c, c - line.at + 1, shown, line.at);
}

/* Returns the longest word that looks like a puzzle; its length is 0 when there is none. */
static struct text_span longest_word(const struct page *page, size_t *number)
{
    struct text_span longest = {NULL, NULL};
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span line = page->line[i].span, word;
        while (text_page_word(&line, &word)) {
            size_t cells = 0, all = text_length(word);
            for (const char *c = word.at; c < word.end; c++)
                cells += text_is_digit(*c) || text_page_is_sign(*c);
            if (cells * 4 < all || all < WORD_MIN || all <= text_length(longest))
                continue;
            longest = word;
            *number = page->line[i].number;
        }
    }
    return longest;
}

/* Returns the first character of a word that is no cell of a grid of size n, from c on; the end if there is none. */
static const char *bad_character(const char *c, const char *end, unsigned n)
{
    while (c < end && token_kind((struct text_span){c, c + 1}, n) != TOKEN_BAD)
        c++;
    return c;
}

/* Returns the size that a word comes closest to, which is 9 if a digit is too large for it. */
static unsigned size_of_word(struct text_span word)
{
    unsigned n = nearest_size(text_length(word));
    for (const char *c = word.at; c < word.end; c++)
        if (n < 9 && *c > (char)('0' + n) && *c <= '9')
            n = 9;
    return n;
}

/* Reports the characters of a word that are no cells of a grid of size n, though their number is right. */
static bool refuse_characters(const struct reader *r, const char *at, struct text_span word, size_t number, unsigned n)
{
    const char *first = bad_character(word.at, word.end, n);
    bool known = *first != CLEAN_UNKNOWN;
    size_t bad = 0;
    for (const char *c = first; c < word.end; c = bad_character(c + 1, word.end, n))
        bad++;
    return SUDOKU_REFUSE(
        r, at,
        "line %zu has %zu characters, as many as a %ux%u grid has cells, but %zu of them can be no cell: the first is "
        "character %td%s%.*s%s; a value is one of %s, an empty cell one of . 0 _ - * x ?",
        number, text_length(word), n, n, bad, first - word.at + 1,
        known ? ", '" : ", a sign without a meaning in a grid", known, first, known ? "'" : "",
        n <= 9 ? (char[]){'1', '-', (char)('0' + n), 0} : "1-9 and A, B, C and so on");
}

static bool refuse_cells(const struct reader *r, const char *at, size_t found, size_t lines, unsigned n)
{
    size_t cells = (size_t)n * n;
    if (found > SUDOKU_CELLS_MAX)
        return SUDOKU_REFUSE(r, at, "more than %d cells were found in %zu line%s; the largest grid has %ux%u",
                             SUDOKU_CELLS_MAX, lines, lines == 1 ? "" : "s", SUDOKU_MAX, SUDOKU_MAX);
    if (found == cells)
        return SUDOKU_REFUSE(r, at,
                             "%zu cells were found in %zu line%s, as many as a %ux%u grid has, but neither as rows nor "
                             "as one word: write each row as a line, with '.' for each empty cell",
                             found, lines, lines == 1 ? "" : "s", n, n);
    return SUDOKU_REFUSE(r, at, "%zu cell%s found in %zu line%s; a %ux%u grid has %zu: %zu %s", found,
                         found == 1 ? " was" : "s were", lines, lines == 1 ? "" : "s", n, n, cells,
                         found < cells ? cells - found : found - cells,
                         found < cells ? "missing (write '.' for each empty cell)" : "too many");
}

/* Returns the size of the grid that the rows come closest to. */
static unsigned size_of(const struct count *s, bool rows)
{
    bool even = s->same * 3 >= s->rows * 2 && s->width >= SUDOKU_MIN; /* most rows are equally long */
    if (rows && !even && s->rows >= SUDOKU_MIN && s->rows <= SUDOKU_MAX && s->widest <= s->rows)
        return (unsigned)s->rows;
    return rows && s->width >= SUDOKU_MIN ? (unsigned)s->width : nearest_size(s->cells);
}

bool refuse_page(const struct reader *r, const char *at, const struct page *page, unsigned size)
{
    size_t number = 0;
    struct count s = best_count(page);
    struct text_span word = s.rows <= 1 ? longest_word(page, &number) : (struct text_span){NULL, NULL};
    size_t length = text_length(word);
    unsigned n = size ? size : size_of_word(word);
    if (length && length == (size_t)n * n && bad_character(word.at, word.end, n) < word.end)
        return refuse_characters(r, at, word, number, n);
    if (length)
        return refuse_cells(r, at, length, 1, n);
    if (!s.rows && !s.stray && has_link(page))
        return SUDOKU_REFUSE(r, at,
                             "no cells, and a link that is not known to carry a puzzle: links of SudokuWiki (?bd=), "
                             "f-puzzles (?load=) and SudokuPad are read, and nothing is fetched");
    if (!s.rows && !s.stray)
        return SUDOKU_REFUSE(r, at, "no cells%s; known forms: %s (a file goes whole with curl --data-binary @FILE)",
                             page->sections ? " in a section [Puzzle]" : "", forms);
    bool rows = s.rows > 1 && (s.same * 2 >= s.rows || s.widest <= s.rows);
    n = size ? size : size_of(&s, rows);
    if (s.stray)
        return refuse_line(r, at, &s);
    const struct page_line *words = s.rows == n && s.same == n && s.width == n ? words_among(page, &s) : NULL;
    if (words)
        return refuse_words(r, at, words);
    if (rows && s.rows != (size_t)n * n && (s.same != s.rows || s.width == n || s.rows == n))
        return refuse_rows(r, at, page, &s, n);
    return refuse_cells(r, at, s.cells, s.rows, n);
}

bool refuse_many(const struct reader *r, const char *at, size_t puzzles)
{
    return SUDOKU_REFUSE(
        r, at,
        "%zu puzzles, and one problem holds one: send one of them, or all to POST /v1/sudoku/batch as text/plain, each "
        "in a line of its own",
        puzzles);
}
