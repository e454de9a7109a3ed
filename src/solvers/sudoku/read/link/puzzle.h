/* A puzzle of another program, while it is read from its JSON. */
#ifndef SUDOKU_LINK_PUZZLE_H
#define SUDOKU_LINK_PUZZLE_H

#include "../input.h"

struct puzzle {
    struct reader *root;        /* of the JSON; receives the errors */
    struct sudoku_input *input; /* what is filled in */
    unsigned n;                 /* size of the grid */
    uint8_t *value;             /* [n * n] */
    uint64_t *mask;             /* [n * n] candidates; NULL: none are given */
    uint8_t *region;            /* [n * n] from 0 */
    struct sudoku_cage_input *cage;
    size_t cages;
};

/* ---- what can be read: fpuzzles.c, sudokupad.c; errors go to the root ---- */

void fpuzzles_read(struct puzzle *p);
void sudokupad_read(struct puzzle *p);

/* ---- shared: puzzle.c ---- */

/* Sets the size, and allocates the grid, its regions (those of the usual boxes) and room for cages. False after an
 * error. */
bool puzzle_begin(struct puzzle *p, size_t size, size_t cages);

/* Calls read_cell() for each cell of the array of rows, with its place from 0. Reports a row that has another number of
 * cells than the size. */
void puzzle_read_grid(struct puzzle *p, struct reader *grid,
                      void (*read_cell)(struct puzzle *p, struct reader *cell, size_t at));

/* Stores what was read in p->input. False after an error. */
bool puzzle_end(struct puzzle *p);

/* Reads a number that JSON may write as text. Returns `fallback` for null, an empty text and an absent value, and -1
 * for anything else. */
int64_t puzzle_number(const cJSON *value, int64_t fallback);

/* True for null, false, 0, "" and []: the member says nothing. */
bool puzzle_is_nothing(const struct reader *value);

/* True when the NULL-terminated list has the name. */
bool puzzle_is_listed(const char *name, const char *const names[]);

/* Adds the name of a member that is not supported to the list of them, which is reported at the end. */
struct puzzle_refused {
    char names[256];
    const char *first;
    size_t count;
};
void puzzle_refuse(struct puzzle_refused *refused, const char *name, size_t times);

/* Reports the refused members. False when there are some. */
bool puzzle_supported(const struct puzzle *p, const struct puzzle_refused *refused, const char *supported);

#endif
