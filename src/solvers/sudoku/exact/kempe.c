/* Kempe chains (A. B. Kempe, "On the geographical problem of the four colours", 1879).
 *
 * In a solution the cells of two values form a graph whose edges join the cells of a common unit. Its components are
 * the Kempe chains: every unit that a chain meets has both values in it, so a chain whose values are exchanged leaves a
 * solution, provided that the clues let each of its cells take the other value. A random grid of 36x36 with half of its
 * cells as clues has about six such chains of four cells, where CaDiCaL needs up to 10,000 conflicts for a second
 * solution. The cost is linear in the open candidates. */
#include "kempe.h"

#include <string.h>

enum { UNITS_MAX = 4 * SUDOKU_MAX + 2 }; /* rows, columns, boxes, disjoint groups and both diagonals */

struct kempe {
    const struct sudoku_board *board;
    const uint8_t *solution;
    uint16_t holder[UNITS_MAX * SUDOKU_MAX]; /* [unit * N + value] the cell that holds the value */
    uint16_t chain[2 * SUDOKU_MAX];          /* cells of the chain being followed */
    uint32_t seen[SUDOKU_CELLS_MAX];         /* [cell] number of the last chain that reached it */
    uint32_t chains;                         /* number of the chain being followed; the first is 1 */
};

static void init_holders(struct kempe *kempe)
{
    const struct sudoku_geometry *g = kempe->board->geometry;
    for (unsigned unit = 0; unit < g->units; unit++)
        for (unsigned place = 0; place < g->size; place++) {
            uint16_t cell = g->cell[unit * g->size + place];
            kempe->holder[unit * g->size + kempe->solution[cell] - 1] = cell;
        }
}

/* Follows the chain of the cell's value and `to` (1..N). Returns its length, or 0 when one of its cells cannot take its
 * other value. */
static unsigned follow_chain(struct kempe *kempe, unsigned cell, unsigned to)
{
    const struct sudoku_geometry *g = kempe->board->geometry;
    unsigned length = 1, sum = kempe->solution[cell] + to;
    kempe->chain[0] = (uint16_t)cell;
    kempe->seen[cell] = ++kempe->chains;
    for (unsigned i = 0; i < length; i++) {
        cell = kempe->chain[i];
        to = sum - kempe->solution[cell];
        if (!(kempe->board->open[cell] >> (to - 1) & 1))
            return 0;
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            if (g->unit[cell][kind] == SUDOKU_NO_UNIT)
                continue;
            uint16_t next = kempe->holder[g->unit[cell][kind] * g->size + to - 1];
            if (kempe->seen[next] == kempe->chains)
                continue;
            kempe->seen[next] = kempe->chains;
            kempe->chain[length++] = next;
        }
    }
    return length;
}

bool sudoku_kempe_interchange(const struct sudoku_board *board, const uint8_t *solution, uint8_t *other)
{
    const struct sudoku_geometry *g = board->geometry;
    struct kempe kempe = {.board = board, .solution = solution};
    if (g->cages)
        return false;
    init_holders(&kempe);
    for (unsigned cell = 0; cell < g->cells; cell++) {
        /* larger values only: a chain has cells of both values, so the others would find it again */
        for (uint64_t open = board->open[cell] >> solution[cell] << solution[cell]; open; open &= open - 1) {
            unsigned to = (unsigned)__builtin_ctzll(open) + 1, sum = solution[cell] + to;
            unsigned length = follow_chain(&kempe, cell, to);
            if (!length)
                continue;
            memcpy(other, solution, g->cells);
            for (unsigned i = 0; i < length; i++)
                other[kempe.chain[i]] = (uint8_t)(sum - solution[kempe.chain[i]]);
            return true;
        }
    }
    return false;
}
