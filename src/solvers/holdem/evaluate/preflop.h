/* All two starting hands against each other, before the board: how many boards each wins, exactly, from a table.
 *
 * Two pairs of hands that differ by a permutation of the suits or by the order of the hands share an entry. */
#ifndef HOLDEM_EVALUATE_PREFLOP_H
#define HOLDEM_EVALUATE_PREFLOP_H

#include <stdbool.h>
#include <stdint.h>

/* The boards of five cards beside four known cards, and the number of entries of the table. */
enum { HOLDEM_PREFLOP_BOARDS = 1712304, HOLDEM_PREFLOP_ENTRIES = 52338, HOLDEM_PREFLOP_DIGITS = 7 };

/* Sets the number of boards on which combo a wins against combo b, and on which they tie; b wins the others. Combos are
 * those of range/combo.h. The two must not share a card. */
void holdem_preflop_pair(unsigned a, unsigned b, uint32_t *win, uint32_t *tie);

/* Sets the number of boards on which a combo wins and ties against each of the 1326: both are 0 for those that share a
 * card with it. Takes a third of the time of 1326 calls of the function above. */
void holdem_preflop_row(unsigned combo, uint32_t win[static 1326], uint32_t tie[static 1326]);

/* Returns the entry of two combos that share no card. *swapped: the entry counts the wins of b. */
unsigned holdem_preflop_entry(unsigned a, unsigned b, bool *swapped);

#endif
