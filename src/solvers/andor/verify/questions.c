/* Checks the answers to further questions by pricing each solution graph from its leaves. */
#include <solvers/andor/solve.h>

#include "verify.h"

/* Checks that a candidate that is said to be valid is a solution graph of the stated prices. */
static enum nash_status check_candidate(const struct andor_answer *a, struct nash_error *error)
{
    const struct andor_check *check = a->check;
    struct nash_arena_mark mark = nash_arena_mark(a->arena);
    struct andor_choice *choice = NASH_NEW(a->arena, struct andor_choice, check->steps);
    uint32_t count = 0;
    enum nash_status status = choice ? NASH_OK : andor_nomem(error);
    for (uint32_t i = 0; choice && i < check->steps; i++)
        if (check->chosen[check->step[i]] != ANDOR_NONE)
            choice[count++] = (struct andor_choice){check->step[i], check->chosen[check->step[i]]};
    for (int shared = 0; shared < 2 && status == NASH_OK; shared++) {
        andor_wide cost = 0;
        status = andor_price_solution(a->graph, choice, count, shared, a->arena, &cost, error);
        if (status == NASH_OK && cost != (shared ? check->shared : check->recursive))
            status = andor_verify_fail(error, "the given solution graph has another cost");
    }
    nash_arena_release(a->arena, mark);
    return status;
}

/* Checks that the ranked graphs are solution graphs of ascending costs, and that the first is an optimum. */
static enum nash_status check_k_best(const struct andor_problem *p, const struct andor_answer *a,
                                     struct nash_error *error)
{
    const struct andor_k_best *best = a->k_best;
    bool shared = p->options.model == ANDOR_SHARED;
    andor_wide before = shared ? 0 : andor_value(a->values, a->graph->root);
    if (best->count < best->found || (best->found && !shared && best->graphs[0].cost != before))
        return andor_verify_fail(error, "the solution graphs are ranked or counted wrongly");
    for (uint32_t i = 0; i < best->found; i++) {
        const struct andor_ranked *graph = &best->graphs[i];
        andor_wide cost = 0;
        enum nash_status status =
            andor_price_solution(a->graph, graph->choice, graph->count, shared, a->arena, &cost, error);
        if (status != NASH_OK)
            return status;
        if (cost != graph->cost || cost < before)
            return andor_verify_fail(error, "a ranked solution graph has another cost");
        before = cost;
    }
    return NASH_OK;
}

enum nash_status andor_verify_questions(const struct andor_problem *p, const struct andor_answer *a,
                                        struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (a->check && a->check->valid && !a->check->overflow)
        status = check_candidate(a, error);
    return status == NASH_OK && a->k_best ? check_k_best(p, a, error) : status;
}
