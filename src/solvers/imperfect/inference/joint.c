/* Means over hidden states and outcomes. */
#include <math.h>

#include "steps.h"

double *tables_joint(const struct tables_problem *p, const double *weight, struct nash_arena *arena)
{
    double *joint = NASH_NEW(arena, double, (size_t)p->hidden *TABLES_OUTCOMES);
    for (uint32_t h = 0; joint && h < p->hidden; h++)
        for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
            joint[h * TABLES_OUTCOMES + o] = (weight ? weight[h] : 1.0 / p->hidden) * tables_chance(p, h, o);
    return joint;
}

double tables_ev(const struct tables_problem *p, const double *joint, const struct tables_action *action)
{
    double sum = 0;
    for (uint32_t h = 0; h < p->hidden; h++)
        for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
            sum += joint[h * TABLES_OUTCOMES + o] * tables_payoff(action, h, o);
    return sum;
}

double tables_outcome_chance(const struct tables_problem *p, const double *joint, enum tables_outcome outcome)
{
    double sum = 0;
    for (uint32_t h = 0; h < p->hidden; h++)
        sum += joint[h * TABLES_OUTCOMES + outcome];
    return sum < 1 ? sum : 1; /* rounding */
}

double tables_scale(const struct tables_problem *p)
{
    double most = 1;
    for (uint32_t i = 0; i < p->actions; i++) {
        const struct tables_action *action = &p->action[i];
        most = fmax(most, action->fold ? fabs(action->payoff_fold) : 0);
        for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
            most = fmax(most, fabs(action->by_outcome[o]));
        for (uint32_t h = 0; action->payoff && h < p->hidden; h++)
            most = fmax(most, fabs(action->payoff[h]));
    }
    return most;
}
