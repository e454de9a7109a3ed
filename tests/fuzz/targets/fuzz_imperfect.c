/* Fuzzes the reader of decisions with a hidden state, and solves accepted problems with few samples.
 *
 * An accepted problem must have a prior that sums to 1, likelihoods and chances from 0 to 1, and names. */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/imperfect/inference/tables.h>
#include <solvers/imperfect/problem.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 64 << 20, STATES = 300, SAMPLES = 5000, WORK = 100000 };

extern const struct nash_solver nash_solver_imperfect;

static void check_shares(const double *share, size_t count, const char *what)
{
    for (size_t i = 0; share && i < count; i++)
        if (!(share[i] >= 0 && share[i] <= 1))
            fuzz_fail("a number is not from 0 to 1", what);
}

static void check_actions(const struct tables_problem *p)
{
    for (uint32_t i = 0; i < p->actions; i++) {
        const struct tables_action *action = &p->action[i];
        if (!action->id || !*action->id)
            fuzz_fail("an action has no name", "");
        if (action->decided && !p->win)
            fuzz_fail("an action depends on an outcome that is missing", action->id);
        check_shares(action->fold, action->fold ? p->hidden : 0, "a response");
    }
}

static void check_problem(const struct tables_problem *p)
{
    double sum = 0;
    if (!p->hidden || p->hidden > TABLES_HIDDEN_MAX || !p->actions || p->samples < 1)
        fuzz_fail("a problem without states, actions or samples is accepted", "");
    for (uint32_t h = 0; h < p->hidden; h++) {
        sum += p->prior[h];
        if (!p->hidden_name[h] || !*p->hidden_name[h])
            fuzz_fail("a hidden state has no name", "");
    }
    if (fabs(sum - 1) > 1e-9)
        fuzz_fail("the priors do not add up to 1", "");
    for (uint32_t i = 0; i < p->observations; i++)
        if (p->observation[i] >= p->rows)
            fuzz_fail("an observation has no row", "");
    check_shares(p->prior, p->hidden, "a prior");
    check_shares(p->likelihood, (size_t)p->rows * p->hidden, "a likelihood");
    check_shares(p->win, p->hidden, "a win");
    check_shares(p->tie, p->win ? p->hidden : 0, "a tie");
    check_actions(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && *data == 'T' && !nash_solver_imperfect.parse_text)
        return 0;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    const void *problem = fuzz_parse(&nash_solver_imperfect, data, size, arena);
    const struct tables_problem *p = problem ? form_problem_of(&imperfect_tables, problem) : NULL;
    if (p) {
        check_problem(p);
        if (p->hidden <= STATES && (uint64_t)p->hidden * p->observations <= WORK &&
            (p->method == TABLES_EXACT || p->samples <= SAMPLES))
            fuzz_solve(&nash_solver_imperfect, problem, &run, false);
    }
    nash_arena_free(arena);
    return 0;
}
