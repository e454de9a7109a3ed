/* The form "tables": hash, solve, and the table of its functions. */
#include <string.h>

#include <solvers/imperfect/problem.h>
#include <solvers/imperfect/read/read.h>
#include <solvers/imperfect/verify/verify.h>
#include <solvers/imperfect/write/write.h>

#include "steps.h"

static bool tables_seeded(const void *problem)
{
    const struct tables_problem *p = problem;
    return p->method != TABLES_EXACT;
}

/* ---- the key ---- */

static void hash_numbers(struct nash_sha256 *sha, const double *number, size_t count)
{
    nash_sha256_u64(sha, number ? count : UINT64_MAX);
    for (size_t i = 0; number && i < count; i++) {
        double value = number[i] + 0.0; /* -0 becomes 0 */
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        nash_sha256_u64(sha, bits);
    }
}

static void hash_action(struct nash_sha256 *sha, const struct tables_problem *p, const struct tables_action *action)
{
    nash_sha256_string(sha, action->id);
    hash_numbers(sha, action->payoff, p->hidden);
    hash_numbers(sha, action->by_outcome, TABLES_OUTCOMES);
    nash_sha256_u64(sha, action->decided);
    hash_numbers(sha, action->fold, p->hidden);
    hash_numbers(sha, &action->payoff_fold, 1);
}

static void tables_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct tables_problem *p = problem;
    nash_sha256_u64(sha, p->method);
    nash_sha256_u64(sha, p->method == TABLES_EXACT ? 0 : p->samples);
    hash_numbers(sha, &p->smoothing, 1);
    nash_sha256_u64(sha, p->hidden);
    for (uint32_t h = 0; h < p->hidden; h++)
        nash_sha256_string(sha, p->hidden_name[h]);
    hash_numbers(sha, p->prior, p->hidden);
    nash_sha256_u64(sha, p->rows);
    for (uint32_t r = 0; r < p->rows; r++)
        nash_sha256_string(sha, p->row_name[r]);
    hash_numbers(sha, p->likelihood, (size_t)p->rows * p->hidden);
    nash_sha256_u64(sha, p->observations);
    for (uint32_t i = 0; i < p->observations; i++)
        nash_sha256_u64(sha, p->observation[i]);
    hash_numbers(sha, p->win, p->hidden);
    hash_numbers(sha, p->win ? p->tie : NULL, p->hidden);
    nash_sha256_u64(sha, p->actions);
    for (uint32_t i = 0; i < p->actions; i++)
        hash_action(sha, p, &p->action[i]);
}

/* ---- solving ---- */

/* Fills the posterior of equal priors, which the printed method computes. */
static bool infer_without_prior(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a)
{
    struct tables_problem equal = *p;
    double *prior = NASH_NEW(run->arena, double, p->hidden);
    for (uint32_t h = 0; prior && h < p->hidden; h++)
        prior[h] = 1.0 / p->hidden;
    equal.prior = prior;
    return prior && tables_infer(&equal, run, a);
}

/* Fills everything but the trace. Returns false if memory is exhausted, or if the run was stopped in the inference. */
static bool solve_decision(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a)
{
    struct tables_answer printed = {0};
    a->value = NASH_NEW(run->arena, struct tables_value, p->actions);
    if (!a->value || !tables_infer(p, run, a) || !infer_without_prior(p, run, &printed))
        return false;
    a->noise = 1e-12 * tables_scale(p);
    struct tables_joints joint = {tables_joint(p, a->posterior, run->arena), tables_joint(p, p->prior, run->arena),
                                  tables_joint(p, NULL, run->arena), tables_joint(p, printed.posterior, run->arena)};
    if (!joint.exact || !joint.prior || !joint.uniform || !joint.printed)
        return false;
    if (!tables_compare(p, &joint, run, a))
        return false;
    const double *decisive = p->method == TABLES_EXACT ? joint.exact : tables_draw(p, run, a);
    if (!decisive)
        return false;
    if (p->method == TABLES_SEED)
        return tables_decide_as_seed(p, &joint, run->arena, a);
    tables_decide(p, decisive, a);
    return true;
}

static enum nash_status tables_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                     struct nash_error *error)
{
    const struct tables_problem *p = problem;
    struct tables_answer *a = result->answer = NASH_NEW(run->arena, struct tables_answer, 1);
    if (!a || !solve_decision(p, run, a) || !tables_trace(p, run, a)) {
        if (a && run->stopped && a->samples == 0 && !a->trace)
            return nash_fail(error, NASH_STOPPED, "", "stopped before the values of the actions were known");
        return nash_fail(error, NASH_NOMEM, "", "the tables do not fit into memory");
    }
    result->final = a->traced == p->observations && (p->method == TABLES_EXACT || a->samples == p->samples);
    return NASH_OK;
}

const struct form imperfect_tables = {
    .name = "tables",
    .member = "hidden",
    .read = tables_read,
    .seeded = tables_seeded,
    .canon = tables_canon,
    .solve = tables_solve,
    .verify = tables_verify,
    .describe = tables_describe,
    .write = tables_write,
};
