/* Quick tricks: the player on lead keeps the lead while he plays cards that nothing can beat.
 *
 * In one suit the highest cards that are all his win. If he has as many of them as the other has cards of the suit, the
 * rest of his cards win as well, since the other has none left then. What the other throws away meanwhile only helps.
 *
 * With trumps the other may trump what he cannot follow. If the leader's highest trumps are as many as the other's
 * trumps, he draws those first and the rest is as without trump; all his trumps win. Otherwise he makes his highest
 * trumps, and in each other suit the highest cards for as long as the other must follow. */
#include "bounds.h"

/* The leader's cards above the other's highest, which exist. */
static unsigned tops(suits_word word, uint64_t others)
{
    return (unsigned)__builtin_popcountll(suits_own(word) >> suits_highest(others));
}

/* Tricks of one suit in a row; all: the leader's rest wins when the other has none left. */
static unsigned in_suit(suits_word word, bool all)
{
    uint64_t others = suits_others(word);
    unsigned own = (unsigned)__builtin_popcountll(suits_own(word));
    if (!others)
        return all ? own : 0;
    unsigned top = tops(word, others), length = (unsigned)__builtin_popcountll(others);
    if (top >= length)
        return all ? own : length;
    return top;
}

unsigned suits_sure(const struct suits_state *state, bool trump)
{
    unsigned sum = 0;
    bool drawn = true;
    if (trump) {
        uint64_t others = suits_others(state->word[0]);
        drawn = !others || tops(state->word[0], others) >= (unsigned)__builtin_popcountll(others);
        sum = in_suit(state->word[0], true);
    }
    for (unsigned i = trump; i < WHIST_SUITS; i++)
        sum += in_suit(state->word[i], drawn);
    return sum;
}
