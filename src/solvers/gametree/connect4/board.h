/* Positions of connect four as bits: seven columns of seven bits, lowest first; six hold stones, the seventh stays
 * empty, so that no line crosses from one column into the next. */
#ifndef GAMETREE_CONNECT4_BOARD_H
#define GAMETREE_CONNECT4_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { C4_COLUMNS = 7, C4_ROWS = 6, C4_CELLS = C4_COLUMNS * C4_ROWS, C4_STRIDE = C4_ROWS + 1 };

#define C4_BOTTOM UINT64_C(0x0040810204081) /* the lowest cell of each column */
#define C4_BOARD  (C4_BOTTOM * 63)          /* all cells */
#define C4_ODD    (C4_BOTTOM * 21)          /* cells of the first, third and fifth row */

struct c4_board {
    uint64_t own; /* stones of the side to move */
    uint64_t all; /* stones of both sides */
    int stones;   /* number of stones */
};

static inline uint64_t c4_column(int column)
{
    return UINT64_C(63) << C4_STRIDE * column;
}

/* Returns the lowest empty cell of each column that is not full. */
static inline uint64_t c4_playable(uint64_t all)
{
    return (all + C4_BOTTOM) & C4_BOARD;
}

/* Returns whether there is a line of four. */
static inline bool c4_has_four(uint64_t stones)
{
    static const int step[] = {1, C4_STRIDE - 1, C4_STRIDE, C4_STRIDE + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> step[i];
        if (pairs & pairs >> 2 * step[i])
            return true;
    }
    return false;
}

/* Returns the cells that complete a line of four stones in one direction. */
static inline uint64_t c4_fourth(uint64_t stones, int step)
{
    uint64_t up = stones << step & stones << 2 * step, down = stones >> step & stones >> 2 * step;
    return (up & (stones << 3 * step | stones >> step)) | (down & (stones >> 3 * step | stones << step));
}

/* Returns the cells, occupied or not, that complete a line of four. */
static inline uint64_t c4_fourths(uint64_t stones)
{
    return (stones << 1 & stones << 2 & stones << 3) | c4_fourth(stones, C4_STRIDE - 1) | c4_fourth(stones, C4_STRIDE) |
           c4_fourth(stones, C4_STRIDE + 1);
}

/* Returns the moves after which the opponent cannot win at once. threats: empty cells that complete a line of the
 * opponent. The side to move must not be able to win at once. */
static inline uint64_t c4_safe_moves(uint64_t all, uint64_t threats)
{
    uint64_t moves = c4_playable(all), forced = moves & threats;
    if (forced)
        moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(threats >> 1);
}

/* Returns a unique number of a position. */
static inline uint64_t c4_key(uint64_t own, uint64_t all)
{
    return own + all + C4_BOTTOM;
}

/* Returns the cells with the columns reversed. */
static inline uint64_t c4_mirror(uint64_t cells)
{
    uint64_t turned = 0;
    for (int column = 0; column < C4_COLUMNS; column++)
        turned |= (cells >> C4_STRIDE * column & 127) << C4_STRIDE * (C4_COLUMNS - 1 - column);
    return turned;
}

/* Returns the smaller key of a position and its mirror image. */
static inline uint64_t c4_key_of_both(uint64_t own, uint64_t all)
{
    uint64_t key = c4_key(own, all), turned = c4_key(c4_mirror(own), c4_mirror(all));
    return turned < key ? turned : key;
}

/* Returns the largest score of the side to move with this number of stones, if it cannot win at once. */
static inline int c4_score_max(int stones)
{
    return (C4_CELLS - 1 - stones) / 2;
}

/* Returns the smallest score if the opponent cannot win with the next stone. */
static inline int c4_score_min(int stones)
{
    return -(C4_CELLS - 2 - stones) / 2;
}

#endif
