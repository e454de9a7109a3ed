/* Reads the stones of a board that is written row by row. */
#include <string.h>

#include "input.h"

static enum hex_color stone_of(char c)
{
    return strchr("bBxX*", c) ? HEX_BLACK : strchr("wWoO", c) ? HEX_WHITE : HEX_EMPTY;
}

static bool is_row_end(char c)
{
    return c == '/' || c == '\n' || c == '\r';
}

/* Counts the cells and the rows of the text, and the cells of its first row. Reports a character that is none, and more
 * cells than a board has. */
static bool measure_board(struct reader *r, const char *text, unsigned *cells, unsigned *rows, unsigned *cols)
{
    unsigned row = 0; /* cells of the row so far */
    *cells = *rows = *cols = 0;
    for (const char *at = text;; at++) {
        if (!*at || is_row_end(*at)) {
            *cols = *rows == 0 ? row : *cols;
            *rows += row > 0;
            row = 0;
            if (!*at)
                return true;
        } else if (strchr("bBxX*wWoO.-+", *at)) {
            row++;
            if (++*cells > HEX_CELLS_MAX)
                return reader_fail(r, NASH_UNPROCESSABLE, "board", "a board has at most %d cells", HEX_CELLS_MAX),
                       false;
        } else if (*at != ' ' && *at != '\t') {
            return reader_fail(r, NASH_INVALID, "board",
                               "cell %u: expected b or x (black), w or o (white), or . (empty)", *cells + 1),
                   false;
        }
    }
}

static unsigned square_root(unsigned n)
{
    unsigned root = 0;
    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

void hex_read_stones(struct reader *r, const struct hex_input *in, struct hex_board *board)
{
    unsigned cells, rows, cols, cell = 0;
    if (!measure_board(r, in->board, &cells, &rows, &cols))
        return;
    if (rows == 1 && !in->rows) /* one word */
        rows = cols = square_root(cells);
    if (in->rows) {
        rows = in->rows;
        cols = in->cols;
    }
    if (!cells || rows * cols != cells || rows > HEX_SIZE_MAX || cols > HEX_SIZE_MAX) {
        reader_fail(r, NASH_UNPROCESSABLE, "board", "has %u cell%s: a board of %u rows and %u columns has %u", cells,
                    &"s"[cells == 1], rows, cols, rows * cols);
        return;
    }
    hex_board_init(board, rows, cols);
    for (const char *at = in->board; *at; at++)
        if (strchr("bBxX*wWoO.-+", *at))
            hex_board_set(board, cell++, stone_of(*at));
}
