/* Checks the parts of a request together: whether the grid fits its size, and every symbol is in the alphabet.
 *
 * The size comes from the request (size, else box, else symbols), else from the grid: its number of rows, or the square
 * root of its cells. A text whose length is a cube but no square holds pencilmarks; 729 characters are those of 9x9
 * unless the size is 27. A problem of cages alone has the size of its regions, else 9. A box that is not given is the
 * most square one with at most as many rows as columns: 2x3 for 6, 3x4 for 12. */
#include "input.h"

#include <stdio.h>
#include <string.h>

#include <solvers/sudoku/explain/explain.h>
#include <solvers/sudoku/generate/spec.h>
#include <solvers/sudoku/units/proof_wire.h>

#include "alphabet.h"
#include "text/text.h"

static size_t cells_given(const struct sudoku_row *row, size_t rows)
{
    size_t cells = 0;
    for (size_t i = 0; i < rows; i++)
        cells += row[i].count;
    return cells;
}

unsigned sudoku_root(size_t cells, unsigned power)
{
    for (size_t side = SUDOKU_MIN; side <= SUDOKU_MAX; side++)
        if ((power == 2 ? side * side : side * side * side) == cells)
            return (unsigned)side;
    return 0;
}

unsigned sudoku_box_rows(unsigned size)
{
    unsigned found = 0;
    for (unsigned rows = 2; rows * rows <= size; rows++)
        found = size % rows == 0 ? rows : found;
    return found;
}

/* True when the grid is given as candidates: masks, or n characters for each cell. n is 0 while the size is unknown. */
static bool has_marks(const struct sudoku_input *input, unsigned n)
{
    enum { SUKAKU = 729 };
    if (input->nested || !input->rows || !input->row[0].text)
        return input->rows && input->row[0].mask;
    size_t count = input->row[0].count;
    return n ? count == (size_t)n * n * n : count == SUKAKU || (!sudoku_root(count, 2) && sudoku_root(count, 3));
}

static bool size_from_grid(const struct sudoku_input *input, const struct reader *r, unsigned *size)
{
    if (input->nested) {
        *size = (unsigned)input->rows; /* the schema allows 4..49 rows */
        return true;
    }
    bool regions = !input->rows && input->region_rows;
    if (!input->rows && !regions) {
        *size = 9;
        return true;
    }
    size_t cells = regions ? cells_given(input->region, input->region_rows) : input->row[0].count;
    *size = sudoku_root(cells, !regions && input->row[0].text && has_marks(input, 0) ? 3 : 2);
    if (!*size)
        return SUDOKU_REFUSE(
            r, regions ? "/regions" : input->at,
            "%zu cells make no square grid of side %d to %d (81 make 9x9, 256 make 16x16): give a cell "
            "for each place, '.' for an empty one, or say \"size\" to learn what is missing",
            cells, SUDOKU_MIN, SUDOKU_MAX);
    return true;
}

/* Returns the pointer of "size" or "box" in the object that holds them. */
static const char *shape_pointer(const struct sudoku_input *input, const char *name, char at[32])
{
    return nash_pointer(at, 32, input->shape_at ? input->shape_at : "", name);
}

static bool validate_size(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    char at[32];
    unsigned from_box = input->box_rows * input->box_cols;
    unsigned from_symbols = input->symbols ? (unsigned)strlen(input->symbols) : 0;
    if (from_box > SUDOKU_MAX)
        return SUDOKU_REFUSE(r, shape_pointer(input, "box", at),
                             "a box of %u x %u has %u cells; at most %d are possible", input->box_rows, input->box_cols,
                             from_box, SUDOKU_MAX);
    if (input->size && from_box && input->size != from_box)
        return SUDOKU_REFUSE(r, shape_pointer(input, "box", at),
                             "a box of %u x %u has %u cells, but size is %u: size must be their product",
                             input->box_rows, input->box_cols, from_box, input->size);
    p->size = input->size ? input->size : from_box ? from_box : from_symbols;
    if (from_symbols && from_symbols != p->size)
        return SUDOKU_REFUSE(r, "/symbols",
                             "%u symbols for a grid of size %u: give one for each "
                             "value",
                             from_symbols, p->size);
    return p->size || size_from_grid(input, r, &p->size);
}

static bool validate_box(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    char at[32];
    if (input->region_rows && input->box_rows)
        return SUDOKU_REFUSE(
            r, shape_pointer(input, "box", at),
            "irregular regions stand in place of the boxes: leave \"box\" out, and say \"size\" where the "
            "size has to be said");
    if (input->region_rows)
        return true;
    p->box_rows = input->box_rows ? input->box_rows : sudoku_box_rows(p->size);
    p->box_cols = p->box_rows ? p->size / p->box_rows : 0;
    if (!p->box_rows)
        return SUDOKU_REFUSE(
            r,
            input->size      ? shape_pointer(input, "size", at)
            : input->symbols ? "/symbols"
                             : input->at,
            "a grid of size %u has no boxes: %u is a prime number, and a box has at least 2 rows and 2 "
            "columns; give its \"regions\"",
            p->size, p->size);
    return true;
}

