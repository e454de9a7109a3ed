#include "play.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <base/utf8.h>

#include "amount.h"

enum { PLAYER_TEXT = HISTORY_NAME + 8 };

#define AMOUNT(amount)       history_amount_write((amount), (char[HISTORY_AMOUNT_TEXT]){0})
#define VERB(play)           ((play)->high > 0 ? "raises" : "bets")
#define PLAYER(play, player) play_player_text((play), (player), (char[PLAYER_TEXT]){0})

static const char *const street_name[HISTORY_STREETS] = {"first betting round", "flop", "turn", "river"};

void history_why_clean(char *why)
{
    for (size_t len = strlen(why), good; (good = utf8_span(why, len)) < len;)
        why[good] = '?';
}

bool history_play_refuse(struct history_play *play, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(play->why, sizeof play->why, format, args);
    va_end(args);
    history_why_clean(play->why);
    return false;
}

/* Writes "p3", with the name if there is another one: "p3 (Tom Dwan)". */
static const char *play_player_text(const struct history_play *play, unsigned player, char out[static PLAYER_TEXT])
{
    int len = snprintf(out, PLAYER_TEXT, "p%u", player + 1);
    const char *name = play->hand->seat[player].name;
    if (*name && strcmp(name, out) != 0)
        snprintf(out + len, (size_t)(PLAYER_TEXT - len), " (%s)", name);
    return out;
}

/* ---- whose turn it is ---- */

static bool play_is_in(const struct history_play *play, unsigned player)
{
    return !(play->folded >> player & 1);
}

/* Returns whether the player is alone with chips and has matched what the others really bet. */
static bool play_is_unopposed(const struct history_play *play, unsigned player)
{
    for (unsigned i = 0; i < play->hand->players; i++)
        if (i != player && play_is_in(play, i) && (play->stack[i] > 0 || play->bet[i] > play->bet[player]))
            return false;
    return true;
}

static unsigned play_count_in(const struct history_play *play)
{
    return play->hand->players - (unsigned)__builtin_popcount(play->folded);
}

/* Finds the next player to act, beginning with `from`; without one, the street is over. */
static void play_find_next(struct history_play *play, unsigned from)
{
    const unsigned players = play->hand->players;
    play->phase = HISTORY_PHASE_OVER;
    if (play_count_in(play) == 1)
        return;
    for (unsigned k = 0; k < players; k++) {
        unsigned i = (from + k) % players;
        if (!play_is_in(play, i) || play->stack[i] == 0 || play_is_unopposed(play, i) ||
            (play->acted >> i & 1 && play->bet[i] >= play->high))
            continue;
        play->phase = HISTORY_PHASE_ACT;
        play->next = (uint8_t)i;
        return;
    }
    if (play->street < HISTORY_RIVER)
        play->phase = HISTORY_PHASE_BOARD;
}

/* ---- the beginning ---- */

static int64_t play_bet_size(const struct history_play *play)
{
    return play->street < HISTORY_TURN ? play->hand->min_bet : play->hand->big_bet;
}

static void play_begin_street(struct history_play *play)
{
    play->acted = play->raises = 0;
    play->high = 0;
    play->step = play->min_to = play_bet_size(play);
    memset(play->bet, 0, sizeof play->bet);
}

/* Moves at most `amount` from the stack to the pot. Returns the amount that was moved. */
static int64_t play_pay(struct history_play *play, unsigned player, int64_t amount)
{
    if (amount > play->stack[player])
        amount = play->stack[player];
    play->stack[player] -= amount;
    play->pot += amount;
    return amount;
}

static bool play_check_table(struct history_play *play)
{
    const struct holdem_history_hand *hand = play->hand;
    if (hand->players < 2 || hand->players > HISTORY_SEATS)
        return history_play_refuse(play, "a hand has 2 to %d players, not %u", HISTORY_SEATS, hand->players);
    if (hand->min_bet <= 0 || hand->big_bet < hand->min_bet)
        return history_play_refuse(play, "the smallest bet must be above 0, and the big bet no smaller");
    for (unsigned i = 0; i < hand->players; i++)
        if (hand->seat[i].stack <= 0)
            return history_play_refuse(play, "%s has no chips; a stack must be above 0", PLAYER(play, i));
    return true;
}

