/* The end of a hand: who gets which chips. */
#ifndef HOLDEM_HISTORY_SETTLE_H
#define HOLDEM_HISTORY_SETTLE_H

#include "play.h"

/* Computes the stacks after a complete hand, without a rake. Each player takes part in the pots up to what he has paid;
 * a bet that nobody called goes back. A player who mucked wins nothing. Antes that are not trimmed all belong to the
 * main pot. Shares are multiples of `unit`; what is left of a pot goes, unit by unit, to the winners in the order of
 * seats. Returns false, with finish unchanged, if the hand is not complete or if a card that decides is not known. */
bool history_settle(const struct history_play *play, int64_t unit, int64_t finish[static HISTORY_SEATS]);

/* Sets the finish of each seat, if it is not known but can be computed. */
void history_settle_hand(const struct history_play *play);

#endif
