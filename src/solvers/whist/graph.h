/* The strategy graph (SGR, claim 5 of the patent application): the word cut into continuous intervals, the maximal runs
 * of one player's cards without a card of the other between. A card of an interval is as good as any other of it, so
 * the intervals are the strategies. Three paths run through the nodes: all of them, those of one player, those of the
 * other. */
#ifndef WHIST_GRAPH_H
#define WHIST_GRAPH_H

#include "deal.h"

struct whist_interval {
    uint32_t first; /* place in the word of its highest card */
    uint32_t count; /* cards */
    int8_t sign;    /* +1 the leader's, -1 the other's */
};

struct whist_graph {
    uint32_t count;
    const struct whist_interval *interval; /* from the highest to the lowest; in the arena */
};

enum nash_status whist_graph_make(struct whist_graph *graph, const int8_t *word, uint32_t order,
                                  struct nash_arena *arena);

#endif