bool history_play_begin(struct history_play *play, struct holdem_history_hand *hand)
{
    unsigned poster = 0;
    memset(play, 0, sizeof *play);
    play->hand = hand;
    hand->actions = hand->board_count = 0;
    hand->complete = false;
    if (!play_check_table(play))
        return false;
    play_begin_street(play);
    for (unsigned i = 0; i < hand->players; i++) {
        const struct history_seat *seat = &hand->seat[i];
        play->stack[i] = seat->stack;
        play->ante[i] = play_pay(play, i, seat->ante);
        play->bet[i] = play->paid[i] = play_pay(play, i, seat->blind);
        if (seat->blind > hand->seat[poster].blind)
            poster = i;
    }
    play->high = hand->seat[poster].blind;
    play->min_to = play->high + play->step;
    /* without blinds the first seat acts first, as after the flop */
    play_find_next(play, play->high > 0 ? poster + 1 : 0);
    return true;
}

/* ---- cards ---- */

static bool play_see_card(struct history_play *play, uint8_t card)
{
    char text[CARD_TEXT];
    if (play->seen & card_bit(card))
        return history_play_refuse(play, "the card %s is dealt twice", card_write(card, text));
    play->seen |= card_bit(card);
    return true;
}

/* Notes cards that were dealt, all or none. */
static bool play_see_cards(struct history_play *play, const uint8_t *cards, unsigned count)
{
    const uint64_t before = play->seen;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] != CARD_NONE && !play_see_card(play, cards[i])) {
            play->seen = before;
            return false;
        }
    }
    return true;
}

bool history_play_hole(struct history_play *play, unsigned player, const uint8_t cards[2])
{
    char one[CARD_TEXT] = "??", two[CARD_TEXT] = "??";
    uint8_t *hole = play->hand->seat[player].hole, added[2];
    unsigned unknown = 0, fresh = 0;
    if (cards[0] != CARD_NONE && cards[0] == cards[1])
        return history_play_refuse(play, "the card %s is dealt twice", card_write(cards[0], one));
    for (unsigned i = 0; i < 2; i++) {
        unknown += hole[i] == CARD_NONE;
        if (cards[i] != CARD_NONE && cards[i] != hole[0] && cards[i] != hole[1])
            added[fresh++] = cards[i];
    }
    if (fresh > unknown)
        return history_play_refuse(play, "%s has %s%s, but other cards before", PLAYER(play, player),
                                   cards[0] == CARD_NONE ? one : card_write(cards[0], one),
                                   cards[1] == CARD_NONE ? two : card_write(cards[1], two));
    if (!play_see_cards(play, added, fresh))
        return false;
    for (unsigned i = 0, k = 0; i < 2 && k < fresh; i++)
        if (hole[i] == CARD_NONE)
            hole[i] = added[k++];
    return true;
}

bool history_play_show(struct history_play *play, unsigned player, const uint8_t cards[2])
{
    if (!history_play_hole(play, player, cards))
        return false;
    play->hand->seat[player].shown = true;
    return true;
}

bool history_play_muck(struct history_play *play, unsigned player)
{
    play->hand->seat[player].mucked = true;
    return true;
}

