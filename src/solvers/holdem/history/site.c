#include "site.h"

#include <stdio.h>
#include <string.h>

/* ---- cards ---- */

/* Returns what the last pair of brackets has. */
static struct text_span site_last_brackets(struct text_span line)
{
    struct text_span cards = {NULL, NULL};
    for (const char *c = line.at; c < line.end; c++) {
        if (*c == '[')
            cards.at = c + 1;
        else if (*c == ']' && cards.at)
            cards.end = c;
    }
    return cards.at && cards.end >= cards.at ? cards : (struct text_span){line.end, line.end};
}

/* Reads hole cards in brackets, one or two. shown: at the end of the hand. No cards: nothing. */
static bool site_hole(struct history_play *play, const struct site_seat *seat, struct text_span line, bool shown)
{
    uint8_t cards[2] = {CARD_NONE, CARD_NONE};
    const struct text_span text = site_last_brackets(line);
    if (text_length(text) == 0)
        return true;
    if (history_cards_scan(text, cards, 2) < 0)
        return history_play_refuse(play, "two cards are expected, not \"%.*s\"", HISTORY_SPAN(text));
    return shown ? history_play_show(play, seat->player, cards) : history_play_hole(play, seat->player, cards);
}

/* Reads "*** TURN *** [Qh 7s 2d] [9c]". A board that is dealt a second time does not count. */
static bool site_board(struct history_play *play, struct text_span line)
{
    uint8_t cards[3];
    const struct text_span text = site_last_brackets(line);
    const int count = history_cards_scan(text, cards, 3);
    if (count <= 0)
        return history_play_refuse(play, "the cards of the board are expected, not \"%.*s\"", HISTORY_SPAN(text));
    return history_play_board(play, cards, (unsigned)count);
}

