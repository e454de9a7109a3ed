/* The independent check of what is claimed about a game: the potential counted anew from the letters, pair by pair; the
 * Nash equilibrium, by trying every change of every player (where propagation narrows the strategies, only that who
 * could gain by no letter at all is said not to gain); and whether the numbers fit together. It uses neither the counts
 * nor the rules of game/. */
#include "playing.h"

static unsigned box_of(const struct sudoku_problem *p, unsigned cell)
{
    unsigned row = cell / p->size, column = cell % p->size;
    return p->region ? p->region[cell] : row / p->box_rows * p->box_rows + column / p->box_cols;
}

/* What each letter would cost the cell against all others: whoever stands in two of its units counts twice. */
static void costs_of(const struct sudoku_problem *p, const uint8_t *box, const uint8_t *letters, unsigned cell,
                     unsigned cost[SUDOKU_MAX + 1])
{
    unsigned n = p->size, own = letters[cell];
    for (unsigned v = 0; v <= n; v++)
        cost[v] = 0;
    for (unsigned i = 0; i < n; i++) {
        cost[letters[cell / n * n + i]]++;
        cost[letters[i * n + cell % n]]++;
    }
    for (unsigned other = 0; other < n * n; other++)
        if (box[other] == box[cell])
            cost[letters[other]]++;
    cost[own] -= 3; /* itself */
}

/* By any letter of the clues and pencilmarks: what propagation takes away besides is not worked out here again. */
static bool gains(const struct sudoku_problem *p, unsigned cell, unsigned own, const unsigned cost[SUDOKU_MAX + 1])
{
    for (unsigned v = 1; v <= p->size && !p->clue[cell]; v++)
        if (cost[v] < cost[own] && (!p->allowed || p->allowed[cell] >> (v - 1) & 1))
            return true;
    return false;
}

static const char *letters_fault(const struct sudoku_problem *p, const uint8_t *letters)
{
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        if (letters[cell] < 1 || letters[cell] > p->size || (p->clue[cell] && letters[cell] != p->clue[cell]))
            return "the game's letters lose a clue";
        if (p->allowed && !(p->allowed[cell] >> (letters[cell] - 1) & 1))
            return "the game's letters lose a pencilmark";
    }
    return NULL;
}

static const char *counts_fault(const struct sudoku_course *c)
{
    if (c->method != SUDOKU_METHOD_SAP && c->method != SUDOKU_METHOD_TABU)
        return "the game's method is none";
    if (c->changes > c->updates || (!c->runs && !c->sharded) || c->points > SUDOKU_CURVE_MAX)
        return "the game's counts do not fit together";
    for (unsigned i = 0; i < c->points; i++)
        if (c->curve[i].potential > 0 || c->curve[i].updates > c->updates ||
            (i && c->curve[i].updates < c->curve[i - 1].updates))
            return "the game's curve does not fit its counts";
    if (c->points && c->curve[c->points - 1].potential != c->potential)
        return "the game's curve ends elsewhere";
    return NULL;
}

const char *sudoku_game_fault(const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    const struct sudoku_course *c = a->course;
    const char *what = letters_fault(p, c->letters);
    uint8_t box[SUDOKU_CELLS_MAX];
    uint64_t twice = 0; /* every pair is met from both ends */
    bool gain = false;
    if (what || (what = counts_fault(c)))
        return what;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        box[cell] = (uint8_t)box_of(p, cell);
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        unsigned cost[SUDOKU_MAX + 1];
        costs_of(p, box, c->letters, cell, cost);
        twice += cost[c->letters[cell]];
        gain = gain || gains(p, cell, c->letters[cell], cost);
    }
    if (c->potential != -(int64_t)(twice / 2))
        return "the game's potential is another";
    if (!c->potential != (a->verdict == SUDOKU_SOLVED))
        return "a game is solved just when its potential is 0";
    if (!gain && !c->nash)
        return "nobody gains, but that is not said";
    return gain && c->nash && !c->propagate ? "somebody gains in what is called a Nash equilibrium" : NULL;
}
