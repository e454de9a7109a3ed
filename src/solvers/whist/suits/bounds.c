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

/* One suit as one of the players sees it. */
struct holding {
    unsigned cards, own, others; /* how many: in all, his, the other's */
    unsigned tops;               /* of his are above all of the other's */
};

static struct holding holding_of(suits_word word, bool second)
{
    uint64_t own = second ? suits_others(word) : suits_own(word), others = suits_all(word) ^ own;
    struct holding h = {suits_cards(word), suits_count(own), suits_count(others), 0};
    h.tops = others ? suits_count(own >> suits_highest(others)) : h.own;
    return h;
}

/* Tricks of a suit in a row. drawn: the other has no trump that could stop the rest. */
static unsigned in_suit(const struct holding *h, bool drawn)
{
    if (h->tops < h->others)
        return h->tops;
    return drawn ? h->own : h->others;
}

static bool quick(const struct suits_state *state, bool trump, bool second, unsigned want)
{
    unsigned sum = 0;
    bool drawn = true;
    for (unsigned i = 0; i < WHIST_SUITS && sum < want; i++) {
        struct holding h = holding_of(state->word[i], second);
        if (trump && i == 0) {
            drawn = h.tops >= h.others;
            sum = in_suit(&h, true);
        } else {
            sum += in_suit(&h, drawn);
        }
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
