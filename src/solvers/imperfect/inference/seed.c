/* The method as its inventors print it, with p_win = wins / losses replaced by wins / (wins + losses): behaviour model,
 * posterior, samples, and the action with the largest p_win * payoff_win + (1 - p_win) * payoff_lose. Each defect that
 * matters to the request is reported with its remedy. */
#include <float.h>
#include <math.h>

#include "steps.h"

static void add_correction(struct tables_answer *a, struct tables_correction correction)
{
    a->correction[a->corrections++] = correction;
}

/* Returns whether plain products of likelihoods are all zero, or too small for a double. */
static bool products_vanish(const struct tables_problem *p, const uint32_t *seen)
{
    for (uint32_t h = 0; h < p->hidden; h++) {
        double product = 0; /* its log */
        for (uint32_t r = 0; r < p->rows; r++)
            if (seen[r])
                product += seen[r] * log(p->likelihood[(size_t)r * p->hidden + h]);
        if (product >= log(DBL_MIN))
            return false;
    }
    return true;
}

/* Returns the smallest payoff of an action against a state and outcome that the prior allows. */
static double worst_payoff(const struct tables_problem *p, const struct tables_action *action)
{
    double worst = INFINITY;
    for (uint32_t h = 0; h < p->hidden; h++)
        for (unsigned o = 0; o < TABLES_OUTCOMES; o++)
            if (p->prior[h] > 0 && tables_chance(p, h, o) > 0) {
                double stays = action->by_outcome[o]; /* a response may not come either */
                worst = fmin(worst, action->fold ? fmin(stays, action->payoff_fold) : stays);
            }
    return worst;
}

static void correct_safety(const struct tables_problem *p, struct tables_answer *a)
{
    uint32_t safest = 0;
    for (uint32_t i = 1; i < p->actions; i++)
        if (worst_payoff(p, &p->action[i]) > worst_payoff(p, &p->action[safest]))
            safest = i;
    double here = worst_payoff(p, &p->action[a->best]), there = worst_payoff(p, &p->action[safest]);
    if (here < there)
        add_correction(a, (struct tables_correction){TABLES_NO_SAFETY, here, there, a->best, safest});
}

/* Reports the action whose value changes the most by the response. */
static void correct_response(const struct tables_problem *p, const struct tables_joints *joint, struct tables_answer *a)
{
    uint32_t at = TABLES_NONE;
    double static_ev = 0, ev = 0;
    for (uint32_t i = 0; i < p->actions; i++) {
        double with = tables_settle(a, tables_ev(p, joint->exact, &p->action[i])), without = a->value[i].ev;
        if (p->action[i].fold && (at == TABLES_NONE || fabs(with - without) > fabs(ev - static_ev))) {
            at = i;
            static_ev = without;
            ev = with;
        }
    }
    if (at != TABLES_NONE)
        add_correction(a,
                       (struct tables_correction){TABLES_NO_RESPONSE, static_ev, ev, at, a->choice[TABLES_FULL].best});
}

static void correct_all(const struct tables_problem *p, const struct tables_joints *joint, double share,
                        const uint32_t *seen, struct tables_answer *a)
{
    double wins = a->drawn[TABLES_WIN], losses = a->drawn[TABLES_LOSE];
    add_correction(a, (struct tables_correction){TABLES_RATIO, losses > 0 ? wins / losses : NAN, share, 0, 0});
    if (!p->uniform) {
        double win = tables_outcome_chance(p, joint->printed, TABLES_WIN);
        double lose = tables_outcome_chance(p, joint->printed, TABLES_LOSE);
        add_correction(
            a, (struct tables_correction){TABLES_NO_PRIOR, win + lose > 0 ? win / (win + lose) : NAN, share, 0, 0});
    }
    if (products_vanish(p, seen))
        add_correction(a, (struct tables_correction){TABLES_ZEROES, NAN, share, 0, 0});
    if (a->drawn[TABLES_TIE])
        add_correction(a,
                       (struct tables_correction){TABLES_NO_TIES, 0, (double)a->drawn[TABLES_TIE] / a->samples, 0, 0});
    correct_response(p, joint, a);
    correct_safety(p, a);
    add_correction(a, (struct tables_correction){TABLES_SAMPLED, a->value[a->best].ev,
                                                 tables_settle(a, tables_ev(p, joint->exact, &p->action[a->best])),
                                                 a->best, a->choice[TABLES_FULL].best});
}

/* Finds the switch point of the seed's values, which have no ties and no responses. */
static bool find_seed_switch(const struct tables_problem *p, const double *joint, double share,
                             struct nash_arena *arena, struct tables_answer *a)
{
    struct tables_problem plain = *p;
    struct tables_action *action = NASH_NEW(arena, struct tables_action, p->actions);
    if (!action)
        return false;
    for (uint32_t i = 0; i < p->actions; i++) {
        action[i] = p->action[i];
        action[i].fold = NULL;
    }
    plain.action = action;
    tables_find_switch(&plain, joint, share, 0, a);
    return true;
}

bool tables_decide_as_seed(const struct tables_problem *p, const struct tables_joints *joint, struct nash_arena *arena,
                           struct tables_answer *a)
{
    double wins = a->drawn[TABLES_WIN], decided = wins + a->drawn[TABLES_LOSE];
    double share = decided > 0 ? wins / decided : 0.5;
    double error = decided > 0 ? sqrt(share * (1 - share) / decided) : NAN;
    tables_decide(p, joint->exact, a); /* for the value of information */
    a->chance[TABLES_WIN] = share;
    a->chance[TABLES_TIE] = 0;
    a->chance[TABLES_LOSE] = 1 - share;
    for (uint32_t i = 0; i < p->actions; i++) {
        const double *pays = p->action[i].by_outcome;
        a->value[i].ev = tables_settle(a, tables_seed_ev(&p->action[i], share));
        a->value[i].stderr_ = fabs(pays[TABLES_WIN] - pays[TABLES_LOSE]) * error;
    }
    tables_choose(p, a);
    a->choice[TABLES_CORRECTED] = (struct tables_choice){
        true, a->best, a->value[a->best].ev, tables_settle(a, tables_ev(p, joint->exact, &p->action[a->best]))};
    uint32_t *seen = NASH_NEW(arena, uint32_t, p->rows + 1);
    if (!seen)
        return false;
    for (uint32_t i = 0; i < p->observations; i++)
        seen[p->observation[i]]++;
    correct_all(p, joint, share, seen, a);
    return find_seed_switch(p, joint->exact, share, arena, a);
}
