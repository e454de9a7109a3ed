/* Solving as a person would: the steps, their names and what they rate.
 *
 * Each step is the easiest technique that gets on, easiest meaning lowest on the scale of Sudoku Explainer
 * (technique.def), and of one technique the first found in a fixed order. The rating of a puzzle is that of its hardest
 * step. */
#ifndef SUDOKU_EXPLAIN_EXPLAIN_H
#define SUDOKU_EXPLAIN_EXPLAIN_H

#include "../sudoku.h"

enum { SUDOKU_EXPLAIN_MAX = 25 }; /* largest size explained */

enum sudoku_technique {
#define TECHNIQUE(id, rating, name) SUDOKU_##id,
#include "technique.def"
#undef TECHNIQUE
    SUDOKU_TECHNIQUES
};

enum { SUDOKU_NO_LITERAL = 0xffffffff };

/* One statement of a chain: "cell holds value" (on) or not. */
struct sudoku_node {
    uint32_t literal; /* as in board.h */
    bool on;
    uint16_t causes; /* nodes it follows from; 0 = assumed */
    uint32_t cause;  /* the first of them in sudoku_step.cause, as indices of nodes */
};

struct sudoku_step {
    enum sudoku_technique technique;
    unsigned rating; /* tenths */
    uint64_t values; /* of the pattern, bit v for value v + 1 */
    unsigned cells;  /* the pattern; of a wing the pivot first, of a loop in its order */
    unsigned units;  /* the units it lies in; of fish and locked candidates those that prove, then those that lose */
    unsigned eliminations;      /* candidates that go */
    unsigned nodes, causes;     /* of a chain: every node follows from earlier ones */
    uint32_t placed;            /* a literal, or SUDOKU_NO_LITERAL */
    const uint16_t *cell;       /* [cells] */
    const uint16_t *unit;       /* [units] */
    const uint32_t *eliminated; /* [eliminations] literals */
    const struct sudoku_node *node;
    const uint16_t *cause;
};

struct sudoku_explanation {
    size_t count;
    const struct sudoku_step *step;
    bool complete; /* the last step fills the grid (of a hint: never) */
    bool stuck;    /* no technique gets on: several solutions, or beyond what is known here */
};

/* Of a puzzle, or of the steps so far: tenths, as Sudoku Explainer's ER, EP and ED. */
struct sudoku_rating {
    unsigned score;                /* hardest step */
    unsigned pearl;                /* hardest step up to the first placement */
    unsigned diamond;              /* first step */
    enum sudoku_technique hardest; /* the first step that rates score */
};

/* The steps of a solved problem into answer->explanation: all of them, or the next one of SUDOKU_HINT. answer holds
 * what the engines found: without a solution there are no steps, and techniques that need a unique solution are used
 * only where it is proved. NASH_UNPROCESSABLE above 25x25; NASH_STOPPED when run ends it, with the steps so far in
 * place. */
enum nash_status sudoku_explain(const struct sudoku_problem *problem, struct nash_run *run,
                                struct sudoku_answer *answer, struct nash_error *error);

/* The rating of a problem whose one solution is given. Memory is taken from arena (give it back by a mark). Statuses as
 * of sudoku_explain(); NASH_STOPPED rates what was found. */
enum nash_status sudoku_rate(const struct sudoku_problem *problem, struct nash_arena *arena, struct nash_run *run,
                             const uint8_t *solution, struct sudoku_rating *rating, struct nash_error *error);

/* What the steps rate. */
struct sudoku_rating sudoku_rating_of(const struct sudoku_explanation *explanation);

const char *sudoku_technique_name(enum sudoku_technique technique);
unsigned sudoku_technique_rating(enum sudoku_technique technique); /* the lowest, tenths */
/* easy up to 1.5, medium up to 2.8, hard up to 5.4, expert up to 7.4, extreme above. */
const char *sudoku_level_name(unsigned rating);

/* The member "rating"; NULL: null. */
void sudoku_rating_write(const struct sudoku_rating *rating, struct nash_jsonw *out);

/* Members of the result object: "rating", "steps", "stuck" of an explanation; "hint" of a hint. */
void sudoku_explanation_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                              struct nash_jsonw *out);

/* Replays the steps on candidates of its own. NULL when each one holds: takes away only what is there and never a value
 * of a known solution, places only what the solution holds, and leads where it claims; else what is wrong. */
const char *sudoku_explanation_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

#endif
