#include <stdio.h>
#include <string.h>

#include "amount.h"
#include "site.h"

enum { SITE_AMOUNT_BYTES = 32 };

/* ---- text ---- */

bool site_line(struct site_hand *site, struct text_span *line)
{
    if (!text_raw_line(&site->rest, line))
        return false;
    *line = text_trim(*line);
    site->line++;
    return true;
}

bool site_starts(struct text_span line, const char *with)
{
    return text_length(line) >= strlen(with) && memcmp(line.at, with, strlen(with)) == 0;
}

struct text_span site_after(struct text_span text, const char *word)
{
    const char *at = text.at ? memmem(text.at, text_length(text), word, strlen(word)) : NULL;
    return (struct text_span){at ? at + strlen(word) : NULL, at ? text.end : NULL};
}

bool site_amount(struct text_span *text, int64_t *amount)
{
    char digits[SITE_AMOUNT_BYTES];
    size_t len = 0;
    const char *c = text->at;
    if (!c)
        return false;
    while (c < text->end && !text_is_digit(*c))
        c++;
    for (; c < text->end && (text_is_digit(*c) || *c == '.' || *c == ','); c++) {
        if (len == sizeof digits)
            return false;
        if (*c != ',')
            digits[len++] = *c;
    }
    while (len > 0 && digits[len - 1] == '.') /* the end of a sentence */
        len--;
    text->at = c;
    return history_amount_read((struct text_span){digits, digits + len}, amount);
}

struct site_seat *site_find_name(struct site_hand *site, struct text_span line, const char *separator,
                                 struct text_span *rest)
{
    struct site_seat *best = NULL;
    for (uint32_t i = 0; i < site->seats; i++) {
        struct site_seat *seat = &site->seat[i];
        const size_t len = text_length(seat->name);
        if (text_length(line) < len || memcmp(line.at, seat->name.at, len) != 0)
            continue;
        const struct text_span after = {line.at + len, line.end};
        if (!site_starts(after, separator) || (best && text_length(best->name) > len))
            continue; /* of "bob" and "bob: jr" the longer one */
        best = seat;
        *rest = (struct text_span){after.at + strlen(separator), line.end};
    }
    return best;
}

/* ---- the header ---- */

/* Reads the game: "Hold'em No Limit". Stores in *rest what follows. */
static bool site_read_game(struct holdem_history *h, struct text_span line, struct text_span *rest)
{
    static const struct {
        const char *name;
        enum history_betting betting;
    } limits[] = {{" No Limit", HISTORY_NO_LIMIT}, {" Pot Limit", HISTORY_POT_LIMIT}, {" Limit", HISTORY_FIXED_LIMIT}};
    static const char short_deck[] = "6+ ", name[] = "Hold'em";
    const struct text_span after = site_after(line, name);
    const char *game = after.at ? after.at - (sizeof name - 1) : NULL;
    if (game && game - line.at >= (ptrdiff_t)sizeof short_deck && memcmp(game - 3, short_deck, 3) == 0)
        game = NULL;
    for (size_t i = 0; game && i < sizeof limits / sizeof *limits; i++) {
        if (site_starts(after, limits[i].name)) {
            h->hand.betting = (uint8_t)limits[i].betting;
            *rest = (struct text_span){after.at + strlen(limits[i].name), line.end};
            return true;
        }
    }
    struct text_span other = text_trim(site_after(line, ":"));
    history_source_refuse(h, h->hand.line,
                          "the game \"%.*s\" is not read; Hold'em No Limit, Pot Limit or Limit is expected",
                          HISTORY_SPAN(other.at ? other : line));
    return false;
}

/* Reads "2024/05/06 7:08:09" as 20240506070809; other text is no time. */
static uint64_t site_time(struct text_span text)
{
    static const char separators[] = "/: ";
    uint64_t time = 0;
    struct text_span word;
    for (unsigned i = 0; i < 6; i++) {
        unsigned number = 0;
        if (!text_word(&text, separators, &word) || text_length(word) > 4)
            return 0;
        for (const char *c = word.at; c < word.end; c++) {
            if (!text_is_digit(*c))
                return 0;
            number = number * 10 + (unsigned)(*c - '0');
        }
        time = i ? time * 100 + number % 100 : number;
    }
    return time;
}

