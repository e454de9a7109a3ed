/* Grids that do not stand as N lines. */
#include "loose.h"

#include <string.h>

#include "../../alphabet.h"

enum { WORDS_MAX = 8 /* puzzles in one line */, PUZZLE_MIN = SUDOKU_MIN * SUDOKU_MIN, SUKAKU = 729 };

/* Returns the size of a word that is a puzzle: all its characters can be cells of a grid of N * N; else 0. */
static unsigned puzzle_size(struct text_span word, unsigned size)
{
    unsigned n = sudoku_root(text_length(word), 2);
    bool value = false;
    if (!n || (size ? n != size : !sudoku_box_rows(n) || text_length(word) == SUKAKU))
        return 0;
    for (const char *c = word.at; c < word.end; c++) {
        if (token_kind((struct text_span){c, c + 1}, n) == TOKEN_BAD ||
            (n <= 9 && text_is_digit(*c) && *c - '0' > (int)n))
            return 0;
        value = value || text_is_digit(*c) || *c == '.';
    }
    return value || (n >= 24 && n <= 26) ? n : 0;
}

static bool is_clue(char c)
{
    return c != '0' && !text_page_is_sign(c);
}

static size_t clues_of(struct text_span word)
{
    size_t clues = 0;
    for (const char *c = word.at; c < word.end; c++)
        clues += is_clue(*c);
    return clues;
}

/* True when `full` has all clues of the puzzle. */
static bool extends(struct text_span full, struct text_span puzzle)
{
    for (size_t i = 0; i < text_length(puzzle); i++)
        if (is_clue(puzzle.at[i]) && full.at[i] != puzzle.at[i])
            return false;
    return true;
}

/* Returns the number of characters of a word that is a row of cells, or the digits and dots of another one. */
static size_t cells_of(struct text_span word)
{
    bool all = !text_page_is_prose(word);
    size_t cells = 0;
    for (const char *c = word.at; c < word.end; c++) {
        all = all && text_page_is_cell(*c);
        cells += text_is_digit(*c) || *c == '.';
    }
    return all ? text_length(word) : cells;
}

/* Finds the puzzle of a line. *word is NULL when there is none. Returns the number of puzzles that differ; 2 as well
 * for another word that looks like cells, or that has half as many of them among other characters. */
static size_t read_line(struct text_span line, unsigned size, struct text_span *word, unsigned *n)
{
    struct text_span puzzle[WORDS_MAX], part;
    size_t count = 0, longest = 0, mixed = 0;
    *word = (struct text_span){NULL, NULL};
    while (text_page_word(&line, &part)) {
        size_t cells = cells_of(part);
        unsigned side = puzzle_size(part, size);
        if (side && (!count || text_length(part) == text_length(puzzle[0])) && count < WORDS_MAX)
            puzzle[count++] = part;
        else if (cells == text_length(part))
            longest = cells > longest ? cells : longest;
        else
            mixed = cells > mixed ? cells : mixed;
    }
    for (size_t i = 0; i < count; i++)
        if (!word->at || clues_of(puzzle[i]) < clues_of(*word))
            *word = puzzle[i];
    *n = count ? sudoku_root(text_length(*word), 2) : 0;
    for (size_t i = 0; i < count; i++)
        if (!extends(puzzle[i], *word))
            return count;
    return count && (longest >= 2 * (size_t)*n || mixed * 2 >= (size_t)*n * *n) ? 2 : count > 0;
}

static bool take_word(const struct reader *r, struct text_span word, unsigned n, struct loose *found)
{
    struct text_span *token = READER_NEW(r, struct text_span, (size_t)n * n);
    for (size_t i = 0; token && i < (size_t)n * n; i++)
        token[i] = (struct text_span){word.at + i, word.at + i + 1};
    found->grid = (struct text_grid){n, token};
    return token;
}

bool loose_word(const struct reader *r, const struct page *page, unsigned size, struct loose *found)
{
    struct text_span puzzle = {NULL, NULL};
    unsigned n = 0;
    size_t lines = 0, others = 0, in_line = 0; /* lines with a puzzle; the longest line without; puzzles of a line */
    *found = (struct loose){0};
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span word;
        unsigned side;
        size_t count = read_line(page->line[i].span, size, &word, &side);
        if (count) {
            lines++;
            in_line = count > in_line ? count : in_line;
            puzzle = word;
            n = side;
        } else if (!text_page_is_prose(page->line[i].span)) {
            count = row_tokens(ROW_CHARACTERS, &page->line[i], NULL, SUDOKU_MAX);
            others = count > others ? count : others;
        }
    }
    found->puzzles = lines > 1 ? lines : in_line > 1 ? in_line : 0;
    if (lines != 1 || in_line > 1 || others >= n)
        return true;
    return take_word(r, puzzle, n, found);
}

/* ---- wrapped text ---- */

/* The lines with cells. */
struct run {
    size_t cells, lines, length; /* length: cells of the first line */
    bool even;                   /* all lines but the last are equally long, and the last is not longer */
};

