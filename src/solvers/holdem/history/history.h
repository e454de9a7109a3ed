/* Reads hand histories: texts with any number of hands of hold'em, in one of three formats.
 *
 *     struct holdem_history *h = NASH_NEW(arena, struct holdem_history, 1);
 *     if (!holdem_history_open(h, HISTORY_FORMAT_AUTO, text, len))
 *         ... h->refusal.why
 *     for (enum history_step step; (step = holdem_history_next(h)) != HISTORY_END;)
 *         if (step == HISTORY_READ)
 *             ... h->hand, until the next call
 *         else
 *             ... h->refusal
 *
 * A hand that cannot be read is refused alone; reading goes on with the next hand. The text is not copied and must
 * stay. Nothing is allocated. */
#ifndef HOLDEM_HISTORY_HISTORY_H
#define HOLDEM_HISTORY_HISTORY_H

#include <solvers/kit/text_reader.h>

#include "play.h"

enum history_format {
    HISTORY_FORMAT_AUTO,
    HISTORY_FORMAT_PHH,  /* the poker hand history format: .phh, and .phhs with a table for each hand */
    HISTORY_FORMAT_ACPC, /* logs of the Annual Computer Poker Competition: lines "STATE:0:..." */
    HISTORY_FORMAT_SITE, /* the text that PokerStars writes */
    HISTORY_FORMATS
};

/* The names of the formats in requests: "auto", "phh", "acpc", "pokerstars"; ends with NULL. */
extern const char *const history_format_names[HISTORY_FORMATS + 1];

enum history_step { HISTORY_END, HISTORY_READ, HISTORY_REFUSED };

struct history_refusal {
    uint32_t hand;         /* which hand of the text, from 1 */
    uint32_t line;         /* which line of the text, from 1 */
    char id[HISTORY_NAME]; /* of the hand, if it was read; else "" */
    char why[HISTORY_WHY]; /* one sentence */
};

/* What an ACPC log does not say. An amount that is 0 stands for the games of the competition: no limit with blinds of
 * 50 and 100 and stacks of 20,000 (10,000 with more than three players), or fixed limit with blinds of 5 and 10, bets
 * of 10 and 20 and stacks without a limit. */
struct history_acpc {
    int64_t small_blind, big_blind, stack;
    uint8_t betting; /* enum history_betting of a hand without raises; else "r300" is no limit and "r" fixed limit */
};

struct holdem_history {
    enum history_format format;
    struct history_acpc acpc; /* may be set after opening; a comment that names the game sets the betting */
    struct text_span rest;    /* the text that has not been read */
    uint32_t line;            /* the number of the last line that was read */
    uint32_t count;           /* hands so far, refused ones included */
    struct history_refusal refusal;
    struct history_play play;
    struct holdem_history_hand hand;
};

/* Begins a text. Returns false, with refusal.why set, if the format is not recognised. */
bool holdem_history_open(struct holdem_history *h, enum history_format format, const char *text, size_t len);
enum history_step holdem_history_next(struct holdem_history *h);

/* Plays a line of actions as a person types it, separated by ';' or line ends: "p1 cbr 250; p2 cc; db Qh7s2d".
 * The words are those of PHH, and fold, check, call, bet, raise, all-in. Returns false with play->why set, which names
 * the action. */
bool holdem_line_read(struct history_play *play, const char *text, size_t len);

#endif
