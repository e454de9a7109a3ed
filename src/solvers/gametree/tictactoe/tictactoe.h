/* Tic-tac-toe as a game of the plug-in: a stage of a few plies as in the seed's figures 4.8 to 4.10, or exact play.
 * Both are searched as a stored tree, so that engines, cuts and steps are those of any tree. */
#ifndef TICTACTOE_H
#define TICTACTOE_H

#include "../tree/game.h"
#include "board.h"

/* Scores: without ply +1, 0 and -1; of a stage e(p), which is infinite for a win. */
enum { TICTACTOE_WON = 1000 };

struct tictactoe_problem {
    struct board board;
    bool min;      /* moves */
    uint32_t ply;  /* of a stage; 0: to the end */
    bool symmetry; /* of moves that only a turn or a reflection tells apart, the first */
    bool count;
    struct tree_problem search; /* its tree is made when it is solved */
};

/* What there is below a board. */
struct tictactoe_counts {
    uint64_t nodes, games; /* of the tree without symmetry: lines of play begun, and to the end */
    uint32_t positions, canonical;
};

struct tictactoe_answer {
    struct tree_problem search; /* with the tree */
    struct nash_result tree;    /* its struct tree_answer */
    const struct board *board;  /* [nodes] */
    uint32_t all_leaves;        /* of the stage, without symmetry */
    struct tictactoe_counts counts;
};

/* The score of a board that is a leaf. */
int32_t tictactoe_score(const struct tictactoe_problem *problem, struct board board);

/* stage.c: the tree of a problem in level order, its boards and the cells that lead to them. NASH_NOMEM. */
struct tictactoe_stage {
    struct stored_tree *tree;
    struct board *board;
    uint8_t *cell;
};
enum nash_status tictactoe_build(struct tictactoe_stage *stage, const struct tictactoe_problem *problem,
                                 struct nash_arena *arena);

/* count.c: counted position by position. NASH_NOMEM. */
enum nash_status tictactoe_count(const struct tictactoe_problem *problem, struct nash_arena *arena,
                                 struct tictactoe_counts *counts);

enum nash_status tictactoe_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                 struct nash_error *error);
void tictactoe_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
enum nash_status tictactoe_verify(const void *problem, const struct nash_result *result, struct nash_error *error);

#endif
