/* Checks an answer independently of the engines: values are certified node by node, the solution graph is priced from
 * its leaves, and the other parts must agree with them. */
#include "verify.h"

#include <solvers/andor/solve.h>

enum nash_status andor_verify_fail(struct nash_error *error, const char *what)
{
    return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what);
}

/* Checks that the solution graph has the stated cost, and the optimum beside it that of the root. */
static enum nash_status check_solution(const struct andor_problem *p, const struct andor_answer *a,
                                       struct nash_error *error)
{
    andor_wide cost = a->cost, best = a->missed ? andor_value(a->values, a->graph->root) : 0, optimum = best;
    bool shared = p->options.model == ANDOR_SHARED;
    enum nash_status status = NASH_OK;
    if (a->solution)
        status = andor_price_solution(a->graph, a->solution, a->solution_count, shared, a->arena, &cost, error);
    if (status == NASH_OK && a->optimum)
        status = andor_price_solution(a->graph, a->optimum, a->optimum_count, shared, a->arena, &optimum, error);
    if (status == NASH_OK && (cost != a->cost || optimum != best))
        return andor_verify_fail(error, "the solution graph has another cost");
    return status;
}

/* Turns a list of connectors into choices. owner[c] is the node of connector c. */
static uint32_t choices_of(const uint32_t *connectors, const uint32_t *owner, struct andor_choice *choice)
{
    uint32_t count = 0;
    for (; connectors[count] != ANDOR_NONE; count++)
        choice[count] = (struct andor_choice){owner[connectors[count]], connectors[count]};
    return count;
}

/* Checks that each listed optimal solution graph has the optimal cost. */
static enum nash_status check_listed(const struct andor_answer *a, struct nash_error *error)
{
    const struct andor_graph *g = a->graph;
    struct nash_arena_mark mark = nash_arena_mark(a->arena);
    uint32_t *owner = NASH_NEW(a->arena, uint32_t, g->connectors);
    struct andor_choice *choice = NASH_NEW(a->arena, struct andor_choice, g->nodes);
    enum nash_status status = NASH_OK;
    if (!owner || !choice)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not suffice to check the answer");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++)
            owner[c] = v;
    for (uint32_t i = 0; i < a->optima->listed && status == NASH_OK; i++) {
        andor_wide cost = 0;
        uint32_t count = choices_of(a->optima->graphs[i], owner, choice);
        status = andor_price_solution(g, choice, count, false, a->arena, &cost, error);
        if (status == NASH_OK && cost != andor_value(a->values, g->root))
            return andor_verify_fail(error, "an optimal solution graph costs more than the best one");
    }
    nash_arena_release(a->arena, mark);
    return status;
}

static enum nash_status check_optima(const struct andor_answer *a, struct nash_error *error)
{
    const struct andor_optima *optima = a->optima;
    if (!optima)
        return NASH_OK;
    if (optima->count < optima->listed || (optima->complete && !optima->count))
        return andor_verify_fail(error, "the optimal solution graphs are miscounted");
    return check_listed(a, error);
}

static enum nash_status check_bounds(const struct andor_problem *p, const struct andor_answer *a,
                                     struct nash_error *error)
{
    andor_wide best = a->values ? andor_value(a->values, a->graph->root) : 0;
    if (!a->known)
        return NASH_OK;
    if (a->solvable != (a->cost != ANDOR_WIDE_INF) || a->bound > a->cost)
        return andor_verify_fail(error, "the bound contradicts the cost");
    if (a->values && p->options.model == ANDOR_RECURSIVE && (a->cost < best || (a->proved && a->cost != best)))
        return andor_verify_fail(error, "the cost is not that of the best solution graph");
    if (a->missed && (a->proved || a->cost <= best))
        return andor_verify_fail(error, "the optimum is said to be missed");
    if (a->values && a->solvable != (best != ANDOR_WIDE_INF))
        return andor_verify_fail(error, "the engines disagree whether there is a solution graph");
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
    if (status == NASH_OK)
        status = check_optima(a, error);
    return status == NASH_OK ? andor_verify_questions(p, a, error) : status;
}
