/* Leads and replies. Adjacent cards of one hand are equally good, so a move is a run of them. */
#ifndef SUITS_MOVE_H
#define SUITS_MOVE_H

#include "state.h"

struct suits_move {
    uint8_t suit, low, high; /* bits of the lowest and the highest card of the run */
};

enum {
    SUITS_MOVES = WHIST_SUITS_CARDS,
    /* With at most so many cards a hand, or with equally many cards of each suit in both hands, the replies are
     * reduced to the cheapest card that wins and the lowest card of a suit: the others are no better (README.md). */
    SUITS_CHEAPEST_MAX = 14
};

/* Writes every lead, the most promising first. Returns their number. */
unsigned suits_leads(const struct suits_state *state, struct suits_move move[SUITS_MOVES]);

/* Writes the other player's replies to a lead. Returns their number. */
unsigned suits_replies(const struct suits_state *state, bool trump, unsigned order, const struct suits_move *lead,
                       struct suits_move move[SUITS_MOVES]);

/* Returns whether the lead wins against the reply. */
static inline bool suits_wins(bool trump, const struct suits_move *lead, const struct suits_move *reply)
{
    return reply->suit == lead->suit ? lead->low > reply->low : !(trump && reply->suit == 0);
}

/* Returns the position after a trick, from the side of the winner: the leader if `won`. The suits are not in order. */
struct suits_state suits_played(const struct suits_state *state, const struct suits_move *lead,
                                const struct suits_move *reply, bool won);

#endif
