/* A problem as read, before its parts are checked together. */
#ifndef SUDOKU_READ_INPUT_H
#define SUDOKU_READ_INPUT_H

#include <nash/solver.h>
#include <solvers/kit/reader.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/problem.h>

/* A row of the grid, or the whole grid: characters, values or candidates. */
struct sudoku_row {
    const char *text; /* len bytes, printable ASCII and white space; NULL: values or candidates are given */
    size_t len;
    const uint8_t *value; /* [count] values 0..49, 0 = empty */
    const uint64_t *mask; /* [count] candidates of each cell, bit v-1 for value v; up to 9x9 */
    size_t count;         /* number of cells: values, masks, or characters other than white space */
};

struct sudoku_cage_input {
    unsigned sum, count;
    const uint8_t (*cell)[2]; /* [count] row and column, from 1 */
};

/* The members of a request that choose and configure a method. */
enum sudoku_option {
    SUDOKU_OPTION_METHOD,
    SUDOKU_OPTION_SHARDS,
    SUDOKU_OPTION_PROPAGATE,
    SUDOKU_OPTION_BETA,
    SUDOKU_OPTION_SCHEDULE,
    SUDOKU_OPTION_UPDATES,
    SUDOKU_OPTION_RESTARTS,
    SUDOKU_OPTION_MODE,
    SUDOKU_OPTION_AUDIT,
    SUDOKU_OPTION_WAIT,
    SUDOKU_OPTION_PACE,
    SUDOKU_OPTIONS
};
extern const char *const sudoku_option_names[SUDOKU_OPTIONS];

struct sudoku_input {
    enum sudoku_task task;
    const char *at; /* JSON pointer of the grid: "/puzzle", "/grid"; "" for the text form, or when there is none */
    const struct sudoku_spec *spec; /* the member "generate", else NULL */
    bool nested;                    /* row[] has an entry for each row; else one for the whole grid, or none */
    bool is_text;                   /* the whole grid is one string, and errors point to it */
    bool is_foreign;                /* the grid is the JSON of another program (link/), and errors point to it */
    size_t rows;                    /* length of row[] */
    const struct sudoku_row *row;
    const char *shape_at;              /* pointer of the object with size and box: "/generate", or "" for the root */
    unsigned size, box_rows, box_cols; /* 0 = not given */
    uint32_t limit;
    bool all;            /* "solutions": "all" */
    unsigned list;       /* 0 = not given */
    const char *symbols; /* NULL = not given */
    bool diagonal, disjoint;
    size_t region_rows; /* length of region[]: 0 = not given, 1 = one string with all rows */
    const struct sudoku_row *region;
    size_t cages; /* length of cage[] */
    const struct sudoku_cage_input *cage;
    struct sudoku_options options; /* absent members have their defaults */
    bool present[SUDOKU_OPTIONS];  /* the request has this member */
};

/* Returns the side of a grid whose square (power 2) or cube (power 3) is `cells`; 0 when there is none. */
unsigned sudoku_root(size_t cells, unsigned power);

/* Returns the rows of the usual box: the largest divisor of the size that is at most its root, so that a box is at
 * least as wide as high. 0 when the size is a prime number, which has no boxes. */
unsigned sudoku_box_rows(unsigned size);

/* Determines size, box and alphabet, checks the parts together and fills the grid. Reports NASH_UNPROCESSABLE through
 * r, the root reader, which also has the arena. */
enum nash_status sudoku_input_validate(const struct sudoku_input *input, const struct reader *r, void **problem);

/* Checks the members of an input together as far as possible without a grid, whose size may be anything. */
void sudoku_input_check_members(const struct sudoku_input *input, const struct reader *r);

/* ---- parts of the validation; false after reporting an error ---- */

/* Checks the rules of a variant and writes them into problem, whose size and box are known: validate_variant.c. */
bool sudoku_validate_variant(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *problem);

/* Checks the method and its options, completes them and writes them into problem, whose rules, size and task are known:
 * validate_game.c. */
bool sudoku_validate_game(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *problem);

/* Reads the candidates into problem->allowed: from masks, or from `size` characters for each cell (a symbol of the
 * alphabet at its place, or an empty cell). A cell with one candidate becomes a clue in clue[]: pencilmarks.c. */
bool sudoku_read_pencilmarks(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *problem,
                             uint8_t *clue);

/* Reports NASH_UNPROCESSABLE at a JSON pointer and is false. */
#define SUDOKU_REFUSE(r, pointer, ...) (reader_fail_pointer(r, NASH_UNPROCESSABLE, pointer, __VA_ARGS__), false)

#endif
