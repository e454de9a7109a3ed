/* What other ways to decide would choose, and what their choices are worth by the exact computation. */
#include <math.h>

#include "steps.h"

const char *const tables_way_names[] = {"literal", "seed", "uniform", "prior", "exact"};

/* Makes action i, worth `claims` by one way to decide and `ev` by the exact one, its choice if it is the best so far.
 */
static void prefer_action(struct tables_choice *choice, uint32_t i, double claims, double ev, double noise)
{
    if (!choice->defined || claims > choice->claims + noise)
        *choice = (struct tables_choice){true, i, claims, ev};
}

/* Chooses by the seed's values at a win probability, which may be above 1. Not defined without outcomes, and where the
 * probability is not. */
static struct tables_choice choose_as_seed(const struct tables_problem *p, const struct tables_answer *a, double p_win,
                                           const double *exact)
{
    struct tables_choice choice = {0};
    if (!p->win || !isfinite(p_win))
        return choice;
    for (uint32_t i = 0; i < p->actions; i++) {
        if (p->action[i].payoff)
            return (struct tables_choice){0};
        prefer_action(&choice, i, tables_settle(a, tables_seed_ev(&p->action[i], p_win)), 0, a->noise);
    }
    choice.ev = tables_settle(a, tables_ev(p, exact, &p->action[choice.best]));
    return choice;
}

bool tables_compare(const struct tables_problem *p, const struct tables_joints *joint, struct nash_run *run,
                    struct tables_answer *a)
{
    double printed_win = tables_outcome_chance(p, joint->printed, TABLES_WIN);
    double printed_lose = tables_outcome_chance(p, joint->printed, TABLES_LOSE);
    double win = tables_outcome_chance(p, joint->exact, TABLES_WIN);
    double lose = tables_outcome_chance(p, joint->exact, TABLES_LOSE);
    for (uint32_t i = 0; i < p->actions; i++) {
        double ev = tables_settle(a, tables_ev(p, joint->exact, &p->action[i]));
        if (nash_stop(run, TABLES_STOP_VALUES))
            return false;
        a->value[i].uniform = tables_settle(a, tables_ev(p, joint->uniform, &p->action[i]));
        a->value[i].prior = tables_settle(a, tables_ev(p, joint->prior, &p->action[i]));
        prefer_action(&a->choice[TABLES_UNIFORM], i, a->value[i].uniform, ev, a->noise);
        prefer_action(&a->choice[TABLES_PRIOR], i, a->value[i].prior, ev, a->noise);
        prefer_action(&a->choice[TABLES_FULL], i, ev, ev, a->noise);
    }
    a->choice[TABLES_LITERAL] = choose_as_seed(p, a, printed_win / printed_lose, joint->exact);
    a->choice[TABLES_CORRECTED] = choose_as_seed(p, a, win + lose > 0 ? win / (win + lose) : 0.5, joint->exact);
    a->ignoring = a->choice[TABLES_PRIOR].best;
    a->ignoring_ev = a->choice[TABLES_PRIOR].ev;
    a->ignoring_loss = fmax(0, tables_settle(a, a->choice[TABLES_FULL].ev - a->ignoring_ev));
    return true;
}
