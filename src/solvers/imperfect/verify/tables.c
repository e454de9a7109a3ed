/* Checks an answer of the form "tables" by other ways than the solver's: the posterior as a product of scaled numbers,
 * without logs; expected values state by state; the rest by its definition. */
#include <math.h>
#include <stdlib.h>

#include <solvers/imperfect/inference/steps.h>

#include "verify.h"

static const double TOLERANCE = 1e-7; /* logs of 100,000 likelihoods lose 7 digits at worst */

struct tables_check {
    const struct tables_problem *p;
    const struct tables_answer *a;
    struct nash_error *error;
    double scale; /* largest absolute payoff, at least 1 */
};

static bool near(double x, double y, double scale)
{
    return fabs(x - y) <= TOLERANCE * scale;
}

static enum nash_status wrong(const struct tables_check *c, const char *what)
{
    return nash_fail(c->error, NASH_INTERNAL, "", "%s", what);
}

/* ---- the posterior ---- */

/* A number mantissa * 2^exponent; the mantissa is 0 or in [0.5, 1). */
struct scaled {
    double mantissa;
    int64_t exponent;
};

static struct scaled scaled_of(double value, int64_t exponent)
{
    int more = 0;
    value = frexp(value, &more);
    return (struct scaled){value, exponent + more};
}

static struct scaled scaled_product(struct scaled x, struct scaled y)
{
    return scaled_of(x.mantissa * y.mantissa, x.exponent + y.exponent);
}

static struct scaled scaled_power(struct scaled base, uint32_t n)
{
    struct scaled power = {0.5, 1};
    for (; n; n >>= 1) {
        if (n & 1)
            power = scaled_product(power, base);
        base = scaled_product(base, base);
    }
    return power;
}

/* Returns whether the posterior is the normalised list of weights. */
static bool posterior_matches(const struct tables_check *c, const struct scaled *weight)
{
    int64_t most = INT64_MIN;
    double sum = 0, whole = 0;
    for (uint32_t h = 0; h < c->p->hidden; h++)
        if (weight[h].mantissa > 0 && weight[h].exponent > most)
            most = weight[h].exponent;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t h = 0; h < c->p->hidden; h++) {
            int64_t below = weight[h].exponent - most;
            double value = weight[h].mantissa > 0 && below > -1100 ? ldexp(weight[h].mantissa, (int)below) : 0;
            if (pass == 0)
                sum += value;
            else if (!near(c->a->posterior[h], value / sum, 1) || !(c->a->posterior[h] >= 0))
                return false;
            whole += pass ? c->a->posterior[h] : 0;
        }
    return near(whole, 1, 1);
}

static enum nash_status check_posterior(const struct tables_check *c)
{
    const struct tables_problem *p = c->p;
    struct scaled *weight = malloc(p->hidden * sizeof *weight);
    uint32_t *seen = calloc(p->rows + 1, sizeof *seen);
    uint32_t set_aside = 0;
    bool right = weight && seen;
    for (uint32_t i = 0; right && i < p->observations; i++) {
        bool impossible = c->a->impossible[p->observation[i]];
        set_aside += impossible;
        seen[p->observation[i]] += !impossible;
    }
    for (uint32_t h = 0; right && h < p->hidden; h++) {
        weight[h] = scaled_of(p->prior[h], 0);
        for (uint32_t r = 0; r < p->rows; r++)
            if (seen[r])
                weight[h] = scaled_product(weight[h], scaled_power(scaled_of(tables_likelihood(p, r, h), 0), seen[r]));
        for (uint32_t r = 0; r < p->rows; r++) /* what is set aside is impossible in each state that is left */
            right = right && !(c->a->impossible[r] && weight[h].mantissa > 0 && tables_likelihood(p, r, h) > 0);
    }
    right = right && set_aside == c->a->set_aside && posterior_matches(c, weight);
    free(weight);
    free(seen);
    return right ? NASH_OK : wrong(c, "the posterior is not the product of prior and likelihoods");
}

/* ---- what observations tell ---- */

