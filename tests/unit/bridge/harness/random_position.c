#include "random_position.h"

#include <stdio.h>

#include "minimax.h"

void draw_position(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position)
{
    uint8_t deck[BRIDGE_CARDS];
    unsigned suits = (BRIDGE_SEATS * n + BRIDGE_RANKS - 1) / BRIDGE_RANKS, cards;
    if (suits < BRIDGE_SUITS) /* in one of four positions, leave suits out */
        suits += nash_rng_below(rng, 4) ? BRIDGE_SUITS - suits : (unsigned)nash_rng_below(rng, BRIDGE_SUITS - suits);
    cards = suits * BRIDGE_RANKS;
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        deck[i] = (uint8_t)i;
    *position = (struct bridge_position){.strain = (uint8_t)nash_rng_below(rng, BRIDGE_STRAINS),
                                         .leader = (uint8_t)nash_rng_below(rng, BRIDGE_SEATS)};
    for (unsigned i = 0; i < BRIDGE_SEATS * n; i++) {
        unsigned j = i + (unsigned)nash_rng_below(rng, cards - i);
        uint8_t card = deck[j];
        deck[j] = deck[i];
        position->deal.hand[i % BRIDGE_SEATS][card / 13] |= (bridge_ranks)(1u << card % 13);
    }
    while (played-- > 0)
        bridge_play(position, minimax_any(rng, position));
}

/* Takes a random card from the pack. likes: the weight of each suit; pack: the remaining cards. If no suit with a
 * weight has cards left, takes a card of another suit. */
static struct bridge_card take_liked(struct nash_rng *rng, const unsigned likes[BRIDGE_SUITS], bridge_ranks pack[])
{
    unsigned weight[BRIDGE_SUITS], sum = 0, s = 0, rank;
    for (unsigned i = 0; i < BRIDGE_SUITS; i++)
        sum += weight[i] = pack[i] ? likes[i] : 0;
    for (unsigned i = 0; i < BRIDGE_SUITS && sum == 0; i++)
        weight[i] = pack[i] != 0;
    unsigned at = (unsigned)nash_rng_below(rng, sum ? sum : 1);
    while (weight[s] <= at)
        at -= weight[s++];
    do
        rank = (unsigned)nash_rng_below(rng, BRIDGE_RANKS);
    while (!(pack[s] >> rank & 1));
    pack[s] ^= (bridge_ranks)(1u << rank);
    return (struct bridge_card){(uint8_t)s, (uint8_t)rank};
}

void draw_lopsided(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position)
{
    static const unsigned liking[] = {0, 1, 4, 12};
    const unsigned whole = (1u << BRIDGE_RANKS) - 1;
    bridge_ranks pack[BRIDGE_SUITS] = {whole, whole, whole, whole};
    *position = (struct bridge_position){.strain = (uint8_t)nash_rng_below(rng, BRIDGE_STRAINS),
                                         .leader = (uint8_t)nash_rng_below(rng, BRIDGE_SEATS)};
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        unsigned likes[BRIDGE_SUITS];
        for (unsigned s = 0; s < BRIDGE_SUITS; s++)
            likes[s] = liking[nash_rng_below(rng, 4)];
        for (unsigned i = 0; i < n; i++) {
            struct bridge_card card = take_liked(rng, likes, pack);
            position->deal.hand[seat][card.suit] |= (bridge_ranks)(1u << card.rank);
        }
    }
    while (played-- > 0)
        bridge_play(position, minimax_any(rng, position));
}

const char *say_position(const struct bridge_position *position, char out[200])
{
    size_t n = 0;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        n += (size_t)snprintf(out + n, 200 - n, "%c:", bridge_seat_letter(seat));
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
                if (position->deal.hand[seat][s] >> rank & 1)
                    out[n++] = card_rank_letter(rank);
            out[n++] = s < 3 ? '.' : ' ';
        }
    }
    n += (size_t)snprintf(out + n, 200 - n, "%c, led by %c", bridge_strain_letter(position->strain),
                          bridge_seat_letter(position->leader));
    for (unsigned i = 0; i < position->played; i++)
        n += (size_t)snprintf(out + n, 200 - n, " %c%c", bridge_strain_letter(position->trick[i].suit),
                              card_rank_letter(position->trick[i].rank));
    return out;
}
