/* Bounds of a score by the follow-up strategy, without search: a player answers each move in the same column.
 *
 * X began and moves when the number of stones is even; O is the opponent; rows count from 1.
 *
 * O follows up (claimeven). X is to move and every column holds an even number of stones. O answers on top of each
 * stone of X, so X gets at most the odd cells that are empty now, and O gets all even ones. If X's stones and those odd
 * cells have no line of four, X does not win. If O's stones and the even cells have one, O wins at the latest with the
 * last stone. If a single even cell, in row r, completes a line of O, X must not play below it, and that column stops
 * at r - 2 stones. When all other cells are taken X has to play there, so O wins no later than with stone 42 - sum (8 -
 * r) + 2, the sum over columns with such a cell, r the lowest of each.
 *
 * X follows up. O is to move, exactly one column holds an odd number of stones, and in it an odd cell, in row r,
 * completes a line of X. X answers on top of each stone of O but never plays in row r - 1. O gets the odd cells of the
 * other columns and the even cells below r of this one; without a line there O does not win, and when all other columns
 * are full and this one holds r - 2 stones, O has to play in row r - 1, because the number of stones is odd. X wins no
 * later than with stone 36 + r.
 *
 * If O is to move and exactly one column is odd, O can make it even and then follows up as above. (Allis 1988 has
 * claimeven among his rules, and the odd threat among his cases of zugzwang.) */
#ifndef GAMETREE_CONNECT4_FOLLOW_UP_H
#define GAMETREE_CONNECT4_FOLLOW_UP_H

#include "board.h"
#include "transposition.h"

/* Returns the score of a win with the given stone of the game, counted from 1. */
static inline int c4_score_at(int stone)
{
    return C4_CELLS / 2 + 1 - (stone + 1) / 2;
}

/* Returns the upper bound of X's score, X to move with all columns even, or C4_CELLS without a bound. */
static inline int c4_o_follow_up(uint64_t x, uint64_t o)
{
    uint64_t empty = C4_BOARD & ~(x | o), even = empty & ~C4_ODD;
    if (c4_has_four(x | (empty & C4_ODD)))
        return C4_CELLS;
    uint64_t wins = c4_fourths(o) & even;
    if (!wins)
        return c4_has_four(o | even) ? -1 : 0;
    int stone = C4_CELLS + 2;
    for (int column = 0; column < C4_COLUMNS; column++) {
        uint64_t here = wins & c4_column(column);
        if (here)
            stone -= 8 - (__builtin_ctzll(here) - C4_STRIDE * column + 1);
    }
    return -c4_score_at(stone);
}

/* Returns the upper bound of O's score, O to move with `column` as the only odd one, or C4_CELLS without a bound. */
static inline int c4_x_follow_up(uint64_t x, uint64_t o, int column)
{
    uint64_t empty = C4_BOARD & ~(x | o), here = c4_column(column), wins = c4_fourths(x) & empty & C4_ODD & here;
    if (!wins)
        return C4_CELLS;
    uint64_t below = ((wins & -wins) - 1) & here;
    if (c4_has_four(o | (empty & ((C4_ODD & ~here) | (below & ~C4_ODD)))))
        return C4_CELLS;
    return -c4_score_at(C4_CELLS - C4_ROWS + __builtin_ctzll(wins) - C4_STRIDE * column + 1);
}

/* Narrows the range of the side to move, which must not be able to win at once. */
static inline void c4_follow_up(uint64_t own, uint64_t all, int stones, struct c4_range *range)
{
    uint64_t odd = (all ^ all >> 1) & C4_ODD, other = own ^ all; /* the top stones of the odd columns */
    int most = C4_CELLS, least = C4_CELLS;
    if (stones % 2 == 0) {
        if (odd == 0)
            most = c4_o_follow_up(own, other);
    } else if ((odd & (odd - 1)) == 0) {
        most = c4_x_follow_up(other, own, __builtin_ctzll(odd) / C4_STRIDE);
        least = c4_o_follow_up(other, own | odd << 1);
    }
    if (most < range->hi)
        range->hi = most;
    if (least < C4_CELLS && -least > range->lo)
        range->lo = -least;
}

#endif
