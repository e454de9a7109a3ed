/* Move generation and ordering. The numbers are nodes at 20 cards a hand, compared with the first version, which led
 * certain winners first and then low cards from long suits.
 *
 * Leads: from the suit in which the opponent is shortest and the leader long, from the highest card down: a quarter
 * of the nodes. Certain tricks need no ordering, since bounds.c counts them. Of the leads that succeed, five of six
 * are the first one tried.
 *
 * Replies: the cheapest card that wins, then the lowest; a trump before a discard. Of the replies that succeed, all
 * but one in 400 are the first one tried. */
#include "move.h"

/* Returns the highest bit of the run of cards that begins at `low`. */
static unsigned run_end(uint64_t cards, unsigned low)
{
    return low + suits_lowest(~(cards >> low)) - 1;
}

/* Returns the lowest card of each run. */
static uint64_t run_bottoms(uint64_t cards)
{
    return cards & ~(cards << 1);
}

static int lead_priority(suits_word word)
{
    return (int)(2 * suits_count(suits_others(word))) - (int)suits_count(suits_own(word));
}

/* Writes the suits in the order in which they are led. */
static void order_suits(const struct suits_state *state, uint8_t suit[WHIST_SUITS])
{
    int priority[WHIST_SUITS];
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        int this = lead_priority(state->word[i]);
        unsigned at = i;
        for (; at && priority[at - 1] >= this; at--) {
            priority[at] = priority[at - 1];
            suit[at] = suit[at - 1];
        }
        priority[at] = this;
        suit[at] = (uint8_t)i;
    }
}

unsigned suits_leads(const struct suits_state *state, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    uint8_t suit[WHIST_SUITS];
    order_suits(state, suit);
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        uint64_t own = suits_own(state->word[suit[i]]);
        for (uint64_t left = run_bottoms(own); left;) {
            unsigned low = suits_highest(left);
            move[count++] = (struct suits_move){suit[i], (uint8_t)low, (uint8_t)run_end(own, low)};
            left ^= 1ull << low;
        }
    }
    return count;
}

/* Appends the runs of the other player's cards that begin at the bits of `bottom`. */
static unsigned append_runs(struct suits_move move[SUITS_MOVES], unsigned count, unsigned suit, uint64_t others,
                            uint64_t bottom)
{
    for (; bottom; bottom &= bottom - 1) {
        unsigned low = suits_lowest(bottom);
        move[count++] = (struct suits_move){(uint8_t)suit, (uint8_t)low, (uint8_t)run_end(others, low)};
    }
    return count;
}

/* Returns whether both hands have equally many cards of each suit. */
static bool hands_are_even(const struct suits_state *state)
{
    bool even = true;
    for (unsigned i = 0; i < WHIST_SUITS; i++)
        even = even && 2 * suits_count(suits_own(state->word[i])) == suits_cards(state->word[i]);
    return even;
}

/* Returns the cards of a set that are tried: the cheapest, or one of each run. */
static uint64_t reply_candidates(uint64_t cards, bool cheapest)
{
    return cheapest ? cards & -cards : run_bottoms(cards);
}

unsigned suits_replies(const struct suits_state *state, bool trump, unsigned order, const struct suits_move *lead,
                       struct suits_move move[SUITS_MOVES])
{
    bool cheapest = order <= SUITS_CHEAPEST_MAX || hands_are_even(state);
    uint64_t others = suits_others(state->word[lead->suit]), above = others >> lead->low << lead->low;
    unsigned count = 0;
    if (others) {
        count = append_runs(move, 0, lead->suit, others, reply_candidates(above, cheapest));
        return append_runs(move, count, lead->suit, others, reply_candidates(others ^ above, cheapest));
    }
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        unsigned s = trump ? i : WHIST_SUITS - 1 - i;
        others = suits_others(state->word[s]);
        count = append_runs(move, count, s, others, reply_candidates(others, cheapest));
    }
    return count;
}

struct suits_state suits_played(const struct suits_state *state, const struct suits_move *lead,
                                const struct suits_move *reply, bool won)
{
    struct suits_state next;
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        suits_word word = state->word[i];
        bool above = reply->suit == lead->suit && reply->low > lead->low;
        if (i == lead->suit)
            word = suits_without(word, lead->low);
        if (i == reply->suit)
            word = suits_without(word, above ? reply->low - 1u : reply->low);
        next.word[i] = won ? word : suits_turned(word);
    }
    return next;
}