bool history_play_board(struct history_play *play, const uint8_t *cards, unsigned count)
{
    struct holdem_history_hand *hand = play->hand;
    if (play->phase == HISTORY_PHASE_ACT)
        return history_play_refuse(play, "board cards are dealt, but it is the turn of %s", PLAYER(play, play->next));
    if (play->phase == HISTORY_PHASE_OVER)
        return history_play_refuse(play, "board cards are dealt, but the hand is over");
    const unsigned street = play->street + 1u, expected = history_street_board(street) - hand->board_count;
    if (count != expected)
        return history_play_refuse(play, "the %s has %u card%s, not %u", street_name[street], expected,
                                   expected == 1 ? "" : "s", count);
    for (unsigned i = 0; i < count; i++)
        if (cards[i] == CARD_NONE)
            return history_play_refuse(play, "the cards of the board must be known");
    if (!play_see_cards(play, cards, count))
        return false;
    memcpy(hand->board + hand->board_count, cards, count);
    hand->board_count = (uint8_t)(hand->board_count + count);
    play->street = (uint8_t)street;
    play_begin_street(play);
    play_find_next(play, 0);
    return true;
}

/* ---- actions ---- */

enum history_move history_play_passive(const struct history_play *play)
{
    return play->phase == HISTORY_PHASE_ACT && play->high > play->bet[play->next] ? HISTORY_CALL : HISTORY_CHECK;
}

enum history_move history_play_active(const struct history_play *play)
{
    return play->high > 0 ? HISTORY_RAISE : HISTORY_BET;
}

static bool play_check_turn(struct history_play *play, unsigned player)
{
    if (player >= play->hand->players)
        return history_play_refuse(play, "there is no p%u; the hand has %u players", player + 1, play->hand->players);
    if (!play_is_in(play, player))
        return history_play_refuse(play, "%s acts after a fold", PLAYER(play, player));
    if (play->phase == HISTORY_PHASE_OVER)
        return history_play_refuse(play, "%s acts, but the hand is over", PLAYER(play, player));
    if (play->phase == HISTORY_PHASE_BOARD)
        return history_play_refuse(play, "%s acts, but the cards of the %s are expected", PLAYER(play, player),
                                   street_name[play->street + 1]);
    if (player != play->next)
        return history_play_refuse(play, "%s acts, but it is the turn of %s", PLAYER(play, player),
                                   PLAYER(play, play->next));
    if (play->hand->actions == HISTORY_ACTIONS)
        return history_play_refuse(play, "the hand has more than %d actions", HISTORY_ACTIONS);
    return true;
}

/* Checks a bet or raise of fixed limit that is not all-in. */
static bool play_check_fixed(struct history_play *play, int64_t to)
{
    if (to == play->min_to || to == play->high + play->step)
        return true;
    return history_play_refuse(play, "%s %s to %s; the limit allows %s", PLAYER(play, play->next), VERB(play),
                               AMOUNT(to), AMOUNT(play->min_to > play->high ? play->min_to : play->high + play->step));
}

/* Checks a bet or raise to an amount. */
static bool play_check_size(struct history_play *play, int64_t to)
{
    const unsigned player = play->next;
    const int64_t most = play->bet[player] + play->stack[player], behind = play->stack[player];
    if (to > most)
        return history_play_refuse(play, "%s %s to %s, but has only %s more", PLAYER(play, player), VERB(play),
                                   AMOUNT(to), AMOUNT(behind));
    if (to <= play->high)
        return history_play_refuse(play, "%s %s to %s; more than %s is expected", PLAYER(play, player), VERB(play),
                                   AMOUNT(to), AMOUNT(play->high));
    if (play->hand->betting == HISTORY_POT_LIMIT) {
        const int64_t limit = play->high + play->pot + play->high - play->bet[player];
        if (to > limit)
            return history_play_refuse(play, "%s %s to %s; the pot limit is %s", PLAYER(play, player), VERB(play),
                                       AMOUNT(to), AMOUNT(limit));
    }
    if (to == most && (play->hand->betting != HISTORY_FIXED_LIMIT || to < play->min_to))
        return true;
    if (play->hand->betting == HISTORY_FIXED_LIMIT)
        return play_check_fixed(play, to);
    if (to < play->min_to)
        return history_play_refuse(play, "%s %s to %s; the smallest is to %s", PLAYER(play, player), VERB(play),
                                   AMOUNT(to), AMOUNT(play->min_to));
    return true;
}

