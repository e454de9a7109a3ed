/* What each observation told, in the order in which they were made. */
#include <math.h>
#include <string.h>

#include "steps.h"

enum { BLOCK = 4096 /* states between two stop checks */ };

/* The state of a pass over the observations. */
struct trace_pass {
    const struct tables_problem *p;
    struct nash_run *run;
    double **log_row;       /* [rows] logs of the likelihoods; NULL: not needed yet */
    double *weight;         /* [hidden] logs */
    double *before, *after; /* [hidden] probabilities around the present observation */
    double entropy;
};

static const double *trace_log_row(struct trace_pass *t, uint32_t r)
{
    if (!t->log_row[r]) {
        t->log_row[r] = NASH_NEW(t->run->arena, double, t->p->hidden);
        for (uint32_t h = 0; t->log_row[r] && h < t->p->hidden; h++)
            t->log_row[r][h] = log(tables_likelihood(t->p, r, h));
    }
    return t->log_row[r];
}

/* Adds an observation of a row to the weights and fills `after`. Returns its entropy in bits, or -1 if the run was
 * stopped. */
static double trace_add_row(struct trace_pass *t, const double *row)
{
    double most = -INFINITY, sum = 0, mean = 0;
    for (uint32_t h = 0; h < t->p->hidden; h++) {
        t->weight[h] += row[h];
        most = fmax(most, t->weight[h]);
    }
    for (uint32_t h = 0; h < t->p->hidden; h++) {
        double power = t->weight[h] - most;
        if (h % BLOCK == 0 && nash_stop(t->run, TABLES_STOP_TRACE))
            return -1;
        t->after[h] = power > -745 ? exp(power) : 0; /* below, exp() is 0; -infinity times 0 would be NaN */
        sum += t->after[h];
        mean += t->after[h] > 0 ? t->after[h] * power : 0;
    }
    for (uint32_t h = 0; h < t->p->hidden; h++)
        t->after[h] /= sum;
    return fmax(0, (log(sum) - mean / sum) / log(2));
}

/* Fills which states rose and fell the most, the probability that the observation had, and what it told: the divergence
 * of the distribution after it from the one before, which is the mean of the logs of its likelihoods minus the log of
 * its probability. */
static void trace_compare(const struct trace_pass *t, uint32_t r, struct tables_trace *one)
{
    const double *log_row = t->log_row[r];
    double rise = 0, fall = 0, mean = 0;
    for (uint32_t h = 0; h < t->p->hidden; h++) {
        double change = t->after[h] - t->before[h];
        one->likelihood += t->before[h] * tables_likelihood(t->p, r, h);
        mean += t->after[h] > 0 ? t->after[h] * log_row[h] : 0;
        if (change > rise) {
            rise = change;
            one->rose = h;
        } else if (change < fall) {
            fall = change;
            one->fell = h;
        }
    }
    one->told = one->likelihood > 0 ? fmax(0, (mean - log(one->likelihood)) / log(2)) : 0;
    if (one->likelihood > 1)
        one->likelihood = 1; /* rounding of a sum of probabilities */
    if (rise < 1e-12)        /* the same for a difference */
        one->rose = one->fell = TABLES_NONE;
    if (one->rose != TABLES_NONE) {
        one->rose_from = t->before[one->rose];
        one->rose_to = t->after[one->rose];
    }
    if (one->fell != TABLES_NONE) {
        one->fell_from = t->before[one->fell];
        one->fell_to = t->after[one->fell];
    }
}

static void trace_report(struct nash_run *run, uint32_t done)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    nash_buf_printf(&json, "{\"observations\":%u}", done);
    nash_progress_send(run, &json);
}

/* Fills the trace of observation i. Returns false if the run was stopped. */
static bool trace_observation(struct trace_pass *t, uint32_t i, struct tables_answer *a)
{
    struct tables_trace *one = &a->trace[i];
    uint32_t r = t->p->observation[i];
    *one = (struct tables_trace){.rose = TABLES_NONE, .fell = TABLES_NONE, .entropy = t->entropy};
    if (a->impossible[r]) {
        one->set_aside = true;
        memcpy(t->after, t->before, t->p->hidden * sizeof *t->after);
        return !nash_stop(t->run, TABLES_STOP_TRACE);
    }
    one->entropy = trace_add_row(t, t->log_row[r]);
    if (one->entropy < 0)
        return false;
    one->gained = t->entropy - one->entropy;
    t->entropy = one->entropy;
    trace_compare(t, r, one);
    return true;
}

static bool trace_begin(struct trace_pass *t, const struct tables_answer *a)
{
    const struct tables_problem *p = t->p;
    struct nash_arena *arena = t->run->arena;
    t->log_row = NASH_NEW(arena, double *, p->rows + 1);
    t->weight = NASH_NEW(arena, double, p->hidden);
    t->before = NASH_NEW(arena, double, p->hidden);
    t->after = NASH_NEW(arena, double, p->hidden);
    if (!t->log_row || !t->weight || !t->before || !t->after)
        return false;
    memcpy(t->before, p->prior, p->hidden * sizeof *t->before);
    for (uint32_t h = 0; h < p->hidden; h++)
        t->weight[h] = log(p->prior[h]);
    for (uint32_t i = 0; i < p->observations; i++)
        if (!a->impossible[p->observation[i]] && !trace_log_row(t, p->observation[i]))
            return false;
    return true;
}

bool tables_trace(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a)
{
    struct trace_pass t = {.p = p, .run = run, .entropy = a->entropy_prior};
    bool keep = p->hidden <= TABLES_TRACE_STATES && (size_t)p->hidden * p->observations <= TABLES_TRACE_NUMBERS;
    a->trace = NASH_NEW(run->arena, struct tables_trace, p->observations + 1);
    if (!a->trace || !trace_begin(&t, a))
        return false;
    for (uint32_t i = 0; i < p->observations && trace_observation(&t, i, a); i++) {
        if (keep) {
            double *copy = NASH_NEW(run->arena, double, p->hidden);
            if (!copy)
                return false;
            a->trace[i].posterior = memcpy(copy, t.after, p->hidden * sizeof *copy);
        }
        double *swap = t.before;
        t.before = t.after;
        t.after = swap;
        a->traced = i + 1;
        if (i % 64 == 63 && nash_progress_due(run))
            trace_report(run, i + 1);
    }
    return true;
}
