/* Moves, and the order in which they are tried; numbers are nodes of 20 cards a hand against the first idea, to play
 * out sure tricks first and then low cards from long suits.
 *
 * Leads: from the suit in which the other is shortest and the leader long, from the highest card down: a quarter of the
 * nodes. Sure tricks need no thought, since bounds.c counts them. Five of six leads that do are the first.
 *
 * Replies: the cheapest card that wins, then the lowest; a trump before a card thrown away. Of those that do all but
 * one in 400 are the first. */
#include "move.h"

/* The highest bit of the run of cards that begins at `low`. */
static unsigned run_end(uint64_t cards, unsigned low)
{
    return low + suits_lowest(~(cards >> low)) - 1;
}

/* Of each run the lowest card. */
static uint64_t bottoms(uint64_t cards)
{
    return cards & ~(cards << 1);
}

static int lateness(suits_word word)
{
    return (int)(2 * suits_count(suits_others(word))) - (int)suits_count(suits_own(word));
}

/* The suits in the order in which they are led. */
static void suits_to_lead(const struct suits_state *state, uint8_t suit[WHIST_SUITS])
{
    int late[WHIST_SUITS];
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        int this = lateness(state->word[i]);
        unsigned at = i;
        for (; at && late[at - 1] >= this; at--) {
            late[at] = late[at - 1];
            suit[at] = suit[at - 1];
        }
        late[at] = this;
        suit[at] = (uint8_t)i;
    }
}

unsigned suits_leads(const struct suits_state *state, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    uint8_t suit[WHIST_SUITS];
    suits_to_lead(state, suit);
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        uint64_t own = suits_own(state->word[suit[i]]);
        for (uint64_t left = bottoms(own); left;) {
            unsigned low = suits_highest(left);
            move[count++] = (struct suits_move){suit[i], (uint8_t)low, (uint8_t)run_end(own, low)};
            left ^= 1ull << low;
        }
    }
    return count;
}

/* Adds the runs of the other's cards that begin at `bottom`. */
static unsigned reply_with(struct suits_move move[SUITS_MOVES], unsigned count, unsigned suit, uint64_t others,
                           uint64_t bottom)
{
    for (; bottom; bottom &= bottom - 1) {
        unsigned low = suits_lowest(bottom);
        move[count++] = (struct suits_move){(uint8_t)suit, (uint8_t)low, (uint8_t)run_end(others, low)};
    }
    return count;
}

/* Have both hands equally many cards of each suit? */
static bool is_even(const struct suits_state *state)
{
    bool even = true;
    for (unsigned i = 0; i < WHIST_SUITS; i++)
        even = even && 2 * suits_count(suits_own(state->word[i])) == suits_cards(state->word[i]);
    return even;
}

/* Of some of the other's cards those that are tried. */
static uint64_t tried(uint64_t cards, bool cheapest)
{
    return cheapest ? cards & -cards : bottoms(cards);
}

unsigned suits_replies(const struct suits_state *state, bool trump, unsigned order, const struct suits_move *lead,
                       struct suits_move move[SUITS_MOVES])
{
    bool cheapest = order <= SUITS_CHEAPEST || is_even(state);
    uint64_t others = suits_others(state->word[lead->suit]), above = others >> lead->low << lead->low;
    unsigned count = 0;
    if (others) {
        count = reply_with(move, 0, lead->suit, others, tried(above, cheapest));
        return reply_with(move, count, lead->suit, others, tried(others ^ above, cheapest));
    }
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        unsigned s = trump ? i : WHIST_SUITS - 1 - i;
        others = suits_others(state->word[s]);
        count = reply_with(move, count, s, others, tried(others, cheapest));
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
