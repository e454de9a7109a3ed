/* Tic-tac-toe as a game of the plug-in: a stage of a few plies as in figures 4.8 to 4.10 of the lecture notes, or exact
 * play. Both are searched as a stored tree, so engines, cuts and steps are those of any tree. */
#ifndef GAMETREE_TICTACTOE_TICTACTOE_H
#define GAMETREE_TICTACTOE_TICTACTOE_H

#include "../tree/game.h"
#include "board.h"

/* Scores of leaves are +1, 0 and -1 in exact play. In a stage they are e(p), MAX's open lines minus MIN's, and
 * TICTACTOE_WON for a win of MAX. */
enum { TICTACTOE_WON = 1000 };

struct tictactoe_problem {
    struct board board;
    bool min;      /* MIN moves */
    uint32_t ply;  /* depth of a stage; 0: to the end */
    bool symmetry; /* of moves that are equal by symmetry only the first counts */
    bool count;
    struct tree_problem search; /* its tree is built by solve */
};

/* The size of the game below a board. */
struct tictactoe_counts {
    uint64_t nodes, games;         /* of the tree without symmetry; games are complete lines of play */
    uint32_t positions, canonical; /* different positions; positions different up to symmetry */
};

struct tictactoe_answer {
    struct tree_problem search; /* the options and the tree */
    struct nash_result tree;    /* holds the struct tree_answer */
    const struct board *board;  /* [nodes]: the board at each node */
    uint32_t all_leaves;        /* leaves of the stage without symmetry */
    struct tictactoe_counts counts;
};

/* Returns the score of a board that is a leaf. */
int32_t tictactoe_score(const struct tictactoe_problem *problem, struct board board);

/* stage.c: builds the tree of a problem in level order, its boards and the cells that lead to them. Returns NASH_OK or
 * NASH_NOMEM. */
struct tictactoe_stage {
    struct stored_tree *tree;
    struct board *board; /* [tree->nodes] */
    uint8_t *cell;       /* [tree->nodes]: cell of the move into the node */
};
enum nash_status tictactoe_build(struct tictactoe_stage *stage, const struct tictactoe_problem *problem,
                                 struct nash_arena *arena);

/* count.c: counts the positions and games below the board. Returns NASH_OK or NASH_NOMEM. */
enum nash_status tictactoe_count(const struct tictactoe_problem *problem, struct nash_arena *arena,
                                 struct tictactoe_counts *counts);

void *tictactoe_parse(struct reader *r);
void tictactoe_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
enum nash_status tictactoe_verify(const void *problem, const struct nash_result *result, struct nash_error *error);

#endif
