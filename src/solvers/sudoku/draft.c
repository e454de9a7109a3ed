/* What only the whole request can show: does the grid fit its size, is every symbol in the alphabet?
 *
 * The size is what the request says (size, else box, else symbols), else what the grid shows: its number of rows, or
 * the square root of its cells. Where there is no such root but a cube root, the text holds the pencilmarks of every
 * cell; 729 characters are those of 9x9, a grid of 27x27 only when the size says so. A problem of cages alone has the
 * size of its regions, else 9. A box not given is the most square one that lies: 2x3 for 6, 3x4 for 12. */
#include "draft.h"

#include <stdio.h>
#include <string.h>

#include "alphabet.h"
#include "explain/explain.h"
#include "generate/order.h"
#include "text.h"

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

/* Does the text hold N characters for each cell? n is 0 while the size is not known. */
static bool has_marks(const struct sudoku_draft *draft, unsigned n)
{
    enum { SUKAKU = 729 };
    if (draft->nested || !draft->rows || !draft->row[0].text)
        return draft->rows && draft->row[0].mask;
    size_t count = draft->row[0].count;
    return n ? count == (size_t)n * n * n : count == SUKAKU || (!sudoku_root(count, 2) && sudoku_root(count, 3));
}

static enum nash_status size_from_grid(const struct sudoku_draft *draft, unsigned *size, struct nash_error *error)
{
    if (draft->nested) {
        *size = (unsigned)draft->rows; /* the schema allows 4..49 rows */
        return NASH_OK;
    }
    bool regions = !draft->rows && draft->region_rows;
    if (!draft->rows && !regions) {
        *size = 9;
        return NASH_OK;
    }
    size_t cells = regions ? cells_given(draft->region, draft->region_rows) : draft->row[0].count;
    *size = sudoku_root(cells, !regions && draft->row[0].text && has_marks(draft, 0) ? 3 : 2);
    if (!*size)
        return nash_fail(error, NASH_UNPROCESSABLE, regions ? "/regions" : draft->at,
                         "%zu cells make no square grid of side %d to %d (81 make 9x9, 256 make 16x16): give a cell "
                         "for each place, '.' for an empty one, or say \"size\" to learn what is missing",
                         cells, SUDOKU_MIN, SUDOKU_MAX);
    return NASH_OK;
}

/* The pointer of "size" or "box", wherever they stand. */
static const char *pointer_of(const struct sudoku_draft *draft, const char *name, char at[32])
{
    return nash_pointer(at, 32, draft->shape_at ? draft->shape_at : "", name);
}

static enum nash_status settle_size(const struct sudoku_draft *draft, struct sudoku_problem *p,
                                    struct nash_error *error)
{
    char at[32];
    unsigned from_box = draft->box_rows * draft->box_cols;
    unsigned from_symbols = draft->symbols ? (unsigned)strlen(draft->symbols) : 0;
    if (from_box > SUDOKU_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer_of(draft, "box", at),
                         "a box of %u x %u has %u cells; at most %d are possible", draft->box_rows, draft->box_cols,
                         from_box, SUDOKU_MAX);
    if (draft->size && from_box && draft->size != from_box)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer_of(draft, "box", at),
                         "a box of %u x %u has %u cells, but size is %u: size must be their product", draft->box_rows,
                         draft->box_cols, from_box, draft->size);
    p->size = draft->size ? draft->size : from_box ? from_box : from_symbols;
    if (from_symbols && from_symbols != p->size)
        return nash_fail(error, NASH_UNPROCESSABLE, "/symbols",
                         "%u symbols for a grid of size %u: give one for each "
                         "value",
                         from_symbols, p->size);
    return p->size ? NASH_OK : size_from_grid(draft, &p->size, error);
}

static enum nash_status settle_box(const struct sudoku_draft *draft, struct sudoku_problem *p, struct nash_error *error)
{
    char at[32];
    if (draft->region_rows && draft->box_rows)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer_of(draft, "box", at),
                         "irregular regions stand in place of the boxes: leave \"box\" out, and say \"size\" where the "
                         "size has to be said");
    if (draft->region_rows)
        return NASH_OK;
    p->box_rows = draft->box_rows;
    p->box_cols = draft->box_cols;
    for (unsigned rows = 2; !draft->box_rows && rows * rows <= p->size; rows++) {
        if (p->size % rows == 0) {
            p->box_rows = rows;
            p->box_cols = p->size / rows;
        }
    }
    if (!p->box_rows)
        return nash_fail(error, NASH_UNPROCESSABLE,
                         draft->size      ? pointer_of(draft, "size", at)
                         : draft->symbols ? "/symbols"
                                          : draft->at,
                         "a grid of size %u has no boxes: %u is a prime number, and a box has at least 2 rows and 2 "
                         "columns; give its \"regions\"",
                         p->size, p->size);
    return NASH_OK;
}

