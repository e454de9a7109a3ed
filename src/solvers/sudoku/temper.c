/* Beta is what a game stands or falls with: at 25x25 half a unit more or less turns "always solved" into "never". What
 * solves falls about linearly with the share of clues and grows with the side; below the line the chain wanders, above
 * it freezes in a Nash equilibrium. */
#include "temper.h"

#include "game/weights.h"

enum {
    STEPS = 64,      /* of an annealed run */
    LOOK = 200,      /* changes between two looks of the adaptive schedule */
    TARGET = 250,    /* updates for each change that it aims at */
    SHARE_LOW = 30,  /* percent of clues where the tables begin */
    SHARE_HIGH = 55, /* and end */
};

/* Hundredths of beta at SHARE_LOW and at SHARE_HIGH. */
struct line {
    unsigned size; /* up to this one */
    uint32_t low, high;
};

uint32_t sudoku_default_beta(unsigned size, unsigned clues, bool propagate)
{
    static const struct line table[] = {{9, 300, 300}, {16, 380, 300}, {25, 430, 300}, {36, 480, 330}, {49, 520, 350}};
    static const struct line plain[] = {{9, 280, 250}, {16, 400, 350}, {25, 440, 320}, {36, 480, 350}, {49, 520, 380}};
    const struct line *line = propagate ? table : plain;
    uint32_t share = 100 * clues / (size * size);
    while (line->size < size)
        line++;
    share = share < SHARE_LOW ? SHARE_LOW : share > SHARE_HIGH ? SHARE_HIGH : share;
    uint32_t fall = (line->low - line->high) * (share - SHARE_LOW) / (SHARE_HIGH - SHARE_LOW);
    return ((line->low - fall) * BETA_ONE + 50) / 100; /* of hundredths */
}

uint64_t sudoku_default_updates(enum sudoku_method method, unsigned players, bool propagate)
{
    if (method == SUDOKU_METHOD_TABU)
        return 1000000 + (uint64_t)players * 10000;
    return propagate ? (uint64_t)players * 2000000 : (uint64_t)players * 1000000;
}

void sudoku_temper_init(struct sudoku_temper *t, enum sudoku_schedule schedule, uint32_t beta, uint64_t updates_max)
{
    *t = (struct sudoku_temper){.schedule = schedule, .middle = beta, .updates_max = updates_max};
    t->beta = schedule == SUDOKU_ANNEAL ? beta / 2 + !(beta / 2) : beta;
}

static uint32_t limit(uint64_t beta)
{
    return beta < 1 ? 1 : beta > BETA_MAX ? BETA_MAX : (uint32_t)beta;
}

/* In steps, so that the weights are seldom made anew. */
static uint32_t annealed(const struct sudoku_temper *t, uint64_t updates)
{
    uint64_t step = (uint64_t)((double)updates / (double)t->updates_max * STEPS);
    step = step > STEPS ? STEPS : step;
    return limit(t->middle / 2 + (uint64_t)t->middle * step / STEPS);
}

/* A hundredth up when more letters change than TARGET says, else a hundredth down. */
static uint32_t adapted(struct sudoku_temper *t, uint64_t more, uint64_t changes)
{
    t->updates += more;
    t->changes += changes;
    if (t->changes < LOOK && t->updates < (uint64_t)LOOK * TARGET * 2)
        return t->beta;
    bool hot = t->updates < t->changes * TARGET;
    uint32_t step = t->middle / 100 + 1, low = t->middle / 2 + 1, high = limit((uint64_t)t->middle * 3 / 2);
    t->updates = t->changes = 0;
    if (hot)
        return t->beta + step > high ? high : t->beta + step;
    return t->beta < low + step ? low : t->beta - step;
}

bool sudoku_temper_step(struct sudoku_temper *t, uint64_t updates, uint64_t more, uint64_t changes)
{
    uint32_t before = t->beta;
    if (t->schedule == SUDOKU_ANNEAL)
        t->beta = annealed(t, updates);
    else if (t->schedule == SUDOKU_ADAPTIVE)
        t->beta = adapted(t, more, changes);
    return t->beta != before;
}
