/* Two hands of several suits: the leader plays a card, the other must follow suit where he can, else may throw away or
 * trump; the higher card of the suit led wins, or the trump. Both hands have equally many cards. Solved by search. */
#ifndef WHIST_SUITS_H
#define WHIST_SUITS_H

#include "../deal.h"

enum { WHIST_SUITS = 4, WHIST_SUITS_CARDS = 26 /* of one hand, all suits together */ };

/* One suit: the cards still in play as a mask, bit 0 the lowest of both hands. */
struct suits_suit {
    uint64_t leader, other; /* disjoint */
};

struct suits_deal {
    struct suits_suit suit[WHIST_SUITS];
    int trump; /* 0..3, or -1: no trump */
};

struct suits_card {
    uint8_t suit, rank; /* rank: the bit */
};

struct suits_value {
    struct suits_card card; /* the highest of its equals */
    uint64_t equals;        /* the ranks that are as good, the card itself included */
    uint32_t tricks;        /* the leader makes of this deal when it is led and both go on best */
};

struct suits_answer {
    uint32_t tricks;                /* of the player on lead */
    uint32_t leads;                 /* entries of lead */
    const struct suits_value *lead; /* NULL when stopped before the end; in the run's arena */
    uint32_t line_count;            /* cards: two a trick */
    const struct suits_card *line;  /* lead, reply, lead, ... as a best game would go */
    uint64_t nodes, stored, hits;
};

/* NASH_OK; when run was stopped, answer->lead is NULL and bounds hold: low <= tricks <= high. NASH_NOMEM. */
enum nash_status suits_solve(const struct suits_deal *deal, struct nash_run *run, struct suits_answer *answer,
                             uint32_t *low, uint32_t *high);

/* The same deal up to names: suits (trump apart) in a fixed order, ranks without gaps. Equal deals, equal bytes. */
void suits_normal(const struct suits_deal *deal, struct suits_deal *normal);

#endif
