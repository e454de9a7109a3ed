/* Rows in a frame, in which a blank is an empty cell. All rows must agree about where cells stand, because a blank that
 * was lost would move the cells after it. */
#include "columns.h"

#include <string.h>

struct layout {
    unsigned n, parts, cells;       /* size, parts of a line, cells of a part */
    bool left, right;               /* all lines have a bar at this end */
    size_t length[SUDOKU_MAX];      /* [part] its characters */
    size_t first[SUDOKU_MAX], step; /* [part] place of its first cell; distance of cells */
};

static bool is_row(const struct page_line *line)
{
    return (line->kind == PAGE_TEXT || line->kind == PAGE_HOLLOW) &&
           memchr(line->span.at, '|', text_length(line->span));
}

/* Returns the line without the bars of the outer frame. Without a frame, the blanks at both ends are cells. */
static struct text_span inside(struct text_span line, bool left, bool right)
{
    struct text_span bare = text_trim(line);
    return (struct text_span){left ? bare.at + 1 : line.at, right ? bare.end - 1 : line.end};
}

/* Takes the next part off a line. */
static bool next_part(struct text_span *line, struct text_span *part)
{
    const char *bar = line->at ? memchr(line->at, '|', text_length(*line)) : NULL;
    if (!line->at)
        return false;
    *part = (struct text_span){line->at, bar ? bar : line->end};
    line->at = bar ? bar + 1 : NULL;
    return true;
}

/* Counts the rows, and finds the outer frame. False: there are other lines with cells. */
static bool survey_rows(const struct page *page, struct layout *l)
{
    *l = (struct layout){.left = true, .right = true};
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span line = text_trim(page->line[i].span);
        if (!is_row(&page->line[i])) {
            if (page->line[i].kind == PAGE_TEXT && !text_page_is_prose(line))
                return false;
            continue;
        }
        l->n++;
        l->left = l->left && *line.at == '|';
        l->right = l->right && line.end[-1] == '|' && text_length(line) > 1;
    }
    return l->n >= SUDOKU_MIN && l->n <= SUDOKU_MAX;
}

/* Measures the parts. False: the rows have parts of different number or length. The last part may be shorter where
 * there is no frame, because blanks at the end of a line get lost. */
static bool measure_parts(const struct page *page, struct layout *l)
{
    size_t rows = 0;
    for (size_t i = 0; i < page->lines; i++) {
        if (!is_row(&page->line[i]))
            continue;
        struct text_span line = inside(page->line[i].span, l->left, l->right), part;
        unsigned count = 0;
        for (; next_part(&line, &part); count++) {
            size_t length = text_length(part);
            bool open = !line.at && !l->right; /* the end of the line */
            if (count == SUDOKU_MAX || (rows && !open && length != l->length[count]))
                return false;
            l->length[count] = length > l->length[count] ? length : l->length[count];
        }
        if (rows++ && count != l->parts)
            return false;
        l->parts = count;
    }
    l->cells = l->parts ? l->n / l->parts : 0;
    return l->parts > 1 && l->parts < l->n && l->n % l->parts == 0;
}

/* Sets the place of the first cell of part `index`, whose blanks may stand on either side. False: the cells do not
 * stand at one distance. */
static bool place_cells(const struct page *page, struct layout *l, unsigned index)
{
    size_t c = l->cells, length = l->length[index];
    size_t step = length < 2 * c - 1 ? 1 : length <= 2 * c + 1 ? 2 : 3;
    size_t lo = length > 2 * c, hi = length >= 2 * c; /* places that the first cell may have */
    if ((step == 1 && length != c) || (step == 3 && length != 3 * c) || (l->step && l->step != step))
        return false;
    l->step = step;
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span line =
            is_row(&page->line[i]) ? inside(page->line[i].span, l->left, l->right) : (struct text_span){NULL, NULL};
        struct text_span part = {NULL, NULL};
        for (unsigned k = 0; k <= index && next_part(&line, &part);)
            k++;
        for (const char *at = part.at; at < part.end; at++) {
            size_t place = (size_t)(at - part.at) % step;
            if (*at == ' ')
                continue;
            lo = place > lo ? place : lo;
            hi = place < hi ? place : hi;
        }
    }
    l->first[index] = lo;
    return lo <= hi;
}

/* Copies the cells. False: a sign for empty cells occurs, so that a blank is none. */
static bool take_cells(const struct page *page, const struct layout *l, struct text_span *token)
{
    bool cross = false, digit = false;
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span line = inside(page->line[i].span, l->left, l->right), part;
        if (!is_row(&page->line[i]))
            continue;
        for (unsigned index = 0; next_part(&line, &part); index++)
            for (unsigned cell = 0; cell < l->cells; cell++, token++) {
                const char *at = part.at + l->first[index] + cell * l->step;
                bool blank = at >= part.end || *at == ' ';
                *token = (struct text_span){part.at, part.at};
                if (!blank)
                    *token = (struct text_span){at, at + 1};
                if (!blank && (token_kind(*token, l->n) != TOKEN_SYMBOL || *at == '0'))
                    return false;
                cross = cross || (!blank && (*at | 0x20) == 'x');
                digit = digit || (!blank && text_is_digit(*at));
            }
    }
    return !cross || grid_has_x(l->n, !digit);
}

bool columns_find(const struct reader *r, const struct page *page, unsigned size, struct text_grid *grid)
{
    struct layout l;
    *grid = (struct text_grid){0};
    if (!survey_rows(page, &l) || (size && l.n != size) || !measure_parts(page, &l))
        return true;
    for (unsigned index = 0; index < l.parts; index++)
        if (!place_cells(page, &l, index))
            return true;
    struct text_span *token = READER_NEW(r, struct text_span, (size_t)l.n * l.n);
    if (token && take_cells(page, &l, token))
        *grid = (struct text_grid){l.n, token};
    return token;
}
