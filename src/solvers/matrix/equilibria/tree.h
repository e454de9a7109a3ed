/* The search tree for all equilibria. */
#ifndef MATRIX_EQUILIBRIA_TREE_H
#define MATRIX_EQUILIBRIA_TREE_H

#include <solvers/matrix/exact/float_tableau.h>

#include "collect.h"
#include "walk.h"

/* One player's part of a node: the face that the assigned labels leave. */
struct face {
    struct polyhedron polyhedron;
    struct float_tableau approx;
    struct tableau tableau; /* exact, computed on demand */
    bool tableau_ready;     /* the tableau has been computed */
    struct walk walk;
    struct vertices *vertices;
    uint32_t *vertex; /* the vertices of a leaf's face */
    uint32_t count, room;
    uint32_t max;   /* limit of `count`: one vertex more would make more equilibria than are listed */
    uint64_t walks; /* number of the present leaf */
};

/* A label that is assigned to one side, then to the other. */
struct branch {
    uint32_t label, side;
    void *saved; /* that side's floating-point tableau before */
};

struct tree {
    const struct matrix_game *game;
    struct nash_run *run;
    struct face face[2]; /* of the row player and of the column player */
    struct collect collect;
    uint32_t labels, max;
    uint8_t *given;        /* [labels]: whether this label is assigned */
    struct branch *branch; /* [labels] */
    uint32_t depth;
    uint64_t nodes;
    bool full; /* there are more than `max` equilibria */
};

enum nash_status tree_init(struct tree *tree, const struct matrix_game *game, uint32_t max, struct nash_run *run);
void tree_clear(struct tree *tree); /* also after tree_init() has failed */

/* Returns NASH_OK after a complete search, NASH_STOPPED (by the run, or with too many equilibria) or NASH_NOMEM. */
enum nash_status tree_search(struct tree *tree);

/* face.c: operations that need exact arithmetic. */

/* Moves the exact tableau to a vertex of the face and fixes the same variables. Returns false if the face is empty. */
bool face_update_tableau(struct face *face);

/* Fixes a variable of the face at 0. False is proved: the variable is positive on the whole face. */
bool face_fix_zero(struct face *face, uint32_t variable);

/* Returns whether a variable is 0 on the whole face. True is proved. */
bool face_always_zero(struct face *face, uint32_t variable);

/* Pairs all vertices of both faces. */
enum nash_status face_pair(struct tree *tree);

#endif