static enum nash_status check_trace(const struct tables_check *c)
{
    const struct tables_answer *a = c->a;
    double entropy = a->entropy_prior;
    for (uint32_t i = 0; i < a->traced; i++) {
        entropy -= a->trace[i].gained;
        if (!near(entropy, a->trace[i].entropy, 100) || !(a->trace[i].likelihood >= 0 && a->trace[i].likelihood <= 1))
            return wrong(c, "the gains of the observations do not add up");
    }
    if (a->traced == c->p->observations && !near(entropy, a->entropy_posterior, 100))
        return wrong(c, "the last observation does not leave the entropy of the posterior");
    return NASH_OK;
}

/* ---- the decision ---- */

static double exact_ev(const struct tables_check *c, const struct tables_action *action)
{
    const struct tables_problem *p = c->p;
    double sum = 0;
    for (uint32_t h = 0; h < p->hidden; h++) {
        double win = p->win ? p->win[h] : 0, tie = p->win ? p->tie[h] : 0, fold = action->fold ? action->fold[h] : 0;
        double stays = action->payoff ? action->payoff[h]
                                      : win * action->by_outcome[TABLES_WIN] + tie * action->by_outcome[TABLES_TIE] +
                                            (1 - win - tie) * action->by_outcome[TABLES_LOSE];
        sum += c->a->posterior[h] * (fold * action->payoff_fold + (1 - fold) * stays);
    }
    return sum;
}

static enum nash_status check_values(const struct tables_check *c)
{
    const struct tables_answer *a = c->a;
    double best = a->value[a->best].ev, full = -INFINITY;
    for (uint32_t i = 0; i < c->p->actions; i++) {
        double exact = exact_ev(c, &c->p->action[i]);
        full = fmax(full, exact);
        if (c->p->method == TABLES_EXACT && (!near(a->value[i].ev, exact, c->scale) || a->value[i].stderr_ != 0))
            return wrong(c, "an expected value is not the mean of the payoffs");
        if (a->value[i].ev > best + TOLERANCE * c->scale || !(fabs(a->value[i].ev) <= c->scale * (1 + TOLERANCE)))
            return wrong(c, "an action is better than the best");
        if (i != a->best && !(best - a->value[i].ev >= a->margin - TOLERANCE * c->scale))
            return wrong(c, "the margin is too large");
    }
    if (!near(a->choice[TABLES_FULL].ev, full, c->scale) || !(a->evpi >= 0) || !(a->ignoring_loss >= 0))
        return wrong(c, "the exact choice is not the best, or information has a negative value");
    for (unsigned way = 0; way < TABLES_WAYS; way++)
        if (a->choice[way].defined && a->choice[way].ev > full + TOLERANCE * c->scale)
            return wrong(c, "another way to decide is better than the exact one");
    return NASH_OK;
}

static enum nash_status check_chances(const struct tables_check *c)
{
    const struct tables_answer *a = c->a;
    double sum = 0;
    if (a->samples && a->drawn[TABLES_WIN] + a->drawn[TABLES_TIE] + a->drawn[TABLES_LOSE] != a->samples)
        return wrong(c, "wins, ties and losses are not all samples");
    for (unsigned o = 0; o < TABLES_OUTCOMES; o++) {
        sum += a->chance[o];
        if (!(a->chance[o] >= 0 && a->chance[o] <= 1))
            return wrong(c, "a chance is no probability");
    }
    if (!near(sum, 1, 1))
        return wrong(c, "the chances of the outcomes do not add up to 1");
    if (!isnan(a->switch_p) && !(a->switch_p >= 0 && a->switch_p <= 1))
        return wrong(c, "the switch point is no probability");
    return NASH_OK;
}

enum nash_status tables_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct tables_problem *p = problem;
    const struct tables_check c = {p, result->answer, error, tables_scale(p)};
    enum nash_status status = check_posterior(&c);
    if (status == NASH_OK)
        status = check_trace(&c);
    if (status == NASH_OK)
        status = check_values(&c);
    return status == NASH_OK ? check_chances(&c) : status;
}
