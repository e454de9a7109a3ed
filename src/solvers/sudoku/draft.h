/* A problem as read, before its parts are held against each other. */
#ifndef SUDOKU_DRAFT_H
#define SUDOKU_DRAFT_H

#include <nash/solver.h>

#include "play.h"
#include "sudoku.h"

/* A row of the grid, or the whole grid: characters, values or candidates. */
struct sudoku_row {
    const char *text; /* len bytes, printable ASCII and white space; NULL when values or candidates are given */
    size_t len;
    const uint8_t *value; /* 0..49 */
    const uint64_t *mask; /* candidates of each cell, up to 9x9 */
    size_t count;         /* cells: values, masks, or characters that are no white space */
};

struct sudoku_cage_draft {
    unsigned sum, count;
    const uint8_t (*cell)[2]; /* row and column, from 1 */
};

/* The members about the way to play. */
enum sudoku_said {
    SUDOKU_SAID_METHOD,
    SUDOKU_SAID_SHARDS,
    SUDOKU_SAID_PROPAGATE,
    SUDOKU_SAID_BETA,
    SUDOKU_SAID_SCHEDULE,
    SUDOKU_SAID_UPDATES,
    SUDOKU_SAID_RESTARTS,
    SUDOKU_SAID_MODE,
    SUDOKU_SAID_AUDIT,
    SUDOKU_SAID_WAIT,
    SUDOKU_SAIDS
};

struct sudoku_play_draft {
    struct sudoku_play play; /* what is not said has its default */
    bool said[SUDOKU_SAIDS];
};

struct sudoku_draft {
    enum sudoku_task task;
    const char *at; /* JSON pointer of the grid: "/puzzle", "/grid"; "" for the text form, or when there is none */
    const struct sudoku_order *order; /* of SUDOKU_GENERATE: "/generate" */
    bool nested;                      /* one entry a row; else one for the whole grid, or none */
    bool is_text;                     /* the whole grid came as one string: that is what errors point to */
    size_t rows;
    const struct sudoku_row *row;
    const char *shape_at;              /* pointer of what holds size and box: "/generate"; NULL = the whole */
    unsigned size, box_rows, box_cols; /* 0 = not given */
    uint32_t limit;
    const char *symbols; /* NULL = not given */
    bool diagonal, disjoint;
    size_t region_rows; /* 0 = not given, 1 = all in one */
    const struct sudoku_row *region;
    size_t cages;
    const struct sudoku_cage_draft *cage;
    const struct sudoku_play_draft *play; /* NULL = nothing is said of it */
};

/* draft.c: the side of a grid whose square (power 2) or cube (power 3) this is; 0 when there is none. Any number will
 * do. */
unsigned sudoku_root(size_t cells, unsigned power);

/* draft.c: settles size, box and alphabet, fills the grid. NASH_UNPROCESSABLE names what does not fit together. */
enum nash_status sudoku_draft_finish(const struct sudoku_draft *draft, struct nash_arena *arena, void **problem,
                                     struct nash_error *error);

/* variant.c: regions and cages into problem, whose size and box are settled. */
enum nash_status sudoku_draft_variant(const struct sudoku_draft *draft, struct sudoku_problem *problem,
                                      struct nash_arena *arena, struct nash_error *error);

/* settle_play.c: the way to play into problem, whose rules, size and task are settled. */
enum nash_status sudoku_draft_play(const struct sudoku_draft *draft, struct sudoku_problem *problem,
                                   struct nash_arena *arena, struct nash_error *error);

/* marks.c: candidates into problem, whose grid has size^2 cells of size characters each (a symbol of the alphabet at
 * its place, or an empty cell), or masks; a cell with one candidate becomes a clue. */
enum nash_status sudoku_draft_marks(const struct sudoku_draft *draft, struct sudoku_problem *problem, uint8_t *clue,
                                    struct nash_arena *arena, struct nash_error *error);

#endif
