/* All consequences of an assumption, where several consequences together can imply another: when all candidates of a
 * cell but one are off, the last one is on, and likewise for the places of a value in a unit. Each consequence has a
 * reason, so that its derivation can be counted and written. */
#ifndef SUDOKU_EXPLAIN_CLOSURE_H
#define SUDOKU_EXPLAIN_CLOSURE_H

#include "inner.h"
#include "links.h"
#include "patterns.h"

/* A pattern or an inner chain that removes a candidate, and the nodes that make it appear. */
struct explain_cut {
    struct sudoku_pattern pattern;
    uint16_t causes;
    uint16_t nodes;                   /* of an inner chain: its number of nodes; 0: a pattern */
    uint32_t cause;                   /* index of the first cause in explain_closure.cause */
    uint64_t identity;                /* equal for inner chains of equal nodes */
    const struct sudoku_step *nested; /* the inner chain, where the work keeps them */
};

struct explain_closure {
    unsigned start;          /* the node assumed */
    unsigned contradiction;  /* a candidate derived both on and off, or EXPLAIN_NO_NODE */
    uint64_t *seen;          /* nodes derived */
    uint32_t *reason;        /* [node] why a derived node follows: kind, and node, unit or cut (closure.c) */
    uint16_t *level;         /* [node] number of the nodes that it is derived from; without explain_work.before a lower
                                bound of it */
    struct explain_cut *cut; /* from EXPLAIN_PATTERNS on: the candidates cut by patterns and inner chains */
    uint16_t *cause;
};

/* Memory for the run of a closure, shared by all closures of a search. */
struct explain_work {
    enum explain_rules rules;
    uint64_t *before;            /* [node * words] set of the nodes that a node is derived from, and itself; or NULL */
    struct explain_cut *cut;     /* [candidates], from EXPLAIN_PATTERNS on */
    uint16_t *cause;             /* [EXPLAIN_CAUSES_MAX] */
    unsigned cuts, causes;       /* numbers in use */
    struct explain_inner *inner; /* from EXPLAIN_NESTED on */
};
enum { EXPLAIN_CAUSES_MAX = 1 << 15, EXPLAIN_TALLY_MAX = 512 };

/* Allocates from the arena, for the present number of candidates. counting: closures count the nodes of derivations
 * exactly. False: the arena is exhausted (l->spent). */
bool explain_work_new(struct sudoku_logic *l, const struct explain_links *links, enum explain_rules rules,
                      bool counting, struct explain_work *work);

/* Returns memory for the closures of `count` nodes, which belongs to the logic and is reused at each call. NULL: the
 * arena is exhausted (l->spent). Call it before a mark of the arena is set, which could release it. */
struct explain_closure *explain_closures_of(struct sudoku_logic *l, const struct explain_links *links, unsigned count);

/* Derives all consequences of `start` by the rules of the work, up to the first contradiction. Sets l->spent when the
 * arena is exhausted. Incomplete when the run is stopped. */
void explain_closure_run(struct sudoku_logic *l, const struct explain_links *links, unsigned start,
                         struct explain_work *work, struct explain_closure *closure);

/* The nodes of one or more derivations. Inner chains of equal nodes count once in all of them. */
struct explain_tally {
    unsigned nodes;  /* including those of inner chains */
    unsigned chains; /* number of different inner chains */
    uint64_t identity[EXPLAIN_TALLY_MAX];
};

/* Adds the nodes in the derivation of `node`, including it. */
void explain_closure_count(const struct sudoku_logic *l, const struct explain_links *links,
                           const struct explain_closure *closure, unsigned node, struct explain_tally *tally);

/* Writes that derivation into the step's chain, causes first. */
void explain_closure_write(struct sudoku_logic *l, const struct explain_links *links,
                           const struct explain_closure *closure, unsigned node);

#endif
