/* The steps that compute the answer to a problem of the form "tables", in order: posterior, joint distributions,
 * comparison, samples, decision, trace. */
#ifndef IMPERFECT_STEPS_H
#define IMPERFECT_STEPS_H

#include <nash/run.h>

#include "answer.h"

/* Numbers of the stop checks. */
enum { TABLES_STOP_ROWS = 1, TABLES_STOP_TRACE, TABLES_STOP_SAMPLES, TABLES_STOP_VALUES };

/* ---- posterior.c ---- */

/* Fills the entropy of the prior, the posterior and its entropy, and the observations that are set aside. All in logs:
 * no history is too long. Returns false if the run was stopped or memory is exhausted; then it is NASH_NOMEM unless
 * run->stopped. */
bool tables_infer(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);
/* Returns the entropy of a distribution in bits. */
double tables_entropy(const double *probability, uint32_t count);

/* ---- trace.c ---- */

/* Fills the trace, up to where the run is stopped. Returns false if memory is exhausted. */
bool tables_trace(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);

/* ---- joint.c: probabilities of hidden state and outcome together, [hidden * TABLES_OUTCOMES] ---- */

/* Returns the joint distribution by weights [hidden], or by equal ones if they are NULL; NULL if the arena is full. */
double *tables_joint(const struct tables_problem *p, const double *weight, struct nash_arena *arena);
/* Returns the largest absolute payoff, at least 1. */
double tables_scale(const struct tables_problem *p);
/* Returns a value, or 0 if it is noise. */
static inline double tables_settle(const struct tables_answer *a, double value)
{
    return value < a->noise && value > -a->noise ? 0 : value;
}
/* Returns the mean of an action's payoff, and the chance of an outcome. */
double tables_ev(const struct tables_problem *p, const double *joint, const struct tables_action *action);
double tables_outcome_chance(const struct tables_problem *p, const double *joint, enum tables_outcome outcome);

/* ---- sample.c ---- */

/* Draws hidden states by the posterior and outcomes by their chances, by the alias method (A. J. Walker 1977; M. D.
 * Vose 1991). Fills samples and drawn. Returns how often each pair came, as parts of 1; NULL if the arena is full. */
double *tables_draw(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);

/* ---- decide.c, seed.c, compare.c ---- */

/* Fills values, chances, best action, margin, switch point and the value of information from a joint distribution. */
void tables_decide(const struct tables_problem *p, const double *joint, struct tables_answer *a);
/* Fills best, the first action with the largest value, and margin. */
void tables_choose(const struct tables_problem *p, struct tables_answer *a);
/* Finds the win probability nearest to `win` at which another action becomes best. Fills switch_p and switch_to. */
void tables_find_switch(const struct tables_problem *p, const double *joint, double win, double tie,
                        struct tables_answer *a);

/* Exact joint distributions: the posterior, the prior, equal weights, and the posterior of equal priors, which the seed
 * prints. */
struct tables_joints {
    const double *exact, *prior, *uniform, *printed;
};
/* Fills the choices, the values without observations, and the loss of a player who ignores observations. Returns false
 * if the run was stopped. */
bool tables_compare(const struct tables_problem *p, const struct tables_joints *joint, struct nash_run *run,
                    struct tables_answer *a);
/* Returns the seed's value of an action at a win probability: ties and responses are left out. */
static inline double tables_seed_ev(const struct tables_action *action, double p_win)
{
    return p_win * action->by_outcome[TABLES_WIN] + (1 - p_win) * action->by_outcome[TABLES_LOSE];
}
/* Decides as the seed does, by the counts of the samples, and fills the corrections. Returns false if the arena is
 * full.
 */
bool tables_decide_as_seed(const struct tables_problem *p, const struct tables_joints *joint, struct nash_arena *arena,
                           struct tables_answer *a);

#endif
