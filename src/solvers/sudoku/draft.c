/* What only the whole request can show: does the grid fit its size, is every symbol in the alphabet?
 *
 * The size is what the request says (size, else box, else symbols), else what the grid shows: its number of rows, or
 * the square root of its cells. A box not given is the most square one that lies: 2x3 for 6, 3x4 for 12. */
#include "draft.h"

#include <stdio.h>
#include <string.h>

#include "alphabet.h"
#include "generate/order.h"

static size_t cells_given(const struct sudoku_draft *draft)
{
    size_t cells = 0;
    for (size_t i = 0; i < draft->rows; i++)
        cells += draft->row[i].count;
    return cells;
}

static enum nash_status size_from_grid(const struct sudoku_draft *draft, unsigned *size, struct nash_error *error)
{
    size_t cells = cells_given(draft), side = 0;
    if (draft->nested) {
        *size = (unsigned)draft->rows; /* the schema allows 4..49 rows */
        return NASH_OK;
    }
    while (side * side < cells)
        side++;
    if (side * side != cells || side < SUDOKU_MIN || side > SUDOKU_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, draft->at,
                         "%zu cells make no square grid of side %d to %d (81 make 9x9, 256 make 16x16): give a cell "
                         "for each place, '.' for an empty one, or say \"size\" to learn what is missing",
                         cells, SUDOKU_MIN, SUDOKU_MAX);
    *size = (unsigned)side;
    return NASH_OK;
}

static enum nash_status settle_size(const struct sudoku_draft *draft, struct sudoku_problem *p,
                                    struct nash_error *error)
{
    unsigned from_box = draft->box_rows * draft->box_cols;
    unsigned from_symbols = draft->symbols ? (unsigned)strlen(draft->symbols) : 0;
    if (from_box > SUDOKU_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, "/box", "a box of %u x %u has %u cells; at most %d are possible",
                         draft->box_rows, draft->box_cols, from_box, SUDOKU_MAX);
    if (draft->size && from_box && draft->size != from_box)
        return nash_fail(error, NASH_UNPROCESSABLE, "/box",
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
    p->box_rows = draft->box_rows;
    p->box_cols = draft->box_cols;
    for (unsigned rows = 2; !draft->box_rows && rows * rows <= p->size; rows++) {
        if (p->size % rows == 0) {
            p->box_rows = rows;
            p->box_cols = p->size / rows;
        }
    }
    if (!p->box_rows)
        return nash_fail(error, NASH_UNPROCESSABLE, draft->size ? "/size" : draft->at,
                         "a grid of size %u has no boxes: %u is a prime number, and a box has at least 2 rows and 2 "
                         "columns",
                         p->size, p->size);
    return NASH_OK;
}

static enum nash_status check_shape(const struct sudoku_draft *draft, unsigned n, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
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
        if (draft->row[i].text && strpbrk(draft->row[i].text, "123456789"))
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
    nash_pointer_index(row, sizeof row, f->draft->at, f->cell / n);
    if (given->text)
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
    for (const char *c = f->draft->row[entry].text; *c; c++) {
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
    p->clue = clue;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        p->clues += clue[cell] != 0;
    return NASH_OK;
}

enum nash_status sudoku_draft_finish(const struct sudoku_draft *draft, struct nash_arena *arena, void **problem,
                                     struct nash_error *error)
{
    struct sudoku_problem *p = NASH_NEW(arena, struct sudoku_problem, 1);
    enum nash_status status;
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    p->limit = draft->limit;
    if ((status = settle_size(draft, p, error)) != NASH_OK || (status = settle_box(draft, p, error)) != NASH_OK ||
        (status = check_shape(draft, p->size, error)) != NASH_OK)
        return status;
    if (draft->symbols)
        memcpy(p->symbols, draft->symbols, p->size);
    else
        sudoku_default_symbols(p->symbols, p->size, has_digit(draft));
    uint8_t *clue = NASH_NEW(arena, uint8_t, (size_t)p->size * p->size);
    if (!clue)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    *problem = p;
    return fill(draft, p, clue, error);
}

/* ---- a puzzle to be made ---- */

enum { ORDER_SIZE_DEFAULT = 9 };

/* The order's shape into the draft; where both give one they agree. */
static enum nash_status shape_of_order(struct sudoku_draft *draft, const struct sudoku_order *order,
                                       struct nash_error *error)
{
    if (draft->size && order->size && draft->size != order->size)
        return nash_fail(error, NASH_UNPROCESSABLE, "/generate/size", "size is given twice, as %u and as %u",
                         draft->size, order->size);
    if (draft->box_rows && order->box_rows &&
        (draft->box_rows != order->box_rows || draft->box_cols != order->box_cols))
        return nash_fail(error, NASH_UNPROCESSABLE, "/generate/box", "box is given twice and not the same");
    draft->size = order->size ? order->size : draft->size;
    if (order->box_rows) {
        draft->box_rows = order->box_rows;
        draft->box_cols = order->box_cols;
    }
    if (!draft->size && !draft->box_rows && !draft->symbols)
        draft->size = ORDER_SIZE_DEFAULT;
    return NASH_OK;
}

enum nash_status sudoku_draft_order(struct sudoku_draft *draft, const struct sudoku_order *order,
                                    struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct sudoku_problem *p = NASH_NEW(arena, struct sudoku_problem, 1);
    enum nash_status status;
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    if ((status = shape_of_order(draft, order, error)) != NASH_OK ||
        (status = settle_size(draft, p, error)) != NASH_OK || (status = settle_box(draft, p, error)) != NASH_OK)
        return status;
    p->task = SUDOKU_GENERATE;
    p->order = order;
    p->limit = draft->limit;
    if (draft->symbols)
        memcpy(p->symbols, draft->symbols, p->size);
    else
        sudoku_default_symbols(p->symbols, p->size, false);
    *problem = p;
    return sudoku_order_check(p, order, draft->at, error);
}
