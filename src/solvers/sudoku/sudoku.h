/* A Sudoku problem and its answer: what the files of this folder hand to each other.
 *
 * Cells are numbered row by row from 0; values are 1..size, 0 = empty. Everything
 * lives in the arena of the request or the run and is never freed alone. */
#ifndef SUDOKU_SUDOKU_H
#define SUDOKU_SUDOKU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/solver.h>

enum {
    SUDOKU_MIN = 4,  /* smallest and largest side of a grid */
    SUDOKU_MAX = 49, /* a row of candidates fits 64 bits with room to spare */
    SUDOKU_CELLS_MAX = SUDOKU_MAX * SUDOKU_MAX,
    SUDOKU_SOLUTIONS_DEFAULT = 2, /* enough to tell unique from not */
    SUDOKU_SOLUTIONS_MAX = 1000000
};

/* What is asked of a problem. */
enum sudoku_task {
    SUDOKU_SOLVE,
    SUDOKU_EXPLAIN, /* "explain": true: solved as a person would, every step named; with the rating */
    SUDOKU_HINT,    /* "hint": true: the next such step only, without the solution */
    SUDOKU_CHECK,   /* "check": true: conflicts, and whether it can still be completed, without the solution */
    SUDOKU_GENERATE /* "generate": {...}: a puzzle is made; problem->order says which */
};

/* What to make: generate/. */
struct sudoku_order;
/* How a puzzle was made: generate/. */
struct sudoku_making;
/* By which method, as a game, by shards; and how that went: play.h. */
struct sudoku_play;
struct sudoku_course;
/* How it goes, step by step: explain/. */
struct sudoku_explanation;

struct sudoku_problem {
    enum sudoku_task task;
    const struct sudoku_order *order; /* of SUDOKU_GENERATE, else NULL */
    const struct sudoku_play *play;   /* how to play it as a game, or by which method; NULL = not said */
    unsigned size;                    /* N: 4..49 */
    unsigned box_rows, box_cols;      /* height and width of a box; their product is size; 0 with irregular regions */
    unsigned clues;                   /* cells given */
    uint32_t limit;                   /* count solutions up to this many */
    bool diagonal;                    /* both diagonals hold every value once */
    bool disjoint;                    /* so do the cells that stand at one place of their boxes */
    const uint8_t *region;        /* irregular boxes: the region 0..N-1 of each cell, N cells each; NULL = rectangles */
    char symbols[SUDOKU_MAX + 1]; /* symbols[v - 1] stands for value v; NUL-terminated */
    const uint8_t *clue;          /* size * size values, 0 = empty */
    const uint64_t *allowed;      /* pencilmarks: [cell] values still allowed, bit v-1 for value v; NULL = all */
    const struct sudoku_cage *cage; /* killer cages, disjoint sets of cells */
    size_t cages;
};

/* Cells that hold different values which add up to sum. */
struct sudoku_cage {
    unsigned sum;         /* 1..N (N + 1) / 2 */
    unsigned count;       /* cells, 1..N */
    const uint16_t *cell; /* ascending */
};

/* The numbered places where a run may be stopped; a test forces each of them. */
enum sudoku_check {
    SUDOKU_CHECK_ROOT = 1, /* before anything is propagated */
    SUDOKU_CHECK_SEARCH,   /* at each node of own search */
    SUDOKU_CHECK_ENCODE,   /* at each constraint written as clauses */
    SUDOKU_CHECK_SAT,      /* inside CaDiCaL, some thousand times a second */
    SUDOKU_CHECK_MODEL,    /* between two models, before the next is asked for */
    SUDOKU_CHECK_EXPLAIN,  /* at each step of an explanation, and inside the dear techniques */
    SUDOKU_CHECK_GENERATE, /* at each step of making a puzzle: a part of a full grid, a clue tried */
    SUDOKU_CHECK_GAME,     /* in a game, some thousand times a second */
    SUDOKU_CHECKS
};

enum sudoku_verdict {
    SUDOKU_SOLVED,
    SUDOKU_CONTRADICTION,
    SUDOKU_UNSATISFIABLE,
    SUDOKU_TIMEOUT,
    SUDOKU_COMPLETABLE, /* of SUDOKU_CHECK: not full, but there is a solution (kept in the answer, never written) */
    SUDOKU_UNSOLVED     /* a game that ended by its own limits: nothing is known */
};
enum sudoku_engine { SUDOKU_BY_PROPAGATION, SUDOKU_BY_SEARCH, SUDOKU_BY_CADICAL, SUDOKU_BY_SAP, SUDOKU_BY_TABU };
enum sudoku_unique { SUDOKU_UNIQUE_UNKNOWN, SUDOKU_UNIQUE_YES, SUDOKU_UNIQUE_NO };

/* Clues of one value that stand twice or more in a unit or a cage; or a cage whose sum its cells cannot make up. */
struct sudoku_conflict {
    unsigned unit;        /* as in geometry.h; sudoku_unit_count() + i for cage i */
    unsigned value;       /* 1..N; 0 = the sum of the cage is at fault */
    unsigned count;       /* cells in it, at least 2; of a sum all of the cage */
    const uint16_t *cell; /* ascending */
};

struct sudoku_statistics {
    uint64_t nodes;     /* decisions of own search */
    uint64_t dead_ends; /* nodes refuted by own search */
    uint64_t sat_conflicts;
    uint64_t sat_variables, sat_clauses; /* of the encoding */
    uint64_t solve_us;
};

struct sudoku_answer {
    enum sudoku_verdict verdict;
    enum sudoku_engine engine; /* the one that had the last word */
    enum sudoku_unique unique;
    bool complete;     /* all solutions are counted */
    uint32_t count;    /* solutions found, at most problem->limit */
    uint8_t *solution; /* the first one, or NULL */
    uint8_t *other;    /* a second one, or NULL: the proof that the first is not unique */
    uint8_t *partial;  /* on timeout, and unsolved: values proved forced so far, 0 = open */
    struct sudoku_conflict *conflict;
    size_t conflicts;
    const struct sudoku_explanation
        *explanation;                   /* of SUDOKU_EXPLAIN and SUDOKU_HINT, and of a puzzle made; else NULL */
    const struct sudoku_course *course; /* how the game went; NULL when none was played */
    const struct sudoku_problem *made;  /* of SUDOKU_GENERATE: the puzzle; the rest of the answer is about it */
    const struct sudoku_making *making; /* of SUDOKU_GENERATE */
    struct sudoku_statistics statistics;
};

/* parse.c: JSON. text.c: the usual text forms. */
enum nash_status sudoku_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status sudoku_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error);
/* canon.c */
void sudoku_canon(const void *problem, struct nash_sha256 *sha);
bool sudoku_seeded(const void *problem);
/* solve.c */
enum nash_status sudoku_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
/* verify.c */
enum nash_status sudoku_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* Is grid a completed Sudoku that keeps every clue? Counts for itself, by no table of the engines. */
bool sudoku_holds(const struct sudoku_problem *problem, const uint8_t *grid);
/* write.c */
void sudoku_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void sudoku_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void sudoku_text_of(const cJSON *result, struct nash_buf *out);

#endif
