/* The search tree for all equilibria. */
#ifndef MATRIX_EQUILIBRIA_TREE_H
#define MATRIX_EQUILIBRIA_TREE_H

#include <solvers/matrix/exact/float_tableau.h>

#include "collect.h"
#include "walk.h"

/* One player's part of a node: the face that the assigned labels leave. */
struct face {
    struct polyhedron polyhedron;
    struct float_tableau approx; /* a vertex of the face in floating point */
    struct tableau tableau;      /* exact, computed on demand */
    bool tableau_ready;          /* the tableau has been computed */
    struct walk walk;
    struct vertices *vertices;
    uint32_t *vertex;     /* [count]: numbers of the vertices of a leaf's face */
    uint32_t count, room; /* length and capacity of `vertex` */
    uint32_t max;         /* limit of `count`: one vertex more would make more equilibria than are listed */
    uint64_t walks;       /* number of walks so far, which identifies the present one */
};

/* A label that is assigned to one side, then to the other. */
struct branch {
    uint32_t label, side; /* side: the one to which the label is assigned now */
    void *saved;          /* copy of that side's floating-point tableau before the assignment */
};

struct tree {
    const struct matrix_game *game;
    struct nash_run *run;
    struct face face[2]; /* of the row player and of the column player */
    struct collect collect;
    uint32_t labels, max;  /* number of labels; largest number of equilibria */
    uint8_t *given;        /* [labels]: whether this label is assigned */
    struct branch *branch; /* [depth]: the path from the root to the present node; room for labels + 1 */
    uint32_t depth;
    uint64_t nodes; /* number of nodes opened so far */
    bool full;      /* there are more than `max` equilibria */
};

enum nash_status tree_init(struct tree *tree, const struct matrix_game *game, uint32_t max, struct nash_run *run);
void tree_clear(struct tree *tree); /* also after tree_init() has failed */

/* Returns NASH_OK after a complete search, NASH_STOPPED (by the run, or with too many equilibria) or NASH_NOMEM. */
enum nash_status tree_search(struct tree *tree);

/* face.c: operations that need exact arithmetic. */

/* Moves the exact tableau to a vertex of the face and fixes the same variables. Returns false if the face is empty. */
bool face_update_tableau(struct face *face);

/* Fixes a variable of the face at 0. Returns false if the variable is proved to be positive on the whole face, or if
 * the run is stopped. */
bool face_fix_zero(struct face *face, uint32_t variable);

/* Returns whether a variable is 0 on the whole face. The result true is proved. */
bool face_always_zero(struct face *face, uint32_t variable);

/* Adds all pairs of a vertex of one face and a vertex of the other to tree->collect. */
enum nash_status face_pair(struct tree *tree);

#endif
