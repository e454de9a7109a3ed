/* Logs of the Annual Computer Poker Competition, a hand a line:
 *
 *     STATE:0:r300c/cr900f:AhKs|7d7c/Qh7s2d:-300|300:alice|bob
 *
 * are the number of the hand, the actions (f, c for check or call, r for bet or raise, '/' between streets), the cards
 * of each player and of the board, what each player won and their names. In no-limit games r is followed by all that
 * the player has then put in during the hand. The first two players are the blinds; of two, the first is the big blind.
 * A line MATCHSTATE, which a player receives, has its position before the number and no results. */
#include <stdio.h>
#include <string.h>

#include "amount.h"
#include "settle.h"
#include "source.h"

enum acpc_part { ACPC_NUMBER, ACPC_BETTING, ACPC_CARDS, ACPC_VALUES, ACPC_NAMES, ACPC_PARTS };

/* ---- parts of a line ---- */

/* Cuts the text before the next `separator`; the part may be empty. Returns false at the end. */
static bool acpc_cut(struct text_span *rest, char separator, struct text_span *part)
{
    if (!rest->at)
        return false;
    part->at = rest->at;
    part->end = memchr(rest->at, separator, text_length(*rest));
    if (part->end) {
        rest->at = part->end + 1;
    } else {
        part->end = rest->end;
        rest->at = NULL; /* nothing follows, not even an empty part */
    }
    return true;
}

static bool acpc_starts(struct text_span line, const char *with)
{
    return text_length(line) >= strlen(with) && memcmp(line.at, with, strlen(with)) == 0;
}

static bool acpc_contains(struct text_span text, const char *word)
{
    return memmem(text.at, text_length(text), word, strlen(word)) != NULL;
}

/* Splits a line at ':'. Returns false if a part up to the cards is missing. */
static bool acpc_split(struct text_span line, struct text_span part[ACPC_PARTS])
{
    unsigned count = 0;
    struct text_span kind, rest = line;
    for (unsigned i = 0; i < ACPC_PARTS; i++)
        part[i] = (struct text_span){line.end, line.end};
    acpc_cut(&rest, ':', &kind);
    if (text_is(kind, "MATCHSTATE") && !acpc_cut(&rest, ':', &kind))
        return false;
    while (count < ACPC_PARTS && acpc_cut(&rest, ':', &part[count]))
        count++;
    return count > ACPC_CARDS;
}

/* ---- the table ---- */

/* Decides between limit and no limit by the raises of the hand, and remembers it for hands without raises. */
static uint8_t acpc_betting_of(struct history_acpc *acpc, struct text_span actions)
{
    for (const char *c = actions.at; c < actions.end; c++) {
        if (*c == 'r') {
            acpc->betting = c + 1 < actions.end && text_is_digit(c[1]) ? HISTORY_NO_LIMIT : HISTORY_FIXED_LIMIT;
            break;
        }
    }
    return acpc->betting;
}

static int64_t acpc_or(int64_t amount, int64_t chips)
{
    return amount ? amount : chips * HISTORY_CHIP;
}

static void acpc_set_table(struct holdem_history *h, unsigned players, uint8_t betting)
{
    struct holdem_history_hand *hand = &h->hand;
    const bool fixed = betting == HISTORY_FIXED_LIMIT;
    const int64_t small = acpc_or(h->acpc.small_blind, fixed ? 5 : 50),
                  big = acpc_or(h->acpc.big_blind, fixed ? 10 : 100);
    int64_t stack = acpc_or(h->acpc.stack, players <= 3 ? 20000 : 10000);
    if (fixed && !h->acpc.stack)
        stack = HISTORY_STACK_UNKNOWN;
    hand->players = (uint8_t)players;
    hand->betting = betting;
    hand->min_bet = big;
    hand->big_bet = fixed ? 2 * big : big;
    for (unsigned i = 0; i < players; i++)
        hand->seat[i].stack = stack;
    hand->seat[players == 2 ? 1 : 0].blind = small;
    hand->seat[players == 2 ? 0 : 1].blind = big;
}

static bool acpc_set_names(struct holdem_history *h, struct text_span names)
{
    struct text_span name;
    for (unsigned i = 0; i < h->hand.players && text_length(names) > 0 && acpc_cut(&names, '|', &name); i++)
        if (text_length(name) > 0 && !history_name_set(h->hand.seat[i].name, name))
            return false;
    return true;
}

