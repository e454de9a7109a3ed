/* Hands, the trick in progress and the law of following suit.
 *
 * bridge_position_check() must succeed before every call of libdds, which itself accepts 51 cards, cards held twice
 * and revokes. The check looks for the plainest fault first, so that the message names the probable mistake: a card
 * held twice, then a hand of the wrong size with the cards that no hand holds, then the trick. */
#include "deal.h"

#include <stdio.h>
#include <string.h>

static unsigned count_cards(const bridge_ranks suit[BRIDGE_SUITS])
{
    unsigned cards = 0;
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        cards += (unsigned)__builtin_popcount(suit[s]);
    return cards;
}

unsigned bridge_hand_size(const struct bridge_deal *deal, unsigned seat)
{
    return count_cards(deal->hand[seat]);
}

void bridge_deal_complete(struct bridge_deal *deal)
{
    int empty = -1;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        unsigned size = bridge_hand_size(deal, seat);
        if (size != BRIDGE_RANKS && (size != 0 || empty >= 0))
            return;
        if (size == 0)
            empty = (int)seat;
    }
    for (unsigned suit = 0; empty >= 0 && suit < BRIDGE_SUITS; suit++) {
        unsigned held = deal->hand[0][suit] | deal->hand[1][suit] | deal->hand[2][suit] | deal->hand[3][suit];
        deal->hand[empty][suit] = (bridge_ranks)(~held & ((1u << BRIDGE_RANKS) - 1));
    }
}

unsigned bridge_to_play(const struct bridge_position *position)
{
    return (position->leader + position->played) % BRIDGE_SEATS;
}

void bridge_legal(const struct bridge_position *position, bridge_ranks legal[BRIDGE_SUITS])
{
    const bridge_ranks *hand = position->deal.hand[bridge_to_play(position)];
    unsigned led = position->trick[0].suit;
    bool follows = position->played > 0 && hand[led];
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        legal[suit] = !follows || suit == led ? hand[suit] : 0;
}

static bool card_wins(struct bridge_card card, struct bridge_card best, unsigned strain)
{
    return card.suit == best.suit ? card.rank > best.rank : card.suit == strain;
}

int bridge_play(struct bridge_position *position, struct bridge_card card)
{
    bridge_ranks *suit = &position->deal.hand[bridge_to_play(position)][card.suit];
    *suit = (bridge_ranks)(*suit & ~(1u << card.rank));
    if (position->played < BRIDGE_SEATS - 1) {
        position->trick[position->played++] = card;
        return -1;
    }
    struct bridge_card best = position->trick[0];
    unsigned winner = 0;
    for (unsigned i = 1; i < BRIDGE_SEATS; i++) {
        struct bridge_card next = i < BRIDGE_SEATS - 1 ? position->trick[i] : card;
        if (card_wins(next, best, position->strain)) {
            best = next;
            winner = i;
        }
    }
    position->leader = (uint8_t)((position->leader + winner) % BRIDGE_SEATS);
    position->played = 0;
    return position->leader;
}

/* ---- checks ---- */

const char *bridge_seat_name(unsigned seat)
{
    static const char *const name[BRIDGE_SEATS] = {"North", "East", "South", "West"};
    return name[seat];
}

static enum nash_status check_duplicates(const struct bridge_deal *deal, const char *at, struct nash_error *error)
{
    for (unsigned seat = 1; seat < BRIDGE_SEATS; seat++)
        for (unsigned other = 0; other < seat; other++)
            for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
                unsigned both = deal->hand[seat][suit] & deal->hand[other][suit];
                if (both)
                    return nash_fail(error, NASH_UNPROCESSABLE, at,
                                     "%s and %s both hold the %c%c: give each card to one hand",
                                     bridge_seat_name(other), bridge_seat_name(seat), bridge_strain_letter(suit),
                                     card_rank_letter((unsigned)__builtin_ctz(both)));
            }
    return NASH_OK;
}

/* Writes "; in no hand: SA H3" if at most NAMED_MAX cards of a whole deal are missing. */
static void format_missing_cards(const struct bridge_position *p, char *out, size_t room)
{
    enum { NAMED_MAX = 6 };
    bridge_ranks gone[BRIDGE_SUITS];
    unsigned count = 0;
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
        unsigned held = 0;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            held |= p->deal.hand[seat][suit];
        for (unsigned i = 0; i < p->played; i++)
            held |= p->trick[i].suit == suit ? 1u << p->trick[i].rank : 0;
        gone[suit] = (bridge_ranks)(~held & ((1u << BRIDGE_RANKS) - 1));
        count += (unsigned)__builtin_popcount(gone[suit]);
    }
    out[0] = '\0';
    if (count == 0 || count > NAMED_MAX)
        return;
    size_t len = (size_t)snprintf(out, room, "; in no hand:");
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
            if (gone[suit] >> rank & 1 && len < room)
                len += (size_t)snprintf(out + len, room - len, " %c%c", bridge_strain_letter(suit),
                                        card_rank_letter(rank));
}