static enum nash_status check_shape(const struct sudoku_draft *draft, unsigned n, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    if (!draft->rows || has_marks(draft, n))
        return !draft->rows || draft->row[0].text || draft->row[0].count == (size_t)n * n
                   ? NASH_OK
                   : nash_fail(error, NASH_UNPROCESSABLE, draft->at,
                               "candidates of %zu cells, but a grid of size %u has %u", draft->row[0].count, n, n * n);
    if (!draft->nested && draft->row[0].count != (size_t)n * n)
        return nash_fail(error, NASH_UNPROCESSABLE, draft->at, "%zu cells, but a grid of size %u has %u: %s",
                         draft->row[0].count, n, n * n,
                         draft->row[0].count < (size_t)n * n ? "add '.' or 0 for each empty cell that is missing"
                                                             : "there are too many");
    if (draft->nested && draft->rows != n)
        return nash_fail(error, NASH_UNPROCESSABLE, draft->at, "%zu rows, but a grid of size %u has %u", draft->rows, n,
                         n);
    for (size_t i = 0; draft->nested && i < n; i++)
        if (draft->row[i].count != n)
            return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer_index(pointer, sizeof pointer, draft->at, i),
                             "row %zu has %zu cells, but a row of this grid has %u", i + 1, draft->row[i].count, n);
    return NASH_OK;
}

/* A digit 1..9 in the text tells the two alphabets of 25x25 apart. */
static bool has_digit(const struct sudoku_draft *draft)
{
    for (size_t i = 0; i < draft->rows; i++)
        for (size_t k = 0; draft->row[i].text && k < draft->row[i].len; k++)
            if (draft->row[i].text[k] >= '1' && draft->row[i].text[k] <= '9')
                return true;
    return false;
}

/* ---- filling the grid ---- */

struct filling {
    const struct sudoku_draft *draft;
    const struct sudoku_problem *problem;
    uint8_t value[256]; /* of each character */
    uint8_t *clue;
    unsigned cell; /* next one */
};

/* The pointer of the cell at fault: as deep as the JSON goes. */
static const char *cell_pointer(const struct filling *f, size_t entry, char *out, size_t size)
{
    char row[32];
    unsigned n = f->problem->size;
    const struct sudoku_row *given = &f->draft->row[entry];
    bool one = given->text || f->draft->is_text;
    nash_pointer_index(row, sizeof row, f->draft->at, f->cell / n);
    if (one)
        return f->draft->nested ? nash_pointer_index(out, size, f->draft->at, entry) : f->draft->at;
    return f->draft->nested ? nash_pointer_index(out, size, row, f->cell % n)
                            : nash_pointer_index(out, size, f->draft->at, f->cell);
}

static enum nash_status bad_cell(const struct filling *f, size_t entry, const char *what, struct nash_error *error)
{
    char pointer[sizeof error->pointer], mend[48 + SUDOKU_MAX];
    unsigned n = f->problem->size;
    if (f->draft->row[entry].text)
        snprintf(mend, sizeof mend, "one of %s", f->problem->symbols);
    else
        snprintf(mend, sizeof mend, "1 to %u", n);
    return nash_fail(error, NASH_UNPROCESSABLE, cell_pointer(f, entry, pointer, sizeof pointer),
                     "row %u, column %u: %s has no place in a grid of size %u; use %s, or %s for an empty cell",
                     f->cell / n + 1, f->cell % n + 1, what, n, mend, f->draft->row[entry].text ? "'.'" : "0");
}

static enum nash_status fill_text(struct filling *f, size_t entry, struct nash_error *error)
{
    const struct sudoku_row *row = &f->draft->row[entry];
    for (const char *c = row->text; c < row->text + row->len; c++) {
        uint8_t value = f->value[(unsigned char)*c];
        if (sudoku_is_space(*c))
            continue;
        if (value == SUDOKU_NO_SYMBOL)
            return bad_cell(f, entry, (const char[]){'\'', *c, '\'', '\0'}, error);
        f->clue[f->cell++] = value;
    }
    return NASH_OK;
}

