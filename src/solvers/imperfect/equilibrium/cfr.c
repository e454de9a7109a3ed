/* Regret minimisation on the sequence form. One iteration updates each player in turn: the payoffs of its sequences
 * against the opponent's plan, then one sweep over its information sets from the last to the first (children come after
 * parents), which updates the regrets and the next local strategies, then a sweep forwards for the plan and its
 * weighted sum. The sum of plans is the average strategy of the literature, because a plan holds the player's reach. */
#include "cfr.h"

#include <math.h>
#include <string.h>

#include <nash/jsonw.h>

#include "sequence.h"
#include "values.h"

const char *const cfr_method_names[] = {"auto", "cfr+", "dcfr", "pcfr+", "pdcfr+", NULL};

/* SMALL_ACTIONS: up to here the prediction pays. To 1e-6 of the ante, Leduc (672 actions) takes 12,000 iterations with
 * it and over 100,000 without; but liar's dice (49,140) after 12,000 is at 2e-4 with it and at 1e-6 without. */
enum { DEFAULT_ITERATIONS = 1000000, SMALL_ACTIONS = 5000 };

/* A method is: powers of the discounts of positive and of negative regrets (t^a / (t^a + 1)), the power of the weight
 * of iteration t in the average, and whether the last regret is added as a prediction of the next. */
struct rule {
    double positive, negative, average;
    bool clipped, predictive;
};

static const struct rule rules[] = {
    [CFR_PLUS] = {INFINITY, INFINITY, 1, true, false},
    [CFR_DISCOUNTED] = {1.5, 0, 2, false, false},
    [CFR_PREDICTIVE] = {INFINITY, INFINITY, 2, true, true},
    [CFR_PREDICTIVE_DISCOUNTED] = {2.3, INFINITY, 5, true, true},
};

struct learner {
    struct sequence_player *own;
    double *plan, *sum, *average; /* [sequences]: the present plan, the weighted sum, and room for the average */
    double *local, *regret;       /* [sequences]: probabilities and regrets of the actions at their sets */
    double *payoff;               /* [sequences]: against the opponent's plan */
    double *model;                /* [sequences]: the model's local probabilities; NULL: not restricted */
    double *model_plan, *mixed;   /* [sequences]: the model's plan, and the plan mixed with it by `trust` */
    double *obeyed;               /* [sets] or NULL */
    double trust;
};

struct cfr {
    const struct game_tree *tree;
    const struct cfr_options *options;
    struct nash_run *run;
    struct cfr_result *result;
    struct sequence_form form;
    struct learner learner[2];
    const struct rule *rule;
};

static double discount_factor(uint64_t t, double power)
{
    if (isinf(power))
        return 1;
    double x = pow((double)t, power);
    return x / (x + 1);
}

/* Returns whether the payoffs of a set are all 0, as where the opponent never leads. */
static inline bool is_idle(const double *q, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (q[k] < 0 || q[k] > 0)
            return false;
    return true;
}

/* Updates the regrets of one set from the payoffs of its actions and computes the next local strategy. Returns the
 * value of the set under the present strategy. */
static inline double learner_update(struct learner *l, const struct sequence_set *set, double obeyed,
                                    const struct rule *rule, double keep, double keep_negative)
{
    double *q = l->payoff + set->first, *local = l->local + set->first, *regret = l->regret + set->first;
    double value = 0, total = 0, model_value = 0;
    if (!rule->predictive && is_idle(q, set->count)) {
        /* The discount scales all positive regrets alike, so the local strategy stays. */
        for (uint32_t k = 0; k < set->count; k++)
            regret[k] *= regret[k] > 0 ? keep : keep_negative;
        return 0;
    }
    for (uint32_t k = 0; k < set->count; k++)
        value += local[k] * q[k];
    if (obeyed > 0)
        for (uint32_t k = 0; k < set->count; k++)
            model_value += l->model[set->first + k] * q[k];
    for (uint32_t k = 0; k < set->count; k++) {
        double gain = q[k] - value, r = regret[k];
        r = r * (r > 0 ? keep : keep_negative) + gain;
        if (rule->clipped && r < 0)
            r = 0;
        regret[k] = r;
        double next = rule->predictive ? r + gain : r;
        local[k] = next > 0 ? next : 0;
        total += local[k];
    }
    double factor = total > 0 ? 1 / total : 0, rest = total > 0 ? 0 : 1.0 / set->count;
    for (uint32_t k = 0; k < set->count; k++)
        local[k] = local[k] * factor + rest;
    return obeyed > 0 ? obeyed * model_value + (1 - obeyed) * value : value;
}

