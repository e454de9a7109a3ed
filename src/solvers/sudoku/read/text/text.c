/* Reads pasted text, for text/plain and for a JSON string without "symbols": the order in which its forms are tried.
 * read/README.md has the grammar, and says why a text never has two meanings. */
#include "text.h"

#include <string.h>

#include <solvers/kit/beside_text.h>
#include <solvers/sudoku/kind.h>

#include "../json.h"
#include "../line.h"
#include "../link/link.h"
#include "clean.h"
#include "forms/block.h"
#include "forms/columns.h"
#include "forms/labels.h"
#include "forms/library.h"
#include "forms/list.h"
#include "forms/loose.h"
#include "forms/xml.h"
#include "refuse.h"

struct reading {
    const struct reader *r;
    const char *at; /* JSON pointer of the text */
    unsigned size;  /* of the grid, where the request says it; else 0 */
    struct sudoku_row *row;
    struct text_grid grid; /* found so far; size 0: nothing */
    struct block bad;      /* rows of a grid with a cell that has no meaning; size 0: none */
    size_t puzzles;        /* 2 or more: the text seems to hold so many */
};

static const char row_separators[] = ",;/|"; /* of rows in one line */

/* ---- the readings of a page ---- */

static bool are_equal(const struct text_grid *a, const struct text_grid *b)
{
    if (a->size != b->size)
        return false;
    for (size_t i = 0; i < (size_t)a->size * a->size; i++)
        if (text_length(a->token[i]) != text_length(b->token[i]) ||
            memcmp(a->token[i].at, b->token[i].at, text_length(a->token[i])) != 0)
            return false;
    return true;
}

/* Keeps a grid. Two forms that give different grids leave the text unclear. */
static bool keep_grid(struct reading *s, const struct text_grid *grid)
{
    if (!grid->size || (s->grid.size && are_equal(&s->grid, grid)))
        return true;
    if (s->grid.size)
        return SUDOKU_REFUSE(
            s->r, s->at,
            "the text has two meanings, a grid of size %u and another one of size %u: write each cell as "
            "one symbol, an empty one as '.', and each row as a line",
            s->grid.size, grid->size);
    s->grid = *grid;
    return true;
}

/* Looks for N lines of N cells. Sets are read only where there are braces. */
static bool read_blocks(struct reading *s, const struct page *page, bool sets)
{
    for (enum row_form form = 0; form < (sets ? ROW_FORMS : ROW_SETS); form++) {
        struct block block;
        if (!block_find(s->r, page, form, s->size, &block))
            return false;
        s->puzzles = s->puzzles ? s->puzzles : block.puzzles;
        if (block.bad)
            s->bad = s->bad.grid.size ? s->bad : block;
        else if (!keep_grid(s, &block.grid))
            return false;
    }
    struct text_grid grid;
    return columns_find(s->r, page, s->size, &grid) && keep_grid(s, &grid);
}

/* Looks for rows between separators in the only line. */
static bool read_split(struct reading *s, const struct page *page)
{
    for (const char *c = row_separators; *c && !s->grid.size; c++) {
        struct page rows;
        if (!loose_split(s->r, page, *c, &rows) || (rows.lines && !read_blocks(s, &rows, false)))
            return false;
    }
    return true;
}

static bool read_wrapped(struct reading *s, const struct page *page)
{
    for (enum row_form form = ROW_TABS; form < ROW_FORMS; form++) {
        struct text_grid grid;
        if (!loose_wrapped(s->r, page, form, s->size, &grid) || !keep_grid(s, &grid))
            return false;
    }
    return true;
}

/* Looks for a word of more than SUDOKU_MAX cells in the only line. No other form can read such a line, except for
 * pencilmarks, which have more characters. This is the quick way for a line of a batch. */
static bool read_long_word(struct reading *s, const struct page *page)
{
    struct loose word;
    if (!loose_word(s->r, page, s->size, &word))
        return false;
    if (word.grid.size * word.grid.size > SUDOKU_MAX)
        s->grid = word.grid;
    return true;
}

