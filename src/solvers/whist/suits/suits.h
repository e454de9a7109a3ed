/* Two hands of several suits, solved by search. The leader plays a card; the other player must follow suit if he
 * can, else may discard or trump. The higher card of the suit led wins, or the trump. Both hands have equally many
 * cards. */
#ifndef WHIST_SUITS_H
#define WHIST_SUITS_H

#include "../deal.h"

enum { WHIST_SUITS = 4, WHIST_SUITS_CARDS = 26 /* of one hand, all suits together */ };

/* One suit: the remaining cards as a mask; bit 0 is the lowest of both hands. */
struct suits_suit {
    uint64_t leader, other; /* cards of the leader and of the other player */
};

struct suits_deal {
    struct suits_suit suit[WHIST_SUITS];
    int trump; /* 0..3, or -1: no trump */
};

struct suits_card {
    uint8_t suit, rank; /* rank: the index of the bit */
};

struct suits_value {
    struct suits_card card; /* the highest of its equals */
    uint64_t equals;        /* the equally good ranks, including the card itself */
    uint32_t tricks;        /* the leader's tricks if this card is led and both players go on optimally */
};

struct suits_answer {
    uint32_t tricks;                /* tricks of the player on lead */
    uint32_t leads;                 /* entries of lead */
    const struct suits_value *lead; /* NULL when stopped before the end; in the run's arena */
    uint32_t line_count;            /* cards: two a trick */
    const struct suits_card *line;  /* lead, reply, lead, ... of one line of optimal play */
    uint64_t nodes, stored, hits;   /* positions searched, stored in the transposition table, found there */
};

/* Solves a deal. Returns NASH_OK or NASH_NOMEM. When run was stopped, answer->lead is NULL and the bounds *low <=
 * tricks <= *high hold. */
enum nash_status suits_solve(const struct suits_deal *deal, struct nash_run *run, struct suits_answer *answer,
                             uint32_t *low, uint32_t *high);

/* Writes the same deal in a normal form: suits (trump apart) in a fixed order, ranks without gaps. Equal deals give
 * equal bytes. */
void suits_normal(const struct suits_deal *deal, struct suits_deal *normal);

#endif
