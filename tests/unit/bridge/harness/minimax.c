#include "minimax.h"

#include <stdio.h>
#include <string.h>

#include <solvers/bridge/notation/notation.h>

void minimax_deal(struct nash_rng *rng, unsigned size, struct bridge_deal *deal)
{
    uint8_t card[BRIDGE_CARDS];
    memset(deal, 0, sizeof *deal);
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        card[i] = (uint8_t)i;
    for (unsigned i = 0; i < BRIDGE_SEATS * size; i++) {
        unsigned other = i + (unsigned)nash_rng_below(rng, BRIDGE_CARDS - i);
        uint8_t taken = card[other];
        card[other] = card[i];
        bridge_ranks *suit = &deal->hand[i % BRIDGE_SEATS][taken / BRIDGE_RANKS];
        *suit = (bridge_ranks)(*suit | 1u << taken % BRIDGE_RANKS);
    }
}

struct bridge_card minimax_any(struct nash_rng *rng, const struct bridge_position *position)
{
    bridge_ranks legal[BRIDGE_SUITS];
    struct bridge_card card[BRIDGE_RANKS];
    unsigned count = 0;
    bridge_legal(position, legal);
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if (legal[suit] >> rank & 1)
                card[count++] = (struct bridge_card){(uint8_t)suit, (uint8_t)rank};
    return card[nash_rng_below(rng, count)];
}

void minimax_position(struct nash_rng *rng, unsigned size, unsigned played, struct bridge_position *position)
{
    memset(position, 0, sizeof *position);
    minimax_deal(rng, size, &position->deal);
    position->strain = (uint8_t)nash_rng_below(rng, BRIDGE_STRAINS);
    position->leader = (uint8_t)nash_rng_below(rng, BRIDGE_SEATS);
    while (position->played < played)
        bridge_play(position, minimax_any(rng, position));
}

static unsigned left(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, (position->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS);
}

/* Returns the tricks of the side to play by alpha-beta search with the bounds `least` and `most`; without bounds, five
 * cards a hand take minutes. */
static unsigned within(const struct bridge_position *position, int least, int most);

static unsigned after(const struct bridge_position *position, struct bridge_card card, int least, int most)
{
    struct bridge_position next = *position;
    unsigned side = bridge_to_play(position) % 2;
    int winner = bridge_play(&next, card), all = (int)left(&next);
    unsigned made = winner >= 0 && (unsigned)winner % 2 == side;
    least -= (int)made;
    most -= (int)made;
    if (all == 0)
        return made;
    if (bridge_to_play(&next) % 2 == side)
        return made + within(&next, least, most);
    return made + (unsigned)all - within(&next, all - most, all - least);
}

static unsigned within(const struct bridge_position *position, int least, int most)
{
    bridge_ranks legal[BRIDGE_SUITS];
    int best = 0;
    bridge_legal(position, legal);
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++) {
            if (!(legal[suit] >> rank & 1))
                continue;
            int tricks = (int)after(position, (struct bridge_card){(uint8_t)suit, (uint8_t)rank}, least, most);
            best = tricks > best ? tricks : best;
            if (best >= most)
                return (unsigned)best;
            least = best > least ? best : least;
        }
    return (unsigned)best;
}

unsigned minimax_tricks(const struct bridge_position *position)
{
    return within(position, 0, (int)left(position));
}

unsigned minimax_after(const struct bridge_position *position, struct bridge_card card)
{
    return after(position, card, 0, (int)left(position));
}

const char *minimax_name(const struct bridge_position *position)
{
    static char text[BRIDGE_PBN_LEN + 64];
    char pbn[BRIDGE_PBN_LEN];
    int len = snprintf(text, sizeof text, "%s %c led by %c:", bridge_pbn_write(&position->deal, BRIDGE_NORTH, pbn),
                       bridge_strain_letter(position->strain), bridge_seat_letter(position->leader));
    for (unsigned i = 0; i < position->played; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, " %c%c", bridge_strain_letter(position->trick[i].suit),
                        card_rank_letter(position->trick[i].rank));
    return text;
}
