/* The conclusions of a search for all chains, of those with equal effect the easiest. They are sorted as in Sudoku
 * Explainer: by rating, number of nodes, kind, and the order in which they were found. */
#ifndef SUDOKU_EXPLAIN_OFFERS_H
#define SUDOKU_EXPLAIN_OFFERS_H

#include "sets.h"

struct explain_offer {
    enum sudoku_technique technique;
    unsigned rating, nodes, order, number;
    unsigned conclusion;                /* node concluded; EXPLAIN_NO_NODE: the chain is in `step` */
    unsigned target;                    /* node that all starts lead to; of a contradiction the candidate on and off */
    unsigned unit;                      /* the starts are places of a value in it, or SUDOKU_NO_UNIT */
    unsigned starts;                    /* length of start */
    uint16_t start[SUDOKU_EXPLAIN_MAX]; /* nodes assumed */
    struct sudoku_step step;
};

struct explain_offers {
    struct sudoku_logic *l;
    const struct explain_links *links; /* of the candidates that are searched */
    struct explain_offer *offer;       /* [room] */
    unsigned count, room;              /* further offers are dropped */
    struct explain_sets sets;          /* of EXPLAIN_ALL; unused by dynamic chains */
    uint8_t *depth;                    /* [candidates * nodes], memory for multiple.c */
    bool keep;                   /* the memory of the steps that are used is not released */
    uint16_t *of;                /* [node] 1 + index of the offer that concludes exactly this, 0: none */
    bool (*use)(void *context, const struct explain_offer *offer); /* uses the chain in the logic's step; false: it is
                                                                      of no use */
    void *context;
};

/* chain.c, multiple.c, dynamic.c: offer all chains among the candidates of the logic, whose links are in the offers, and
 * use them. Return whether any is of use. */
bool explain_all_chains(struct sudoku_logic *l, struct explain_offers *offers);
bool explain_all_multiple(struct sudoku_logic *l, struct explain_offers *offers);
bool explain_all_dynamic(struct sudoku_logic *l, struct explain_offers *offers);

/* Returns the place of technique among chains of equal rating and length. */
unsigned explain_chain_order(enum sudoku_technique technique);

/* Removes all offers, before a search. */
void explain_offers_clear(struct explain_offers *offers);

/* Returns the offer to be filled in for a chain that concludes a node; NULL if it removes nothing or an easier one
 * does the same. */
struct explain_offer *explain_offer_node(struct explain_offers *offers, enum sudoku_technique technique, unsigned nodes,
                                         unsigned conclusion);

/* The same for the single best chain of a search without offers, whose nodes are ~0U at first. */
struct explain_offer *explain_offer_best(struct explain_offer *best, enum sudoku_technique technique, unsigned nodes,
                                         unsigned conclusion);

/* Fills in the chains from start[starts] to a common target. */
void explain_offer_chains(struct explain_offer *offer, unsigned target, const uint16_t *start, unsigned starts,
                          unsigned unit);

/* As explain_offer_node() for the cycle in the logic's step, which has its eliminations. */
struct explain_offer *explain_offer_step(struct explain_offers *offers, enum sudoku_technique technique,
                                         unsigned nodes);

/* Calls use() for all offers in their order, after write() has put the chain into the logic's step. Leaves out those
 * that remove nothing more. Returns whether any is of use. */
typedef void explain_write_offer(void *context, const struct explain_offer *offer);
bool explain_offers_use(struct explain_offers *offers, explain_write_offer *write, void *context);

#endif
