/* The order in which cards are tried. Leads: cards that win at once where the other must follow, from long suits first;
 * then low cards. Replies: the cheapest card that wins, then the lowest. */
#include "move.h"

static void add(struct suits_move move[], unsigned *count, unsigned suit, unsigned bit, int grade)
{
    unsigned at = (*count)++;
    for (; at && move[at - 1].grade < grade; at--)
        move[at] = move[at - 1];
    move[at] = (struct suits_move){(uint8_t)suit, (uint8_t)bit, (int16_t)grade};
}

unsigned suits_leads(const struct suits_state *state, bool trump, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        suits_word word = state->word[s];
        uint64_t others = suits_others(word), own = suits_own(word);
        int length = (int)suits_cards(word);
        for (uint64_t left = suits_tops(own); left; left &= left - 1) {
            unsigned bit = suits_lowest(left);
            int grade = others && bit > suits_highest(others) ? 100 + length : length - (int)bit;
            if (!others)
                grade = trump && s ? 0 : 200;
            add(move, &count, s, bit, grade);
        }
    }
    return count;
}

static unsigned follow(uint64_t others, unsigned suit, unsigned bit, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    for (uint64_t left = suits_tops(others); left; left &= left - 1) {
        unsigned reply = suits_lowest(left);
        add(move, &count, suit, reply, reply > bit ? 100 - (int)reply : -(int)reply);
    }
    return count;
}

unsigned suits_replies(const struct suits_state *state, bool trump, unsigned suit, unsigned bit,
                       struct suits_move move[SUITS_MOVES])
{
    uint64_t others = suits_others(state->word[suit]);
    if (others)
        return follow(others, suit, bit, move);
    unsigned count = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        uint64_t cards = suits_others(state->word[s]);
        for (uint64_t left = suits_tops(cards); left; left &= left - 1) {
            unsigned reply = suits_lowest(left);
            add(move, &count, s, reply, trump && s == 0 ? 100 - (int)reply : -(int)reply);
        }
    }
    return count;
}