/* Looks for a grid in all forms. s->grid and s->row->text stay empty when there is none. */
static bool read_page(struct reading *s, const struct page *page, bool sets)
{
    struct loose word;
    if (page->lines == 1 && !read_long_word(s, page))
        return false;
    if (s->grid.size)
        return true;
    if (!read_blocks(s, page, sets))
        return false;
    if (!s->grid.size && !read_split(s, page))
        return false;
    if (s->grid.size)
        return true;
    if (!loose_marks(s->r, page, s->size, true, s->row))
        return false;
    if (s->row->text || s->bad.grid.size)
        return true;
    if (!loose_word(s->r, page, s->size, &word))
        return false;
    s->grid = word.grid;
    s->puzzles = word.puzzles ? word.puzzles : s->puzzles;
    return s->grid.size || s->puzzles || read_wrapped(s, page);
}

/* Reads a page without the names of its rows and columns. Without a grid, what was found before stays. */
static bool read_labelled(struct reading *s, const struct labels *labels, bool sets)
{
    struct reading named = {.r = s->r, .at = s->at, .size = s->size, .row = s->row};
    if (!labels->rows.lines || s->row->text)
        return true;
    if (!read_page(&named, &labels->rows, sets) && !reader_ok(s->r))
        return false;
    if (named.grid.size)
        s->grid = named.grid;
    else
        *s->row = (struct sudoku_row){0};
    return true;
}

/* Reads the lines of a text. Named rows below named columns are a table, so that the names are no cells; else names are
 * left out where the text has no other meaning. */
static bool read_lines(struct reading *s, const struct page *page, bool sets)
{
    struct labels labels = {0};
    if (page->texts >= SUDOKU_MIN && !labels_find(s->r, page, &labels))
        return false;
    if (labels.columns_and_rows && !read_labelled(s, &labels, sets))
        return false;
    if (s->grid.size)
        return true;
    if (!read_page(s, page, sets) && !reader_ok(s->r))
        return false;
    return s->grid.size || labels.columns_and_rows || read_labelled(s, &labels, sets);
}

/* ---- the text ---- */

static bool refuse_cell(const struct reading *s)
{
    size_t n = s->bad.grid.size, cell = s->bad.bad_cell;
    struct text_span token = s->bad.grid.token[cell];
    return SUDOKU_REFUSE(
        s->r, s->at, "row %zu, column %zu: \"%.*s\" is no cell of a %zux%zu grid, whose rows were found", cell / n + 1,
        cell % n + 1, (int)(text_length(token) > 16 ? 16 : text_length(token)), token.at, n, n);
}

/* Returns the rows between separators, where the only line has such rows; else the page. */
static const struct page *rows_of(const struct reading *s, const struct page *page, struct page *rows)
{
    bool single = page->texts == 1;
    for (size_t i = 0, signs = 0; single && i < page->lines; i++) {
        for (const char *c = page->line[i].span.at; c < page->line[i].span.end; c++)
            signs += text_is_digit(*c) || *c == '.';
        single = signs || page->line[i].kind != PAGE_TEXT; /* words alone are no rows */
    }
    for (const char *c = row_separators; *c && single; c++) {
        if (!loose_split(s->r, page, *c, rows))
            break;
        size_t long_rows = 0;
        for (size_t i = 0; i < rows->lines; i++)
            long_rows += row_tokens(ROW_CHARACTERS, &rows->line[i], NULL, SUDOKU_MIN) >= SUDOKU_MIN;
        rows->list = true;
        if (long_rows >= SUDOKU_MIN && long_rows == rows->lines)
            return rows;
    }
    return page;
}

/* Reports what is missing. */
static bool refuse(const struct reading *s, const struct page *page)
{
    struct page rows;
    if (s->puzzles)
        return refuse_many(s->r, s->at, s->puzzles);
    if (s->bad.grid.size)
        return refuse_cell(s);
    if (!loose_marks(s->r, page, s->size, false, s->row))
        return false;
    return s->row->text || refuse_page(s->r, s->at, rows_of(s, page, &rows), s->size);
}

