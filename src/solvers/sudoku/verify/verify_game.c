/* Checks what is claimed about a game: the potential, counted anew from the grid, pair by pair; the Nash equilibrium,
 * by trying every change of every player (where propagation narrows the strategies, it only checks that nash is
 * claimed where no player can gain by any value); and whether the numbers fit together. It uses neither the counts nor
 * the rules of game/. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/report.h>

#include "verify.h"

static unsigned box_of(const struct sudoku_problem *p, unsigned cell)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return p->region ? p->region[cell] : row / p->box_rows * p->box_rows + column / p->box_cols;
}

/* Computes what each value would cost the cell against all others; a cell that shares two units with it counts
 * twice. */
static void costs_of(const struct sudoku_problem *p, const uint8_t *box, const uint8_t *grid, unsigned cell,
                     unsigned cost[SUDOKU_MAX + 1])
{
    unsigned n = p->size, own = grid[cell];
    for (unsigned v = 0; v <= n; v++)
        cost[v] = 0;
    for (unsigned i = 0; i < n; i++) {
        cost[grid[cell / n * n + i]]++;
        cost[grid[i * n + cell % n]]++;
    }
    for (unsigned other = 0; other < n * n; other++)
        if (box[other] == box[cell])
            cost[grid[other]]++;
    cost[own] -= 3; /* the cell itself, in three units */
}

/* True when the cell can gain by a value that clues and pencilmarks allow. Values that only propagation excludes count
 * too. */
static bool can_gain(const struct sudoku_problem *p, unsigned cell, unsigned own, const unsigned cost[SUDOKU_MAX + 1])
{
    for (unsigned v = 1; v <= p->size && !p->clue[cell]; v++)
        if (cost[v] < cost[own] && (!p->allowed || p->allowed[cell] >> (v - 1) & 1))
            return true;
    return false;
}

static const char *grid_fault(const struct sudoku_problem *p, const uint8_t *grid)
{
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        if (grid[cell] < 1 || grid[cell] > p->size || (p->clue[cell] && grid[cell] != p->clue[cell]))
            return "the game's grid changes a clue";
        if (p->allowed && !(p->allowed[cell] >> (grid[cell] - 1) & 1))
            return "the game's grid violates a pencilmark";
    }
    return NULL;
}

static const char *counts_fault(const struct sudoku_game_report *c)
{
    if (c->method != SUDOKU_METHOD_SAP && c->method != SUDOKU_METHOD_TABU)
        return "the game's method is neither sap nor tabu";
    if (c->changes > c->updates || (!c->runs && !c->sharded) || c->points > SUDOKU_CURVE_MAX)
        return "the game's counts are inconsistent";
    for (unsigned i = 0; i < c->points; i++)
        if (c->curve[i].potential > 0 || c->curve[i].updates > c->updates ||
            (i && c->curve[i].updates < c->curve[i - 1].updates))
            return "the game's curve is inconsistent with its counts";
    if (c->points && c->curve[c->points - 1].potential != c->potential)
        return "the game's curve does not end at its potential";
    return NULL;
}

const char *sudoku_game_fault(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    const struct sudoku_game_report *c = a->game_report;
    const char *what = grid_fault(p, c->grid);
    uint8_t box[SUDOKU_CELLS_MAX];
    uint64_t twice = 0; /* every pair is counted from both ends */
    bool gain = false;
    if (what || (what = counts_fault(c)))
        return what;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        box[cell] = (uint8_t)box_of(p, cell);
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        unsigned cost[SUDOKU_MAX + 1];
        costs_of(p, box, c->grid, cell, cost);
        twice += cost[c->grid[cell]];
        gain = gain || can_gain(p, cell, c->grid[cell], cost);
    }
    if (c->potential != -(int64_t)(twice / 2))
        return "the game's potential is wrong";
    if (!c->potential != (a->verdict == SUDOKU_SOLVED))
        return "a game is solved just when its potential is 0";
    if (!gain && !c->nash)
        return "no player gains, but nash is false";
    return gain && c->nash && !c->propagate ? "a player gains, but nash is true" : NULL;
}