/* Checks the number of rows and cells. */
static bool validate_shape(const struct sudoku_input *input, const struct reader *r, unsigned n)
{
    char pointer[64];
    size_t cells = (size_t)n * n;
    if (!input->rows)
        return true;
    if (has_marks(input, n)) /* n^3 characters, or masks */
        return input->row[0].text || input->row[0].count == cells ||
               SUDOKU_REFUSE(r, input->at, "candidates of %zu cells, but a grid of size %u has %zu",
                             input->row[0].count, n, cells);
    if (!input->nested && input->row[0].count != cells)
        return SUDOKU_REFUSE(
            r, input->at, "%zu cells, but a grid of size %u has %zu: %s", input->row[0].count, n, cells,
            input->row[0].count < cells ? "add '.' or 0 for each empty cell that is missing" : "there are too many");
    if (input->nested && input->rows != n)
        return SUDOKU_REFUSE(r, input->at, "%zu rows, but a grid of size %u has %u", input->rows, n, n);
    for (size_t i = 0; input->nested && i < n; i++)
        if (input->row[i].count != n)
            return SUDOKU_REFUSE(r, nash_pointer_index(pointer, sizeof pointer, input->at, i),
                                 "row %zu has %zu cells, but a row of this grid has %u", i + 1, input->row[i].count, n);
    return true;
}

/* Finds the alphabet from the characters of the rows. */
static void find_symbols(const struct sudoku_input *input, struct sudoku_problem *p)
{
    bool used[256] = {false};
    for (size_t i = 0; i < input->rows; i++)
        for (size_t k = 0; input->row[i].text && k < input->row[i].len; k++)
            used[(unsigned char)input->row[i].text[k]] = true;
    if (has_marks(input, p->size)) /* 0 is no candidate */
        used['0'] = false;
    sudoku_find_symbols(p->symbols, p->size, used);
}

/* ---- filling the grid ---- */

struct filling {
    const struct sudoku_input *input;
    const struct reader *r;
    const struct sudoku_problem *problem;
    uint8_t value[256]; /* [character] its value */
    uint8_t *clue;
    unsigned cell; /* the cell to fill next */
};

/* Returns the JSON pointer of the present cell, or of the string that holds it. entry: index in input->row. */
static const char *cell_pointer(const struct filling *f, size_t entry, char *out, size_t size)
{
    char row[32];
    unsigned n = f->problem->size;
    const struct sudoku_row *given = &f->input->row[entry];
    bool one = given->text || f->input->is_text || f->input->is_foreign;
    nash_pointer_index(row, sizeof row, f->input->at, f->cell / n);
    if (one)
        return f->input->nested ? nash_pointer_index(out, size, f->input->at, entry) : f->input->at;
    return f->input->nested ? nash_pointer_index(out, size, row, f->cell % n)
                            : nash_pointer_index(out, size, f->input->at, f->cell);
}

static bool refuse_cell(const struct filling *f, size_t entry, const char *what)
{
    char pointer[64], expected[48 + SUDOKU_MAX];
    unsigned n = f->problem->size;
    if (f->input->row[entry].text)
        snprintf(expected, sizeof expected, "one of %s", f->problem->symbols);
    else
        snprintf(expected, sizeof expected, "1 to %u", n);
    return SUDOKU_REFUSE(f->r, cell_pointer(f, entry, pointer, sizeof pointer),
                         "row %u, column %u: %s has no place in a grid of size %u; use %s, or %s for an empty cell",
                         f->cell / n + 1, f->cell % n + 1, what, n, expected, f->input->row[entry].text ? "'.'" : "0");
}

static bool fill_text(struct filling *f, size_t entry)
{
    const struct sudoku_row *row = &f->input->row[entry];
    for (const char *c = row->text; c < row->text + row->len; c++) {
        uint8_t value = f->value[(unsigned char)*c];
        if (sudoku_is_space(*c))
            continue;
        if (value == SUDOKU_NO_SYMBOL)
            return refuse_cell(f, entry, (const char[]){'\'', *c, '\'', '\0'});
        f->clue[f->cell++] = value;
    }
    return true;
}

static bool fill_values(struct filling *f, size_t entry)
{
    const struct sudoku_row *row = &f->input->row[entry];
    for (size_t i = 0; i < row->count; i++) {
        char what[16];
        if (row->value[i] > f->problem->size) {
            snprintf(what, sizeof what, "%u", row->value[i]);
            return refuse_cell(f, entry, what);
        }
        f->clue[f->cell++] = row->value[i];
    }
    return true;
}

