/* The generic player that a model starts from: for each of the coarsest situations, a probability of each deed by cell.
 *
 * It is a parametric style: hands are ordered by their points (Chen) or their strength on the board, and logistic steps
 * divide the order into fold, call and raise at the shares that introductory texts recommend. It contains no data. */
#ifndef HOLDEM_MODEL_PRIOR_H
#define HOLDEM_MODEL_PRIOR_H

#include "cells.h"
#include "situation.h"

/* Sets P(deed | cell) of a situation of level 0: the deeds of a cell sum to 1. Cells beyond the street's are 0. */
void prior_fill(uint16_t situation, float probability[HOLDEM_DEEDS][CELLS]);

#endif
