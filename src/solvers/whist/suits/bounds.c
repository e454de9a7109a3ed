/* Quick tricks: a player keeps the lead while he plays cards that cannot be beaten.
 *
 * In one suit a player wins with the top cards that he holds in sequence. If these are as many as the opponent's
 * cards of the suit, his other cards of the suit win as well. The opponent's discards only help.
 *
 * With trumps the opponent may trump a suit that he cannot follow. If the leader's top trumps are as many as the
 * opponent's trumps, the leader draws them first and the rest is as without trump; all his trumps win. Otherwise he
 * makes his top trumps, and in each other suit the top cards for as long as the opponent must follow.
 *
 * The player who is not on lead has the same tricks if he can win the first trick with one of these cards: if in
 * each suit that may be led the highest card is his. */
#include "bounds.h"

/* Returns the consecutive tricks from one suit for the player whose cards are `own`. drawn: the opponent has no
 * trump left. *all: set if the opponent has no card of the suit left after them. */
static unsigned quick_tricks_in_suit(uint64_t own, uint64_t others, bool drawn, bool *all)
{
    *all = true;
    if (!others)
        return drawn ? suits_count(own) : 0;
    uint64_t tops = own >> suits_highest(others); /* bit k: the k-th card above the opponent's highest */
    *all = false;
    if (!tops)
        return 0;
    unsigned length = suits_count(others), top = suits_highest(tops);
    *all = top >= length;
    return !*all ? top : drawn ? suits_count(own) : length;
}

static bool reaches_quick_tricks(const struct suits_state *state, bool trump, bool second, unsigned want)
{
    unsigned sum = 0;
    bool drawn = true, all;
    for (unsigned i = 0; i < WHIST_SUITS && sum < want; i++) {
        uint64_t own = suits_own(state->word[i]), others = suits_others(state->word[i]);
        sum += second ? quick_tricks_in_suit(others, own, drawn, &all) : quick_tricks_in_suit(own, others, drawn, &all);
        if (trump && i == 0)
            drawn = all;
    }
    return sum >= want;
}

bool suits_quick_tricks(const struct suits_state *state, bool trump, unsigned want)
{
    return reaches_quick_tricks(state, trump, false, want);
}

bool suits_quick_tricks_second(const struct suits_state *state, bool trump, unsigned want)
{
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        suits_word word = state->word[i];
        if (suits_own(word) && word >> (suits_cards(word) - 1) & 1) /* the highest is the leader's */
            return false;
    }
    return reaches_quick_tricks(state, trump, true, want);
}