static bool fill_rows(const struct sudoku_input *input, const struct reader *r, const struct sudoku_problem *p,
                      uint8_t *clue)
{
    struct filling f = {.input = input, .r = r, .problem = p, .clue = clue};
    bool filled = true;
    sudoku_symbol_values(f.value, p->symbols, !input->symbols && p->size <= 35);
    for (size_t i = 0; filled && i < input->rows; i++)
        filled = input->row[i].text ? fill_text(&f, i) : fill_values(&f, i);
    return filled;
}

static bool fill_grid(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    size_t cells = (size_t)p->size * p->size;
    uint8_t *clue = READER_NEW(r, uint8_t, cells);
    if (!clue)
        return false;
    bool filled = has_marks(input, p->size) ? sudoku_read_pencilmarks(input, r, p, clue) : fill_rows(input, r, p, clue);
    p->clue = clue;
    for (size_t cell = 0; cell < cells; cell++)
        p->clues += clue[cell] != 0;
    return filled;
}

/* ---- the validation ---- */

/* Refuses an explanation or a hint above SUDOKU_EXPLAIN_MAX. */
static bool validate_task(const struct reader *r, const struct sudoku_problem *p)
{
    bool hint = p->task == SUDOKU_HINT;
    if ((!hint && p->task != SUDOKU_EXPLAIN) || p->size <= SUDOKU_EXPLAIN_MAX)
        return true;
    return SUDOKU_REFUSE(
        r, hint ? "/hint" : "/explain",
        "steps are found for grids up to %dx%d, and this one is %ux%u: leave this out to have it solved",
        SUDOKU_EXPLAIN_MAX, SUDOKU_EXPLAIN_MAX, p->size, p->size);
}

static bool validate_all(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    if (!validate_size(input, r, p) || !validate_box(input, r, p) || !sudoku_validate_variant(input, r, p) ||
        !validate_shape(input, r, p->size) || !validate_task(r, p) || !sudoku_validate_game(input, r, p))
        return false;
    if (input->symbols)
        memcpy(p->symbols, input->symbols, p->size);
    else
        find_symbols(input, p);
    if (input->spec && !sudoku_spec_validate(p, input->spec, "/generate", r))
        return false;
    if (input->list > proof_keep_max(p->size))
        return SUDOKU_REFUSE(r, "/list", "at most %u grids of %ux%u can be listed", proof_keep_max(p->size), p->size,
                             p->size);
    return fill_grid(input, r, p);
}

void sudoku_input_check_members(const struct sudoku_input *input, const struct reader *r)
{
    struct sudoku_problem p = {.task = input->task, .limit = input->limit};
    struct sudoku_input shape = *input;
    shape.rows = 0;
    bool sized = input->size || input->box_rows || input->symbols || input->region_rows;
    if (sized &&
        (!validate_size(&shape, r, &p) || !validate_box(&shape, r, &p) || !sudoku_validate_variant(&shape, r, &p)))
        return;
    if (!sized) { /* a size that allows every task and every number of shards */
        p.size = SUDOKU_EXPLAIN_MAX;
        p.box_rows = 1;
        p.diagonal = input->diagonal;
        p.disjoint = input->disjoint;
        p.cages = input->cages;
    }
    if (validate_task(r, &p))
        sudoku_validate_game(input, r, &p);
}

enum nash_status sudoku_input_validate(const struct sudoku_input *input, const struct reader *r, void **problem)
{
    struct sudoku_problem *p = READER_NEW(r, struct sudoku_problem, 1);
    struct sudoku_input read = *input;
    if (!p)
        return reader_status(r);
    p->task = input->task;
    p->spec = input->spec;
    p->limit = input->task == SUDOKU_CHECK ? 1 : input->limit;
    p->all = input->all;
    p->list = input->list;
    *problem = p;
    bool text = !input->nested && input->rows && input->row[0].text;
    struct sudoku_row row;
    if (text && input->symbols) { /* any character may be a value: the text has one character for each cell */
        row = input->row[0];
        row.count = 0;
        for (size_t i = 0; i < row.len; i++)
            row.count += !sudoku_is_space(row.text[i]);
        read.row = &row;
    }
    /* The text forms use the default symbols. */
    if (text && !input->symbols) {
        bool shaped = input->size || input->box_rows;
        if (shaped && (!validate_size(input, r, p) || !validate_box(input, r, p)))
            return reader_status(r);
        if (!sudoku_read_text_form(r, &read))
            return reader_status(r);
        read.is_text = true;
    }
    validate_all(&read, r, p);
    return reader_status(r);
}
