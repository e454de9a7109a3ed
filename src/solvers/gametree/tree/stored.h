/* A game tree held as flat arrays, and what is found in it.
 *
 * Nodes stand in level order: the root is 0, then its children, then theirs, so that the children of v are
 * first[v] .. first[v + 1] - 1 and a whole level is one range. A leaf has none. A path names a node from outside: the
 * list of child indices from the root.
 *
 * Engines compare scores, 32-bit integers in the order of the values: the values themselves where all are integers of
 * at most SCORE_MOST, else their ranks (scale), so that any number that JSON can carry is compared exactly. */
#ifndef GAMETREE_STORED_H
#define GAMETREE_STORED_H

#include <nash/solver.h>

enum {
    STORED_NODES_MAX = 10000000, /* nodes of a tree */
    SCORE_MOST = 1 << 30,        /* of a score, either sign; beyond it lie the infinities */
    STORED_SWEEP = 4096,         /* nodes of a sweep between two polls */
    SCORE_INFINITE = INT32_MAX   /* as beta; its complement, ~SCORE_INFINITE, as alpha */
};

/* nash_stop() */
enum {
    STORED_CHECK_GENERATE = 1,
    STORED_CHECK_MINIMAX,
    STORED_CHECK_MINIMUM,
    STORED_CHECK_ALPHABETA,
    STORED_CHECK_TRACE,
    STORED_CHECK_STRONG
};

struct stored_tree {
    uint32_t nodes;
    uint32_t leaves;
    uint32_t depth;      /* edges to the deepest leaf */
    uint32_t *first;     /* [nodes + 1] */
    int32_t *score;      /* [nodes]: of a leaf its value, of an inner node its static evaluation */
    uint64_t *min;       /* bit set: MIN moves at this inner node */
    uint32_t *level;     /* [depth + 2]: the first node of each level; level[depth + 1] = nodes */
    const double *scale; /* [scores]: the value of each rank, ascending; NULL: a score is its value */
    uint32_t scores;
    int32_t won;       /* scores of this size, either sign, are wins and told as infinity; 0: none are */
    bool evaluated;    /* every inner node has a static evaluation */
    const char **name; /* [nodes], some NULL; NULL: no node is named */
};

static inline bool stored_leaf(const struct stored_tree *tree, uint32_t node)
{
    return tree->first[node] == tree->first[node + 1];
}

static inline bool stored_min(const struct stored_tree *tree, uint32_t node)
{
    return tree->min[node / 64] >> (node % 64) & 1;
}

/* 0 where MAX moves, -1 where MIN does: score ^ mask is the score as the player to move likes it, the more the better,
 * and the same again turns it back. */
static inline int32_t stored_mask(const struct stored_tree *tree, uint32_t node)
{
    return -(int32_t)stored_min(tree, node);
}

/* ---- stored.c: making one ---- */

enum { STORED_MAX, STORED_MIN, STORED_OTHER /* whoever does not move at the parent; at the root: root_min */ };

/* A tree as somebody wrote it: nodes in any order. All arrays are the caller's. */
struct stored_draft {
    uint32_t nodes;
    const uint32_t *parent;  /* [nodes]; the root's is UINT32_MAX, and it is the only one */
    const int32_t *narrow;   /* [nodes]: values of leaves and, where evaluated, of all; or */
    const int64_t *wide;     /* [nodes]: the same, wide; or */
    const double *number;    /* [nodes]: the same as numbers; the two others are NULL */
    const uint8_t *player;   /* [nodes]: STORED_*; NULL: all STORED_OTHER */
    const char *const *name; /* [nodes] or NULL; the texts are kept by reference */
    bool evaluated;
    bool root_min;
    const double *also; /* further numbers that need a score: the window */
    uint32_t also_count;
};

/* In the arena. The children of a node keep the order in which they were written. NASH_UNPROCESSABLE with the number of
 * an offender in *node where the parents make no tree (a cycle); NASH_NOMEM. */
enum nash_status stored_make(struct stored_tree **tree, const struct stored_draft *draft, struct nash_arena *arena,
                             uint32_t *node);

/* An empty tree of so many nodes: all arrays but level. NULL: the arena is spent. */
struct stored_tree *stored_new(uint32_t nodes, struct nash_arena *arena);

/* The score of a number that is a value of the tree or was in `also`; and back, of a finite score. */
int32_t stored_score(const struct stored_tree *tree, double value);
double stored_value(const struct stored_tree *tree, int32_t score);

/* The tree down to a depth of 1 and more: inner nodes there become leaves worth their evaluation. Shares what it can
 * with the whole. NASH_NOMEM. */
enum nash_status stored_limit(struct stored_tree **limited, const struct stored_tree *tree, uint32_t depth,
                              struct nash_arena *arena);

/* ---- path.c: from node to root ---- */

/* How deep a node stands, its parent, and its path: stored_depth() child indices, the root's child first. */
uint32_t stored_depth(const struct stored_tree *tree, uint32_t node);
uint32_t stored_parent(const struct stored_tree *tree, uint32_t node); /* not of the root */
void stored_path(const struct stored_tree *tree, uint32_t node, uint32_t *path);

/* ---- generate.c ---- */

enum stored_values { STORED_RANDOM, STORED_INCREMENTAL, STORED_BEST_FIRST, STORED_EQUAL, STORED_VALUES };

struct stored_shape {
    uint32_t branching, depth; /* 1 and more */
    enum stored_values values;
    uint64_t seed;
    bool root_min;
};

/* Nodes of such a tree, or 0 where they pass STORED_NODES_MAX. */
uint32_t stored_shape_nodes(uint32_t branching, uint32_t depth);

/* A uniform tree. random: leaves uniform in -1,000,000..1,000,000, inner nodes not evaluated. incremental: each edge
 * adds a whole number uniform in -1,000..1,000, and each node is evaluated by its sum so far. best_first: incremental,
 * and a best child of each node comes first. equal: all 0. NASH_STOPPED, NASH_NOMEM. */
enum nash_status stored_generate(struct stored_tree **tree, const struct stored_shape *shape, struct nash_run *run);

/* ---- engines ---- */

struct stored_count {
    uint64_t nodes, leaves; /* entered, and the leaves among them */
    uint64_t cuts;
};

struct stored_window {
    int32_t alpha, beta; /* ~SCORE_INFINITE and SCORE_INFINITE: the whole line */
};

/* minimax.c: the value of every node into value[nodes], by one sweep. NASH_STOPPED. */
enum nash_status stored_minimax(const struct stored_tree *tree, int32_t *value, struct nash_run *run);

/* alphabeta.c: by the rules of seed 001, p. 80: alpha and beta come from all ancestors, and equality cuts. The value
 * that comes back is exact inside the window, else a bound that lies on its side of it (fail soft). NASH_STOPPED,
 * NASH_NOMEM. */
enum nash_status stored_alphabeta(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                                  struct stored_count *count, int32_t *value);

/* minimum.c: the fewest leaves any search must look at to prove the root's value, given the value of every node: one
 * strategy of MAX that keeps it and one of MIN, which share a single leaf (Knuth and Moore 1975, theorem 1, for any
 * shape). NASH_STOPPED, NASH_NOMEM. */
enum nash_status stored_minimum(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                uint64_t *leaves);

#endif
