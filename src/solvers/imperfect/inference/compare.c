/* What other ways to decide would choose, and what their choices are worth by the exact computation. */
#include <math.h>

#include "steps.h"

const char *const tables_way_names[] = {"literal", "seed", "uniform", "prior", "exact"};

static struct tables_choice choose_by(const struct tables_problem *p, const double *joint, const double *exact)
{
    uint32_t best = tables_best(p, joint);
    return (struct tables_choice){true, best, tables_ev(p, joint, &p->action[best]),
                                  tables_ev(p, exact, &p->action[best])};
}

/* Chooses by the seed's values at a win probability, which may be above 1. Not defined without outcomes, and where the
 * probability is not. */
static struct tables_choice choose_as_seed(const struct tables_problem *p, double p_win, const double *exact)
{
    struct tables_choice choice = {.defined = p->win && isfinite(p_win)};
    for (uint32_t i = 0; i < p->actions && choice.defined; i++) {
        double ev = tables_seed_ev(&p->action[i], p_win);
        if (p->action[i].payoff) {
            choice.defined = false;
        } else if (i == 0 || ev > choice.claims) {
            choice.best = i;
            choice.claims = ev;
        }
    }
    if (choice.defined)
        choice.ev = tables_ev(p, exact, &p->action[choice.best]);
    return choice;
}

void tables_compare(const struct tables_problem *p, const struct tables_joints *joint, struct tables_answer *a)
{
    double printed_win = tables_outcome_chance(p, joint->printed, TABLES_WIN);
    double printed_lose = tables_outcome_chance(p, joint->printed, TABLES_LOSE);
    double win = tables_outcome_chance(p, joint->exact, TABLES_WIN);
    double lose = tables_outcome_chance(p, joint->exact, TABLES_LOSE);
    double share = win + lose > 0 ? win / (win + lose) : 0.5;
    a->choice[TABLES_LITERAL] = choose_as_seed(p, printed_win / printed_lose, joint->exact);
    a->choice[TABLES_CORRECTED] = choose_as_seed(p, share, joint->exact);
    a->choice[TABLES_UNIFORM] = choose_by(p, joint->uniform, joint->exact);
    a->choice[TABLES_PRIOR] = choose_by(p, joint->prior, joint->exact);
    a->choice[TABLES_FULL] = choose_by(p, joint->exact, joint->exact);
    for (uint32_t i = 0; i < p->actions; i++) {
        a->value[i].uniform = tables_ev(p, joint->uniform, &p->action[i]);
        a->value[i].prior = tables_ev(p, joint->prior, &p->action[i]);
    }
    a->ignoring = a->choice[TABLES_PRIOR].best;
    a->ignoring_ev = a->choice[TABLES_PRIOR].ev;
    a->ignoring_loss = fmax(0, a->choice[TABLES_FULL].ev - a->ignoring_ev);
}
