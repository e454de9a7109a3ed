/* The strategy graph (SGR, claim 5 of the patent application): the word cut into continuous intervals, the maximal
 * runs of cards of one player without a card of the other in between. All cards of an interval are equally good, so
 * the intervals are the strategies. They are the nodes; write/graph.c writes the edges. */
#ifndef WHIST_INTERVALS_H
#define WHIST_INTERVALS_H

#include <solvers/whist/deal.h>

struct whist_interval {
    uint32_t first; /* place of the highest card in the word */
    uint32_t count; /* number of cards */
    int8_t sign;    /* owner: +1 the leader, -1 the other player */
};

struct whist_intervals {
    uint32_t count;
    const struct whist_interval *interval; /* from the highest to the lowest; in the arena */
};

/* Cuts the word into its intervals. Returns NASH_OK or NASH_NOMEM. */
enum nash_status whist_intervals_make(struct whist_intervals *intervals, const int8_t *word, uint32_t order,
                                      struct nash_arena *arena);

#endif
