/* Notations of deals and cards: PBN and LIN. */
#ifndef BRIDGE_NOTATION_H
#define BRIDGE_NOTATION_H

#include <solvers/bridge/deal.h>

enum { BRIDGE_PBN_LEN = 80, BRIDGE_HAND_LEN = 17, BRIDGE_CARD_LEN = 3 }; /* bytes, including the NUL */

/* Reads a deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 ..." from any seat, clockwise; spades to clubs; a void is empty
 * or "-"; "10" is T; either case. Returns NASH_INVALID with the place and the expected text; `at` becomes the
 * pointer of the error. */
enum nash_status bridge_pbn_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 struct nash_error *error);
/* Writes a deal from the seat `first` on; `out` has BRIDGE_PBN_LEN bytes. Returns out. */
char *bridge_pbn_write(const struct bridge_deal *deal, unsigned first, char *out);
/* Reads one hand, "QJ6.K652.J85.T98". The error names the seat. */
enum nash_status bridge_hand_read(const char *text, size_t len, const char *at, unsigned seat,
                                  bridge_ranks hand[BRIDGE_SUITS], struct nash_error *error);
char *bridge_hand_write(const bridge_ranks hand[BRIDGE_SUITS], char *out); /* returns the end of the text */

/* Reads the hands of md in LIN: "3SAKQHJT9..,S..H..D..C..,.." in the order S, W, N, E. The first digit is the dealer
 * (1 = S). The fourth hand may be missing and is completed from the remaining cards. *dealer: a seat. */
enum nash_status bridge_lin_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 unsigned *dealer, struct nash_error *error);

/* Reads a card: "SA", "s10" or "AS", suit and rank in either order. Returns the number of characters read, 0 if the
 * text does not begin with a card. */
size_t bridge_card_read(const char *text, size_t len, struct bridge_card *card);
char *bridge_card_write(struct bridge_card card, char out[BRIDGE_CARD_LEN]); /* writes "SA"; returns out */

#endif
