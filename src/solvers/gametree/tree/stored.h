/* A game tree in flat arrays, and the functions on it.
 *
 * Nodes are in level order: the root is 0, then its children, then theirs. The children of v are first[v] .. first[v +
 * 1] - 1, and a level is one range. A leaf has no children. A path, the list of child indices from the root, identifies
 * a node for clients.
 *
 * Engines compare scores, 32-bit integers in the order of the values: the values themselves if all are integers of at
 * most SCORE_MAX, else their ranks (scale), so that all numbers of JSON compare exactly. */
#ifndef GAMETREE_TREE_STORED_H
#define GAMETREE_TREE_STORED_H

#include <nash/solver.h>
#include <solvers/kit/rational.h>

enum {
    STORED_NODES_MAX = 10000000, /* nodes of a tree */
    SCORE_MAX = 1 << 30,         /* largest absolute score; the infinities are beyond */
    STORED_SWEEP = 4096,         /* nodes of a sweep between two calls of nash_stop() */
    SCORE_INFINITE = INT32_MAX   /* as beta; its complement ~SCORE_INFINITE as alpha */
};

/* Numbers of the stop checks. */
enum {
    STORED_CHECK_GENERATE = 1,
    STORED_CHECK_MINIMAX,
    STORED_CHECK_MINIMAL_TREE,
    STORED_CHECK_ALPHABETA,
    STORED_CHECK_TRACE,
    STORED_CHECK_MTD
};

struct stored_tree {
    uint32_t nodes;
    uint32_t leaves;
    uint32_t depth;      /* edges to the deepest leaf */
    uint32_t *first;     /* [nodes + 1] */
    int32_t *score;      /* [nodes]: the value of a leaf, the static evaluation of an inner node */
    uint64_t *min;       /* bit set: MIN moves at this inner node */
    uint32_t *level;     /* [depth + 2]: the first node of each level; level[depth + 1] = nodes */
    const double *scale; /* [scores]: the value of each rank, ascending; NULL: scores are values */
    uint32_t scores;     /* length of scale */
    int32_t won;         /* scores of at least this absolute size are wins, written as infinity; 0: none */
    bool evaluated;      /* every inner node but the root has a static evaluation */
    const char **name;   /* [nodes], some NULL; NULL: no node is named */
    uint64_t *chance;    /* bit set: no player but chance moves at this inner node; NULL: there are no such nodes */
    struct rational *p;  /* [nodes]: probability of the move to a child of a chance node; NULL like `chance` */
    const char **ratio;  /* [scores]: the exact value of each rank as text, ascending (chance.h); or NULL */
};

static inline bool stored_leaf(const struct stored_tree *tree, uint32_t node)
{
    return tree->first[node] == tree->first[node + 1];
}

static inline bool stored_min(const struct stored_tree *tree, uint32_t node)
{
    return tree->min[node / 64] >> (node % 64) & 1;
}

static inline bool stored_chance(const struct stored_tree *tree, uint32_t node)
{
    return tree->chance && (tree->chance[node / 64] >> (node % 64) & 1) && !stored_leaf(tree, node);
}

/* Returns 0 if MAX moves, -1 if MIN does. score ^ mask is the score from the view of the player to move, larger is
 * better; applied twice it is the identity. */
static inline int32_t stored_mask(const struct stored_tree *tree, uint32_t node)
{
    return -(int32_t)stored_min(tree, node);
}

/* ---- stored.c: building a tree ---- */

enum {
    STORED_MAX,
    STORED_MIN,
    STORED_OTHER, /* the player who did not move last; at the root see root_min */
    STORED_CHANCE
};

/* A tree as it was written, with nodes in any order. The caller owns all arrays. */
struct stored_input {
    uint32_t nodes;
    const uint32_t *parent;   /* [nodes]; UINT32_MAX at the root, which is unique */
    const int32_t *narrow;    /* [nodes]: values of the leaves, and of inner nodes if `evaluated`; or NULL */
    const int64_t *wide;      /* [nodes]: the same in 64 bits; or NULL */
    const double *number;     /* [nodes]: the same as doubles; used if both others are NULL */
    const uint8_t *player;    /* [nodes]: STORED_*; NULL: all STORED_OTHER */
    const struct rational *p; /* [nodes]: as in stored_tree, with `player`; NULL: there are no chance nodes */
    const char *const *name;  /* [nodes] or NULL; the strings are not copied */
    bool evaluated;           /* every inner node but the root has a static evaluation */
    bool root_min;            /* MIN moves at a root that is STORED_OTHER */
    const double *extra;      /* further numbers that need a score: the bounds of the window */
    uint32_t extras;
};

/* Builds a tree in the arena; children keep their order. Returns NASH_UNPROCESSABLE and a node on a cycle in *node if
 * the parents are no tree, or NASH_NOMEM. */
enum nash_status stored_build(struct stored_tree **tree, const struct stored_input *input, struct nash_arena *arena,
                              uint32_t *node);

/* Allocates a tree without its levels. Returns NULL if the arena is full. */
struct stored_tree *stored_new(uint32_t nodes, struct nash_arena *arena);

/* Convert a number that is a value of the tree or in `extra` to its score, and a finite score to its number. */
int32_t stored_score(const struct stored_tree *tree, double value);
double stored_value(const struct stored_tree *tree, int32_t score);

/* Makes the view of a tree down to a depth of at least 1: inner nodes there become leaves with their evaluation as
 * value. The view shares arrays with the tree. Returns NASH_OK or NASH_NOMEM. */
enum nash_status stored_limit(struct stored_tree **limited, const struct stored_tree *tree, uint32_t depth,
                              struct nash_arena *arena);

/* ---- path.c: from node to root ---- */

/* Return the depth of a node, and its path: stored_depth() child indices, beginning at the root. */
uint32_t stored_depth(const struct stored_tree *tree, uint32_t node);
void stored_path(const struct stored_tree *tree, uint32_t node, uint32_t *path);

#endif
