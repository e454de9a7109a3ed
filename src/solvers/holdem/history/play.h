/* The state of play while a hand is read: it checks that every step is legal and fills in the hand's actions.
 *
 *     struct history_play play;
 *     history_play_begin(&play, &hand)              (players, stacks, blinds, antes and bet sizes of the hand are set)
 *         && history_play_hole(&play, 0, cards, 2)
 *         && history_play_act(&play, 2, HISTORY_FOLD, 0) ...
 *         && history_play_board(&play, cards, 3) ...
 *     history_play_end(&play);
 *
 * A step that is not legal returns false; play.why is then one sentence that says why, and nothing has changed.
 *
 * Rules. A raise must be at least as large as the last one of its street (the smallest bet, at first); an all-in may be
 * smaller, and then the next raise may complete it. Fixed limit allows the bet of the street only, any number of times,
 * because rooms differ in the cap. A blind counts in full even if its player has less. When nobody is left to answer,
 * the street is over: a single player with chips who has matched the others does not act. */
#ifndef HOLDEM_HISTORY_PLAY_H
#define HOLDEM_HISTORY_PLAY_H

#include "hand.h"

enum { HISTORY_WHY = 192 }; /* bytes of a reason, with the NUL */

enum history_phase {
    HISTORY_PHASE_ACT,   /* play.next acts */
    HISTORY_PHASE_BOARD, /* the next street's cards are dealt */
    HISTORY_PHASE_OVER   /* one player is left, or the river's betting is over */
};

struct history_play {
    struct holdem_history_hand *hand;
    uint64_t seen;                /* the known cards, hole cards and board */
    uint32_t folded;              /* a bit a player */
    uint32_t acted;               /* a bit for each player who has acted on this street */
    uint32_t raises;              /* bets and raises of this street */
    uint8_t phase;                /* enum history_phase */
    uint8_t street;               /* enum history_street */
    uint8_t next;                 /* the player who acts */
    int64_t pot;                  /* all chips in the middle */
    int64_t high;                 /* the bet of this street that a call matches */
    int64_t step;                 /* the smallest raise */
    int64_t min_to;               /* a full bet or raise is at least to this amount */
    int64_t stack[HISTORY_SEATS]; /* what each player still has */
    int64_t bet[HISTORY_SEATS];   /* what each player has bet on this street */
    int64_t paid[HISTORY_SEATS];  /* what each player has put in, antes excluded */
    int64_t ante[HISTORY_SEATS];  /* what each player has paid as an ante */
    char why[HISTORY_WHY];
};

/* Posts antes and blinds. The hand's actions, board and end are reset; its hole cards must be CARD_NONE. */
bool history_play_begin(struct history_play *play, struct holdem_history_hand *hand);

/* Sets hole cards, of which some may be CARD_NONE, whenever they become known. Cards that are known already must agree.
 */
bool history_play_hole(struct history_play *play, unsigned player, const uint8_t cards[2]);
/* The same at the end of a hand; also notes that the player showed. */
bool history_play_show(struct history_play *play, unsigned player, const uint8_t cards[2]);
bool history_play_muck(struct history_play *play, unsigned player);

/* Deals the cards of the next street: 3, then 1 and 1. */
bool history_play_board(struct history_play *play, const uint8_t *cards, unsigned count);

/* Plays an action of play->next. to: the player's total bet of this street after a bet, a raise or a call; after a call
 * it may be 0, not given; for a fold or a check it is ignored. */
bool history_play_act(struct history_play *play, unsigned player, enum history_move move, int64_t to);
/* Return what "check or call" and "bet or raise" mean for the next player. */
enum history_move history_play_passive(const struct history_play *play);
enum history_move history_play_active(const struct history_play *play);

/* Sets hand->complete. The hand may end anywhere: a record may stop before the end of play. */
void history_play_end(struct history_play *play);

/* Sets play->why. Returns false. */
bool history_play_refuse(struct history_play *play, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Replaces each byte of a reason that is not part of valid UTF-8 by '?': reasons quote the text, and may be cut. */
void history_why_clean(char *why);

#endif
