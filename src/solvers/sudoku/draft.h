/* A problem as read, before its parts are held against each other. */
#ifndef SUDOKU_DRAFT_H
#define SUDOKU_DRAFT_H

#include <nash/solver.h>

#include "sudoku.h"

/* A row of the grid, or the whole grid: characters or values. */
struct sudoku_row {
    const char *text;     /* printable ASCII and white space; NULL when values are given */
    const uint8_t *value; /* 0..49 */
    size_t count;         /* cells: values, or characters that are no white space */
};

struct sudoku_draft {
    const char *at; /* JSON pointer of the grid: "/puzzle", "/grid"; "" for the text form */
    bool nested;    /* one entry a row; else one for the whole grid */
    size_t rows;
    const struct sudoku_row *row;
    unsigned size, box_rows, box_cols; /* 0 = not given */
    uint32_t limit;
    const char *symbols; /* NULL = not given */
};

/* Settles size, box and alphabet, fills the grid. NASH_UNPROCESSABLE names what does not fit together. */
enum nash_status sudoku_draft_finish(const struct sudoku_draft *draft, struct nash_arena *arena, void **problem,
                                     struct nash_error *error);

/* The same for a puzzle to be made: the shape is that of the order, or of the draft, which has no rows. */
enum nash_status sudoku_draft_order(struct sudoku_draft *draft, const struct sudoku_order *order,
                                    struct nash_arena *arena, void **problem, struct nash_error *error);

#endif
