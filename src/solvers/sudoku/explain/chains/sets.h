/* All consequences of all nodes at once, as sets. A search for all chains first looks here which starts have one. */
#ifndef SUDOKU_EXPLAIN_SETS_H
#define SUDOKU_EXPLAIN_SETS_H

#include "links.h"

struct explain_sets {
    uint64_t *of;                  /* [node * words] its consequences; itself only if it lies on a cycle */
    uint16_t *visit, *low, *stack; /* [node] of the algorithm: see sets.c */
    unsigned words, visits, depth; /* words: of a set of nodes; depth: of stack */
};

/* Allocates for the present number of candidates. False: the arena is exhausted (l->spent). */
bool explain_sets_new(struct sudoku_logic *l, const struct explain_links *links, struct explain_sets *sets);

/* Computes the sets for one type of links, in time proportional to the number of links. */
void explain_sets_find(const struct explain_links *links, enum explain_link link, struct explain_sets *sets);

static inline const uint64_t *explain_set(const struct explain_sets *sets, unsigned node)
{
    return sets->of + (size_t)node * sets->words;
}

static inline bool explain_reaches(const struct explain_sets *sets, unsigned from, unsigned to)
{
    return explain_set(sets, from)[to / 64] >> to % 64 & 1;
}

#endif
