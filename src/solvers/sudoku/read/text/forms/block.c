/* Finds the rows of a grid among the lines of a text. */
#include "block.h"

#include <string.h>

struct search {
    const struct reader *r;
    const struct page *page;
    enum row_form form;
    bool seen[SUDOKU_MAX + 2]; /* [number of cells] a line has as many */
    size_t *width;             /* [line] number of cells, at most SUDOKU_MAX + 1; 0: no row */
};

/* True when line i is a row of n cells. A line of words can have n letters by chance: each must have a meaning. */
static bool is_row(const struct search *s, size_t i, unsigned n)
{
    struct text_span token[SUDOKU_MAX];
    const struct page_line *line = &s->page->line[i];
    bool row = s->width[i] == n;
    if (!row || line->kind != PAGE_TEXT || !text_page_is_prose(line->span))
        return row;
    row_tokens(s->form, line, token, n);
    for (unsigned k = 0; row && k < n; k++)
        row = token_kind(token[k], n) != TOKEN_BAD;
    return row;
}

/* True when the other lines with cells mean nothing: none stands among the rows; before and after are words, or the two
 * numbers of an ACS file. */
static bool is_alone(const struct search *s, size_t first, size_t last, unsigned n)
{
    size_t numbers = 0;
    for (size_t i = 0; i < s->page->lines; i++) {
        const struct page_line *line = &s->page->line[i];
        bool head = i < first && s->form == ROW_WORDS && s->width[i] && s->width[i] <= 2;
        if (line->kind != PAGE_TEXT || is_row(s, i, n) ||
            (!head && (i < first || i > last) && text_page_is_prose(line->span)))
            continue;
        if (!head)
            return false;
        numbers += s->width[i];
    }
    return numbers == 0 || numbers == 2;
}

/* Copies the cells of the rows, and finds the first one without a meaning. */
static bool take_rows(const struct search *s, unsigned n, bool soft, struct block *block)
{
    struct text_span *token = READER_NEW(s->r, struct text_span, (size_t)n * n);
    size_t row = 0;
    *block = (struct block){.grid = {n, token}};
    for (size_t i = 0; token && i < s->page->lines; i++)
        if (is_row(s, i, n) && (s->page->line[i].kind == PAGE_TEXT || soft))
            row_tokens(s->form, &s->page->line[i], token + n * row++, n);
    while (token && block->bad_cell < (size_t)n * n && token_kind(token[block->bad_cell], n) != TOKEN_BAD)
        block->bad_cell++;
    block->bad = block->bad_cell < (size_t)n * n;
    return token;
}

/* Looks for the rows of a grid of size n. Keeps the block that was found before, unless it has a bad cell. False:
 * memory is exhausted. */
static bool find_size(const struct search *s, unsigned n, struct block *block)
{
    size_t firm = 0, all = 0, first = s->page->lines, last = 0;
    for (size_t i = 0; i < s->page->lines; i++) {
        if (!is_row(s, i, n))
            continue;
        firm += s->page->line[i].kind == PAGE_TEXT;
        all++;
        first = i < first ? i : first;
        last = i;
    }
    if (firm != n && all != n) {
        size_t rows = firm && firm % n == 0 ? firm : all;
        bool parts = s->form == ROW_BARS || s->form == ROW_BARS_AROUND; /* a part of a row can be several cells */
        if (rows > n && rows % n == 0 && !block->puzzles && !parts)
            block->puzzles = rows / n;
        return true;
    }
    struct block found;
    if (!is_alone(s, first, last, n))
        return true;
    if (!take_rows(s, n, firm != n, &found))
        return false;
    if (!block->grid.size || (block->bad && !found.bad))
        *block = found;
    return true;
}

bool block_find(const struct reader *r, const struct page *page, enum row_form form, unsigned size, struct block *block)
{
    struct search s = {.r = r, .page = page, .form = form, .width = READER_NEW(r, size_t, page->lines + 1)};
    *block = (struct block){0};
    for (size_t i = 0; s.width && i < page->lines; i++) {
        s.width[i] = row_tokens(form, &page->line[i], NULL, SUDOKU_MAX + 1);
        s.seen[s.width[i]] = true;
    }
    for (unsigned n = SUDOKU_MIN; s.width && n <= SUDOKU_MAX; n++)
        if (s.seen[n] && (!size || n == size) && !find_size(&s, n, block))
            return false;
    return s.width;
}
