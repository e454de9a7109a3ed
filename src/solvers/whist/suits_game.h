/* A game of several suits under way, card by card: whose turn it is, what is held, and what may be played. The rules as
 * in a book; nothing here knows of the search. */
#ifndef WHIST_SUITS_GAME_H
#define WHIST_SUITS_GAME_H

#include "suits/suits.h"

struct whist_suits_game {
    uint64_t hand[2][WHIST_SUITS]; /* masks of ranks: 0 is the player who leads the deal, 1 the other */
    int trump;                     /* suit, or -1 */
    unsigned turn;                 /* who plays next: 0 or 1 */
    bool led;                      /* a trick is in progress */
    struct suits_card lead;        /* its first card */
    uint32_t won[2];               /* tricks */
};

enum whist_suits_fault {
    WHIST_SUITS_FINE,
    WHIST_SUITS_GONE,   /* neither holds it any more */
    WHIST_SUITS_OTHERS, /* the player whose turn it is not holds it */
    WHIST_SUITS_REVOKE  /* the suit led is held and must be followed */
};

void whist_suits_game_begin(struct whist_suits_game *game, const struct suits_deal *deal);

/* May the player whose turn it is play this card now? */
enum whist_suits_fault whist_suits_game_fault(const struct whist_suits_game *game, struct suits_card card);

/* Plays a card that has no fault. */
void whist_suits_game_play(struct whist_suits_game *game, struct suits_card card);

/* What is left between two tricks, seen by the player whose turn it is. */
void whist_suits_game_deal(const struct whist_suits_game *game, struct suits_deal *deal);

/* Tricks of the leader when the line is played from the deal on, or -1 where a rule is broken or a trick not whole. */
int whist_suits_game_replay(const struct suits_deal *deal, const struct suits_card *line, uint32_t count);

/* Cards of a hand. */
uint32_t whist_suits_game_left(const struct whist_suits_game *game, unsigned player);

#endif