static enum nash_status fill_values(struct filling *f, size_t entry, struct nash_error *error)
{
    const struct sudoku_row *row = &f->draft->row[entry];
    for (size_t i = 0; i < row->count; i++) {
        char what[16];
        if (row->value[i] > f->problem->size) {
            snprintf(what, sizeof what, "%u", row->value[i]);
            return bad_cell(f, entry, what, error);
        }
        f->clue[f->cell++] = row->value[i];
    }
    return NASH_OK;
}

static enum nash_status fill(const struct sudoku_draft *draft, struct sudoku_problem *p, uint8_t *clue,
                             struct nash_error *error)
{
    struct filling f = {.draft = draft, .problem = p, .clue = clue};
    sudoku_symbol_values(f.value, p->symbols, !draft->symbols && p->size <= 35);
    for (size_t i = 0; i < draft->rows; i++) {
        enum nash_status status = draft->row[i].text ? fill_text(&f, i, error) : fill_values(&f, i, error);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

static enum nash_status fill_grid(const struct sudoku_draft *draft, struct sudoku_problem *p, struct nash_arena *arena,
                                  struct nash_error *error)
{
    size_t cells = (size_t)p->size * p->size;
    uint8_t *clue = NASH_NEW(arena, uint8_t, cells);
    if (!clue)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    enum nash_status status =
        has_marks(draft, p->size) ? sudoku_draft_marks(draft, p, clue, arena, error) : fill(draft, p, clue, error);
    p->clue = clue;
    for (size_t cell = 0; cell < cells; cell++)
        p->clues += clue[cell] != 0;
    return status;
}

/* Steps are looked for up to a size only. */
static enum nash_status check_task(const struct sudoku_problem *p, struct nash_error *error)
{
    bool hint = p->task == SUDOKU_HINT;
    if ((!hint && p->task != SUDOKU_EXPLAIN) || p->size <= SUDOKU_EXPLAIN_MAX)
        return NASH_OK;
    return nash_fail(error, NASH_UNPROCESSABLE, hint ? "/hint" : "/explain",
                     "steps are found for grids up to %dx%d, and this one is %ux%u: leave this out to have it solved",
                     SUDOKU_EXPLAIN_MAX, SUDOKU_EXPLAIN_MAX, p->size, p->size);
}

static enum nash_status settle(const struct sudoku_draft *draft, struct sudoku_problem *p, struct nash_arena *arena,
                               struct nash_error *error)
{
    enum nash_status status;
    if ((status = settle_size(draft, p, error)) != NASH_OK || (status = settle_box(draft, p, error)) != NASH_OK ||
        (status = sudoku_draft_variant(draft, p, arena, error)) != NASH_OK ||
        (status = check_shape(draft, p->size, error)) != NASH_OK || (status = check_task(p, error)) != NASH_OK ||
        (status = sudoku_draft_play(draft, p, arena, error)) != NASH_OK)
        return status;
    if (draft->symbols)
        memcpy(p->symbols, draft->symbols, p->size);
    else
        sudoku_default_symbols(p->symbols, p->size, has_digit(draft));
    if (draft->order && (status = sudoku_order_check(p, draft->order, "/generate", error)) != NASH_OK)
        return status;
    return fill_grid(draft, p, arena, error);
}

enum nash_status sudoku_draft_finish(const struct sudoku_draft *draft, struct nash_arena *arena, void **problem,
                                     struct nash_error *error)
{
    struct sudoku_problem *p = NASH_NEW(arena, struct sudoku_problem, 1);
    struct sudoku_draft read = *draft;
    struct sudoku_row row;
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    p->task = draft->task;
    p->order = draft->order;
    p->limit = draft->task == SUDOKU_CHECK ? 1 : draft->limit;
    *problem = p;
    /* The forms of text are written in the usual symbols; others may use their characters. */
    if (!draft->nested && draft->rows && draft->row[0].text && !draft->symbols) {
        enum nash_status status =
            sudoku_text_read(draft->row[0].text, draft->row[0].len, draft->at, arena, &row, error);
        if (status != NASH_OK)
            return status;
        read.row = &row;
        read.is_text = true;
    }
    return settle(&read, p, arena, error);
}
