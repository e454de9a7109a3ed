/* The graph of simple implications between candidates: a candidate that is on makes its rivals off; a candidate that is
 * off makes the last one left on.
 *
 * A node is a candidate on (odd) or off (even). Sets of nodes are bit masks, so one breadth-first step is an AND-NOT of
 * rows: all consequences of a node cost some thousand operations in a 9x9. */
#ifndef SUDOKU_EXPLAIN_LINKS_H
#define SUDOKU_EXPLAIN_LINKS_H

#include <solvers/sudoku/explain/logic.h>

enum { EXPLAIN_CANDIDATES_MAX = 4096, EXPLAIN_NO_NODE = 0xffff };

enum explain_link {
    EXPLAIN_X,   /* one value: places of a unit */
    EXPLAIN_Y,   /* off to on inside a cell of two candidates */
    EXPLAIN_ALL, /* both */
    EXPLAIN_LINKS
};

/* The rules by which nodes are derived, each with those before it. */
enum explain_rules {
    EXPLAIN_ONE_VALUE,       /* places of the assumption's value alone (Nishio) */
    EXPLAIN_SIMPLE,          /* cells and units */
    EXPLAIN_PATTERNS,        /* also patterns.h, where nothing simpler follows */
    EXPLAIN_NESTED,          /* also chains and cycles (inner.h), where no pattern removes anything */
    EXPLAIN_NESTED_MULTIPLE, /* also cell and unit forcing chains, where no such chain does */
    EXPLAIN_NESTED_DYNAMIC   /* dynamic forcing chains in place of both */
};

/* The kinds of units in the order in which chains use them, that of Sudoku Explainer: of equally long derivations the
 * first one stays. */
extern const enum sudoku_kind explain_kinds[SUDOKU_KINDS];

struct explain_links {
    unsigned candidates, nodes, words; /* nodes = 2 * candidates; words: of a set of nodes */
    uint32_t *literal;                 /* [candidate] its cell and value */
    uint16_t *candidate;               /* [cell * N + value] number of the candidate */
    uint64_t *follow[EXPLAIN_LINKS];   /* [node * words] set of its direct consequences */
    uint64_t *leads[EXPLAIN_LINKS];    /* set of the off nodes with a consequence */
};

static inline const uint64_t *explain_follow(const struct explain_links *k, enum explain_link link, unsigned node)
{
    return k->follow[link] + (size_t)node * k->words;
}

/* The consequences of a node, nearest first. Only nodes with their bit in `seen` have a parent and a depth. */
struct explain_reach {
    unsigned start, count; /* count: nodes in queue */
    uint64_t *seen;        /* set of nodes, including the start */
    uint16_t *queue;       /* nodes in the order of visits, the start first */
    uint16_t *parent;      /* [node] the node that it follows from */
    uint16_t *depth;       /* [node] links from the start */
    uint16_t *before;      /* [node] for cycles: the on node before the parent */
};

/* Return the graph of the present candidates, and memory for one reach; both belong to the logic and are reused at each
 * call. NULL when there are too many candidates or the arena is exhausted (l->spent). */
const struct explain_links *explain_links_of(struct sudoku_logic *l);
struct explain_reach *explain_reach_of(struct sudoku_logic *l);

/* Follows at most `deep` links from start. */
void explain_reach_from(const struct explain_links *links, enum explain_link link, unsigned start, unsigned deep,
                        struct explain_reach *reach);

/* Calls visit() for each set of candidates of which one holds: the values of each cell, unit SUDOKU_NO_UNIT, then the
 * places of each value in each unit. start[starts]: their on nodes, at least one. */
typedef void explain_visit_choice(void *context, const uint16_t *start, unsigned starts, unsigned unit);
void explain_visit_choices(const struct sudoku_logic *l, const struct explain_links *links, explain_visit_choice *visit,
                           void *context);

/* Returns the tenths that length adds to a rating: nothing up to 6 nodes, then 1 at each of 8, 10, 14, 18, 26, ... */
unsigned explain_length_rating(unsigned nodes);

/* Writes the way from the start to node into the step's chain; returns the index of its last node. */
unsigned explain_write_way(struct sudoku_logic *l, const struct explain_links *links, const struct explain_reach *reach,
                           unsigned node);

/* Sets what a step concludes from a node: its candidate is placed if it is on, else removed. */
void explain_conclude(struct sudoku_logic *l, const struct explain_links *links, unsigned node);

#endif
