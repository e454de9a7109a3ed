/* Stored trees as a game of the plug-in: the request, the answer and the functions that its files share. */
#ifndef GAMETREE_TREE_GAME_H
#define GAMETREE_TREE_GAME_H

#include <solvers/gametree/tree/search/mtd.h>
#include <solvers/gametree/tree/search/trace.h>

#include "../problem.h"
#include "generate.h"

enum tree_engine {
    TREE_AUTO,
    TREE_MINIMAX,
    TREE_ALPHABETA,
    TREE_OPEN_CLOSED,    /* minimax with the lists OPEN and CLOSED */
    TREE_EXPECTIMINIMAX, /* minimax with chance nodes */
    TREE_ENGINES,
    TREE_COMPARED = TREE_OPEN_CLOSED /* the engines before it are compared */
};

/* Returns whether an engine visits every node, so that its value is that of the minimax sweep. */
static inline bool tree_is_sweep(enum tree_engine engine)
{
    return engine != TREE_AUTO && engine != TREE_ALPHABETA;
}

extern const char *const tree_engine_names[TREE_ENGINES + 1];
extern const char *const tree_values_names[STORED_VALUES + 1];

enum {
    TREE_TRACE_MAX = 10000,     /* steps in one answer */
    TREE_PATH_MAX = 256,        /* deepest tree whose steps and cuts are listed, because each has a path */
    TREE_CUTS_MAX = 1000,       /* cuts in one answer */
    TREE_CUTS_BYTES = 2 << 20,  /* bytes of JSON for the cuts of one answer; long paths end the list early */
    TREE_STEPS_BYTES = 8 << 20, /* bytes of JSON for the steps of one answer */
    TREE_NAME_MAX = 200,        /* characters of the name of a node */
    TREE_SKIPPED_MAX = 100,     /* nodes in one list of a step or a cut */
    TREE_MOVES_MAX = 10000,     /* moves listed of the root, and moves of the line of best play */
    TREE_SHOWN_MAX = 2000,      /* nodes of the largest tree that is included in the answer */
    TREE_TRACED_MAX = 1 << 21   /* nodes of the largest tree whose cuts are listed by default */
};

struct tree_problem {
    struct stored_tree *tree;  /* NULL: the tree is to be generated */
    struct stored_shape shape; /* shape of the tree to be generated */
    enum tree_engine engine;
    bool compare;
    uint32_t depth;           /* depth limit of the search in plies; 0: to the leaves */
    bool has_alpha, has_beta; /* the window has this finite bound */
    double alpha, beta;
    bool trace;
    uint64_t trace_from; /* number of the first step to list, from 0 */
    uint32_t trace_count;
};

/* The result of one engine. */
struct tree_trial {
    enum tree_engine engine;
    bool finished;
    int32_t value;
    struct stored_count count;   /* for auto, those of the last search only */
    struct stored_effort effort; /* auto only */
    uint64_t us;
};

struct tree_answer {
    const struct stored_tree *tree; /* the tree down to the depth limit; NULL: stopped before it was generated */
    uint32_t whole_depth;           /* depth of the tree without the limit */
    struct stored_window window;
    const int32_t *value;  /* [nodes]: minimax values; NULL: stopped before they were computed */
    const uint8_t *move;   /* [nodes]: name of the move into the node; NULL: moves are named by the child's index */
    const uint8_t *length; /* [nodes]: moves to the end of best play, which decide between equal moves; or NULL */
    uint64_t sweep_us;     /* time of the minimax sweep */
    uint64_t minimum;      /* leaves of the minimal tree; 0: unknown */
    struct tree_trial trial[TREE_ENGINES];
    uint32_t trials; /* the first trial is the requested engine */
    struct stored_trace trace;
    bool traced;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena; /* arena of the run, in which verification allocates */
};

/* The relation of the found value to the true one, by the window of the search. */
enum tree_bound { TREE_EXACT, TREE_LOWER, TREE_UPPER };
enum tree_bound tree_bound_of(const struct tree_answer *answer);

/* Returns the first best child of an inner node by value and, if known, length of play. */
uint32_t tree_best_child(const struct tree_answer *answer, uint32_t node);

/* read/json.c */
void *tree_parse(struct reader *r);
void tree_canon(const void *problem, struct nash_sha256 *sha);
void tree_canon_search(const struct tree_problem *problem, struct nash_sha256 *sha); /* hashes all but the tree */
enum nash_status tree_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);
enum nash_status tree_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void tree_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

/* write/result.c, for games that are searched as a stored tree. tree_write_search() writes value, moves, cost, cuts,
 * trace, tree and engines; tree_write_end() writes timeout and statistics and ends the object. */
void tree_write_search(struct nash_jsonw *out, const struct tree_problem *problem, const struct tree_answer *answer);
void tree_write_end(struct nash_jsonw *out, const struct tree_answer *answer);

/* write/summary.c: writes the member "summary". */
void tree_summary_write(const struct tree_answer *answer, struct nash_jsonw *out);

#endif
