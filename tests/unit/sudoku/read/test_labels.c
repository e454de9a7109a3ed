/* Random boards with names of rows and columns in every form are read back; a board that lost a cell or a character is
 * never read as another one. */
#include <stdio.h>
#include <string.h>

#include <nash/buf.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

static const struct named {
    const char *style;
    char heading, rows; /* the first name; 'R' counts R1, 'c' counts c1; 0: no names */
    const char *corner, *after, *cell, *box, *row_end, *band, *signs;
} styles[] = {
    {"rows named by letters", 0, 'A', "", ": ", " ", " ", "", "", "._0"},
    {"rows named by small letters", 0, 'a', "", " ", " ", "  ", "", "", "._0"},
    {"numbered rows", 0, '1', "", ". ", "", "", "", "", ".0-x"},
    {"rows with a bracket", 0, '1', "", ") ", "", " ", "", "", ".0x"},
    {"rows R1, R2", 0, 'R', "", ": ", "", "", "", "", "._0"},
    {"a list of Markdown", 0, '*', "", " ", "", "", "", "", "._0"},
    {"a list of YAML", 0, '-', "", " \"", "", "", "\"", "", "._0"},
    {"an index in CSV", 0, '0', "", ",", ",", ",", "", "", "0~"},
    {"a heading of CSV", 'c', 0, "", "", ",", ",", "", "", "0~"},
    {"a heading of numbers", '0', 0, "", "", ",", ",", "", "", "0~"},
    {"a heading of words", '1', 0, "", "", " ", " ", "", "", ".0"},
    {"a drawing with letters", 'A', '1', "    ", " | ", " ", " | ", " |", "  +-------+-------+\n", "._"},
    {"a drawing with numbers", '1', '1', "    ", "   ", " ", "   ", "", "\n", "._0"},
    {"a drawing with both", 'c', 'R', "  ", " ", "", " ", "", "\n", "._0"},
    {"a sheet with its heading", 'A', '1', "\t", "\t", "\t", "\t", "", "", "0~."},
    {"CSV with index and heading", '0', '0', ",", ",", ",", ",", "", "", "0~."},
};

struct board {
    unsigned n, rows, columns;
    uint8_t cell[SUDOKU_CELLS_MAX];
};

enum { NONE = SUDOKU_CELLS_MAX, ARENA_BYTES = 8 << 20 };

static void put_name(struct nash_buf *out, char first, unsigned i)
{
    if (first == 'R' || first == 'c')
        nash_buf_printf(out, "%c%u", first, i + 1);
    else if (first == '0' || first == '1')
        nash_buf_printf(out, "%u", i + (first == '1'));
    else
        nash_buf_putc(out, first == '-' || first == '*' ? first : (char)(first + (int)i));
}

/* Writes a board without cell `lost`. */
static void write_board(struct nash_buf *out, const struct board *b, const struct named *style, char sign,
                        unsigned lost)
{
    nash_buf_reset(out);
    nash_buf_puts(out, style->heading ? style->corner : "");
    for (unsigned i = 0; style->heading && i < b->n; i++) {
        nash_buf_puts(out, i == 0 ? "" : *style->cell ? style->cell : " ");
        put_name(out, style->heading, i);
    }
    nash_buf_puts(out, style->heading ? "\n" : "");
    for (unsigned cell = 0; cell < b->n * b->n; cell++) {
        unsigned row = cell / b->n, column = cell % b->n;
        if (column == 0 && row && row % b->rows == 0)
            nash_buf_puts(out, style->band);
        if (column == 0 && style->rows)
            put_name(out, style->rows, row);
        if (column == 0)
            nash_buf_puts(out, style->after);
        else if (lost != cell && !(lost == cell - 1 && lost % b->n == 0))
            nash_buf_puts(out, column % b->columns ? style->cell : style->box);
        if (lost != cell && b->cell[cell])
            nash_buf_putc(out, "123456789ABCDEFG"[b->cell[cell] - 1]);
        else if (lost != cell && sign != '~')
            nash_buf_putc(out, sign);
        if (column == b->n - 1)
            nash_buf_printf(out, "%s\n", style->row_end);
    }
}

/* Reads the text. It must be the board, or refused where `whole` is false. */
static void check_text(const struct nash_buf *text, const struct board *b, const struct named *style, bool whole)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    bool read = read_exactly(text->data, text->len, arena, &p, &error) == NASH_OK;
    if (!read && whole)
        fail_msg("%s, size %u: %s\n%.*s", style->style, b->n, error.detail, (int)text->len, text->data);
    if (read && (p->size != b->n || p->allowed || memcmp(p->clue, b->cell, (size_t)b->n * b->n) != 0))
        fail_msg("%s, size %u is misread as size %u:\n%.*s", style->style, b->n, p->size, (int)text->len, text->data);
    nash_arena_free(arena);
}

static void names_are_left_out(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 4}, {4, 4}};
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    static struct board b;
    for (unsigned seed = 1; seed <= 6; seed++) {
        nash_rng_seed(&rng, seed);
        for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
            b = (struct board){.n = box[i][0] * box[i][1], .rows = box[i][0], .columns = box[i][1]};
            board_full(&rng, b.rows, b.columns, b.cell);
            board_uniform(&rng, b.n, b.n * b.n / 2, b.cell);
            for (const struct named *style = styles; style < styles + sizeof styles / sizeof *styles; style++)
                for (const char *sign = style->signs; *sign; sign++) {
                    write_board(&text, &b, style, *sign, NONE);
                    check_text(&text, &b, style, true);
                    size_t at = (size_t)nash_rng_below(&rng, text.len);
                    memmove(text.data + at, text.data + at + 1, text.len - at - 1);
                    text.len--;
                    if (*sign != '~') /* a field that lost its digit is an empty cell */
                        check_text(&text, &b, style, false);
                    write_board(&text, &b, style, *sign, (unsigned)nash_rng_below(&rng, b.n * b.n));
                    check_text(&text, &b, style, false);
                }
        }
    }
    nash_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
