#include "board.h"

#include <stddef.h>

const uint16_t board_line[BOARD_LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

bool board_has_line(uint16_t side)
{
    for (unsigned i = 0; i < BOARD_LINES; i++)
        if ((side & board_line[i]) == board_line[i])
            return true;
    return false;
}

bool board_over(struct board b)
{
    return board_taken(b) == BOARD_FULL || board_has_line(b.x) || board_has_line(b.o);
}

unsigned board_open(uint16_t other)
{
    unsigned open = 0;
    for (unsigned i = 0; i < BOARD_LINES; i++)
        open += !(other & board_line[i]);
    return open;
}

unsigned board_number(struct board b)
{
    unsigned number = 0;
    for (unsigned c = BOARD_CELLS; c-- > 0;)
        number = 3 * number + (unsigned)(b.x >> c & 1) + 2 * (unsigned)(b.o >> c & 1);
    return number;
}

/* Rotates by a quarter: row r, column c goes to row c, column 2 - r. */
static uint16_t turn(uint16_t side)
{
    uint16_t turned = 0;
    for (unsigned c = 0; c < BOARD_CELLS; c++)
        if (side >> c & 1)
            turned |= (uint16_t)(1u << (3 * (c % 3) + 2 - c / 3));
    return turned;
}

/* Exchanges left and right. */
static uint16_t mirror(uint16_t side)
{
    return (uint16_t)((side & 0111) << 2 | (side & 0222) | (side & 0444) >> 2);
}

unsigned board_canonical(struct board b)
{
    unsigned least = BOARD_POSITIONS;
    for (unsigned i = 0; i < BOARD_SYMMETRIES; i++) {
        unsigned number = board_number(b);
        least = number < least ? number : least;
        b = (struct board){turn(b.x), turn(b.o)};
        if (i % 4 == 3)
            b = (struct board){mirror(b.x), mirror(b.o)};
    }
    return least;
}

const char *board_fault(struct board b, bool min_moves)
{
    int x = __builtin_popcount(b.x), o = __builtin_popcount(b.o), mover = min_moves ? o : x, other = min_moves ? x : o;
    bool x_won = board_has_line(b.x), o_won = board_has_line(b.o);
    if (x - o > 1 || o - x > 1)
        return "the players take turns, so the numbers of X and O differ by at most one";
    if (mover > other)
        return "it is the other player's turn: who has fewer on the board moves";
    if (x_won && o_won)
        return "both have three in a line, but the game ended with the first";
    if (min_moves ? o_won : x_won)
        return "the player to move has three in a line, so the game ended before the last move";
    return NULL;
}