/* True for a list whose parts are rows, perhaps damaged ones, and no single cells. */
static bool has_rows(const struct page *list)
{
    bool rows = list->lines > 1;
    for (size_t i = 0; i < list->lines; i++)
        rows = rows && text_length(list->line[i].span) > 1;
    return rows;
}

static bool read_clean(struct reading *s, struct text_span text)
{
    struct page page, rows = {.lines = 0};
    struct block bad = {0}; /* of the list */
    size_t length = text_length(text);
    bool brackets = memchr(text.at, '[', length) || memchr(text.at, '{', length) || memchr(text.at, '(', length);
    if (!text_page_read(s->r, text, &page) || !library_read(s->r, s->at, &page, s->row))
        return false;
    if (s->row->count)
        return true;
    if (brackets && !page.sections) {
        if (!list_read(s->r, text, &rows) || (rows.lines && !read_page(s, &rows, false) && !reader_ok(s->r)))
            return false;
        if (s->grid.size)
            return grid_row(s->r, s->at, &s->grid, s->row);
        bad = s->bad;
        s->puzzles = 0;
        s->bad = (struct block){0};
    }
    if (!read_lines(s, &page, brackets) && !reader_ok(s->r))
        return false;
    if (s->grid.size)
        return grid_row(s->r, s->at, &s->grid, s->row);
    if (!s->bad.grid.size)
        s->bad = bad;
    return s->row->text || refuse(s, has_rows(&rows) && !s->puzzles ? &rows : &page);
}

/* Reads the grid of a link, which is one line. */
static bool read_line(const struct reader *r, struct sudoku_input *input, struct text_span line, struct sudoku_row *row)
{
    struct reading s = {.r = r, .at = input->at, .size = input->size, .row = row};
    input->row = row;
    return read_clean(&s, line);
}

/* True for a text in UTF-16, which begins with a byte order mark or has a zero byte beside its first character. */
static bool is_utf16(const char *text, size_t len)
{
    return len >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0 || !text[0] != !text[1]);
}

bool sudoku_read_text_form(const struct reader *r, struct sudoku_input *input)
{
    struct sudoku_row *row = READER_NEW(r, struct sudoku_row, 1);
    struct text_span line;
    bool linked;
    if (is_utf16(input->row[0].text, input->row[0].len))
        return SUDOKU_REFUSE(r, input->at, "the text is UTF-16 (in Windows: Unicode): save it as UTF-8");
    if (!link_read(r, input, input->row[0].text, input->row[0].len, &linked, &line))
        return false;
    if (linked && !line.at)
        return true;
    if (line.at)
        return row && read_line(r, input, line, row);
    struct text_span text = text_clean(r, input->row[0].text, input->row[0].len);
    struct reading s = {.r = r, .at = input->at, .row = row};
    s.size = input->size ? input->size : input->box_rows * input->box_cols;
    if (!row || !text.at)
        return false;
    input->row = row;
    struct text_span trimmed = text_trim(text);
    if (text_length(trimmed) && *trimmed.at == '<' && !xml_find(r, s.at, text, &text))
        return false;
    return read_clean(&s, text);
}

enum nash_status sudoku_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    if (!members && sudoku_line_read(text, len, arena, problem))
        return NASH_OK;
    struct sudoku_row row = {.text = text, .len = len};
    struct sudoku_input input = {.at = "", .rows = 1, .row = &row, .limit = SUDOKU_SOLUTIONS_DEFAULT, .shape_at = ""};
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    sudoku_read_beside_text(&r, &input);
    if (reader_ok(&r) && text)
        return sudoku_input_validate(&input, &r, problem);
    if (reader_ok(&r))
        sudoku_input_check_members(&input, &r);
    return reader_status(&r);
}
