/* Reads hands as people write them, each after its seat:
 *
 *     North (dealer): QJ6.K652.J85.T98        W: S QJ6 H K652 D J85 C -
 *
 * or with a line for each suit, as in "♠ Q J 6". Other lines are remarks. The hands are rewritten as those of LIN. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "record.h"

enum { HAND_MAX = 4 * (1 + BRIDGE_RANKS) };

struct hand {
    char text[HAND_MAX + 1]; /* as LIN writes it: "SQJ6HK652DJ85CT98" */
    size_t len;
    bool found; /* its seat has been read */
};

/* Reads the sign or letter of a suit. Returns its letter, or '\0'. */
static char read_suit(struct text_span *text)
{
    static const char *const signs[] = {"♠", "♥", "♦", "♣", "♤", "♡", "♢", "♧"};
    for (unsigned i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t len = strlen(signs[i]);
        if (text_length(*text) >= len && memcmp(text->at, signs[i], len) == 0) {
            text->at += len;
            return bridge_strain_letter(i % BRIDGE_SUITS);
        }
    }
    int suit = bridge_suit_of(*text->at);
    text->at += suit >= 0;
    return suit >= 0 ? bridge_strain_letter((unsigned)suit) : '\0';
}

/* Skips what may stand between cards: white space, commas, colons, dashes, and the mark that makes a sign coloured. */
static void skip_between(struct text_span *text)
{
    static const char *const marks[] = {"–", "—", "\xef\xb8\x8f"};
    for (bool more = true; more && text->at < text->end;) {
        more = text_is_space(*text->at) || strchr(",:-", *text->at);
        size_t len = more;
        for (unsigned i = 0; !more && i < sizeof marks / sizeof *marks; i++)
            if (text_length(*text) >= strlen(marks[i]) && memcmp(text->at, marks[i], strlen(marks[i])) == 0) {
                more = true;
                len = strlen(marks[i]);
            }
        text->at += len;
    }
}

static bool has_dots(struct text_span text)
{
    unsigned dots = 0;
    for (const char *c = text.at; c < text.end; c++)
        dots += *c == '.';
    return dots == BRIDGE_SUITS - 1;
}

/* Appends a line of cards to the hand. Returns false, with the hand unchanged, if the line is anything else. */
static bool add_cards(struct hand *hand, struct text_span line)
{
    struct hand read = *hand;
    bool dotted = has_dots(line), suited = dotted;
    unsigned suits = 0;
    if (hand->len >= HAND_MAX)
        return false;
    if (dotted)
        read.text[read.len++] = bridge_strain_letter(suits++);
    for (skip_between(&line); line.at < line.end && read.len < HAND_MAX; skip_between(&line)) {
        size_t used = 0;
        char suit = '\0';
        if (dotted && *line.at == '.') {
            suit = bridge_strain_letter(suits++);
            line.at++;
        } else if (!dotted) {
            suit = read_suit(&line);
        }
        int rank = suit ? -1 : card_rank_of(line.at, text_length(line), &used);
        if (!suit && (rank < 0 || !suited))
            return false;
        suited = true;
        line.at += used;
        read.text[read.len++] = suit ? suit : card_rank_letter((unsigned)rank);
    }
    if (line.at < line.end || read.len == hand->len)
        return false;
    *hand = read;
    return true;
}

/* Reads the name of a seat at the beginning of the line, with a remark in parentheses and a colon after it. Returns the
 * seat, or -1. */
static int read_seat(struct text_span *line)
{
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        const char *name = bridge_seat_name(seat);
        for (size_t len = strlen(name); len > 0; len = len > 1 ? 1 : 0) {
            struct text_span rest = {line->at + len, line->end}, behind;
            if (text_length(*line) < len || strncasecmp(line->at, name, len) != 0 ||
                (rest.at < rest.end && !text_is_space(*rest.at) && !strchr(":=(", *rest.at)))
                continue;
            behind = text_trim(rest);
            const char *close =
                behind.at < behind.end && *behind.at == '(' ? memchr(behind.at, ')', text_length(behind)) : NULL;
            rest.at = close ? close + 1 : rest.at;
            if (!text_accept(&rest, ':'))
                text_accept(&rest, '=');
            *line = rest;
            return (int)seat;
        }
    }
    return -1;
}

int bridge_hand_line(struct text_span line)
{
    struct hand hand = {0};
    struct bridge_deal deal;
    struct nash_error error;
    struct text_span cards = line;
    int seat = read_seat(&cards);
    cards = text_trim(cards);
    bool is_hand = seat >= 0 && cards.at < cards.end && add_cards(&hand, cards);
    if (!is_hand || bridge_pbn_read(line.at, text_length(line), "", &deal, &error) == NASH_OK)
        return -1;
    return seat;
}

/* Reads the hands. Returns false if the text has no hand, or a seat twice. */
static bool read_hands(struct text_reader t, struct hand hand[BRIDGE_SEATS])
{
    struct text_span line;
    struct hand *now = NULL;
    while (text_line(&t, &line)) {
        struct text_span rest = line;
        int seat = read_seat(&rest);
        if (seat >= 0 && hand[seat].found)
            return false;
        if (seat >= 0) {
            now = &hand[seat];
            now->found = true;
        }
        rest = text_trim(rest);
        if (now && rest.at < rest.end && !add_cards(now, rest))
            now = NULL; /* a remark ends the hand */
    }
    return hand[BRIDGE_SOUTH].len + hand[BRIDGE_WEST].len + hand[BRIDGE_NORTH].len + hand[BRIDGE_EAST].len > 0;
}

bool bridge_read_hands(struct bridge_input *in, const struct text_reader *t)
{
    struct hand hand[BRIDGE_SEATS] = {0};
    char lin[BRIDGE_SEATS * (HAND_MAX + 1)];
    size_t len = 0;
    if (!read_hands(*t, hand))
        return false;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        const struct hand *one = &hand[(BRIDGE_SOUTH + i) % BRIDGE_SEATS];
        if (i == BRIDGE_SEATS - 1 && one->len == 0)
            break;
        if (i > 0)
            lin[len++] = ',';
        memcpy(lin + len, one->text, one->len);
        len += one->len;
    }
    bridge_read_lin_deal(in, in->r, (struct text_span){lin, lin + len});
    return true;
}
