/* How people write deals: PBN, LIN, and cards. */
#ifndef BRIDGE_NOTATION_H
#define BRIDGE_NOTATION_H

#include "deal.h"

enum { BRIDGE_PBN_LEN = 80, BRIDGE_HAND_LEN = 17, BRIDGE_CARD_LEN = 3 }; /* with the NUL */

/* "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 ..." from any seat, clockwise; spades to clubs; a void is empty or "-"; "10" is
 * T; either case. NASH_INVALID with what is wrong and at which character; `at` becomes the error's pointer. */
enum nash_status bridge_pbn_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 struct nash_error *error);
/* From the seat `first`; BRIDGE_PBN_LEN bytes of room. Returns out. */
char *bridge_pbn_write(const struct bridge_deal *deal, unsigned first, char *out);
/* One hand of it, "QJ6.K652.J85.T98". The seat is for the error's sentence. */
enum nash_status bridge_hand_read(const char *text, size_t len, const char *at, unsigned seat,
                                  bridge_ranks hand[BRIDGE_SUITS], struct nash_error *error);
char *bridge_hand_write(const bridge_ranks hand[BRIDGE_SUITS], char *out); /* returns its end */

/* The hands of LIN's md: "3SAKQHJT9..,S..H..D..C..,.." in the order S, W, N, E; the first digit is the dealer (1 = S);
 * the fourth hand may be left out and is what is over. *dealer: a seat. */
enum nash_status bridge_lin_read(const char *text, size_t len, const char *at, struct bridge_deal *deal,
                                 unsigned *dealer, struct nash_error *error);

/* "SA", "s10", "AS": suit and rank in either order. Characters read, 0 when it is no card. */
size_t bridge_card_read(const char *text, size_t len, struct bridge_card *card);
char *bridge_card_write(struct bridge_card card, char out[BRIDGE_CARD_LEN]); /* "SA"; returns out */

#endif
