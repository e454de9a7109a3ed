/* Leads and replies: neighbours among the cards of one hand are as good as each other, so a move is a run of them. */
#ifndef SUITS_MOVE_H
#define SUITS_MOVE_H

#include "state.h"

struct suits_move {
    uint8_t suit, low, high; /* bits of the lowest and the highest card of the run */
};

enum {
    SUITS_MOVES = WHIST_SUITS_CARDS,
    /* With so many cards a hand at most, or as many in each suit as the other has, a reply is the cheapest card that
     * wins or the lowest of a suit: the others are no better (README.md). */
    SUITS_CHEAPEST = 14
};

/* Every lead, the most hopeful first; returns how many. */
unsigned suits_leads(const struct suits_state *state, struct suits_move move[SUITS_MOVES]);

/* The other's replies to a lead. */
unsigned suits_replies(const struct suits_state *state, bool trump, unsigned order, const struct suits_move *lead,
                       struct suits_move move[SUITS_MOVES]);

/* Does the lead win against the reply? */
static inline bool suits_wins(bool trump, const struct suits_move *lead, const struct suits_move *reply)
{
    return reply->suit == lead->suit ? lead->low > reply->low : !(trump && reply->suit == 0);
}

/* The position after a trick, from the side of who leads next: of who led if won. Not in order. */
struct suits_state suits_played(const struct suits_state *state, const struct suits_move *lead,
                                const struct suits_move *reply, bool won);

#endif
