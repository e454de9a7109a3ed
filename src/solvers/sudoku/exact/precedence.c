/* Value precedence (Law and Lee, "Global constraints for integer and set value precedence", CP 2004).
 *
 * Exchanging two values that no clue has turns a solution into a solution, so k such values make k! solutions of one,
 * and an engine that refutes one of k! equal cases refutes all of them again. Along the cells of one unit, the values
 * may be required to appear in ascending order for the first time; then the i-th cell cannot hold any but the first i
 * of them. Where the other values are excluded from the cells, this leaves one solution of k!. */
#include "precedence.h"

uint64_t sudoku_equal_values(const struct sudoku_problem *p)
{
    uint64_t equal = (UINT64_C(1) << p->size) - 1;
    if (p->cages || p->allowed)
        return 0;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        if (p->clue[cell])
            equal &= ~(UINT64_C(1) << (p->clue[cell] - 1));
    return equal & (equal - 1) ? equal : 0;
}

/* Sorts the open cells of the unit into order[size], those with the fewest other values first. Returns their number. */
static unsigned order_cells(const struct sudoku_board *board, unsigned unit, uint64_t equal, uint16_t *order)
{
    const struct sudoku_geometry *g = board->geometry;
    const uint16_t *cells = &g->cell[unit * g->size];
    unsigned count = 0;
    for (unsigned i = 0; i < g->size; i++) {
        unsigned others = (unsigned)__builtin_popcountll(board->open[cells[i]] & ~equal), at = count;
        if (!(board->open[cells[i]] & equal))
            continue;
        for (; at && (unsigned)__builtin_popcountll(board->open[order[at - 1]] & ~equal) > others; at--)
            order[at] = order[at - 1];
        order[at] = cells[i];
        count++;
    }
    return count;
}

/* Removes from the i-th cell all but the first i equal values, or only counts them. Returns their number. */
static unsigned order_unit(struct sudoku_board *board, const uint16_t *order, unsigned count, uint64_t equal,
                           bool remove)
{
    unsigned gone = 0;
    for (unsigned i = 0; i < count && equal; i++) {
        equal &= equal - 1;
        uint64_t late = board->open[order[i]] & equal;
        gone += (unsigned)__builtin_popcountll(late);
        for (; remove && late; late &= late - 1)
            sudoku_board_remove(board, order[i], (unsigned)__builtin_ctzll(late));
    }
    return gone;
}

void sudoku_board_order_values(struct sudoku_board *board, uint64_t equal)
{
    uint16_t order[SUDOKU_MAX];
    unsigned best = 0, most = 0;
    for (unsigned unit = 0; unit < board->geometry->units; unit++) {
        unsigned gone = order_unit(board, order, order_cells(board, unit, equal, order), equal, false);
        if (gone > most) {
            most = gone;
            best = unit;
        }
    }
    order_unit(board, order, order_cells(board, best, equal, order), equal, true);
}
