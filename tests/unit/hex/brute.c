#include "brute.h"

#include <stdlib.h>

/* The positions of one size, as sets of bits: bit `cell` of stones[color]. */
struct brute {
    unsigned cells, cols;
    uint8_t order[BRUTE_CELLS];      /* of moves: from the middle, where most wins are */
    uint32_t left, right;            /* the first and the last column */
    uint32_t first[3], last[3];      /* [color]: the cells at its edges */
    uint32_t power[BRUTE_CELLS + 1]; /* of 3 */
    /* Winners by the board as a number of base 3: Black to move in bits 0-1, White in bits 2-3. All positions of 16
     * cells take 43 MB; pages that no search reaches cost nothing. */
    uint8_t *winner;
};

static struct brute *brute_of_size(unsigned rows, unsigned cols)
{
    static struct brute all[BRUTE_CELLS + 1][BRUTE_CELLS + 1];
    struct brute *b = &all[rows][cols];
    if (b->winner)
        return b;
    b->cells = rows * cols;
    b->cols = cols;
    b->power[0] = 1;
    for (unsigned cell = 0; cell < b->cells; cell++) {
        uint32_t bit = UINT32_C(1) << cell;
        b->order[cell] = (uint8_t)(cell % 2 ? (b->cells - 1 - cell) / 2 : (b->cells + cell) / 2);
        b->power[cell + 1] = b->power[cell] * 3;
        b->left |= cell % cols == 0 ? bit : 0;
        b->right |= cell % cols == cols - 1 ? bit : 0;
        b->first[HEX_BLACK] |= cell < cols ? bit : 0;
        b->last[HEX_BLACK] |= cell + cols >= b->cells ? bit : 0;
    }
    b->first[HEX_WHITE] = b->left;
    b->last[HEX_WHITE] = b->right;
    b->winner = calloc(b->power[b->cells], 1);
    if (!b->winner)
        abort();
    return b;
}

/* Returns whether these stones join the edges of their color. */
static bool brute_joins(const struct brute *b, uint32_t stones, enum hex_color color)
{
    uint32_t reached = stones & b->first[color], before = 0;
    while (reached != before) {
        before = reached;
        uint32_t left = reached & ~b->left, right = reached & ~b->right;
        reached |= reached << b->cols | reached >> b->cols | left >> 1 | right << 1;
        reached |= left << (b->cols - 1) | right >> (b->cols - 1);
        reached &= stones;
    }
    return reached & b->last[color];
}

/* Searches a board on which the side to move does not join its edges. */
static enum hex_color brute_search(const struct brute *b, uint32_t stones[3], enum hex_color to_move, uint32_t index)
{
    unsigned shift = to_move == HEX_BLACK ? 0 : 2;
    enum hex_color other = hex_other(to_move), winner = other;
    if (b->winner[index] >> shift & 3)
        return (enum hex_color)(b->winner[index] >> shift & 3);
    if (!brute_joins(b, stones[other], other))
        for (unsigned n = 0; n < b->cells && winner != to_move; n++) {
            unsigned cell = b->order[n];
            uint32_t bit = UINT32_C(1) << cell;
            if ((stones[HEX_BLACK] | stones[HEX_WHITE]) & bit)
                continue;
            stones[to_move] |= bit;
            winner = brute_search(b, stones, other, index + b->power[cell] * to_move);
            stones[to_move] &= ~bit;
        }
    b->winner[index] |= (uint8_t)(winner << shift);
    return winner;
}

enum hex_color brute_winner(const struct hex_board *board, enum hex_color to_move)
{
    const struct brute *b = brute_of_size(board->rows, board->cols);
    uint32_t stones[3] = {0}, index = 0;
    for (unsigned cell = 0; cell < b->cells; cell++) {
        stones[board->cell[cell]] |= UINT32_C(1) << cell;
        index += b->power[cell] * board->cell[cell];
    }
    return brute_joins(b, stones[to_move], to_move) ? to_move : brute_search(b, stones, to_move, index);
}
