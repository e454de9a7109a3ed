/* The answer to a Sudoku problem. It lives in the arena of the run. */
#ifndef SUDOKU_ANSWER_H
#define SUDOKU_ANSWER_H

#include <nash/solver.h>

#include "problem.h"

struct sudoku_explanation; /* explain/explain.h */
struct sudoku_game_report; /* game/report.h */
struct sudoku_generation;  /* generate/generate.h */
struct sudoku_unit_report; /* units/report.h */

enum sudoku_verdict {
    SUDOKU_SOLVED,
    SUDOKU_CONTRADICTION,
    SUDOKU_UNSATISFIABLE,
    SUDOKU_TIMEOUT,
    SUDOKU_COMPLETABLE, /* SUDOKU_CHECK: the grid is not full but has a solution, which is kept but never written */
    SUDOKU_UNSOLVED     /* a game reached its own limits; nothing is proved */
};
enum sudoku_engine { SUDOKU_BY_PROPAGATION, SUDOKU_BY_SEARCH, SUDOKU_BY_CADICAL, SUDOKU_BY_SAP, SUDOKU_BY_TABU };
enum sudoku_unique { SUDOKU_UNIQUE_UNKNOWN, SUDOKU_UNIQUE_YES, SUDOKU_UNIQUE_NO };

/* Clues of one value that stand twice or more in a unit or a cage; or a cage whose cells cannot reach its sum. */
struct sudoku_conflict {
    unsigned unit;        /* as in geometry.h; sudoku_unit_count() + i for cage i */
    unsigned value;       /* 1..N; 0 = the sum of the cage is at fault */
    unsigned count;       /* number of cells: at least 2; for a sum all cells of the cage */
    const uint16_t *cell; /* [count] the cells in conflict, ascending */
};

/* The exact count of a proof in units (units/proof_answer.h). */
struct sudoku_tally {
    unsigned __int128 count; /* solutions found: all of them if answer->complete */
    uint64_t units;          /* units that were merged */
    unsigned listed;         /* length of list */
    const uint8_t *list;     /* [listed][cells] the least solutions found, ascending */
};

struct sudoku_statistics {
    uint64_t nodes;                      /* decisions of the search */
    uint64_t dead_ends;                  /* nodes refuted by the search */
    uint64_t sat_conflicts;              /* clauses that CaDiCaL learned */
    uint64_t sat_variables, sat_clauses; /* size of the SAT encoding */
    uint64_t solve_us;
};

struct sudoku_answer {
    enum sudoku_verdict verdict;
    enum sudoku_engine engine; /* the engine that ran last */
    enum sudoku_unique unique;
    bool complete;                    /* all solutions are counted */
    uint32_t count;                   /* solutions found, at most problem->limit; of more than UINT32_MAX this number */
    const struct sudoku_tally *tally; /* the exact count; NULL without a proof in units */
    uint8_t *solution;                /* the first solution found, or NULL */
    uint8_t *other;                   /* a second solution, or NULL; it proves that the first is not unique */
    uint8_t *partial;                 /* of a timeout or an unsolved game: values proved forced so far, 0 = open */
    struct sudoku_conflict *conflict;
    size_t conflicts;
    const struct sudoku_unit_report *units;       /* work in units; NULL where it was not done so for shards */
    const struct sudoku_explanation *explanation; /* the steps (SUDOKU_EXPLAIN) or the hint (SUDOKU_HINT), else NULL */
    const struct sudoku_game_report *game_report; /* NULL when no game was played */
    const struct sudoku_problem *generated; /* SUDOKU_GENERATE: the puzzle made, which all other members are about */
    const struct sudoku_generation *generation; /* SUDOKU_GENERATE: how the puzzle was made */
    struct sudoku_statistics statistics;
};

#endif
