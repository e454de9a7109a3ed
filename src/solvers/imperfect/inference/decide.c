/* The decision: expected values, the best action, and what it depends on. */
#include <math.h>

#include "steps.h"

/* Returns the standard error of an action's mean payoff from the samples. */
static double sample_error(const struct tables_problem *p, const double *joint, const struct tables_action *action,
                           double mean, uint32_t samples)
{
    double square = 0;
    if (samples == 0)
        return 0;
    for (uint32_t h = 0; h < p->hidden; h++)
        for (unsigned o = 0; o < TABLES_OUTCOMES; o++) {
            double off = tables_payoff(action, h, o) - mean;
            square += joint[h * TABLES_OUTCOMES + o] * off * off;
        }
    return samples > 1 ? sqrt(square / (samples - 1)) : NAN;
}

/* Returns the mean of the best payoff if the hidden state is known before the action, but not the outcome. */
static double informed_ev(const struct tables_problem *p, const double *joint)
{
    double sum = 0;
    for (uint32_t h = 0; h < p->hidden; h++) {
        const double *cell = joint + h * TABLES_OUTCOMES;
        double most = -INFINITY;
        if (!(cell[0] + cell[1] + cell[2] > 0))
            continue;
        for (uint32_t i = 0; i < p->actions; i++) {
            double mean = 0;
            for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
                mean += cell[o] * tables_payoff(&p->action[i], h, o);
            most = fmax(most, mean);
        }
        sum += most;
    }
    return sum;
}

void tables_choose(const struct tables_problem *p, struct tables_answer *a)
{
    double second = -INFINITY;
    a->best = 0;
    for (uint32_t i = 1; i < p->actions; i++) {
        bool better = a->value[i].ev > a->value[a->best].ev + a->noise;
        second = fmax(second, better ? a->value[a->best].ev : a->value[i].ev);
        a->best = better ? i : a->best;
    }
    a->margin = p->actions > 1 ? fmax(0, tables_settle(a, a->value[a->best].ev - second)) : NAN;
}

/* Returns the mean payoff of an action given that the outcome is o; NAN if it depends on the hidden state and the
 * outcome is impossible. */
static double payoff_given(const struct tables_problem *p, const double *joint, const struct tables_action *action,
                           enum tables_outcome o)
{
    double sum = 0, weight = 0;
    if (!action->fold)
        return action->by_outcome[o];
    for (uint32_t h = 0; h < p->hidden; h++) {
        weight += joint[h * TABLES_OUTCOMES + o];
        sum += joint[h * TABLES_OUTCOMES + o] * tables_payoff(action, h, o);
    }
    return weight > 0 ? sum / weight : NAN;
}

/* Each action's value is linear in the win probability w while the tie probability and the distribution of the states
 * within an outcome stay: w * win + tie * t + (1 - tie - w) * lose. */
void tables_find_switch(const struct tables_problem *p, const double *joint, double win, double tie,
                        struct tables_answer *a)
{
    double height_best = NAN, slope_best = NAN;
    a->switch_p = NAN;
    a->switch_to = TABLES_NONE;
    for (uint32_t i = 0; i <= p->actions; i++) { /* the best action first */
        uint32_t k = i == 0 ? a->best : i - 1;
        const struct tables_action *action = &p->action[k];
        double lose_pays = payoff_given(p, joint, action, TABLES_LOSE);
        double slope = payoff_given(p, joint, action, TABLES_WIN) - lose_pays;
        double height = (1 - tie) * lose_pays + (tie > 0 ? tie * payoff_given(p, joint, action, TABLES_TIE) : 0);
        if (action->payoff || isnan(slope)) {
            a->switch_p = NAN;
            a->switch_to = TABLES_NONE;
            return;
        }
        if (i == 0) {
            height_best = height;
            slope_best = slope;
        } else if (k != a->best && slope != slope_best) {
            double at = (height_best - height) / (slope - slope_best);
            bool nearer = isnan(a->switch_p) || fabs(at - win) < fabs(a->switch_p - win);
            if (at > 1e-12 && at < 1 - tie - 1e-12 && nearer) { /* at an end, nothing becomes better */
                a->switch_p = at;
                a->switch_to = k;
            }
        }
    }
}

void tables_decide(const struct tables_problem *p, const double *joint, struct tables_answer *a)
{
    for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
        a->chance[o] = a->samples ? (double)a->drawn[o] / a->samples : tables_outcome_chance(p, joint, o);
    for (uint32_t i = 0; i < p->actions; i++) {
        a->value[i].ev = tables_settle(a, tables_ev(p, joint, &p->action[i]));
        a->value[i].stderr_ = sample_error(p, joint, &p->action[i], a->value[i].ev, a->samples);
    }
    tables_choose(p, a);
    a->switch_p = NAN;
    if (p->win)
        tables_find_switch(p, joint, a->chance[TABLES_WIN], a->chance[TABLES_TIE], a);
    a->evpi = fmax(0, tables_settle(a, informed_ev(p, joint) - a->value[a->best].ev));
}
