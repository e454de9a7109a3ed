/* The search for the lowest rated chain, shared by forcing chains and cycles. */
#ifndef SUDOKU_EXPLAIN_CHAIN_H
#define SUDOKU_EXPLAIN_CHAIN_H

#include "links.h"
#include "offers.h"

struct explain_search {
    struct sudoku_logic *l;
    const struct explain_links *links;
    struct explain_reach *reach;
    unsigned best, nodes;          /* rating and number of nodes to beat; best is ~0U at first */
    struct sudoku_step kept;       /* the best step so far */
    struct explain_offers *offers; /* all chains are offered here; NULL: the best one is kept */
};

/* True when a chain with this rating and number of nodes beats the best. */
bool explain_beats(const struct explain_search *s, unsigned rating, unsigned nodes);
/* Returns the largest number of nodes with which a technique of this lowest rating could beat the best; 0: none. */
unsigned explain_longest(const struct explain_search *s, unsigned base);
/* Keeps the logic's step as the best, with this rating and number of nodes. */
void explain_keep_best(struct explain_search *s, unsigned rating, unsigned nodes);

/* cycle.c */
void explain_find_cycles(struct explain_search *s, enum explain_link link, enum sudoku_technique technique);

#endif