static bool site_is_board(struct text_span line)
{
    static const char *const marks[] = {"*** FLOP ***",       "*** TURN ***",       "*** RIVER ***",
                                        "*** FIRST FLOP ***", "*** FIRST TURN ***", "*** FIRST RIVER ***"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (site_starts(line, marks[i]))
            return true;
    return false;
}

/* ---- actions ---- */

/* Plays "calls $2", whose amount must be what a call costs. */
static bool site_call(struct history_play *play, const struct site_seat *seat, struct text_span rest)
{
    int64_t amount;
    if (!site_amount(&rest, &amount))
        return history_play_refuse(play, "an amount is expected after \"calls\"");
    return history_play_act(play, seat->player, HISTORY_CALL, play->bet[seat->player] + amount);
}

/* Plays "bets $2" or "raises $2 to $4". */
static bool site_raise(struct history_play *play, const struct site_seat *seat, struct text_span rest, bool raise)
{
    int64_t to;
    if (!site_amount(&rest, &to) || (raise && (!site_starts(rest, " to ") || !site_amount(&rest, &to))))
        return history_play_refuse(play, "an amount is expected after \"%s\"", raise ? "raises .. to" : "bets");
    return history_play_act(play, seat->player, raise ? HISTORY_RAISE : HISTORY_BET, to);
}

/* Plays what stands after "name: ". */
static bool site_act(struct history_play *play, const struct site_seat *seat, struct text_span rest)
{
    static const char *const remarks[] = {"is ", "has ", "sits ", "doesn't show", "shows the hand"};
    struct text_span word, arguments = rest;
    text_word(&arguments, " ", &word);
    if (seat->player == HISTORY_SEATS)
        return history_play_refuse(play, "\"%.*s\" acts, but was not dealt in", HISTORY_SPAN(seat->name));
    if (text_is(word, "folds"))
        return history_play_act(play, seat->player, HISTORY_FOLD, 0) && site_hole(play, seat, rest, false);
    if (text_is(word, "checks"))
        return history_play_act(play, seat->player, HISTORY_CHECK, 0);
    if (text_is(word, "calls"))
        return site_call(play, seat, arguments);
    if (text_is(word, "bets") || text_is(word, "raises"))
        return site_raise(play, seat, arguments, text_is(word, "raises"));
    if (text_is(word, "mucks"))
        return history_play_muck(play, seat->player);
    if (text_is(word, "shows") && text_length(site_last_brackets(rest)) > 0)
        return site_hole(play, seat, rest, true);
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if (site_starts(rest, remarks[i]))
            return true;
    return history_play_refuse(play, "\"%.*s\" is not an action; folds, checks, calls, bets or raises is expected",
                               HISTORY_SPAN(rest));
}

/* Adds the first amount of a text to what a player has won. */
static void site_add_won(struct site_seat *seat, struct text_span text)
{
    int64_t amount;
    if (site_amount(&text, &amount) && amount <= HISTORY_AMOUNT_MAX - seat->won)
        seat->won += amount;
}

/* Notes chips that go to a player: "name collected $5 from pot", "Uncalled bet ($2) returned to name". */
static void site_collect(struct site_hand *site, struct text_span line)
{
    struct text_span rest;
    struct site_seat *seat = site_find_name(site, line, " collected ", &rest);
    const struct text_span to = site_after(line, "returned to ");
    if (seat)
        site_add_won(seat, rest);
    else if (site_starts(line, "Uncalled bet (") && to.at && (seat = site_find_name(site, to, "", &rest)))
        site_add_won(seat, line);
}

/* Reads a line of the play. */
static bool site_play_line(struct history_play *play, struct site_hand *site, struct text_span line)
{
    struct text_span rest;
    const struct site_seat *seat;
    if (site_is_board(line))
        return site_board(play, line);
    if (site_starts(line, "Dealt to ")) {
        seat = site_find_name(site, site_after(line, "Dealt to "), " ", &rest);
        return !seat || seat->player == HISTORY_SEATS || site_hole(play, seat, rest, false);
    }
    seat = site_find_name(site, line, ": ", &rest);
    if (seat)
        return site_act(play, seat, rest);
    site_collect(site, line);
    return true;
}

/* Reads a line of the summary, which may have cards that were mucked: "Seat 2: bob mucked [5c 5d]". */
static bool site_summary_line(struct history_play *play, struct site_hand *site, struct text_span line)
{
    for (uint32_t i = 0; i < site->seats; i++) {
        char start[16];
        snprintf(start, sizeof start, "Seat %u: ", site->seat[i].number);
        if (!site_starts(line, start) || site->seat[i].player == HISTORY_SEATS)
            continue;
        const size_t name = text_length(site->seat[i].name);
        const struct text_span rest = {line.at + strlen(start), line.end};
        if (text_length(rest) >= name)
            return site_hole(play, &site->seat[i], (struct text_span){rest.at + name, rest.end}, false);
    }
    return true;
}

/* ---- the hand ---- */

/* Sets the stacks after the hand, if the text says who collected the pot. */
static void site_finish(const struct history_play *play, const struct site_hand *site)
{
    bool known = false;
    for (uint32_t i = 0; i < site->seats; i++)
        known = known || site->seat[i].won > 0;
    for (uint32_t i = 0; known && i < site->seats; i++) {
        const unsigned player = site->seat[i].player;
        if (player == HISTORY_SEATS)
            continue;
        play->hand->seat[player].finish = play->stack[player] + site->seat[i].won;
        play->hand->seat[player].finish_known = true;
    }
}

static enum history_step site_read(struct holdem_history *h, struct site_hand *site)
{
    struct text_span line;
    bool summary = false;
    if (!site_read_table(h, site))
        return HISTORY_REFUSED;
    if (!history_play_begin(&h->play, &h->hand))
        return history_source_refuse(h, h->hand.line, "%s", h->play.why);
    while (site_line(site, &line)) {
        summary = summary || site_starts(line, "*** SUMMARY ***");
        if (!(summary ? site_summary_line(&h->play, site, line) : site_play_line(&h->play, site, line)))
            return history_source_refuse(h, site->line, "\"%.*s\": %.120s", HISTORY_SPAN(line), h->play.why);
    }
    history_play_end(&h->play);
    if (!h->hand.complete)
        return history_source_refuse(h, site->line, "the text of the hand ends before its play does");
    site_finish(&h->play, site);
    return HISTORY_READ;
}

/* Returns whether the line is the header of a hand: "PokerStars Hand #1: ..", "PokerStars Zoom Hand #1: ..". */
static bool site_is_header(struct text_span line)
{
    return site_starts(line, "PokerStars ") && site_after(line, "#").at;
}

enum history_step history_site_next(struct holdem_history *h)
{
    struct site_hand site = {0};
    struct text_span line;
    do { /* what stands before the first header is no hand */
        if (!history_source_line(h, &line))
            return HISTORY_END;
    } while (!site_is_header(line));
    history_source_begin(h, h->line);
    site.rest = (struct text_span){line.at, h->rest.at};
    site.line = h->line - 1;
    while (text_length(h->rest) > 0) {
        const struct text_span before = h->rest;
        history_source_line(h, &line);
        if (site_is_header(line)) {
            h->rest = before;
            h->line--;
            break;
        }
        site.rest.end = h->rest.at;
    }
    return site_read(h, &site);
}
