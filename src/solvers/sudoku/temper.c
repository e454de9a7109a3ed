/* Beta is what a game stands or falls with: at 25x25 half a unit more or less turns "always solved" into "never". What
 * solves falls about linearly with the share of clues and grows with the side; below the line the chain wanders, above
 * it freezes in a Nash equilibrium. */
#include "temper.h"

#include "game/weights.h"

enum {
    STEPS = 64,  /* of an annealed run */
    LOOK = 200,  /* changes between two looks of the adaptive schedule */
    TARGET = 250 /* updates for each change that it aims at */
};

/* Hundredths of beta at these shares of clues, in percent; straight lines between, flat outside. Measured up to 36x36,
 * drawn on from there to 49x49. */
enum { POINTS = 4 };
static const uint32_t share_at[POINTS] = {0, 30, 45, 50};

struct profile {
    unsigned size; /* up to this one */
    uint32_t beta[POINTS];
};

uint32_t sudoku_default_beta(unsigned size, unsigned clues, bool propagate)
{
    static const struct profile narrowed[] = {{9, {330, 280, 280, 280}},
                                              {16, {410, 360, 340, 320}},
                                              {25, {490, 430, 345, 310}},
                                              {36, {520, 460, 410, 390}},
                                              {49, {550, 490, 430, 410}}};
    static const struct profile plain[] = {{9, {330, 280, 260, 260}},
                                           {16, {410, 400, 360, 350}},
                                           {25, {490, 450, 415, 390}},
                                           {36, {520, 470, 410, 390}},
                                           {49, {550, 490, 430, 410}}};
    const struct profile *profile = propagate ? narrowed : plain;
    uint32_t share = 100 * clues / (size * size), at = 0;
    while (profile->size < size)
        profile++;
    while (at < POINTS - 1 && share >= share_at[at + 1])
        at++;
    uint32_t hundredths = profile->beta[at];
    if (at < POINTS - 1)
        hundredths -=
            (profile->beta[at] - profile->beta[at + 1]) * (share - share_at[at]) / (share_at[at + 1] - share_at[at]);
    return (hundredths * BETA_ONE + 50) / 100;
}

uint64_t sudoku_default_updates(enum sudoku_method method, unsigned players, bool propagate)
{
    if (method == SUDOKU_METHOD_TABU)
        return 1000000 + (uint64_t)players * 10000;
    return propagate ? (uint64_t)players * 2000000 : (uint64_t)players * 1000000;
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

void sudoku_temper_init(struct sudoku_temper *t, enum sudoku_schedule schedule, uint32_t beta, uint64_t updates_max)
{
    *t = (struct sudoku_temper){.schedule = schedule, .middle = beta, .updates_max = updates_max};
    t->beta = schedule == SUDOKU_ANNEAL ? annealed(t, 0) : beta;
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
