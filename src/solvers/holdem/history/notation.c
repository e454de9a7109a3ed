/* Actions in PHH's notation, and lines of them as a person types them. */
#include <stdio.h>
#include <string.h>

#include "amount.h"
#include "source.h"

static const char spaces[] = " \t\r\n\v\f";

enum notation_word {
    WORD_FOLD,
    WORD_PASSIVE, /* check or call, whichever it is */
    WORD_CHECK,
    WORD_CALL,
    WORD_ACTIVE, /* bet or raise */
    WORD_ALL_IN,
    WORD_SHOW,
    WORD_OTHER
};

static enum notation_word notation_word_of(struct text_span word)
{
    static const struct {
        const char *text;
        enum notation_word word;
    } words[] = {{"f", WORD_FOLD},     {"cc", WORD_PASSIVE},  {"cbr", WORD_ACTIVE},    {"sm", WORD_SHOW},
                 {"fold", WORD_FOLD},  {"folds", WORD_FOLD},  {"check", WORD_CHECK},   {"checks", WORD_CHECK},
                 {"x", WORD_CHECK},    {"call", WORD_CALL},   {"calls", WORD_CALL},    {"c", WORD_PASSIVE},
                 {"bet", WORD_ACTIVE}, {"bets", WORD_ACTIVE}, {"raise", WORD_ACTIVE},  {"raises", WORD_ACTIVE},
                 {"b", WORD_ACTIVE},   {"r", WORD_ACTIVE},    {"all-in", WORD_ALL_IN}, {"allin", WORD_ALL_IN},
                 {"show", WORD_SHOW},  {"shows", WORD_SHOW}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_nocase(word, words[i].text))
            return words[i].word;
    return WORD_OTHER;
}

/* Reads "p3" as player 2. */
static bool notation_player(struct history_play *play, struct text_span word, unsigned *player)
{
    int64_t number = 0;
    const struct text_span digits = {word.at + 1, word.end};
    if (text_length(word) < 2 || (*word.at != 'p' && *word.at != 'P') || !text_int(digits, &number) || number < 1 ||
        number > play->hand->players)
        return history_play_refuse(play, "\"%.*s\" is not a player; p1 to p%u are expected", HISTORY_SPAN(word),
                                   play->hand->players);
    *player = (unsigned)number - 1;
    return true;
}

/* ---- the dealer ---- */

static bool notation_hole(struct history_play *play, struct text_span rest)
{
    struct text_span word;
    unsigned player;
    uint8_t cards[2];
    if (!text_word(&rest, spaces, &word))
        return history_play_refuse(play, "\"dh\" is followed by a player and two cards");
    if (!notation_player(play, word, &player))
        return false;
    if (!history_cards_read(rest, cards, 2))
        return history_play_refuse(play, "two cards such as AhKd or ???? are expected, not \"%.*s\"",
                                   HISTORY_SPAN(text_trim(rest)));
    return history_play_hole(play, player, cards);
}

static bool notation_board(struct history_play *play, struct text_span rest)
{
    uint8_t cards[3];
    int count = history_cards_scan(rest, cards, 3);
    if (count <= 0)
        return history_play_refuse(play, "one or three cards are expected, not \"%.*s\"",
                                   HISTORY_SPAN(text_trim(rest)));
    return history_play_board(play, cards, (unsigned)count);
}

/* ---- the players ---- */

/* Returns the largest amount that the next player can bet or raise to. */
static int64_t notation_most(const struct history_play *play)
{
    return play->bet[play->next] + play->stack[play->next];
}

static bool notation_raise(struct history_play *play, unsigned player, struct text_span rest)
{
    struct text_span word = {rest.at, rest.at};
    int64_t to;
    text_word(&rest, spaces, &word);
    if (text_is_nocase(word, "to"))
        text_word(&rest, spaces, &word);
    if (text_is_nocase(word, "all-in"))
        to = notation_most(play);
    else if (text_length(word) == 0 && play->hand->betting == HISTORY_FIXED_LIMIT)
        to = play->min_to < notation_most(play) ? play->min_to : notation_most(play);
    else if (!history_amount_read(word, &to))
        return history_play_refuse(play, "an amount is expected, not \"%.*s\"", HISTORY_SPAN(word));
    if (text_length(text_trim(rest)) > 0)
        return history_play_refuse(play, "nothing is expected after the amount, found \"%.*s\"",
                                   HISTORY_SPAN(text_trim(rest)));
    return history_play_act(play, player, history_play_active(play), to);
}

static bool notation_all_in(struct history_play *play, unsigned player)
{
    const int64_t most = notation_most(play);
    return most > play->high ? history_play_act(play, player, history_play_active(play), most)
                             : history_play_act(play, player, history_play_passive(play), 0);
}

static bool notation_show(struct history_play *play, unsigned player, struct text_span rest)
{
    uint8_t cards[2] = {CARD_NONE, CARD_NONE};
    rest = text_trim(rest);
    if (text_length(rest) == 0)
        return history_play_muck(play, player);
    if (!text_is(rest, "-") && !history_cards_read(rest, cards, 2))
        return history_play_refuse(play, "two cards are expected, not \"%.*s\"", HISTORY_SPAN(rest));
    return history_play_show(play, player, cards);
}

static bool notation_act(struct history_play *play, unsigned player, struct text_span rest)
{
    struct text_span word = {rest.at, rest.at};
    text_word(&rest, spaces, &word);
    const enum notation_word which = notation_word_of(word);
    if (which <= WORD_CALL && text_length(text_trim(rest)) > 0)
        return history_play_refuse(play, "nothing is expected after \"%.*s\", found \"%.*s\"", HISTORY_SPAN(word),
                                   HISTORY_SPAN(text_trim(rest)));
    switch (which) {
    case WORD_FOLD:
        return history_play_act(play, player, HISTORY_FOLD, 0);
    case WORD_PASSIVE:
        return history_play_act(play, player, history_play_passive(play), 0);
    case WORD_CHECK:
        return history_play_act(play, player, HISTORY_CHECK, 0);
    case WORD_CALL:
        return history_play_act(play, player, HISTORY_CALL, 0);
    case WORD_ACTIVE:
        return notation_raise(play, player, rest);
    case WORD_ALL_IN:
        return notation_all_in(play, player);
    case WORD_SHOW:
        return notation_show(play, player, rest);
    default:
        return history_play_refuse(play, "\"%.*s\" is not an action of hold'em; f, cc, cbr or sm is expected",
                                   HISTORY_SPAN(word));
    }
}

bool history_notation_play(struct history_play *play, struct text_span action)
{
    struct text_span word;
    unsigned player;
    if (!text_word(&action, spaces, &word))
        return true; /* PHH allows an empty action, which has a commentary only */
    if (text_is(word, "d") && !text_word(&action, spaces, &word))
        return history_play_refuse(play, "\"d\" is followed by dh or db");
    if (text_is(word, "dh"))
        return notation_hole(play, action);
    if (text_is(word, "db"))
        return notation_board(play, action);
    return notation_player(play, word, &player) && notation_act(play, player, action);
}

/* ---- typed lines ---- */

bool holdem_line_read(struct history_play *play, const char *text, size_t len)
{
    struct text_span rest = {text, text + len}, action;
    for (unsigned number = 1; text_word(&rest, ";\r\n", &action); number++) {
        char why[HISTORY_WHY];
        action = text_trim(action);
        if (history_notation_play(play, action))
            continue;
        memcpy(why, play->why, sizeof why);
        return history_play_refuse(play, "action %u, \"%.*s\": %.120s", number, HISTORY_SPAN(action), why);
    }
    return true;
}