/* Computes the plan from the local strategies and adds it to the average. */
static void learner_plan(struct learner *l, double weight)
{
    l->plan[0] = 1;
    l->sum[0] += weight;
    for (uint32_t i = 0; i < l->own->sets; i++) {
        const struct sequence_set *set = &l->own->set[i];
        double reach = l->plan[set->parent], obeyed = l->obeyed ? l->obeyed[i] : 0;
        if (reach > 0) {
            for (uint32_t s = set->first; s < set->first + set->count; s++) {
                double p = obeyed > 0 ? obeyed * l->model[s] + (1 - obeyed) * l->local[s] : l->local[s];
                l->plan[s] = reach * p;
                l->sum[s] += weight * l->plan[s];
            }
        } else {
            for (uint32_t s = set->first; s < set->first + set->count; s++)
                l->plan[s] = 0;
        }
    }
}

/* Returns the plan that the opponent faces: `plan`, mixed with the model's if the learner is restricted. */
static const double *learner_faced(struct learner *l, const double *plan)
{
    if (!l->model || l->trust == 0)
        return plan;
    for (uint32_t s = 0; s < l->own->sequences; s++)
        l->mixed[s] = l->trust * l->model_plan[s] + (1 - l->trust) * plan[s];
    return l->mixed;
}

static void iterate(struct cfr *cfr, uint64_t t)
{
    const struct rule *rule = cfr->rule;
    double keep = discount_factor(t - 1, rule->positive);
    double keep_negative = discount_factor(t - 1, rule->negative);
    /* The weights grow as t^average; the factor keeps the sums within the range of doubles. */
    double weight = pow((double)t * 1e-3, rule->average);
    for (uint32_t p = 0; p < 2; p++) {
        struct learner *l = &cfr->learner[p];
        struct learner *other = &cfr->learner[1 - p];
        sequence_gradient(&cfr->form, p, learner_faced(other, other->plan), l->payoff);
        for (uint32_t i = l->own->sets; i-- > 0;) {
            const struct sequence_set *set = &l->own->set[i];
            l->payoff[set->parent] += learner_update(l, set, l->obeyed ? l->obeyed[i] : 0, rule, keep, keep_negative);
        }
        learner_plan(l, weight);
    }
}

/* Returns the value of the best plan of a learner for the payoffs in l->payoff, which it overwrites. */
static double learner_best(struct learner *l)
{
    double of_model = 0;
    if (l->model && l->trust > 0)
        for (uint32_t s = 0; s < l->own->sequences; s++)
            of_model += l->model_plan[s] * l->payoff[s];
    for (uint32_t i = l->own->sets; i-- > 0;) {
        const struct sequence_set *set = &l->own->set[i];
        const double *q = l->payoff + set->first;
        double best = q[0], obeyed = l->obeyed ? l->obeyed[i] : 0, model_value = 0;
        for (uint32_t k = 1; k < set->count; k++)
            best = q[k] > best ? q[k] : best;
        for (uint32_t k = 0; obeyed > 0 && k < set->count; k++)
            model_value += l->model[set->first + k] * q[k];
        l->payoff[set->parent] += obeyed > 0 ? obeyed * model_value + (1 - obeyed) * best : best;
    }
    return l->model ? l->trust * of_model + (1 - l->trust) * l->payoff[0] : l->payoff[0];
}

/* Measures the average strategies. The game is zero-sum, so the values of both best responses add up to the gap. */
static void measure(struct cfr *cfr)
{
    double best[2];
    for (uint32_t p = 0; p < 2; p++) {
        struct learner *l = &cfr->learner[p];
        double total = l->sum[0];
        for (uint32_t s = 0; s < l->own->sequences; s++)
            l->average[s] = total > 0 ? l->sum[s] / total : l->plan[s];
    }
    for (uint32_t p = 0; p < 2; p++) {
        struct learner *l = &cfr->learner[p], *other = &cfr->learner[1 - p];
        const double *faced = learner_faced(other, other->average);
        sequence_gradient(&cfr->form, p, faced, l->payoff);
        if (p == 0) {
            const double *mine = learner_faced(l, l->average);
            double value = 0;
            for (uint32_t s = 0; s < l->own->sequences; s++)
                value += mine[s] * l->payoff[s];
            cfr->result->value[0] = cfr->form.sum / 2 + value;
            cfr->result->value[1] = cfr->form.sum / 2 - value;
        }
        best[p] = learner_best(l);
    }
    double gap = best[0] + best[1];
    cfr->result->exploitability = gap > 0 ? gap / 2 : 0; /* rounding can make it negative by 1e-17 */
}