/* Returns the number of cells of a line; 0: it is no row, or words, which count where `prose` is set. */
static size_t line_cells(const struct page_line *line, enum row_form form, bool prose, struct text_span *token,
                         size_t max)
{
    return prose || !text_page_is_prose(line->span) ? row_tokens(form, line, token, max) : 0;
}

/* Measures the lines with cells. False: other lines stand among them, or a line is neither a row nor words. */
static bool survey(const struct page *page, enum row_form form, bool prose, struct run *run)
{
    size_t shorter = 0, last = 0;
    *run = (struct run){.even = true};
    for (size_t i = 0; i < page->lines; i++) {
        size_t count =
            page->line[i].kind == PAGE_TEXT ? line_cells(&page->line[i], form, prose, NULL, ROW_TOKENS_MAX) : 0;
        if (!count) {
            if (page->line[i].kind != PAGE_TEXT || !text_page_is_prose(page->line[i].span))
                return false;
            continue;
        }
        if (run->lines && last + 1 != i)
            return false;
        last = i;
        run->length = run->lines++ ? run->length : count;
        run->even = run->even && !shorter && count <= run->length;
        shorter += count < run->length;
        run->cells += count;
    }
    return run->lines;
}

bool loose_wrapped(const struct reader *r, const struct page *page, enum row_form form, unsigned size,
                   struct text_grid *grid)
{
    struct run run;
    *grid = (struct text_grid){0};
    for (unsigned prose = 0; prose < 2 && !grid->size; prose++) {
        unsigned n = survey(page, form, prose, &run) ? sudoku_root(run.cells, 2) : 0;
        size_t count = 0, bad = 0;
        if (!n || (size && n != size) || run.lines == n || !run.even)
            continue;
        struct text_span *token = READER_NEW(r, struct text_span, run.cells);
        if (!token)
            return false;
        for (size_t i = 0; i < page->lines && count < run.cells; i++)
            count += line_cells(&page->line[i], form, prose, token + count, run.cells - count);
        for (size_t i = 0; i < run.cells; i++)
            bad += token_kind(token[i], n) == TOKEN_BAD;
        if (!bad)
            *grid = (struct text_grid){n, token};
    }
    return true;
}

/* ---- pencilmarks ---- */

/* Returns the size of a grid whose pencilmarks have so many characters; 0: there is none. */
static unsigned marks_size(size_t characters, unsigned size)
{
    unsigned n = sudoku_root(characters, 3);
    if (size)
        return n == size ? n : 0;
    return characters == SUKAKU || !sudoku_root(characters, 2) ? n : 0;
}

static bool are_in_place(const char *text, unsigned n)
{
    char symbols[SUDOKU_MAX + 1];
    bool candidate = false;
    sudoku_default_symbols(symbols, n, true);
    for (size_t i = 0; i < (size_t)n * n * n; i++) {
        char c = n <= 35 && text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] & ~0x20) : text[i];
        candidate = candidate || c == symbols[i % n];
        if (c != symbols[i % n] && !strchr("._0", c))
            return false;
    }
    return candidate;
}

bool loose_marks(const struct reader *r, const struct page *page, unsigned size, bool valid, struct sudoku_row *row)
{
    size_t cells = 0, room = 0;
    for (size_t i = 0; i < page->lines; i++)
        room += text_length(page->line[i].span);
    char *text = reader_alloc(r, room + 1, 1);
    *row = (struct sudoku_row){0};
    for (size_t i = 0; text && i < page->lines; i++) {
        struct text_span line = page->line[i].span;
        for (const char *c = line.at; page->line[i].kind == PAGE_TEXT && c < line.end; c++) {
            if (*c == ' ' || *c == '\t' || *c == '|')
                continue;
            if (!text_page_is_cell(*c))
                return true;
            text[cells++] = *c;
        }
    }
    unsigned n = marks_size(cells, size);
    if (text && n && (!valid || n > 35 || are_in_place(text, n)))
        *row = (struct sudoku_row){.text = text, .len = cells, .count = cells};
    return text;
}

bool loose_split(const struct reader *r, const struct page *page, char separator, struct page *rows)
{
    struct text_span line = {NULL, NULL};
    size_t parts = 1;
    for (size_t i = 0; i < page->lines; i++)
        if (page->line[i].kind == PAGE_TEXT && (page->texts == 1 || !text_page_is_prose(page->line[i].span)))
            line = line.at ? (struct text_span){line.end, line.end} : page->line[i].span;
    for (const char *c = line.at; c < line.end; c++)
        parts += *c == separator;
    if (!text_page_begin(r, parts, rows))
        return false;
    for (const char *at = parts > 1 ? line.at : NULL; at;) {
        const char *end = memchr(at, separator, (size_t)(line.end - at));
        text_page_add(rows, (struct text_span){at, end ? end : line.end}, rows->lines + 1);
        at = end ? end + 1 : NULL;
    }
    return true;
}
