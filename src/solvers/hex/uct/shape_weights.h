/* Weights of the shapes; see shape.h. */
#ifndef HEX_UCT_SHAPE_WEIGHTS_H
#define HEX_UCT_SHAPE_WEIGHTS_H

#include <stdint.h>

enum {
    SHAPE_RING = 0,                  /* the six neighbours, in base 3 */
    SHAPE_BRIDGE = SHAPE_RING + 729, /* the cell of a bridge and both cells between: [3][27] */
    SHAPE_FAR = SHAPE_BRIDGE + 81,   /* a cell two steps off in a line, and the one between: [3][9] */
    SHAPE_PLACE = SHAPE_FAR + 27,    /* steps from the own edges and from the other ones, up to 5: [6][6] */
    SHAPE_LAST = SHAPE_PLACE + 36,   /* place relative to the last move, up to 3 steps: [7][7] */
    SHAPE_BEFORE = SHAPE_LAST + 49,  /* relative to the move before */
    SHAPE_NONE = SHAPE_BEFORE + 49,  /* no feature: weight 0 */
    SHAPE_WEIGHTS,
    SHAPE_FEATURES = 16, /* of a move */
    SHAPE_UNIT = 16      /* a move of weight w has the factor exp(w / SHAPE_UNIT) */
};

extern const int8_t hex_shape_weight[SHAPE_WEIGHTS];

#endif
