/* The rules of the game, as they stand in a book: what may be played, and who wins. Nothing here knows of the search.
 */
#include "suits.h"

void suits_legal(const struct suits_deal *deal, bool other, const struct suits_card *lead, uint64_t mask[WHIST_SUITS])
{
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        mask[s] = other ? deal->suit[s].other : deal->suit[s].leader;
    if (!lead || !mask[lead->suit])
        return;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        if (s != lead->suit)
            mask[s] = 0;
}

static bool lead_wins(const struct suits_deal *deal, struct suits_card lead, struct suits_card reply)
{
    if (lead.suit == reply.suit)
        return lead.rank > reply.rank;
    return reply.suit != deal->trump;
}

/* Takes the card off the hand if it may be played. */
static bool play(struct suits_deal *deal, bool other, const struct suits_card *lead, struct suits_card card)
{
    uint64_t mask[WHIST_SUITS];
    suits_legal(deal, other, lead, mask);
    if (card.suit >= WHIST_SUITS || card.rank >= 64 || !(mask[card.suit] >> card.rank & 1))
        return false;
    uint64_t *hand = other ? &deal->suit[card.suit].other : &deal->suit[card.suit].leader;
    *hand &= ~(1ull << card.rank);
    return true;
}

int suits_replay(const struct suits_deal *deal, const struct suits_card *line, uint32_t count)
{
    struct suits_deal left = *deal;
    bool other = false; /* on lead */
    int tricks = 0;
    if (count % 2)
        return -1;
    for (uint32_t i = 0; i < count; i += 2) {
        if (!play(&left, other, NULL, line[i]) || !play(&left, !other, &line[i], line[i + 1]))
            return -1;
        if (!lead_wins(&left, line[i], line[i + 1]))
            other = !other;
        tricks += !other;
    }
    return tricks;
}
