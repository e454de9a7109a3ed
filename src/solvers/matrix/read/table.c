/* Reads a table of numbers, as a spreadsheet copies it: lines of equally many cells between tabs, blanks, commas or
 * semicolons. It is the payoff of a zero-sum game, or that of both players if each cell is a pair, "3,2". */
#include <solvers/kit/text_reader.h>

#include "input.h"

static const char blanks[] = " \t;", commas[] = " \t;,";

struct table {
    uint32_t rows, cols;
    bool pairs;
};

static bool is_number(struct text_span cell, struct rational *number)
{
    return rational_read(cell.at, text_length(cell), number) == RATIONAL_READ;
}

/* Reads "3,2". */
static bool is_pair(struct text_span cell, struct rational pair[2])
{
    struct text_span part;
    int count = 0;
    while (text_word(&cell, ",", &part))
        if (count == 2 || !is_number(part, &pair[count++]))
            return false;
    return count == 2;
}

/* Reads the next cell of a line into cell[0], a pair into both. Returns false at the end of the line and at a cell that
 * is no number, which is left in *line. */
static bool next_cell(struct text_span *line, bool pairs, struct rational cell[2])
{
    struct text_span word, rest = *line;
    if (!text_word(&rest, pairs ? blanks : commas, &word) || !(pairs ? is_pair(word, cell) : is_number(word, cell)))
        return false;
    *line = rest;
    return true;
}

/* Returns the shape of the text as a table; rows is 0 if it is none. */
static struct table measure(struct text_reader t, bool pairs)
{
    struct table table = {.pairs = pairs};
    struct rational cell[2];
    struct text_span line, word;
    while (text_line(&t, &line)) {
        uint32_t cols = 0;
        while (next_cell(&line, pairs, cell))
            cols++;
        if (text_word(&line, commas, &word) || (table.rows && cols != table.cols))
            return (struct table){0};
        table.cols = cols;
        table.rows++;
    }
    bool fits = table.rows >= 2 && table.cols >= 2 && table.rows <= MATRIX_SIDE_MAX && table.cols <= MATRIX_SIDE_MAX;
    return fits ? table : (struct table){0};
}

/* Returns whether the numbers are the input of lrsnash: rows, columns, and twice as many payoffs as profiles. */
static bool is_lrsnash(struct text_reader t, const struct table *table)
{
    struct rational size[2];
    struct text_span line, word;
    text_line(&t, &line);
    for (int i = 0; i < 2; i++)
        if (!text_word(&line, commas, &word) || !is_number(word, &size[i]))
            return false;
    return size[0].den == 1 && size[1].den == 1 && size[0].num > 0 && size[1].num > 0 &&
           size[0].num <= MATRIX_SIDE_MAX && size[1].num <= MATRIX_SIDE_MAX &&
           2 + 2 * size[0].num * size[1].num == (int64_t)table->rows * table->cols;
}

static void fill(struct text_reader t, const struct table *table, struct matrix_input *in)
{
    struct matrix_payoffs *first = table->pairs ? &in->row_payoff : &in->payoff;
    struct text_span line;
    struct rational cell[2];
    if (!matrix_payoffs_init(first, t.r, table->rows, table->cols, NULL) ||
        (table->pairs && !matrix_payoffs_init(&in->col_payoff, t.r, table->rows, table->cols, NULL)))
        return;
    for (uint32_t row = 0; text_line(&t, &line); row++)
        for (uint32_t col = 0; next_cell(&line, table->pairs, cell); col++) {
            first->row[row][col] = cell[0];
            if (table->pairs)
                in->col_payoff.row[row][col] = cell[1];
        }
}

bool matrix_read_table(const struct text_reader *t, struct matrix_input *in)
{
    struct table table = measure(*t, true);
    if (!table.rows)
        table = measure(*t, false);
    if (!table.rows || (!table.pairs && is_lrsnash(*t, &table)))
        return false;
    fill(*t, &table, in);
    return true;
}
