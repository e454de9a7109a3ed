/* Leads and replies of a position, one card of each run of equals. */
#ifndef SUITS_MOVE_H
#define SUITS_MOVE_H

#include "state.h"

struct suits_move {
    uint8_t suit, bit;
    int16_t grade; /* the higher the sooner */
};

enum { SUITS_MOVES = WHIST_SUITS_CARDS };

/* Every lead but equals, the most hopeful first; returns how many. */
unsigned suits_leads(const struct suits_state *state, bool trump, struct suits_move move[SUITS_MOVES]);

/* The same for the other's replies to a lead. */
unsigned suits_replies(const struct suits_state *state, bool trump, unsigned suit, unsigned bit,
                       struct suits_move move[SUITS_MOVES]);

/* Does the lead win against the reply? */
static inline bool suits_wins(bool trump, unsigned suit, unsigned bit, unsigned reply_suit, unsigned reply_bit)
{
    return reply_suit == suit ? bit > reply_bit : !(trump && reply_suit == 0);
}

#endif
