/* The normal form of a deal: positions that differ only in the names of suits or ranks become equal. */
#include "state.h"

/* Compresses the bits of `cards` that are in `among`: bit k of the result is the k-th lowest bit of `among`. */
static uint64_t compress_bits(uint64_t cards, uint64_t among)
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
    return compress_bits(suit->leader, all) | 1ull << __builtin_popcountll(all);
}

static void sort_pair(suits_word *a, suits_word *b)
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
        sort_pair(&w[0], &w[1]);
        sort_pair(&w[2], &w[3]);
        sort_pair(&w[0], &w[2]);
        sort_pair(&w[1], &w[3]);
        sort_pair(&w[1], &w[2]);
    } else {
        sort_pair(&w[1], &w[2]);
        sort_pair(&w[2], &w[3]);
        sort_pair(&w[1], &w[2]);
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
    /* A trump suit without cards is no trump. */
    bool trump = deal->trump >= 0 && state.word[0] != 1;
    state = suits_ordered(&state, trump);
    *normal = (struct suits_deal){.trump = trump ? 0 : -1};
    for (unsigned i = 0; i < WHIST_SUITS; i++)
        normal->suit[i] = (struct suits_suit){suits_own(state.word[i]), suits_others(state.word[i])};
}
