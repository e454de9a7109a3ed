/* Quick tricks: a player keeps the lead while he plays cards that nothing can beat.
 *
 * In one suit the highest cards that are all his win. If he has as many of them as the other has cards of the suit, the
 * rest of his cards win as well, since the other has none left then. What the other throws away meanwhile only helps.
 *
 * With trumps the other may trump what he cannot follow. If the leader's highest trumps are as many as the other's
 * trumps, he draws those first and the rest is as without trump; all his trumps win. Otherwise he makes his highest
 * trumps, and in each other suit the highest cards for as long as the other must follow.
 *
 * Who is not on lead has the same tricks if he can take the first one with a card that he would have played anyhow: if
 * in each suit that may be led the highest card is his. */
#include "bounds.h"

/* Tricks in a row from one suit for the player whose cards are `own`. drawn: the other has no trump that could stop the
 * rest. all: set when the other has no card left then. */
static unsigned in_suit(uint64_t own, uint64_t others, bool drawn, bool *all)
{
    *all = true;
    if (!others)
        return drawn ? suits_count(own) : 0;
    uint64_t tops = own >> suits_highest(others); /* bit k: the k-th card above the other's highest */
    *all = false;
    if (!tops)
        return 0;
    unsigned length = suits_count(others), top = suits_highest(tops);
    *all = top >= length;
    return !*all ? top : drawn ? suits_count(own) : length;
}

static bool quick(const struct suits_state *state, bool trump, bool second, unsigned want)
{
    unsigned sum = 0;
    bool drawn = true, all;
    for (unsigned i = 0; i < WHIST_SUITS && sum < want; i++) {
        uint64_t own = suits_own(state->word[i]), others = suits_others(state->word[i]);
        sum += second ? in_suit(others, own, drawn, &all) : in_suit(own, others, drawn, &all);
        if (trump && i == 0)
            drawn = all;
    }
    return sum >= want;
}

bool suits_quick(const struct suits_state *state, bool trump, unsigned want)
{
    return quick(state, trump, false, want);
}

bool suits_quick_second(const struct suits_state *state, bool trump, unsigned want)
{
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        suits_word word = state->word[i];
        if (suits_own(word) && word >> (suits_cards(word) - 1) & 1) /* the highest is the leader's */
            return false;
    }
    return quick(state, trump, true, want);
}
