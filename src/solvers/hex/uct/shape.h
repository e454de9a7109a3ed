/* Shapes around a cell: features of a move, whose weights give new moves of the tree a prior probability. The weights
 * are learnt from self-play by tests/bench/hex/uct_learn.c. Compiled for each HEX_WORDS.
 *
 * The view is that of the side to move, which joins top and bottom in it: for White, rows and columns are exchanged.
 * A half turn of the board changes nothing, so mirrored features share a weight. Outside of the board lie stones of
 * the edge's owner; the corners count for the side to move. */
#ifndef HEX_UCT_SHAPE_H
#define HEX_UCT_SHAPE_H

#include <solvers/hex/uct/bits.h>
#include <solvers/hex/uct/shape_weights.h>

enum { SHAPE_PAD = 2, SHAPE_STRIDE_MAX = HEX_SIZE_MAX + 2 * SHAPE_PAD };

struct shape_view {
    unsigned stride;
    int ring[6], bridge[6], far[6]; /* offsets: neighbours in circular order, the cell beyond each two, each one */
    uint8_t at[SHAPE_STRIDE_MAX * SHAPE_STRIDE_MAX]; /* 0 empty, 1 of the side to move, 2 of the other */
};

/* Sets up the view of a side; stones are indexed by color. */
static inline void shape_view_init(struct shape_view *v, const struct cells *c, const struct hex_set stones[3],
                                   enum hex_color side)
{
    static const int around[6][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
    int stride = (int)c->cols + 2 * SHAPE_PAD, turn = side == HEX_WHITE;
    v->stride = (unsigned)stride;
    for (unsigned k = 0; k < 6; k++) {
        v->ring[k] = around[k][turn] * stride + around[k][!turn];
        v->far[k] = 2 * v->ring[k];
    }
    for (unsigned k = 0; k < 6; k++)
        v->bridge[k] = v->ring[k] + v->ring[(k + 1) % 6];
    uint8_t black = side == HEX_BLACK ? 1 : 2, white = (uint8_t)(3 - black);
    for (unsigned row = 0; row < c->rows + 2 * SHAPE_PAD; row++) {
        bool outside = row < SHAPE_PAD || row >= c->rows + SHAPE_PAD;
        uint8_t *line = &v->at[row * v->stride];
        for (unsigned col = 0; col < v->stride; col++)
            line[col] = outside ? black : white;
        if (outside) {
            for (unsigned i = 0; i < SHAPE_PAD; i++)
                line[i] = line[v->stride - 1 - i] = 1;
            continue;
        }
        unsigned first = (row - SHAPE_PAD) * c->cols;
        for (unsigned col = 0; col < c->cols; col++) {
            unsigned cell = first + col;
            line[col + SHAPE_PAD] = (uint8_t)(hex_set_has(&stones[HEX_BLACK], cell) * black +
                                              hex_set_has(&stones[HEX_WHITE], cell) * white);
        }
    }
}

/* Returns the feature of `cell` as seen from another stone; SHAPE_NONE if that is more than three cells away or -1. */
static inline unsigned shape_near(const struct cells *c, enum hex_color side, unsigned cell, int from, unsigned base)
{
    if (from < 0)
        return SHAPE_NONE;
    int row = (int)(cell / c->cols) - from / (int)c->cols, col = (int)(cell % c->cols) - from % (int)c->cols;
    int down = side == HEX_BLACK ? row : col, right = side == HEX_BLACK ? col : row;
    if (down < -3 || down > 3 || right < -3 || right > 3 || down + right < -3 || down + right > 3)
        return SHAPE_NONE;
    return base + (unsigned)((down + 3) * 7 + right + 3);
}

/* Writes the features of a move on an empty cell. `last` and `before` are the last two moves, or -1. */
static inline void shape_features(const struct shape_view *v, const struct cells *c, enum hex_color side, unsigned cell,
                                  int last, int before, unsigned feature[SHAPE_FEATURES])
{
    unsigned row = cell / c->cols, col = cell % c->cols, code = 0;
    const uint8_t *at = &v->at[(row + SHAPE_PAD) * v->stride + col + SHAPE_PAD];
    for (unsigned k = 0; k < 6; k++) {
        unsigned near = at[v->ring[k]], next = at[v->ring[(k + 1) % 6]];
        code = code * 3 + near;
        feature[k] = SHAPE_BRIDGE + k % 3 * 27 + at[v->bridge[k]] * 9u + near * 3 + next;
        feature[6 + k] = SHAPE_FAR + k % 3 * 9 + at[v->far[k]] * 3u + near;
    }
    feature[12] = SHAPE_RING + code;
    unsigned up = row < c->rows - 1 - row ? row : c->rows - 1 - row;
    unsigned left = col < c->cols - 1 - col ? col : c->cols - 1 - col;
    up = up < 5 ? up : 5;
    left = left < 5 ? left : 5;
    feature[13] = SHAPE_PLACE + (side == HEX_BLACK ? up * 6 + left : left * 6 + up);
    feature[14] = shape_near(c, side, cell, last, SHAPE_LAST);
    feature[15] = shape_near(c, side, cell, before, SHAPE_BEFORE);
}

#endif
