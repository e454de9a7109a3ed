/* Beta decides whether a game solves: at 25x25 half a unit more or less turns "always" into "never". The best beta
 * falls about linearly with the share of clues and grows with the side; below it the chain wanders, above it it freezes
 * in a Nash equilibrium. */
#include "schedule.h"

#include <solvers/sudoku/loglinear/weights.h>

enum {
    STEPS = 64,         /* steps of beta in an annealed run */
    ADJUST_EVERY = 200, /* changes between two adjustments of the adaptive schedule */
    TARGET = 250        /* updates per change that the adaptive schedule aims at */
};

/* A profile has the default beta in hundredths at each share of clues of share_at, in percent; it is linear between
 * them and constant above. Measured up to 36x36, extrapolated to 49x49. */
enum { POINTS = 4 };
static const uint32_t share_at[POINTS] = {0, 30, 45, 50};

struct profile {
    unsigned size; /* largest side that it applies to */
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

static uint32_t clamp_beta(uint64_t beta)
{
    return beta < 1 ? 1 : beta > BETA_MAX ? BETA_MAX : (uint32_t)beta;
}

/* Returns beta after `updates` updates. It grows in steps, so that the weights are seldom recomputed. */
static uint32_t annealed_beta(const struct sudoku_beta_schedule *t, uint64_t updates)
{
    uint64_t step = (uint64_t)((double)updates / (double)t->updates_max * STEPS);
    step = step > STEPS ? STEPS : step;
    return clamp_beta(t->middle / 2 + (uint64_t)t->middle * step / STEPS);
}

void sudoku_beta_schedule_init(struct sudoku_beta_schedule *t, enum sudoku_schedule schedule, uint32_t beta,
                               uint64_t updates_max)
{
    *t = (struct sudoku_beta_schedule){.schedule = schedule, .middle = beta, .updates_max = updates_max};
    t->beta = schedule == SUDOKU_ANNEAL ? annealed_beta(t, 0) : beta;
}

/* Raises beta by a hundredth when more values change than TARGET aims at, else lowers it. */
static uint32_t adapted_beta(struct sudoku_beta_schedule *t, uint64_t more, uint64_t changes)
{
    t->updates += more;
    t->changes += changes;
    if (t->changes < ADJUST_EVERY && t->updates < (uint64_t)ADJUST_EVERY * TARGET * 2)
        return t->beta;
    bool hot = t->updates < t->changes * TARGET;
    uint32_t step = t->middle / 100 + 1, low = t->middle / 2 + 1, high = clamp_beta((uint64_t)t->middle * 3 / 2);
    t->updates = t->changes = 0;
    if (hot)
        return t->beta + step > high ? high : t->beta + step;
    return t->beta < low + step ? low : t->beta - step;
}

bool sudoku_beta_schedule_step(struct sudoku_beta_schedule *t, uint64_t updates, uint64_t more, uint64_t changes)
{
    uint32_t before = t->beta;
    if (t->schedule == SUDOKU_ANNEAL)
        t->beta = annealed_beta(t, updates);
    else if (t->schedule == SUDOKU_ADAPTIVE)
        t->beta = adapted_beta(t, more, changes);
    return t->beta != before;
}