static void record(struct cfr *cfr, uint64_t t)
{
    struct cfr_result *result = cfr->result;
    result->iterations = t;
    measure(cfr);
    struct cfr_point point = {t, result->exploitability};
    if (result->curve_points == CFR_CURVE_MAX)
        result->curve_points--; /* the last point is always present */
    result->curve[result->curve_points++] = point;
    if (cfr->options->report)
        cfr->options->report(cfr->options->context, &point);
    result->reached = result->exploitability <= cfr->options->target;
    if (!nash_progress_due(cfr->run))
        return;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw w = NASH_JSONW(&json);
    nash_jsonw_object(&w);
    nash_jsonw_kuint(&w, "iterations", t);
    nash_jsonw_kdouble(&w, "exploitability", point.exploitability);
    nash_jsonw_object_end(&w);
    nash_progress_send(cfr->run, &json);
}

static void loop(struct cfr *cfr)
{
    uint64_t limit = cfr->options->iterations ? cfr->options->iterations : DEFAULT_ITERATIONS, next = 1, t = 0;
    while (t < limit && !cfr->result->reached && !nash_stop(cfr->run, EQUILIBRIUM_STOP_CFR)) {
        iterate(cfr, ++t);
        cfr->run->nodes++;
        if (t == next || t == limit) {
            record(cfr, t);
            next = t + 1 + t / 8;
        }
    }
    if (cfr->result->iterations < t || t == 0)
        record(cfr, t);
}

static double *room(struct cfr *cfr, uint32_t count, bool *full)
{
    double *array = NASH_NEW(cfr->run->arena, double, count);
    *full = *full || !array;
    return array;
}

static void restrict_learner(struct cfr *cfr, struct learner *l, bool *full)
{
    const struct cfr_restriction *restriction = cfr->options->restricted;
    uint32_t n = l->own->sequences;
    l->trust = restriction->trust;
    l->model = room(cfr, n, full);
    l->model_plan = room(cfr, n, full);
    l->mixed = room(cfr, n, full);
    l->obeyed = restriction->obeyed ? room(cfr, l->own->sets, full) : NULL;
    if (*full)
        return;
    sequence_plan(l->own, cfr->tree, restriction->model, l->model_plan);
    for (uint32_t i = 0; i < l->own->sets; i++) {
        const struct sequence_set *set = &l->own->set[i];
        const double *local = restriction->model + cfr->tree->infoset_of[set->infoset].first_action;
        memcpy(l->model + set->first, local, set->count * sizeof *local);
        if (l->obeyed)
            l->obeyed[i] = restriction->obeyed[set->infoset];
    }
}

static enum nash_status prepare(struct cfr *cfr)
{
    bool full = false;
    for (uint32_t p = 0; p < 2; p++) {
        struct sequence_player *own = &cfr->form.player[p];
        struct learner *l = &cfr->learner[p];
        uint32_t n = own->sequences;
        *l = (struct learner){.own = own};
        l->plan = room(cfr, n, &full);
        l->sum = room(cfr, n, &full);
        l->average = room(cfr, n, &full);
        l->local = room(cfr, n, &full);
        l->regret = room(cfr, n, &full);
        l->payoff = room(cfr, n, &full);
        if (full)
            return NASH_NOMEM;
        for (uint32_t i = 0; i < own->sets; i++)
            for (uint32_t k = 0; k < own->set[i].count; k++)
                l->local[own->set[i].first + k] = 1.0 / own->set[i].count;
        if (cfr->options->restricted && cfr->options->restricted->player == p)
            restrict_learner(cfr, l, &full);
        if (full)
            return NASH_NOMEM;
        learner_plan(l, 0);
    }
    cfr->result->strategy = NASH_NEW(cfr->run->arena, double, cfr->tree->actions);
    return cfr->result->strategy ? NASH_OK : NASH_NOMEM;
}

enum nash_status cfr_solve(const struct game_tree *tree, const struct cfr_options *options, struct nash_run *run,
                           struct cfr_result *result, struct nash_error *error)
{
    struct cfr cfr = {.tree = tree, .options = options, .run = run, .result = result};
    *result = (struct cfr_result){.method = options->method};
    enum nash_status status = sequence_form_init(&cfr.form, tree, run->arena, error);
    if (result->method == CFR_AUTO)
        result->method = tree->actions <= SMALL_ACTIONS ? CFR_PREDICTIVE_DISCOUNTED : CFR_DISCOUNTED;
    cfr.rule = &rules[result->method];
    if (status == NASH_OK)
        status = prepare(&cfr);
    if (status != NASH_OK)
        return status;
    loop(&cfr);
    for (uint32_t p = 0; p < 2; p++)
        sequence_behaviour(cfr.learner[p].own, tree, cfr.learner[p].average, result->strategy);
    return NASH_OK;
}
