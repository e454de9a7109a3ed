/* Lines of HoDoKu's libraries. Their fields: technique, its candidates, grid, deleted candidates, what the technique
 * eliminates, what it sets, remark. The last three describe the next step and are not part of the position. */
#include "library.h"

#include <string.h>

enum { SIDE = 9, CELLS = SIDE * SIDE, ALL = (1 << SIDE) - 1, TECHNIQUE, CANDIDATES, GRID, DELETED, FIELDS };

/* Takes the next field, which ends at a colon or at the end of the line. */
static struct text_span next_field(struct text_span *line)
{
    const char *colon = memchr(line->at, ':', text_length(*line));
    struct text_span field = text_trim((struct text_span){line->at, colon ? colon : line->end});
    line->at = colon ? colon + 1 : line->end;
    return field;
}

/* Cuts the line into fields. False: it is no line of a library. */
static bool read_fields(struct text_span line, struct text_span field[FIELDS])
{
    line = text_page_trimmed(line);
    if (line.at == line.end || *line.at++ != ':')
        return false;
    for (unsigned i = TECHNIQUE; i < FIELDS; i++)
        field[i] = next_field(&line);
    struct text_span technique = field[TECHNIQUE];
    for (const char *c = technique.at; c < technique.end; c++)
        if (!text_is_digit(*c) && *c != '-' && (*c | 0x20) != 'x')
            return false;
    return text_length(technique) && text_length(field[GRID]) >= 16;
}

static bool read_grid(const struct reader *r, const char *at, struct text_span grid, uint64_t mask[CELLS])
{
    size_t cells = 0;
    for (const char *c = grid.at; c < grid.end; c++) {
        if (*c == '+')
            continue;
        if (!text_is_digit(*c) && *c != '.')
            return SUDOKU_REFUSE(r, at, "the third field of a library line is the grid, and '%c' is no cell of it", *c);
        if (cells < CELLS)
            mask[cells] = *c == '.' || *c == '0' ? ALL : UINT64_C(1) << (*c - '1');
        cells++;
    }
    return cells == CELLS ||
           SUDOKU_REFUSE(r, at, "the grid of the library line has %zu cells; a 9x9 grid has %d", cells, CELLS);
}

static bool delete_candidates(const struct reader *r, const char *at, struct text_span deleted, uint64_t mask[CELLS])
{
    struct text_span word;
    while (text_word(&deleted, " ,", &word)) {
        bool valid = text_length(word) == 3;
        for (const char *c = word.at; c < word.end; c++)
            valid = valid && *c >= '1' && *c <= '9';
        if (!valid)
            return SUDOKU_REFUSE(
                r, at, "\"%.*s\" is no deleted candidate of a library line: write value, row and column, as 711",
                (int)(text_length(word) > 16 ? 16 : text_length(word)), word.at);
        uint64_t *cell = &mask[(word.at[1] - '1') * SIDE + word.at[2] - '1'], bit = UINT64_C(1) << (word.at[0] - '1');
        if (*cell == bit)
            return SUDOKU_REFUSE(r, at,
                                 "the library line deletes %c from row %c, column %c, which has no other candidate",
                                 word.at[0], word.at[1], word.at[2]);
        *cell &= ~bit;
    }
    return true;
}

bool library_read(const struct reader *r, const char *at, const struct page *page, struct sudoku_row *row)
{
    struct text_span field[FIELDS], read[FIELDS] = {{NULL, NULL}};
    size_t lines = 0;
    *row = (struct sudoku_row){0};
    for (size_t i = 0; i < page->lines; i++)
        if (read_fields(page->line[i].span, field) && ++lines == 1)
            memcpy(read, field, sizeof read);
    if (lines > 1)
        return SUDOKU_REFUSE(r, at,
                             "%zu lines of a library, and one problem holds one: send them to POST "
                             "/v1/sudoku/batch as text/plain, which answers each",
                             lines);
    if (!lines)
        return true;
    uint64_t *mask = READER_NEW(r, uint64_t, CELLS);
    if (!mask || !read_grid(r, at, read[GRID], mask) || !delete_candidates(r, at, read[DELETED], mask))
        return false;
    *row = (struct sudoku_row){.mask = mask, .count = CELLS};
    return true;
}
