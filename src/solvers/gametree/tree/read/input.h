/* Declarations that the readers of a tree share. The struct reader keeps their errors; their results are complete only
 * if reader_ok(). */
#ifndef GAMETREE_TREE_READ_INPUT_H
#define GAMETREE_TREE_READ_INPUT_H

#include <solvers/gametree/tree/chance.h>
#include <solvers/gametree/tree/game.h>
#include <solvers/kit/reader.h>

/* Members of the request that every form of a tree needs. */
struct tree_input {
    bool has_to_move, root_min; /* root_min: "to_move" is MIN */
    double extra[2];            /* the finite bounds of the window, which need scores too */
    uint32_t extras;
};

/* Reads the members "engine", "compare", "trace" and "to_move". */
void tree_read_search(struct reader *r, struct tree_problem *problem, struct tree_input *input);

/* Reads these and "depth" and "window". */
void tree_read_options(struct reader *r, struct tree_problem *problem, struct tree_input *input);
/* Replaces auto where it cannot be used: a tree with chance nodes has exact values, and the passes of auto are no steps
 * that a reader can follow. */
void tree_choose_engine(struct tree_problem *problem);
/* Chooses the engine, and checks the options against the tree. */
void tree_check(const struct reader *r, struct tree_problem *problem);

/* json_nested.c: the tree of the member "tree". */
struct stored_tree *tree_read_nested(struct reader *r, const struct tree_input *input);
/* json_flat.c: the tree of "parent", or of "first_child" and "children". */
struct stored_tree *tree_read_flat(struct reader *r, const struct tree_input *input);

/* Reads "MAX", "MIN" or "CHANCE" as STORED_*. Returns false for anything else. */
bool tree_read_player(const cJSON *item, uint8_t *player);

/* Completes the probabilities by chance_complete(). Returns false with the fault, or after reporting NASH_NOMEM with a
 * fault that is not reported in its place. */
bool tree_complete_chances(const struct reader *r, const struct stored_input *nodes, struct rational *p,
                           struct chance_fault *fault);

/* Builds a tree. Returns false after reporting NASH_NOMEM, or if the parents form a cycle through *node. */
bool tree_build(const struct reader *r, const struct stored_input *nodes, struct stored_tree **tree, uint32_t *node);

#endif
