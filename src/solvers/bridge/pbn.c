/* The deal string of PBN: "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 ...".
 *
 * Syntax (NASH_INVALID) is what schema/kinds/bridge.request.json says in patterns; a card that stands twice in one hand
 * is found here too, since a set of ranks cannot show it later. */
#include <string.h>

#include "notation.h"

struct bridge_pbn {
    const char *text;
    size_t len, at;
    const char *pointer;
    struct nash_error *error;
    bool twice; /* a card stands twice in a hand; all of the text is read before that is said */
    unsigned seat, suit, rank;
};

static enum nash_status bad(const struct bridge_pbn *r, const char *wanted)
{
    if (r->at >= r->len)
        return nash_fail(r->error, NASH_INVALID, r->pointer, "the deal ends after %zu characters: %s", r->len, wanted);
    unsigned char found = (unsigned char)r->text[r->at];
    if (found < ' ' || found > '~')
        return nash_fail(r->error, NASH_INVALID, r->pointer, "character %zu is not printable ASCII: %s", r->at + 1,
                         wanted);
    return nash_fail(r->error, NASH_INVALID, r->pointer, "character %zu is '%c': %s", r->at + 1, found, wanted);
}

static void skip_blanks(struct bridge_pbn *r)
{
    while (r->at < r->len && (r->text[r->at] == ' ' || r->text[r->at] == '\t'))
        r->at++;
}

static void read_suit(struct bridge_pbn *r, unsigned seat, unsigned suit, bridge_ranks *held)
{
    size_t used;
    int rank;
    if (r->at < r->len && r->text[r->at] == '-') {
        r->at++;
        return;
    }
    while ((rank = bridge_rank_of(r->text + r->at, r->len - r->at, &used)) >= 0) {
        if (*held >> rank & 1 && !r->twice) {
            r->twice = true;
            r->seat = seat;
            r->suit = suit;
            r->rank = (unsigned)rank;
        }
        *held = (bridge_ranks)(*held | 1u << rank);
        r->at += used;
    }
}

static enum nash_status end(const struct bridge_pbn *r)
{
    if (r->twice)
        return nash_fail(r->error, NASH_UNPROCESSABLE, r->pointer, "%s holds the %c%c twice: each card is there once",
                         bridge_seat_name(r->seat), bridge_strain_letter(r->suit), bridge_rank_letter(r->rank));
    return NASH_OK;
}

/* A hand that is not known is a lone "-". */
static bool is_unknown(const struct bridge_pbn *r)
{
    return r->at < r->len && r->text[r->at] == '-' &&
           (r->at + 1 == r->len || r->text[r->at + 1] == ' ' || r->text[r->at + 1] == '\t');
}

static enum nash_status read_hand(struct bridge_pbn *r, unsigned seat, bridge_ranks hand[BRIDGE_SUITS])
{
    memset(hand, 0, sizeof *hand * BRIDGE_SUITS);
    if (is_unknown(r)) {
        r->at++;
        return NASH_OK;
    }
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
        if (suit > 0) {
            if (r->at >= r->len || r->text[r->at] != '.')
                return bad(r, "a hand is four suits divided by dots, spades to clubs, their ranks from 23456789TJQKA");
            r->at++;
        }
        read_suit(r, seat, suit, &hand[suit]);
    }
    return NASH_OK;
}

enum nash_status bridge_hand_read(const char *text, size_t len, const char *at, unsigned seat,
                                  bridge_ranks hand[BRIDGE_SUITS], struct nash_error *error)
{
    struct bridge_pbn r = {.text = text, .len = len, .pointer = at, .error = error};
    enum nash_status status = read_hand(&r, seat, hand);
    if (status != NASH_OK)
        return status;
    if (r.at < len)
        return bad(&r, "a hand is four suits divided by dots, spades to clubs, their ranks from 23456789TJQKA");
    return end(&r);
}

enum nash_status bridge_pbn_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 struct nash_error *error)
{
    struct bridge_pbn r = {.text = text, .len = len, .pointer = at, .error = error};
    skip_blanks(&r);
    int first = r.at < len ? bridge_seat_of(text[r.at]) : -1;
    if (first < 0)
        return bad(&r, "a deal begins with the seat of its first hand, N, E, S or W, and a colon");
    r.at++;
    skip_blanks(&r);
    if (r.at >= len || text[r.at] != ':')
        return bad(&r, "a colon follows the seat of the first hand");
    r.at++;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        unsigned seat = ((unsigned)first + i) % BRIDGE_SEATS;
        size_t before = r.at;
        skip_blanks(&r);
        if (i > 0 && r.at == before)
            return bad(&r, "a blank divides one hand from the next, clockwise; a suit's ranks are 23456789TJQKA");
        enum nash_status status = read_hand(&r, seat, deal->hand[seat]);
        if (status != NASH_OK)
            return status;
    }
    skip_blanks(&r);
    return r.at < len ? bad(&r, "a deal is four hands") : end(&r);
}

char *bridge_hand_write(const bridge_ranks hand[BRIDGE_SUITS], char *out)
{
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
        if (suit > 0)
            *out++ = '.';
        for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
            if (hand[suit] >> rank & 1)
                *out++ = bridge_rank_letter(rank);
    }
    *out = '\0';
    return out;
}

char *bridge_pbn_write(const struct bridge_deal *deal, unsigned first, char *out)
{
    char *at = out;
    *at++ = bridge_seat_letter(first);
    *at++ = ':';
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        const bridge_ranks *hand = deal->hand[(first + i) % BRIDGE_SEATS];
        if (i > 0)
            *at++ = ' ';
        if (hand[0] | hand[1] | hand[2] | hand[3])
            at = bridge_hand_write(hand, at);
        else
            *at++ = '-';
    }
    *at = '\0';
    return out;
}