/* Counts the hands without a card beside a hand of several: they are not given, or "-" in PBN. */
static unsigned count_hidden(const unsigned held[BRIDGE_SEATS])
{
    unsigned hidden = 0, most = 0;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        hidden += held[seat] == 0;
        most = held[seat] > most ? held[seat] : most;
    }
    return most > 1 ? hidden : 0;
}

/* Checks that each seat holds as many cards as the seat that plays last to the trick, less one if it has played. */
static enum nash_status check_sizes(const struct bridge_position *p, const char *at, struct nash_error *error)
{
    char missing[48];
    unsigned last = (p->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS, size = bridge_hand_size(&p->deal, last);
    unsigned held[BRIDGE_SEATS];
    bool fits = true;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        unsigned seat = (p->leader + i) % BRIDGE_SEATS;
        held[seat] = bridge_hand_size(&p->deal, seat);
        fits = fits && held[seat] + (i < p->played) == size;
        if (held[seat] + (i < p->played) > BRIDGE_RANKS)
            return nash_fail(error, NASH_UNPROCESSABLE, at, "%s holds %u cards%s; a hand has at most %d",
                             bridge_seat_name(seat), held[seat], i < p->played ? " besides the one in the trick" : "",
                             BRIDGE_RANKS);
    }
    if (fits && size > 0)
        return NASH_OK;
    if (fits)
        return nash_fail(error, NASH_UNPROCESSABLE, at, "no hand holds a card, so there is nothing to play");
    unsigned hidden = count_hidden(held);
    if (hidden > 0)
        return nash_fail(error, NASH_UNPROCESSABLE, at,
                         "%u hand%s not given: give all four, or three of 13 cards; for averages over deals of hidden "
                         "hands send JSON with \"samples\": 200",
                         hidden, hidden == 1 ? " is" : "s are");
    format_missing_cards(p, missing, sizeof missing);
    return nash_fail(error, NASH_UNPROCESSABLE, at, "North, East, South and West hold %u, %u, %u and %u cards%s; %s%s",
                     held[BRIDGE_NORTH], held[BRIDGE_EAST], held[BRIDGE_SOUTH], held[BRIDGE_WEST],
                     p->played ? " besides the trick" : "",
                     p->played ? "all hold as many, less one for who has played to the trick" : "all must hold as many",
                     missing);
}

static enum nash_status check_trick(const struct bridge_position *p, const char *at, struct nash_error *error)
{
    char pointer[64];
    for (unsigned i = 0; i < p->played; i++) {
        struct bridge_card card = p->trick[i];
        unsigned by = (p->leader + i) % BRIDGE_SEATS, led = p->trick[0].suit;
        char suit = bridge_strain_letter(card.suit), rank = card_rank_letter(card.rank);
        nash_pointer_index(pointer, sizeof pointer, at, i);
        for (unsigned j = 0; j < i; j++)
            if (p->trick[j].suit == card.suit && p->trick[j].rank == card.rank)
                return nash_fail(error, NASH_UNPROCESSABLE, pointer, "the %c%c is in the trick twice", suit, rank);
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            if (p->deal.hand[seat][card.suit] >> card.rank & 1)
                return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                                 "the %c%c lies in the trick and %s holds it too: take it out of the hand", suit, rank,
                                 bridge_seat_name(seat));
        if (card.suit != led && p->deal.hand[by][led])
            return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                             "%s played the %c%c and still holds %c%c: who can follow the suit led must",
                             bridge_seat_name(by), suit, rank, bridge_strain_letter(led),
                             card_rank_letter(31u - (unsigned)__builtin_clz(p->deal.hand[by][led])));
    }
    return NASH_OK;
}

enum nash_status bridge_position_check(const struct bridge_position *position, const char *at, const char *at_trick,
                                       struct nash_error *error)
{
    enum nash_status status = check_duplicates(&position->deal, at, error);
    if (status == NASH_OK)
        status = check_sizes(position, at, error);
    if (status == NASH_OK)
        status = check_trick(position, at_trick, error);
    return status;
}
