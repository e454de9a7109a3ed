/* A hand as a few lines of text, so that tests can compare all of it. */
#ifndef TEST_HOLDEM_HAND_TEXT_H
#define TEST_HOLDEM_HAND_TEXT_H

#include <nash/buf.h>
#include <solvers/holdem/history/hand.h>

/* Appends a line for the hand, for each seat, and for each street with its actions: "raise 6 (+5 of 99, pot 3, call 1)"
 * is a raise to 6 that takes 5 of the player's 99 chips when there are 3 chips in the pot and 1 is to call. */
void hand_text(const struct holdem_history_hand *hand, struct nash_buf *out);
/* The same without the first line, for hands in two formats. */
void hand_text_play(const struct holdem_history_hand *hand, struct nash_buf *out);

#endif
