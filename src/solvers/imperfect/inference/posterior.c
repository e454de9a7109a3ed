/* The posterior: prior times the product of the likelihoods, computed in logs from the number of observations of each
 * row. It therefore does not depend on the order of the observations, and no product underflows.
 *
 * An observation that is impossible in every state left by the observations before is set aside: it tells that the
 * model is wrong, not which state is true. Every later observation of its row is then impossible, too. */
#include <math.h>
#include <string.h>

#include "steps.h"

double tables_entropy(const double *probability, uint32_t count)
{
    double bits = 0;
    for (uint32_t h = 0; h < count; h++)
        if (probability[h] > 0)
            bits -= probability[h] * log2(probability[h]);
    return bits > 0 ? bits : 0;
}

/* Removes the states in which row r is impossible from those that are left. Returns false, without a change, if that
 * would leave none. */
static bool keep_possible_states(const struct tables_problem *p, uint32_t r, bool *left)
{
    bool any = false;
    for (uint32_t h = 0; h < p->hidden && !any; h++)
        any = left[h] && tables_likelihood(p, r, h) > 0;
    for (uint32_t h = 0; h < p->hidden && any; h++)
        left[h] = left[h] && tables_likelihood(p, r, h) > 0;
    return any;
}

/* Counts the observations of each row that are not set aside, in seen[rows]. Returns false if the run was stopped. */
static bool count_observations(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a,
                               bool *left, uint32_t *seen)
{
    a->contradicted_at = TABLES_NONE;
    for (uint32_t h = 0; h < p->hidden; h++)
        left[h] = p->prior[h] > 0;
    for (uint32_t i = 0; i < p->observations; i++) {
        uint32_t r = p->observation[i];
        if (!seen[r] && !a->impossible[r]) {
            if (nash_stop(run, TABLES_STOP_ROWS))
                return false;
            a->impossible[r] = !keep_possible_states(p, r, left);
        }
        if (a->impossible[r] && a->set_aside++ == 0)
            a->contradicted_at = i;
        seen[r] += !a->impossible[r];
    }
    return true;
}

/* Replaces logs of weights by probabilities. */
static void normalise_logs(double *weight, uint32_t count)
{
    double most = -INFINITY, sum = 0;
    for (uint32_t h = 0; h < count; h++)
        most = fmax(most, weight[h]);
    for (uint32_t h = 0; h < count; h++)
        sum += weight[h] = exp(weight[h] - most);
    for (uint32_t h = 0; h < count; h++)
        weight[h] /= sum;
}

bool tables_infer(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a)
{
    bool *left = NASH_NEW(run->arena, bool, p->hidden);
    uint32_t *seen = NASH_NEW(run->arena, uint32_t, p->rows + 1);
    a->impossible = NASH_NEW(run->arena, bool, p->rows + 1);
    a->posterior = NASH_NEW(run->arena, double, p->hidden);
    if (!left || !seen || !a->impossible || !a->posterior || !count_observations(p, run, a, left, seen))
        return false;
    for (uint32_t h = 0; h < p->hidden; h++)
        a->posterior[h] = log(p->prior[h]);
    for (uint32_t r = 0; r < p->rows; r++) {
        if (!seen[r])
            continue;
        if (nash_stop(run, TABLES_STOP_ROWS))
            return false;
        for (uint32_t h = 0; h < p->hidden; h++)
            a->posterior[h] += seen[r] * log(tables_likelihood(p, r, h));
    }
    normalise_logs(a->posterior, p->hidden);
    a->entropy_prior = tables_entropy(p->prior, p->hidden);
    a->entropy_posterior = tables_entropy(a->posterior, p->hidden);
    return true;
}