/* Returns what a call costs the next player: the rest of the bet, but not more than his stack. */
static int64_t play_call_cost(const struct history_play *play)
{
    const int64_t missing = play->high - play->bet[play->next], stack = play->stack[play->next];
    return missing <= 0 ? 0 : missing < stack ? missing : stack;
}

/* Checks the amount of a call, if the record has one. Against players who are all in for less than the blind, rooms
 * differ: the call may be for the blind or for what they have. */
static bool play_check_call(struct history_play *play, int64_t to)
{
    const unsigned player = play->next;
    const int64_t cost = play_call_cost(play), added = to - play->bet[player];
    int64_t others = 0;
    for (unsigned i = 0; i < play->hand->players; i++) {
        const int64_t most = play->stack[i] > 0 ? play->high : play->bet[i];
        if (i != player && play_is_in(play, i) && most > others)
            others = most;
    }
    if (to == 0 || added == cost || (added > 0 && to == others && added < cost))
        return true;
    return history_play_refuse(play, "%s calls %s, but a call costs %s", PLAYER(play, player),
                               AMOUNT(added > 0 ? added : 0), AMOUNT(cost));
}

static bool play_check_move(struct history_play *play, enum history_move move, int64_t to)
{
    const unsigned player = play->next;
    switch (move) {
    case HISTORY_CHECK:
        if (history_play_passive(play) == HISTORY_CALL)
            return history_play_refuse(play, "%s checks, but must call %s", PLAYER(play, player),
                                       AMOUNT(play->high - play->bet[player]));
        return true;
    case HISTORY_CALL:
        if (history_play_passive(play) == HISTORY_CHECK)
            return history_play_refuse(play, "%s calls, but there is no bet to call", PLAYER(play, player));
        return play_check_call(play, to);
    case HISTORY_BET:
        if (play->high > 0)
            return history_play_refuse(play, "%s bets, but there is a bet of %s already", PLAYER(play, player),
                                       AMOUNT(play->high));
        return play_check_size(play, to);
    case HISTORY_RAISE:
        if (play->high == 0)
            return history_play_refuse(play, "%s raises, but there is no bet to raise", PLAYER(play, player));
        return play_check_size(play, to);
    default:
        return true;
    }
}

/* Notes a bet or raise to an amount: the others have to answer. A full raise sets the size of the next one. */
static void play_raise(struct history_play *play, int64_t to)
{
    const int64_t size = to - play->high;
    if (to >= play->min_to) {
        if (play->hand->betting != HISTORY_FIXED_LIMIT && size > play->step)
            play->step = size;
        play->min_to = to + play->step;
    }
    play->high = to;
    play->raises++;
}

bool history_play_act(struct history_play *play, unsigned player, enum history_move move, int64_t to)
{
    if (!play_check_turn(play, player) || !play_check_move(play, move, to))
        return false;
    const int64_t to_call = play_call_cost(play), stack = play->stack[player], pot = play->pot;
    int64_t wanted = 0;
    if (move == HISTORY_CALL && to == 0)
        wanted = to_call;
    else if (move == HISTORY_CALL || move == HISTORY_BET || move == HISTORY_RAISE)
        wanted = to - play->bet[player];
    const int64_t added = play_pay(play, player, wanted);
    play->bet[player] += added;
    play->paid[player] += added;
    play->hand->action[play->hand->actions++] = (struct history_action){
        .player = (uint8_t)player,
        .street = play->street,
        .move = (uint8_t)move,
        .all_in = added > 0 && play->stack[player] == 0,
        .raises = play->raises,
        .added = added,
        .to = play->bet[player],
        .pot = pot,
        .to_call = to_call,
        .stack = stack,
    };
    if (move == HISTORY_BET || move == HISTORY_RAISE)
        play_raise(play, to);
    if (move == HISTORY_FOLD)
        play->folded |= 1u << player;
    play->acted |= 1u << player;
    play_find_next(play, player + 1);
    return true;
}

void history_play_end(struct history_play *play)
{
    play->hand->complete = play->phase == HISTORY_PHASE_OVER;
}
