/* The fast path for the lines of a batch: solving one takes about a microsecond, and finding the form of a text would
 * take longer. The loop has no branch and runs over whole vectors, so that compilers make a few dozen instructions of
 * it. */
#include "line.h"

#include <string.h>

enum { SIDE = 9, BOX = 3, CELLS = SIDE * SIDE, PADDED = 96 /* whole vectors */ };

/* A problem and the grid it points to. */
struct line_problem {
    struct sudoku_problem problem;
    uint8_t clue[CELLS];
};

/* Converts characters to values, in place. False: one of them is not a cell. */
static bool line_values(uint8_t cell[PADDED], unsigned *clues)
{
    uint8_t largest = 0, set = 0;
    for (unsigned i = 0; i < PADDED; i++) {
        uint8_t c = cell[i], empty = (uint8_t) - ((c == '.') | (c == '_'));
        uint8_t value = (uint8_t)((c - '0') & ~empty);
        largest = value > largest ? value : largest;
        set = (uint8_t)(set + (value != 0));
        cell[i] = value;
    }
    *clues = set;
    return largest <= SIDE;
}

bool sudoku_line_read(const char *text, size_t len, struct nash_arena *arena, void **problem)
{
    uint8_t cell[PADDED];
    unsigned clues;
    if (len != CELLS)
        return false;
    memcpy(cell, text, CELLS);
    memset(cell + CELLS, '.', PADDED - CELLS);
    struct line_problem *read = line_values(cell, &clues) ? NASH_NEW(arena, struct line_problem, 1) : NULL;
    if (!read)
        return false;
    memcpy(read->clue, cell, CELLS);
    struct sudoku_problem *p = &read->problem; /* zeroed: all other members are absent */
    p->size = SIDE;
    p->box_rows = p->box_cols = BOX;
    p->clues = clues;
    p->limit = SUDOKU_SOLUTIONS_DEFAULT;
    memcpy(p->symbols, "123456789", SIDE);
    p->clue = read->clue;
    *problem = p;
    return true;
}