static bool site_read_header(struct holdem_history *h, struct site_hand *site)
{
    struct text_span line, rest, id, stakes, date;
    site_line(site, &line);
    id = site_after(line, "#");
    if (id.at) {
        const char *end = memchr(id.at, ':', text_length(id));
        id.end = end ? end : id.end;
        if (!history_name_set(h->hand.id, id))
            h->hand.id[0] = '\0';
    }
    if (!site_read_game(h, line, &rest))
        return false;
    /* mixed games have "8-Game (Hold'em No Limit, $1/$2)" */
    stakes = site_starts(rest, ", ") ? rest : site_after(rest, "(");
    if (!site_amount(&stakes, &site->stake[0]) || !site_starts(stakes, "/") || !site_amount(&stakes, &site->stake[1])) {
        history_source_refuse(h, site->line, "the stakes, such as ($0.01/$0.02), are missing");
        return false;
    }
    for (date = site_after(stakes, "- "); date.at; date = site_after(date, "- "))
        if (!h->hand.time)
            h->hand.time = site_time(date);
    return true;
}

/* ---- seats ---- */

/* Reads "Seat 3: name ($2 in chips) is sitting out". A name may have brackets. */
static bool site_read_seat(struct holdem_history *h, struct site_hand *site, struct text_span line)
{
    struct site_seat *seat = &site->seat[site->seats];
    struct text_span rest = {line.at + sizeof "Seat " - 1, line.end}, number;
    int64_t value;
    text_word(&rest, ":", &number);
    if (!text_int(number, &value) || value < 1 || value > 99)
        return true; /* not the line of a seat */
    rest = text_trim((struct text_span){rest.at + (rest.at < rest.end), rest.end});
    const char *chips = memmem(rest.at, text_length(rest), " in chips", sizeof " in chips" - 1), *bracket = chips;
    while (bracket && bracket > rest.at && *bracket != '(')
        bracket--;
    if (!bracket || bracket == rest.at)
        return true;
    struct text_span stack = {bracket, chips};
    if (site->seats == HISTORY_SEATS || !site_amount(&stack, &seat->stack)) {
        history_source_refuse(h, site->line, "a seat is not read: at most %d, each \"Seat 1: name ($2 in chips)\"",
                              HISTORY_SEATS);
        return false;
    }
    seat->name = text_trim((struct text_span){rest.at, bracket});
    seat->number = (uint32_t)value;
    const struct text_span remark = {chips, rest.end};
    seat->out = site_after(remark, "is sitting out").at || site_after(remark, "out of hand").at;
    site->seats++;
    return true;
}

/* Reads "name: posts the ante 5", and the posts of blinds. */
static bool site_read_post(struct holdem_history *h, struct site_hand *site, struct text_span line)
{
    struct text_span rest;
    struct site_seat *seat = site_find_name(site, line, ": posts ", &rest);
    const bool all_in = site_after(line, "and is all-in").at != NULL;
    const bool fixed = h->hand.betting == HISTORY_FIXED_LIMIT;
    int64_t amount;
    if (!seat)
        return true;
    struct text_span number = rest;
    if (!site_amount(&number, &amount) || amount > HISTORY_AMOUNT_MAX - seat->ante) {
        history_source_refuse(h, site->line, "an amount is expected after \"posts\"");
        return false;
    }
    if (site_starts(rest, "the ante") || site_starts(rest, "ante")) {
        seat->ante += amount;
        h->hand.antes_trimmed = true; /* a player who is all in for less has a main pot of his own */
    } else if (site_starts(rest, "small & big blind")) {
        const int64_t live = site->stake[fixed ? 0 : 1];
        seat->blind = amount < live ? amount : live;
        seat->ante += amount - seat->blind; /* the small blind is dead money */
    } else {
        const bool small = site_starts(rest, "small blind");
        const int64_t nominal = small ? (fixed ? amount : site->stake[0]) : site->stake[fixed ? 0 : 1];
        seat->blind = all_in && amount < nominal ? nominal : amount;
    }
    return true;
}

