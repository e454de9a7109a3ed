/* A played hand of Texas hold'em, in the same form whatever format it was read from.
 *
 * Players are numbered in the order in which they act after the flop: 0 is the first seat after the button, the last
 * player is the button. With three or more players 0 is thus the small blind and 1 the big blind; with two players 0 is
 * the big blind, and 1 is the button, who posts the small blind and acts first before the flop. (PHH numbers them in
 * the same way, from 1.)
 *
 * Amounts of chips are integers, in units of 1/HISTORY_CHIP of a chip or of the currency: $0.25 is 2,500. Formats give
 * at most 4 decimals; sums are exact. No amount exceeds HISTORY_AMOUNT_MAX, so that no sum of a hand overflows.
 *
 * The readers (history.h) fill a hand in through the state of play (play.h), which checks that it is legal and adds
 * what an action meant: the pot, the amount to call and the stack before it. */
#ifndef HOLDEM_HISTORY_HAND_H
#define HOLDEM_HISTORY_HAND_H

#include <stdbool.h>
#include <stdint.h>

#include <solvers/kit/card.h>

enum {
    HISTORY_SEATS = 10,    /* most players of a hand */
    HISTORY_BOARD = 5,     /* cards of a whole board */
    HISTORY_ACTIONS = 512, /* most bets, calls, checks and folds of a hand */
    HISTORY_NAME = 64      /* bytes of a name or an identifier, with the NUL */
};

#define HISTORY_CHIP          INT64_C(10000)
#define HISTORY_AMOUNT_MAX    (INT64_C(1000000000000) * HISTORY_CHIP) /* 10^12 chips */
#define HISTORY_STACK_UNKNOWN HISTORY_AMOUNT_MAX /* the stack of a player whose stack is not given */

enum history_betting { HISTORY_NO_LIMIT, HISTORY_POT_LIMIT, HISTORY_FIXED_LIMIT };

enum history_street { HISTORY_PREFLOP, HISTORY_FLOP, HISTORY_TURN, HISTORY_RIVER, HISTORY_STREETS };

/* A bet is the first of its street; after a blind, and after a bet, there are only raises. */
enum history_move { HISTORY_FOLD, HISTORY_CHECK, HISTORY_CALL, HISTORY_BET, HISTORY_RAISE, HISTORY_MOVES };

struct history_action {
    uint8_t player;
    uint8_t street;  /* enum history_street */
    uint8_t move;    /* enum history_move */
    bool all_in;     /* the action takes the player's last chip */
    uint32_t raises; /* bets and raises of this street before it; the blinds count as none */
    int64_t added;   /* chips that it moves from the stack to the pot; 0 for a check or a fold */
    int64_t to;      /* the player's chips in this street's betting after it; antes are not part of it */
    int64_t pot;     /* all chips in the middle before it, those of this street and the antes included */
    int64_t to_call; /* chips that a call needed before it, at most the stack */
    int64_t stack;   /* the player's stack before it */
};

struct history_seat {
    char name[HISTORY_NAME]; /* UTF-8; "p1" .. where the format has no names */
    int64_t stack;           /* before antes and blinds */
    int64_t ante;            /* dead money: antes, and a dead small blind */
    int64_t blind;   /* blind or straddle, part of the first street's betting; as agreed, if the stack is less */
    int64_t finish;  /* the stack after the hand, as recorded, else computed; if finish_known */
    uint8_t hole[2]; /* CARD_NONE where not known */
    bool shown;      /* the cards were shown at the end */
    bool mucked;     /* the player mucked at the end */
    bool finish_known;
};

struct holdem_history_hand {
    char id[HISTORY_NAME]; /* as the format names the hand; "" if it does not */
    uint32_t line;         /* where it begins in the text, from 1 */
    uint8_t betting;       /* enum history_betting */
    bool antes_trimmed;    /* antes beyond the shortest one belong to side pots, as bets do */
    bool complete;         /* play reached its end: one player is left, or the river's betting is over */
    uint8_t players;       /* 2 .. HISTORY_SEATS */
    uint8_t board_count;   /* 0, 3, 4 or 5; an all-in hand may have them without actions */
    uint8_t board[HISTORY_BOARD];
    int64_t min_bet; /* the smallest bet; of fixed limit: that of the first two streets. Usually the big blind */
    int64_t big_bet; /* fixed limit: the bet of the turn and the river; else equal to min_bet */
    uint64_t time;   /* when it was played, as YYYYMMDDhhmmss in the text's own time zone; 0: not given */
    uint32_t actions;
    struct history_seat seat[HISTORY_SEATS];
    struct history_action action[HISTORY_ACTIONS];
};

static inline bool history_hole_known(const struct history_seat *seat)
{
    return seat->hole[0] != CARD_NONE && seat->hole[1] != CARD_NONE;
}

/* The number of board cards that are seen on a street. */
static inline unsigned history_street_board(unsigned street)
{
    return street == HISTORY_PREFLOP ? 0 : street + 2;
}

/* Returns the stable 64-bit identity of a hand: a hash of its id, players, stacks, cards and actions. The same hand
 * read twice has the same one; hands that differ in any of them have different ones (64 bits of SHA-256). */
uint64_t history_identity(const struct holdem_history_hand *hand);

#endif
