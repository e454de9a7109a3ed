/* Moves, the order in which they are tried, and what they show of a position.
 *
 * Leads are tried so: cards that win at once where the other must follow, from long suits first; then low cards.
 * Replies: the cheapest card that wins, then the lowest. */
#include "move.h"

static void add(struct suits_move move[], unsigned *count, struct suits_move new)
{
    unsigned at = (*count)++;
    for (; at && move[at - 1].grade < new.grade; at--)
        move[at] = move[at - 1];
    move[at] = new;
}

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

unsigned suits_leads(const struct suits_state *state, bool trump, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        suits_word word = state->word[s];
        uint64_t others = suits_others(word), own = suits_own(word);
        int length = (int)suits_cards(word);
        for (uint64_t left = bottoms(own); left; left &= left - 1) {
            unsigned low = suits_lowest(left);
            int grade = others && low > suits_highest(others) ? 100 + length : length - (int)low;
            if (!others)
                grade = trump && s ? 0 : 200;
            add(move, &count,
                (struct suits_move){(uint8_t)s, (uint8_t)low, (uint8_t)run_end(own, low), (int16_t)grade});
        }
    }
    return count;
}

/* Replies from one suit: those of `cards` as runs of the other's cards. */
static void reply_with(struct suits_move move[SUITS_MOVES], unsigned *count, unsigned suit, uint64_t others,
                       uint64_t cards, unsigned winning)
{
    for (; cards; cards &= cards - 1) {
        unsigned low = suits_lowest(cards);
        int grade = (low >= winning ? 100 : 0) - (int)low;
        add(move, count,
            (struct suits_move){(uint8_t)suit, (uint8_t)low, (uint8_t)run_end(others, low), (int16_t)grade});
    }
}

unsigned suits_replies(const struct suits_state *state, bool trump, unsigned order, const struct suits_move *lead,
                       struct suits_move move[SUITS_MOVES])
{
    bool all = order > SUITS_CHEAPEST;
    unsigned count = 0;
    uint64_t others = suits_others(state->word[lead->suit]);
    if (others) {
        uint64_t above = others >> lead->low << lead->low, below = others ^ above;
        uint64_t cards = all ? bottoms(others) : (above & -above) | (below & -below);
        reply_with(move, &count, lead->suit, others, cards, lead->low);
        return count;
    }
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        others = suits_others(state->word[s]);
        reply_with(move, &count, s, others, all ? bottoms(others) : others & -others, trump && s == 0 ? 0 : 64);
    }
    return count;
}

struct suits_state suits_played(const struct suits_state *state, const struct suits_move *lead,
                                const struct suits_move *reply, bool won)
{
    struct suits_state next = *state;
    bool above = reply->suit == lead->suit && reply->low > lead->low;
    next.word[lead->suit] = suits_without(next.word[lead->suit], lead->low);
    next.word[reply->suit] = suits_without(next.word[reply->suit], above ? reply->low - 1u : reply->low);
    if (!won)
        for (unsigned i = 0; i < WHIST_SUITS; i++)
            next.word[i] = suits_turned(next.word[i]);
    return next;
}
