/* Stored trees as a game of the plug-in: the request, the answer, and what its files hand to each other. */
#ifndef GAMETREE_GAME_H
#define GAMETREE_GAME_H

#include "../problem.h"
#include "stored.h"
#include "strong.h"
#include "trace.h"

enum tree_engine { TREE_AUTO, TREE_MINIMAX, TREE_ALPHABETA, TREE_ENGINES };
extern const char *const tree_engine_names[TREE_ENGINES];
extern const char *const tree_values_names[STORED_VALUES];

enum {
    TREE_TRACE_MAX = 10000,    /* steps that one answer tells */
    TREE_PATH_MAX = 256,       /* deepest tree whose steps and cuts are told, since each names a path */
    TREE_CUTS_MAX = 1000,      /* cuts told */
    TREE_CUTS_BYTES = 2 << 20, /* of the answer that cuts may take, and steps: long paths end them sooner */
    TREE_STEPS_BYTES = 8 << 20,
    TREE_NAME_MAX = 200,      /* characters */
    TREE_SKIPPED_MAX = 100,   /* children told of one cut */
    TREE_MOVES_MAX = 10000,   /* moves of the root, and of the line, that are told */
    TREE_SHOWN_MAX = 2000,    /* nodes of a tree that is told whole */
    TREE_TRACED_MAX = 1 << 21 /* nodes of a tree whose cuts are listed unasked */
};

struct tree_problem {
    struct stored_tree *tree;  /* NULL: to be generated */
    struct stored_shape shape; /* of that */
    enum tree_engine engine;
    bool compare;
    uint32_t depth;           /* of the search, 0 = to the leaves */
    bool has_alpha, has_beta; /* a window narrower than the whole line */
    double alpha, beta;
    bool trace;
    uint64_t trace_from; /* from 0 */
    uint32_t trace_count;
};

/* How one engine fared. */
struct tree_trial {
    enum tree_engine engine;
    bool finished;
    int32_t value;
    struct stored_count count;   /* of auto the last search alone */
    struct stored_effort effort; /* of auto */
    uint64_t us;
};

struct tree_answer {
    const struct stored_tree *tree; /* as searched: down to the depth asked for; NULL: no time to make it */
    uint32_t whole_depth;           /* of the tree before that */
    struct stored_window window;
    const int32_t *value; /* of every node, by minimax; NULL: no time */
    const uint8_t *move;  /* what the move into each node is called; NULL: by its place among its siblings */
    const uint8_t
        *length;       /* moves from each node to the end of best play, by which equal ones are told apart; or NULL */
    uint64_t sweep_us; /* that it took */
    uint64_t minimum;  /* leaves, 0: not known */
    struct tree_trial trial[TREE_ENGINES];
    uint32_t trials; /* the first is the engine whose word the answer is */
    struct stored_trace trace;
    bool traced;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena; /* of the run, for the check */
};

/* Where the value lies by the window of the search. */
enum tree_bound { TREE_EXACT, TREE_LOWER, TREE_UPPER };
enum tree_bound tree_bound_of(const struct tree_answer *answer);

/* The first best child of an inner node, as the values say it. */
uint32_t tree_best_child(const struct tree_answer *answer, uint32_t node);

/* parse.c, and the forms of a tree in parse_nested.c and parse_flat.c */
enum nash_status tree_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                            struct nash_error *error);
void tree_canon(const void *problem, struct nash_sha256 *sha);
void tree_canon_search(const struct tree_problem *problem, struct nash_sha256 *sha); /* all but the tree */
enum nash_status tree_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);
enum nash_status tree_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void tree_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

/* write.c, for other games that are searched as a stored tree: value, moves, cost, cuts, trace, tree and engines; and
 * what ends the object: timeout and statistics. */
void tree_write_search(struct nash_jsonw *out, const struct tree_problem *problem, const struct tree_answer *answer);
void tree_write_end(struct nash_jsonw *out, const struct tree_answer *answer);

/* brief.c: the member "brief". */
void tree_brief_write(const struct tree_answer *answer, struct nash_jsonw *out);

#endif
