/* A problem of the kind "whist". Everything lives in the arena of the request. */
#ifndef WHIST_PROBLEM_H
#define WHIST_PROBLEM_H

#include "deal.h"
#include "methods/methods.h"
#include "suits/suits.h"

extern const char whist_suit_names[WHIST_SUITS + 1]; /* "SHDC" */

/* Several suits, in the order of whist_suit_names; a suit that the request leaves out is empty. */
struct whist_suits {
    uint32_t order;                    /* cards of a hand, 1..WHIST_SUITS_CARDS */
    struct suits_deal deal;            /* leader: the player on lead, a or b */
    bool b_leads;                      /* the player on lead is b of the request */
    uint32_t cards[WHIST_SUITS];       /* number of cards in both hands */
    const int64_t *label[WHIST_SUITS]; /* [rank]: the integer of the request; ascending */
    const struct suits_card *play;     /* a played game; every card is legal */
    uint32_t played;                   /* cards of play */
};

struct whist_problem {
    enum whist_method method;
    bool compare, confirm;           /* as in the request */
    bool graph, leads, line;         /* parts to compute; graph: of one suit */
    uint32_t distribution;           /* order of the requested distribution, 0: none */
    const struct whist_suits *suits; /* several suits, or NULL */
    bool has_deal;                   /* one suit: deal, play and played are set */
    struct whist_deal deal;
    const uint32_t *play; /* a played game: places in the word */
    uint32_t played;      /* cards of play */
};

#endif
