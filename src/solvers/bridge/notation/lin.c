/* The hands of LIN, the format of Bridge Base Online: "3SAKQHJT9DC432,S..H..D..C..,.." in the order South, West,
 * North, East. The digit is the dealer (1 South, 2 West, 3 North, 4 East). The fourth hand is usually left out and
 * completed from the remaining cards. */
#include <string.h>

#include "notation.h"

struct lin {
    const char *text;
    size_t len, at;
    const char *pointer;
    struct nash_error *error;
    bool twice;                /* a card occurs twice in a hand; reported after the whole text is read */
    unsigned seat, suit, rank; /* the first card that does */
};

/* Returns the seat of a hand: South first, clockwise. */
static unsigned seat_at(unsigned index)
{
    return (BRIDGE_SOUTH + index) % BRIDGE_SEATS;
}

static enum nash_status lin_fail(const struct lin *r, const char *wanted)
{
    if (r->at >= r->len)
        return nash_fail(r->error, NASH_INVALID, r->pointer, "the hands end after %zu characters: %s", r->len, wanted);
    unsigned char found = (unsigned char)r->text[r->at];
    return nash_fail(r->error, NASH_INVALID, r->pointer, "character %zu is '%c': %s", r->at + 1,
                     found < ' ' || found > '~' ? '?' : found, wanted);
}

/* Reads the suits of a hand in any order, each letter once. */
static enum nash_status lin_read_hand(struct lin *r, unsigned seat, bridge_ranks hand[BRIDGE_SUITS])
{
    int suit = -1, rank, next;
    unsigned seen = 0;
    size_t used;
    while (r->at < r->len && r->text[r->at] != ',') {
        if ((next = bridge_suit_of(r->text[r->at])) >= 0) {
            if (seen >> next & 1)
                return lin_fail(r, "a suit stands once in a hand");
            seen |= 1u << next;
            suit = next;
            r->at++;
            continue;
        }
        rank = card_rank_of(r->text + r->at, r->len - r->at, &used);
        if (suit < 0 || rank < 0)
            return lin_fail(r, suit < 0 ? "a hand begins with a suit, S, H, D or C"
                                        : "a rank is one of 23456789TJQKA, and a comma divides the hands");
        if (hand[suit] >> rank & 1 && !r->twice) {
            r->twice = true;
            r->seat = seat;
            r->suit = (unsigned)suit;
            r->rank = (unsigned)rank;
        }
        hand[suit] = (bridge_ranks)(hand[suit] | 1u << rank);
        r->at += used;
    }
    return NASH_OK;
}

enum nash_status bridge_lin_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 unsigned *dealer, struct nash_error *error)
{
    struct lin r = {.text = text, .len = len, .pointer = at, .error = error};
    unsigned hands = 0;
    *deal = (struct bridge_deal){0};
    *dealer = BRIDGE_NORTH;
    if (len > 0 && text[0] >= '0' && text[0] <= '9') {
        if (text[0] < '1' || text[0] > '4')
            return lin_fail(&r, "the dealer is 1 for South, 2 for West, 3 for North or 4 for East");
        *dealer = seat_at((unsigned)(text[0] - '1'));
        r.at++;
    }
    for (;;) {
        enum nash_status status = lin_read_hand(&r, seat_at(hands), deal->hand[seat_at(hands)]);
        if (status != NASH_OK)
            return status;
        hands++;
        if (r.at == len)
            break;
        if (hands == BRIDGE_SEATS)
            return lin_fail(&r, "a deal is four hands");
        r.at++; /* the comma */
    }
    if (hands < BRIDGE_SEATS - 1)
        return lin_fail(&r, "three hands at least, South's, West's and North's, divided by commas");
    if (r.twice)
        return nash_fail(error, NASH_UNPROCESSABLE, at, "%s holds the %c%c twice: each card is there once",
                         bridge_seat_name(r.seat), bridge_strain_letter(r.suit), card_rank_letter(r.rank));
    bridge_deal_complete(deal);
    return NASH_OK;
}
