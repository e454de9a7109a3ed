/* Four hands, whole or what is left of them, and a trick in progress. */
#ifndef BRIDGE_DEAL_H
#define BRIDGE_DEAL_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>

/* Hands clockwise; suits by rank, as libdds and PBN's table of tricks have them. */
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
    uint8_t suit, rank; /* rank: the bit, 0 to 12 */
};

struct bridge_deal {
    bridge_ranks hand[BRIDGE_SEATS][BRIDGE_SUITS];
};

/* A deal to be played on. The cards of the trick are in no hand any more. */
struct bridge_position {
    struct bridge_deal deal;
    uint8_t strain; /* trump, or BRIDGE_NOTRUMP */
    uint8_t leader; /* who led or leads to the trick in progress */
    uint8_t played; /* cards of it on the table, 0 to 3 */
    struct bridge_card trick[3];
};

unsigned bridge_hand_size(const struct bridge_deal *deal, unsigned seat);
unsigned bridge_to_play(const struct bridge_position *position); /* the seat */

/* Ranks of the suit led that the seat to play must choose from, or of all suits; by suit. */
void bridge_legal(const struct bridge_position *position, bridge_ranks legal[BRIDGE_SUITS]);

/* The card is legal. Returns the winner of the trick when it was its fourth card, else -1. */
int bridge_play(struct bridge_position *position, struct bridge_card card);

/* All that the library does not check: no card twice, in hands or trick; hands of equal size, less one for each who has
 * played to the trick; none empty; the trick's cards no revoke. NASH_UNPROCESSABLE whose detail names card, hand and
 * what to do. `at`: pointer of the deal; `at_trick`: of the trick. */
enum nash_status bridge_position_check(const struct bridge_position *position, const char *at, const char *at_trick,
                                       struct nash_error *error);

/* Symbols: "NESW", "SHDCN", "23456789TJQKA". */
char bridge_seat_letter(unsigned seat);
char bridge_strain_letter(unsigned strain);
char bridge_rank_letter(unsigned rank);
const char *bridge_seat_name(unsigned seat); /* "North" */
/* -1: none. Lower case too; suit without notrump, strain "N" and "NT"; rank "T" and "10". *used: characters read. */
int bridge_seat_of(char letter);
int bridge_suit_of(char letter);
int bridge_strain_of(const char *text, size_t len, size_t *used);
int bridge_rank_of(const char *text, size_t len, size_t *used);

#endif
