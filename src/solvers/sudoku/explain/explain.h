/* Explains a puzzle in the steps of a human solver, with their names and ratings.
 *
 * Each step uses the easiest technique that makes progress, which is the lowest on the scale of Sudoku Explainer
 * (technique.def), and of one technique the first instance in a fixed order. The rating of a puzzle is that of its
 * hardest step. */
#ifndef SUDOKU_EXPLAIN_EXPLAIN_H
#define SUDOKU_EXPLAIN_EXPLAIN_H

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/problem.h>

enum { SUDOKU_EXPLAIN_MAX = 25 }; /* largest size that is explained */

enum sudoku_technique {
#define TECHNIQUE(id, rating, name) SUDOKU_##id,
#include "technique.def"
#undef TECHNIQUE
    SUDOKU_TECHNIQUES
};

enum { SUDOKU_NO_LITERAL = 0xffffffff };

enum { SUDOKU_PATTERN_GROUPS = 2 };

/* Why a candidate is off beyond the simple rules: of the candidates that are left, one of each group must hold, and
 * with this candidate on that is impossible. */
struct sudoku_pattern {
    enum sudoku_technique technique;
    uint16_t groups;                       /* number of groups; 0: there is no pattern */
    uint16_t group[SUDOKU_PATTERN_GROUPS]; /* below N * N the values of that cell; N * N + unit * N + value: the places
                                              of the value in the unit */
};

struct sudoku_step;

/* One statement of a chain: "cell holds value" (on) or not. */
struct sudoku_node {
    uint32_t literal; /* as in exact/board.h */
    bool on;
    uint16_t causes; /* number of nodes that it follows from; 0 = an assumption */
    uint32_t cause;  /* index of the first of these in sudoku_step.cause, whose entries are indices of nodes */
    struct sudoku_pattern pattern;
    const struct sudoku_step *nested; /* off: the chain that removes the candidate, once the causes are gone; or NULL */
};

struct sudoku_step {
    enum sudoku_technique technique;
    enum sudoku_technique form; /* of forcing chains with patterns or nested chains: what they are without */
    unsigned rating;            /* tenths */
    uint64_t values;            /* values of the pattern, bit v for value v + 1 */
    unsigned cells;             /* number of cells of the pattern; a wing has its pivot first, a loop its own order */
    unsigned units;         /* number of units of the pattern; of fish and locked candidates first the units that prove,
                               then the units that lose candidates */
    unsigned eliminations;  /* number of candidates removed */
    unsigned nodes, causes; /* lengths of node and cause: a chain, where every node follows from earlier ones */
    uint32_t placed;        /* literal of the value placed, or SUDOKU_NO_LITERAL */
    const uint16_t *cell;   /* [cells] */
    const uint16_t *unit;   /* [units] */
    const uint32_t *eliminated; /* [eliminations] literals */
    const struct sudoku_node *node;
    const uint16_t *cause;
};

struct sudoku_explanation {
    size_t count;
    const struct sudoku_step *step;
    bool complete; /* the last step fills the grid (never set for a hint) */
    bool stuck;    /* no technique makes progress: the puzzle has several solutions, or its uniqueness is not proved */
};

/* The rating of a puzzle, or of the steps so far, in tenths: ER, EP and ED of Sudoku Explainer. */
struct sudoku_rating {
    unsigned score;                /* hardest step */
    unsigned pearl;                /* hardest step up to the first placement */
    unsigned diamond;              /* first step */
    enum sudoku_technique hardest; /* the first step that rates score */
};

/* Writes the steps of a solved problem into answer->explanation: all of them, or the next one of SUDOKU_HINT. answer
 * holds the result of the engines: without a solution there are no steps, and techniques that need a unique solution
 * are used only where it is proved. NASH_UNPROCESSABLE above 25x25; NASH_STOPPED when the run ends first, with the
 * steps so far. */
enum nash_status sudoku_explain(const struct sudoku_problem *problem, struct nash_run *run,
                                struct sudoku_answer *answer, struct nash_error *error);

/* Rates a problem whose only solution is given. Uses memory of arena, which the caller releases by a mark. Statuses as
 * of sudoku_explain(); NASH_STOPPED rates the steps so far. */
enum nash_status sudoku_rate(const struct sudoku_problem *problem, struct nash_arena *arena, struct nash_run *run,
                             const uint8_t *solution, struct sudoku_rating *rating, struct nash_error *error);

/* Returns the rating of the steps. */
struct sudoku_rating sudoku_rating_of(const struct sudoku_explanation *explanation);

const char *sudoku_technique_name(enum sudoku_technique technique);
unsigned sudoku_technique_rating(enum sudoku_technique technique); /* its lowest rating, in tenths */
/* Returns the level of a rating: easy up to 1.5, medium up to 2.8, hard up to 5.4, expert up to 7.4, extreme above. */
const char *sudoku_level_name(unsigned rating);

/* Writes the member "rating"; NULL: null. */
void sudoku_rating_write(const struct sudoku_rating *rating, struct nash_jsonw *out);

/* Writes members of the result object: "rating", "steps", "stuck" of an explanation; "hint" of a hint. */
void sudoku_explanation_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                              struct nash_jsonw *out);

/* Replays the steps on candidates of its own. Returns NULL when each one holds: it removes only open candidates and
 * never a value of a known solution, it places only values of the solution, and the steps fill the grid if `complete`
 * is set. Else returns what is wrong. */
const char *sudoku_explanation_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

#endif
