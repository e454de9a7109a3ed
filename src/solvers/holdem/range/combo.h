/* The 1326 starting hands of Hold'em (combos), their 169 classes, and weighted ranges of them.
 *
 * A combo is a number: for the cards a > b, a * (a - 1) / 2 + b. A class is 13 * row + column of the usual grid, whose
 * rows and columns run from the ace (0) to the deuce (12): pairs on the diagonal, suited hands above it, offsuit hands
 * below. */
#ifndef HOLDEM_RANGE_COMBO_H
#define HOLDEM_RANGE_COMBO_H

#include <stdint.h>

#include <solvers/kit/card.h>

enum { HOLDEM_COMBOS = 1326, HOLDEM_CLASSES = 169, HOLDEM_COMBO_TEXT = 5, HOLDEM_CLASS_TEXT = 4 };

/* A weighted range: the probability, from 0 to 1, that a player holding this combo is still in. */
struct holdem_range {
    float weight[HOLDEM_COMBOS];
};

extern const uint8_t holdem_combo_high[HOLDEM_COMBOS]; /* the larger card of each combo */
extern const uint8_t holdem_combo_low[HOLDEM_COMBOS];  /* the smaller card */

/* Returns the combo of two different cards, in either order. */
static inline unsigned combo_of(unsigned a, unsigned b)
{
    return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a;
}

/* Sets the two cards of a combo, the larger one first. */
static inline void combo_cards(unsigned combo, uint8_t *high, uint8_t *low)
{
    *high = holdem_combo_high[combo];
    *low = holdem_combo_low[combo];
}

/* Returns the set of the two cards of a combo. */
static inline uint64_t combo_mask(unsigned combo)
{
    return card_bit(holdem_combo_high[combo]) | card_bit(holdem_combo_low[combo]);
}

/* Returns the class of a combo, 0 to 168. */
static inline unsigned combo_class(unsigned combo)
{
    const unsigned high = holdem_combo_high[combo], low = holdem_combo_low[combo];
    const unsigned first = CARD_RANKS - 1 - card_rank(high), second = CARD_RANKS - 1 - card_rank(low);
    return card_suit(high) == card_suit(low) ? 13 * first + second : 13 * second + first;
}

/* Returns the number of combos of a class: 6 of a pair, 4 of a suited hand, 12 of an offsuit hand. */
static inline unsigned class_combos(unsigned hand_class)
{
    const unsigned row = hand_class / 13, column = hand_class % 13;
    return row == column ? 6 : row < column ? 4 : 12;
}

/* Write "AhKd" or "AKs". Return out. */
char *combo_write(unsigned combo, char out[static HOLDEM_COMBO_TEXT]);
char *class_write(unsigned hand_class, char out[static HOLDEM_CLASS_TEXT]);

#endif
