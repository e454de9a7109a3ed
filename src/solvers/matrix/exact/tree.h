/* The search for all equilibria. */
#ifndef MATRIX_EXACT_TREE_H
#define MATRIX_EXACT_TREE_H

#include "collect.h"
#include "guess.h"
#include "walk.h"

/* One player's part of a node: the face of the polyhedron that the labels given to it leave. */
struct face {
    struct answers answers;
    struct guess guess;
    struct table table; /* exact, made where it is asked for */
    bool standing;      /* has it been? */
    struct walk walk;
    struct corners *corners;
    uint32_t *corner; /* numbers of the vertices of a leaf's face, */
    uint32_t count, room;
    uint32_t most;  /* of which no more are looked for: with one they make more equilibria than are listed */
    uint64_t walks; /* numbers the leaves */
};

/* A label that is being given to one side, then to the other. */
struct branch {
    uint32_t label, side;
    void *saved; /* that side's guess before */
};

struct tree {
    const struct matrix_game *game;
    struct nash_run *run;
    struct face face[2]; /* the row player's, the column player's */
    struct collect collect;
    uint32_t labels, most;
    uint8_t *given;        /* [labels]: this label is some side's already */
    struct branch *branch; /* [labels] */
    uint32_t depth;
    uint64_t nodes, proofs, looked_up; /* looked_up: what had to be asked of an exact table */
    bool full;                         /* there are more than `most` */
};

enum nash_status tree_init(struct tree *tree, const struct matrix_game *game, uint32_t most, struct nash_run *run);
void tree_clear(struct tree *tree); /* also after tree_init() has failed */

/* NASH_OK when all has been searched, NASH_STOPPED (by the run, or because there are too many), NASH_NOMEM. */
enum nash_status tree_search(struct tree *tree);

/* face.c: the parts of it that need exact arithmetic. */

/* The exact table at a vertex of the face, with the same variables fixed. False: the face is empty. */
bool face_stand(struct face *face);

/* Fixes a variable of the face, when it can be 0: false is proved. */
bool face_fix(struct face *face, uint32_t variable, struct tree *tree);

/* Is a variable 0 on all of the face? True is proved. */
bool face_flat(struct face *face, uint32_t variable, struct tree *tree);

/* All vertices of both faces are paired. */
enum nash_status face_pair(struct tree *tree);

#endif
