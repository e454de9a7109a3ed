/* The deal string of PBN: "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 ...".
 *
 * The syntax (NASH_INVALID) is that of the patterns in schema/kinds/bridge.request.json. A card that occurs twice in
 * one hand is also found here, since a set of ranks cannot hold it. */
#include <string.h>

#include "notation.h"

struct bridge_pbn {
    const char *text;
    size_t len, at;
    const char *pointer;
    struct nash_error *error;
    bool twice;                /* a card occurs twice in a hand; reported after the whole text is read */
    unsigned seat, suit, rank; /* the first card that does */
};

static enum nash_status pbn_fail(const struct bridge_pbn *r, const char *wanted)
{
    if (r->at >= r->len)
        return nash_fail(r->error, NASH_INVALID, r->pointer, "the deal ends after %zu characters: %s", r->len, wanted);
    unsigned char found = (unsigned char)r->text[r->at];
    if (found < ' ' || found > '~')
        return nash_fail(r->error, NASH_INVALID, r->pointer, "character %zu is not printable ASCII: %s", r->at + 1,
                         wanted);
    return nash_fail(r->error, NASH_INVALID, r->pointer, "character %zu is '%c': %s", r->at + 1, found, wanted);
}

static void pbn_skip_blanks(struct bridge_pbn *r)
{
    while (r->at < r->len && (r->text[r->at] == ' ' || r->text[r->at] == '\t'))
        r->at++;
}

static void pbn_read_suit(struct bridge_pbn *r, unsigned seat, unsigned suit, bridge_ranks *held)
{
    size_t used;
    int rank;
    if (r->at < r->len && r->text[r->at] == '-') {
        r->at++;
        return;
    }
    while ((rank = card_rank_of(r->text + r->at, r->len - r->at, &used)) >= 0) {
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

static enum nash_status pbn_check_duplicates(const struct bridge_pbn *r)
{
    if (r->twice)
        return nash_fail(r->error, NASH_UNPROCESSABLE, r->pointer, "%s holds the %c%c twice: each card is there once",
                         bridge_seat_name(r->seat), bridge_strain_letter(r->suit), card_rank_letter(r->rank));
    return NASH_OK;
}

/* Returns whether the next hand is unknown: a lone "-". */
static bool pbn_is_unknown(const struct bridge_pbn *r)
{
    return r->at < r->len && r->text[r->at] == '-' &&
           (r->at + 1 == r->len || r->text[r->at + 1] == ' ' || r->text[r->at + 1] == '\t');
}

static enum nash_status pbn_read_hand(struct bridge_pbn *r, unsigned seat, bridge_ranks hand[BRIDGE_SUITS])
{
    memset(hand, 0, sizeof *hand * BRIDGE_SUITS);
    if (pbn_is_unknown(r)) {
        r->at++;
        return NASH_OK;
    }
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
        if (suit > 0) {
            if (r->at >= r->len || r->text[r->at] != '.')
                return pbn_fail(
                    r, "a hand is four suits divided by dots, spades to clubs, their ranks from 23456789TJQKA");
            r->at++;
        }
        pbn_read_suit(r, seat, suit, &hand[suit]);
    }
    return NASH_OK;
}

enum nash_status bridge_hand_read(const char *text, size_t len, const char *at, unsigned seat,
                                  bridge_ranks hand[BRIDGE_SUITS], struct nash_error *error)
{
    struct bridge_pbn r = {.text = text, .len = len, .pointer = at, .error = error};
    enum nash_status status = pbn_read_hand(&r, seat, hand);
    if (status != NASH_OK)
        return status;
    if (r.at < len)
        return pbn_fail(&r, "a hand is four suits divided by dots, spades to clubs, their ranks from 23456789TJQKA");
    return pbn_check_duplicates(&r);
}

enum nash_status bridge_pbn_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 struct nash_error *error)
{
    struct bridge_pbn r = {.text = text, .len = len, .pointer = at, .error = error};
    pbn_skip_blanks(&r);
    int first = r.at < len ? bridge_seat_of(text[r.at]) : -1;
    if (first < 0)
        return pbn_fail(&r, "a deal begins with the seat of its first hand, N, E, S or W, and a colon");
    r.at++;
    pbn_skip_blanks(&r);
    if (r.at >= len || text[r.at] != ':')
        return pbn_fail(&r, "a colon follows the seat of the first hand");
    r.at++;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        unsigned seat = ((unsigned)first + i) % BRIDGE_SEATS;
        size_t before = r.at;
        pbn_skip_blanks(&r);
        if (i > 0 && r.at == before)
            return pbn_fail(&r, "a blank divides one hand from the next, clockwise; a suit's ranks are 23456789TJQKA");
        enum nash_status status = pbn_read_hand(&r, seat, deal->hand[seat]);
        if (status != NASH_OK)
            return status;
    }
    pbn_skip_blanks(&r);
    return r.at < len ? pbn_fail(&r, "a deal is four hands") : pbn_check_duplicates(&r);
}

char *bridge_hand_write(const bridge_ranks hand[BRIDGE_SUITS], char *out)
{
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
        if (suit > 0)
            *out++ = '.';
        for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
            if (hand[suit] >> rank & 1)
                *out++ = card_rank_letter(rank);
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
