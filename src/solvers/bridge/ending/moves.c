/* Which card to try first.
 *
 * A good first card is most of a fast search. Leading: winners of the own side, suits that the partner tops or ruffs,
 * no suit that the other side ruffs. Following: take the trick as cheaply as it can be taken for good, else play low.
 * Discarding: low from length. */
#include "search.h"

static bool tops(const struct ending *e, unsigned seat, unsigned suit)
{
    return e->all[suit] && e->hand[seat][suit] >> highest(e->all[suit]);
}

static unsigned len_of(const struct ending *e, unsigned seat, unsigned suit)
{
    return (unsigned)__builtin_popcount(e->hand[seat][suit]);
}

static bool ruffs(const struct ending *e, unsigned seat, unsigned suit)
{
    return suit != e->strain && e->strain != BRIDGE_NOTRUMP && !e->hand[seat][suit] && e->hand[seat][e->strain];
}

static bool beats(const struct ending *e, struct bridge_card card, struct bridge_card best)
{
    return card.suit == best.suit ? card.rank > best.rank : card.suit == e->strain;
}

static int lead_weight(const struct ending *e, unsigned seat, struct bridge_card card)
{
    unsigned s = card.suit, left = (seat + 1) % 4, partner = (seat + 2) % 4, right = (seat + 3) % 4;
    int weight = 0;
    bool top = card.rank == highest(e->all[s]);
    if (s != e->strain && (ruffs(e, left, s) || ruffs(e, right, s)))
        weight -= 40;
    else if (top)
        weight += 40 + (int)len_of(e, seat, s);
    else if (tops(e, partner, s))
        weight += 30 - (int)card.rank;
    else if (ruffs(e, partner, s))
        weight += 25 - (int)card.rank;
    else if (tops(e, right, s)) /* through the one who must beat partner's next */
        weight += -5 - (int)card.rank;
    else
        weight += 5 - (int)card.rank;
    if (s == e->strain && !top)
        weight -= 4;
    return weight;
}

/* The best that the seats still to play could do about a card: may one of the other side beat it? */
static bool safe_from(const struct ending *e, unsigned ply, unsigned seat, unsigned led, struct bridge_card card)
{
    for (unsigned after = 1; ply + after < BRIDGE_SEATS; after += 2) {
        unsigned other = (seat + after) % BRIDGE_SEATS;
        if (e->hand[other][led]) {
            if (card.suit == led && highest(e->hand[other][led]) > card.rank)
                return false;
        } else if (e->strain != BRIDGE_NOTRUMP && e->hand[other][e->strain] &&
                   (card.suit != e->strain || highest(e->hand[other][e->strain]) > card.rank)) {
            return false;
        }
    }
    return true;
}

static int follow_weight(const struct ending *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card card)
{
    unsigned led = e->trick[0].suit;
    bool ours = (ply - best) % 2 == 0;
    bool wins = beats(e, card, e->trick[best]);
    int cost = (int)card.rank + (card.suit == e->strain && led != e->strain ? 8 : 0);
    if (card.suit != led && card.suit != e->strain) /* a discard */
        return -cost + (int)len_of(e, seat, card.suit) - (tops(e, seat, card.suit) ? 6 : 0) - (wins ? 0 : 10);
    if (!wins)
        return -cost - (card.suit == e->strain && led != e->strain ? 30 : 0);
    if (ours && safe_from(e, ply, seat, led, e->trick[best]))
        return -cost - 20;
    if (safe_from(e, ply, seat, led, card))
        return 60 - cost;
    return ply == 1 ? -cost - 2 : 5 + cost;
}

unsigned ending_moves(const struct ending *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card hint,
                      struct move move[BRIDGE_RANKS])
{
    const uint16_t *hand = e->hand[seat];
    unsigned count = 0, first = 0, last = BRIDGE_SUITS - 1;
    if (ply > 0 && hand[e->trick[0].suit])
        first = last = e->trick[0].suit;
    for (unsigned s = first; s <= last; s++) {
        uint16_t own = hand[s], others = (uint16_t)(e->all[s] & ~own);
        while (own) {
            unsigned rank = highest(own);
            struct move m = {.card = {(uint8_t)s, (uint8_t)rank}};
            unsigned below = others & ((1u << rank) - 1);
            own &= below ? (uint16_t)((2u << highest((uint16_t)below)) - 1) : 0;
            int weight = ply == 0 ? lead_weight(e, seat, m.card) : follow_weight(e, ply, seat, best, m.card);
            if (hint.suit == s)
                weight += hint.rank == rank ? 200 : 50;
            m.weight = (int16_t)weight;
            unsigned at = count++;
            for (; at > 0 && move[at - 1].weight < m.weight; at--)
                move[at] = move[at - 1];
            move[at] = m;
        }
    }
    return count;
}