/* Reads an amount with any number of decimals; the logs have six when a pot is split in three. */
static bool acpc_amount(struct text_span text, int64_t *amount)
{
    const char *point = memchr(text.at, '.', text_length(text));
    if (point && text.end - point > 5)
        text.end = point + 5;
    return history_amount_read(text, amount);
}

/* Reads what each player won or lost, "20|-20". */
static bool acpc_set_values(struct holdem_history *h, struct text_span values)
{
    struct text_span value;
    for (unsigned i = 0; i < h->hand.players; i++) {
        struct history_seat *seat = &h->hand.seat[i];
        int64_t amount;
        if (text_length(values) == 0)
            return true;
        if (!acpc_cut(&values, '|', &value))
            return false;
        const bool lost = acpc_starts(value, "-");
        if (!acpc_amount((struct text_span){value.at + lost, value.end}, &amount) || (lost && amount > seat->stack))
            return false;
        seat->finish = lost ? seat->stack - amount : seat->stack + amount;
        seat->finish_known = true;
    }
    return true;
}

/* ---- play ---- */

static bool acpc_deal_board(struct history_play *play, struct text_span *board)
{
    struct text_span cards;
    uint8_t card[3];
    if (!acpc_cut(board, '/', &cards))
        return history_play_refuse(play, "the cards of a street are missing");
    int count = history_cards_scan(cards, card, 3);
    if (count <= 0)
        return history_play_refuse(play, "cards of the board are expected, not \"%.*s\"", HISTORY_SPAN(cards));
    return history_play_board(play, card, (unsigned)count);
}

static bool acpc_raise(struct history_play *play, struct text_span *rest)
{
    struct text_span digits = {rest->at, rest->at};
    while (digits.end < rest->end && (text_is_digit(*digits.end) || *digits.end == '.'))
        digits.end++;
    const unsigned player = play->next;
    int64_t to;
    if (play->phase != HISTORY_PHASE_ACT)
        return history_play_act(play, player, HISTORY_RAISE, 0); /* refused, with the reason */
    if (play->hand->betting == HISTORY_FIXED_LIMIT) {
        const int64_t most = play->bet[player] + play->stack[player];
        to = play->min_to < most ? play->min_to : most;
    } else {
        if (!history_amount_read(digits, &to))
            return history_play_refuse(play, "an amount is expected after \"r\"");
        to -= play->paid[player] - play->bet[player]; /* what earlier streets have taken */
        if (to <= 0)
            return history_play_refuse(play, "r%.*s is not more than p%u has put in before this street",
                                       HISTORY_SPAN(digits), player + 1);
    }
    rest->at = digits.end;
    return history_play_act(play, player, history_play_active(play), to);
}

static bool acpc_play_actions(struct history_play *play, struct text_span actions, struct text_span *board)
{
    while (actions.at < actions.end) {
        const char c = *actions.at++;
        bool legal;
        if (c == '/')
            legal = acpc_deal_board(play, board);
        else if (c == 'c')
            legal = history_play_act(play, play->next, history_play_passive(play), 0);
        else if (c == 'f')
            legal = history_play_act(play, play->next, HISTORY_FOLD, 0);
        else if (c == 'r')
            legal = acpc_raise(play, &actions);
        else
            return history_play_refuse(play, "'%c' is not an action; f, c, r or / is expected", c);
        if (!legal)
            return false;
    }
    while (play->phase == HISTORY_PHASE_BOARD && board->at && text_length(*board) > 0)
        if (!acpc_deal_board(play, board))
            return false;
    return true;
}

static bool acpc_deal_holes(struct history_play *play, struct text_span holes)
{
    struct text_span hole;
    for (unsigned i = 0; acpc_cut(&holes, '|', &hole); i++) {
        uint8_t cards[2] = {CARD_NONE, CARD_NONE};
        if (text_length(hole) > 0 && !history_cards_read(hole, cards, 2))
            return history_play_refuse(play, "two cards are expected, not \"%.*s\"", HISTORY_SPAN(hole));
        if (!history_play_hole(play, i, cards))
            return false;
    }
    return true;
}

/* Checks the results against the play. A difference below a chip is a matter of rounding; a larger one means that the
 * blinds or stacks were others, or that the line is damaged. */
