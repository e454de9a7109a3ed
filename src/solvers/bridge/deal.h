/* Four hands, whole or partly played, and a trick in progress. */
#ifndef BRIDGE_DEAL_H
#define BRIDGE_DEAL_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>
#include <solvers/kit/card.h>

/* Seats are numbered clockwise, suits from the highest to the lowest; libdds numbers both in the same way. */
enum bridge_seat { BRIDGE_NORTH, BRIDGE_EAST, BRIDGE_SOUTH, BRIDGE_WEST, BRIDGE_SEATS };
enum bridge_suit {
    BRIDGE_SPADES,
    BRIDGE_HEARTS,
    BRIDGE_DIAMONDS,
    BRIDGE_CLUBS,
    BRIDGE_SUITS,
    BRIDGE_NOTRUMP = 4,
    BRIDGE_STRAINS
};
enum { BRIDGE_RANKS = 13, BRIDGE_CARDS = 52 };

/* Bit 0 is the deuce, bit 12 the ace. */
typedef uint16_t bridge_ranks;

struct bridge_card {
    uint8_t suit, rank; /* rank: the index of the bit, 0 to 12 */
};

struct bridge_deal {
    bridge_ranks hand[BRIDGE_SEATS][BRIDGE_SUITS];
};

/* A deal in play. The cards of the trick are in no hand. */
struct bridge_position {
    struct bridge_deal deal;
    uint8_t strain; /* trump, or BRIDGE_NOTRUMP */
    uint8_t leader; /* the seat that led or leads to the trick in progress */
    uint8_t played; /* cards of the trick on the table, 0 to 3 */
    struct bridge_card trick[3];
};

unsigned bridge_hand_size(const struct bridge_deal *deal, unsigned seat);
/* Gives the remaining cards of the pack to the one empty hand, if the others hold 13 cards each. */
void bridge_deal_complete(struct bridge_deal *deal);
unsigned bridge_to_play(const struct bridge_position *position); /* returns the seat that plays next */

/* Writes by suit the ranks that the seat to play may play: those of the suit led, or all if it has none. */
void bridge_legal(const struct bridge_position *position, bridge_ranks legal[BRIDGE_SUITS]);

/* Plays a legal card. Returns the winner of the trick if this is its fourth card, else -1. */
int bridge_play(struct bridge_position *position, struct bridge_card card);

/* Checks what libdds does not: no card twice, in hands or trick; hands of equal size, less one card for each seat
 * that has played to the trick; no empty hand; no revoke in the trick. Returns NASH_UNPROCESSABLE with a detail that
 * names the card, the hand and the remedy. `at`, `at_trick`: JSON pointers of the deal and of the trick for errors. */
enum nash_status bridge_position_check(const struct bridge_position *position, const char *at, const char *at_trick,
                                       struct nash_error *error);

/* Return the letter of an index: of a seat in "NESW", of a strain in "SHDCN". */
char bridge_seat_letter(unsigned seat);
char bridge_strain_letter(unsigned strain);
const char *bridge_seat_name(unsigned seat); /* "North" */
/* Return the index of a letter, or -1 for other letters. Lower case is accepted; a suit excludes notrump; a strain may
 * be "N" or "NT". *used: number of characters read. */
int bridge_seat_of(char letter);
int bridge_suit_of(char letter);
int bridge_strain_of(const char *text, size_t len, size_t *used);

#endif
