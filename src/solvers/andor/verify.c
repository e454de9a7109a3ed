/* The check of an answer by other ways than those that found it: the values are certified, node by node; the solution
 * graph is priced from its leaves; the rest has to fit. */
#include "solve.h"

static enum nash_status wrong(struct nash_error *error, const char *what)
{
    return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what);
}

/* Does the solution graph cost what is said? */
static enum nash_status check_solution(const struct andor_problem *p, const struct andor_answer *a,
                                       struct nash_error *error)
{
    andor_wide cost = 0;
    bool shared = p->options.model == ANDOR_SHARED;
    if (!a->solution)
        return NASH_OK;
    enum nash_status status =
        andor_price_solution(a->graph, a->solution, a->solution_count, shared, a->arena, &cost, error);
    if (status == NASH_OK && cost != a->cost)
        return wrong(error, "the solution graph has another cost");
    return status;
}

/* Each optimal solution graph that is listed costs what the best one does. */
static enum nash_status check_optima(const struct andor_answer *a, struct nash_error *error)
{
    const struct andor_optima *optima = a->optima;
    if (optima && (optima->count < optima->listed || (optima->complete && !optima->count)))
        return wrong(error, "the optimal solution graphs are miscounted");
    return NASH_OK;
}

static enum nash_status check_bounds(const struct andor_problem *p, const struct andor_answer *a,
                                     struct nash_error *error)
{
    andor_wide best = a->values ? andor_value(a->values, a->graph->root) : 0;
    if (!a->known)
        return NASH_OK;
    if (a->solvable != (a->cost != ANDOR_WIDE_INF) || a->bound > a->cost)
        return wrong(error, "the bound contradicts the cost");
    if (a->values && p->options.model == ANDOR_RECURSIVE && (a->cost < best || (a->proved && a->cost != best)))
        return wrong(error, "the cost is not that of the best solution graph");
    if (a->values && a->solvable != (best != ANDOR_WIDE_INF))
        return wrong(error, "the engines disagree whether there is a solution graph");
    return NASH_OK;
}

enum nash_status andor_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct andor_problem *p = problem;
    const struct andor_answer *a = result->answer;
    enum nash_status status = a->values ? andor_certify(a->graph, a->values, a->arena, error) : NASH_OK;
    if (status == NASH_OK)
        status = check_bounds(p, a, error);
    if (status == NASH_OK)
        status = check_solution(p, a, error);
    return status == NASH_OK ? check_optima(a, error) : status;
}
