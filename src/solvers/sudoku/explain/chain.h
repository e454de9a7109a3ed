/* The search for the lowest rated chain: what forcing chains and cycles share. */
#ifndef SUDOKU_EXPLAIN_CHAIN_H
#define SUDOKU_EXPLAIN_CHAIN_H

#include "links.h"

struct explain_search {
    struct sudoku_logic *l;
    const struct explain_links *links;
    struct explain_reach *reach;
    unsigned best, nodes; /* rating and length to beat */
    struct sudoku_step kept;
};

/* Does a chain of so many nodes beat the best? */
bool explain_beats(const struct explain_search *s, unsigned rating, unsigned nodes);
/* The most nodes with which a technique of this lowest rating could beat the best; 0: none. */
unsigned explain_longest(const struct explain_search *s, unsigned base);
/* Makes the logic's step the best. */
void explain_hold(struct explain_search *s, unsigned rating, unsigned nodes);

/* cycle.c */
void explain_find_cycles(struct explain_search *s, enum explain_link link, enum sudoku_technique technique);

#endif