/* Notes the players whom the summary lists: those who were dealt in. Returns their number. */
static unsigned site_read_listed(struct site_hand *site)
{
    struct text_span text = site->rest, line;
    unsigned listed = 0;
    bool summary = false;
    while (text_raw_line(&text, &line)) {
        line = text_trim(line);
        summary = summary || site_starts(line, "*** SUMMARY ***");
        for (uint32_t i = 0; summary && site_starts(line, "Seat ") && i < site->seats; i++) {
            char seat[16];
            snprintf(seat, sizeof seat, "Seat %u: ", site->seat[i].number);
            if (site_starts(line, seat)) {
                listed += !site->seat[i].listed;
                site->seat[i].listed = true;
            }
        }
    }
    return listed;
}

/* Numbers the players from the first seat after the button. */
static bool site_order_players(struct holdem_history *h, struct site_hand *site)
{
    const bool listed = site_read_listed(site) > 0;
    struct site_seat *order[HISTORY_SEATS];
    unsigned players = 0;
    for (uint32_t i = 0; i < site->seats; i++) {
        struct site_seat *seat = &site->seat[i];
        unsigned at = players;
        seat->player = HISTORY_SEATS;
        if (listed ? !seat->listed : seat->out)
            continue;
        for (; at > 0; at--) {
            const uint32_t before = order[at - 1]->number;
            if ((before <= site->button) == (seat->number <= site->button) ? before < seat->number
                                                                           : before > site->button)
                break;
            order[at] = order[at - 1];
        }
        order[at] = seat;
        players++;
    }
    h->hand.players = (uint8_t)players;
    for (unsigned i = 0; i < players; i++) {
        struct history_seat *seat = &h->hand.seat[i];
        order[i]->player = (uint8_t)i;
        seat->stack = order[i]->stack;
        seat->ante = order[i]->ante;
        seat->blind = order[i]->blind;
        if (!history_name_set(seat->name, order[i]->name)) {
            history_source_refuse(h, h->hand.line, "the name at seat %u is not valid text of at most %d bytes",
                                  order[i]->number, HISTORY_NAME - 1);
            return false;
        }
    }
    return true;
}

/* Sets the bets. Fixed limit names its bets in the header, or its blinds (tournaments): the big blind tells. */
static void site_set_bets(struct holdem_history *h, const struct site_hand *site)
{
    struct holdem_history_hand *hand = &h->hand;
    int64_t blind = 0;
    hand->min_bet = hand->big_bet = site->stake[1];
    if (hand->betting != HISTORY_FIXED_LIMIT)
        return;
    for (unsigned i = 0; i < hand->players; i++)
        if (hand->seat[i].blind > blind)
            blind = hand->seat[i].blind;
    if (blind != site->stake[1])
        hand->min_bet = site->stake[0];
    else
        hand->big_bet = 2 * blind;
}

bool site_read_table(struct holdem_history *h, struct site_hand *site)
{
    struct text_span line;
    bool table = false;
    if (!site_read_header(h, site))
        return false;
    while (site_line(site, &line) && !site_starts(line, "*** HOLE CARDS ***")) {
        int64_t seat;
        struct text_span number = site_after(line, "Seat #"), word;
        if (site_starts(line, "Table ") && number.at && text_word(&number, " ", &word) && text_int(word, &seat) &&
            seat >= 0 && seat < 100) {
            site->button = (uint32_t)seat;
            table = true;
        } else if (site_starts(line, "Seat ") && !site_read_seat(h, site, line)) {
            return false;
        } else if (!site_read_post(h, site, line)) {
            return false;
        }
    }
    if (!table || site->seats < 2) {
        history_source_refuse(h, h->hand.line,
                              "the lines of the table (\"Seat #1 is the button\") or its seats are missing");
        return false;
    }
    if (!site_order_players(h, site))
        return false;
    site_set_bets(h, site);
    return true;
}
