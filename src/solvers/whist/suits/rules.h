/* A game of several suits in progress, card by card: the player to move, the hands, and the legal cards. It
 * implements the rules and is independent of the search. */
#ifndef SUITS_RULES_H
#define SUITS_RULES_H

#include "suits.h"

struct suits_game {
    uint64_t hand[2][WHIST_SUITS]; /* masks of ranks: 0 is the player who leads the deal, 1 the other */
    int trump;                     /* suit, or -1 */
    unsigned turn;                 /* the player to move: 0 or 1 */
    bool led;                      /* a trick is in progress */
    struct suits_card lead;        /* the first card of the trick */
    uint32_t won[2];               /* tricks won by each player */
};

enum suits_fault {
    SUITS_LEGAL,
    SUITS_NOT_HELD,    /* neither player holds the card */
    SUITS_NOT_ON_TURN, /* the player who is not to move holds the card */
    SUITS_REVOKE       /* the player to move holds the suit led and must follow it */
};

void suits_game_init(struct suits_game *game, const struct suits_deal *deal);

/* Returns why the player to move must not play the card, or SUITS_LEGAL. */
enum suits_fault suits_game_fault(const struct suits_game *game, struct suits_card card);

/* Plays a legal card. */
void suits_game_play(struct suits_game *game, struct suits_card card);

/* Writes the remaining cards between two tricks, from the side of the player to move. */
void suits_game_deal(const struct suits_game *game, struct suits_deal *deal);

/* Plays a line from the deal on. Returns the tricks of the leader, or -1 if a rule is broken or the last trick is
 * incomplete. */
int suits_game_replay(const struct suits_deal *deal, const struct suits_card *line, uint32_t count);

/* Returns the number of cards of a hand. */
uint32_t suits_game_hand_size(const struct suits_game *game, unsigned player);

#endif
