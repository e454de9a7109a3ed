/* The cells of hands: combos that a model does not distinguish in a situation.
 *
 * Before the flop a cell is one of the 169 classes. Later it is the strength of the hand on this board (26 bins of its
 * percentile among all combos, weighted slightly towards hands that are played) and its draw (4 kinds). */
#ifndef HOLDEM_MODEL_CELLS_H
#define HOLDEM_MODEL_CELLS_H

#include <solvers/holdem/range/combo.h>

enum {
    CELL_BINS = 26,
    CELL_DRAWS = 4, /* none; a gutshot, two overcards or a backdoor flush with an overcard; a flush or open-ended
                       straight draw; both */
    CELLS_POSTFLOP = CELL_BINS * CELL_DRAWS, /* cell = draw * CELL_BINS + bin */
    CELLS = HOLDEM_CLASSES,                  /* most cells of a street */
    CELL_DEAD = 255                          /* of a combo with a card of the board */
};

/* Returns the points of a class in Bill Chen's formula, without rounding: AA 20, AKs 12, 72o -1. */
double class_points(unsigned hand_class);

/* Sets the weight of each class among the hands that are compared on a board: exp(points / 10). */
void cells_weights(double weight[static HOLDEM_CLASSES]);
/* Sets the cell of each combo on a board of 3 to 5 cards. */
void cells_of_board(const uint8_t *board, unsigned count, const double weight[static HOLDEM_CLASSES],
                    uint8_t cell[static HOLDEM_COMBOS]);
/* Sets the cells before the flop: the classes. */
void cells_preflop(uint8_t cell[static HOLDEM_COMBOS]);

#endif