static bool acpc_check_values(struct history_play *play)
{
    const struct holdem_history_hand *hand = play->hand;
    int64_t finish[HISTORY_SEATS];
    if (!history_settle(play, 1, finish))
        return true;
    for (unsigned i = 0; i < hand->players; i++) {
        char said[HISTORY_AMOUNT_TEXT], due[HISTORY_AMOUNT_TEXT];
        const int64_t off = hand->seat[i].finish - finish[i], before = hand->seat[i].stack;
        if (!hand->seat[i].finish_known || (off < HISTORY_CHIP && off > -HISTORY_CHIP))
            continue;
        const int64_t result = hand->seat[i].finish - before, right = finish[i] - before;
        return history_play_refuse(play, "p%u has a result of %s%s, but the play gives %s%s; other blinds or stacks?",
                                   i + 1, result < 0 ? "-" : "",
                                   history_amount_write(result < 0 ? -result : result, said), right < 0 ? "-" : "",
                                   history_amount_write(right < 0 ? -right : right, due));
    }
    return true;
}

/* Notes who showed: at the end, everyone who has not folded, if there is more than one. The log has all cards. */
static void acpc_note_showdown(const struct history_play *play)
{
    struct holdem_history_hand *hand = play->hand;
    if (!hand->complete || hand->players - __builtin_popcount(play->folded) < 2)
        return;
    for (unsigned i = 0; i < hand->players; i++)
        hand->seat[i].shown = !(play->folded >> i & 1) && history_hole_known(&hand->seat[i]);
}

static enum history_step acpc_read(struct holdem_history *h, struct text_span line)
{
    struct text_span part[ACPC_PARTS], holes = {NULL, NULL};
    unsigned players = 1;
    history_source_begin(h, h->line);
    if (!acpc_split(line, part))
        return history_source_refuse(h, h->line, "a line STATE:number:actions:cards is expected");
    if (!history_name_set(h->hand.id, part[ACPC_NUMBER]))
        return history_source_refuse(h, h->line, "the number of the hand is too long");
    struct text_span board = part[ACPC_CARDS];
    acpc_cut(&board, '/', &holes);
    for (const char *c = holes.at; c < holes.end; c++)
        players += *c == '|';
    if (players < 2 || players > HISTORY_SEATS)
        return history_source_refuse(h, h->line, "cards of 2 to %d players are expected, found %u", HISTORY_SEATS,
                                     players);
    acpc_set_table(h, players, acpc_betting_of(&h->acpc, part[ACPC_BETTING]));
    if (!acpc_set_names(h, part[ACPC_NAMES]) || !acpc_set_values(h, part[ACPC_VALUES]))
        return history_source_refuse(h, h->line, "the results or names do not fit the %u players", players);
    if (!history_play_begin(&h->play, &h->hand) || !acpc_deal_holes(&h->play, holes))
        return history_source_refuse(h, h->line, "%s", h->play.why);
    if (!acpc_play_actions(&h->play, part[ACPC_BETTING], &board))
        return history_source_refuse(h, h->line, "action %u: %s", h->hand.actions + 1, h->play.why);
    history_play_end(&h->play);
    if (!acpc_check_values(&h->play))
        return history_source_refuse(h, h->line, "%s", h->play.why);
    history_settle_hand(&h->play);
    acpc_note_showdown(&h->play);
    return HISTORY_READ;
}

enum history_step history_acpc_next(struct holdem_history *h)
{
    struct text_span line;
    while (history_source_line(h, &line)) {
        if (acpc_starts(line, "STATE:") || acpc_starts(line, "MATCHSTATE:"))
            return acpc_read(h, line);
        if (text_length(line) == 0 || acpc_starts(line, "SCORE:"))
            continue;
        if (*line.at != '#') {
            history_source_begin(h, h->line);
            return history_source_refuse(h, h->line, "a line that begins with STATE: is expected");
        }
        if (acpc_contains(line, "limit")) /* "# name/game/hands/seed .. holdem.nolimit.2p.reverse_blinds.game .." */
            h->acpc.betting = acpc_contains(line, "nolimit") ? HISTORY_NO_LIMIT : HISTORY_FIXED_LIMIT;
    }
    return HISTORY_END;
}
