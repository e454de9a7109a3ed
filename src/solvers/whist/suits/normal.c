/* Names that mean nothing taken off a deal. */
#include "state.h"

/* The bits of `cards` that `among` has, moved together: bit k of the result is the k-th lowest of `among`. */
static uint64_t packed(uint64_t cards, uint64_t among)
{
    uint64_t out = 0;
    for (unsigned k = 0; among; among &= among - 1, k++)
        if (cards & among & -among)
            out |= 1ull << k;
    return out;
}

static suits_word word_of(const struct suits_suit *suit)
{
    uint64_t all = suit->leader | suit->other;
    return packed(suit->leader, all) | 1ull << __builtin_popcountll(all);
}

static void swap_if_less(suits_word *a, suits_word *b)
{
    suits_word larger = *a > *b ? *a : *b, smaller = *a > *b ? *b : *a;
    *a = larger;
    *b = smaller;
}

struct suits_state suits_ordered(const struct suits_state *state, bool trump)
{
    struct suits_state ordered = *state;
    suits_word *w = ordered.word;
    if (!trump) {
        swap_if_less(&w[0], &w[1]);
        swap_if_less(&w[2], &w[3]);
        swap_if_less(&w[0], &w[2]);
        swap_if_less(&w[1], &w[3]);
        swap_if_less(&w[1], &w[2]);
    } else {
        swap_if_less(&w[1], &w[2]);
        swap_if_less(&w[2], &w[3]);
        swap_if_less(&w[1], &w[2]);
    }
    return ordered;
}

void suits_state_of(const struct suits_deal *deal, struct suits_state *state, uint8_t suit_of[WHIST_SUITS])
{
    unsigned next = 0;
    if (deal->trump >= 0)
        suit_of[next++] = (uint8_t)deal->trump;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        if ((int)s != deal->trump)
            suit_of[next++] = (uint8_t)s;
    for (unsigned i = 0; i < WHIST_SUITS; i++)
        state->word[i] = word_of(&deal->suit[suit_of[i]]);
}

void suits_normal(const struct suits_deal *deal, struct suits_deal *normal)
{
    struct suits_state state;
    uint8_t suit_of[WHIST_SUITS];
    suits_state_of(deal, &state, suit_of);
    /* Trumps that no one holds are none. */
    bool trump = deal->trump >= 0 && state.word[0] != 1;
    state = suits_ordered(&state, trump);
    *normal = (struct suits_deal){.trump = trump ? 0 : -1};
    for (unsigned i = 0; i < WHIST_SUITS; i++)
        normal->suit[i] = (struct suits_suit){suits_own(state.word[i]), suits_others(state.word[i])};
}
