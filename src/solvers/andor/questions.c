/* Answers questions besides that of the cheapest solution graph. */
#include <solvers/andor/candidate/resolve.h>

#include "solve.h"

static enum nash_status find_structure(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a)
{
    enum andor_listing values = p->options.values;
    bool listed = values == ANDOR_LIST_ALL || (values == ANDOR_LIST_AUTO && a->graph->nodes <= ANDOR_LIST_MAX);
    if (!listed)
        return NASH_OK;
    struct andor_structure *structure = NASH_NEW(run->arena, struct andor_structure, 1);
    a->structure = structure;
    return structure && andor_find_structure(a->graph, run->arena, structure) ? NASH_OK : NASH_NOMEM;
}

static enum nash_status check_candidate(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a)
{
    if (!a->complete) {
        a->omitted.solution_graph =
            a->limit ? "the rules make more nodes than node_limit allows" : andor_reason_timeout;
        return NASH_OK;
    }
    struct andor_check *check = NASH_NEW(run->arena, struct andor_check, 1);
    struct andor_named_numbers *numbers = NASH_NEW(run->arena, struct andor_named_numbers, p->candidate->count);
    a->check = check;
    return check && numbers && andor_resolve_candidate(p, a, numbers) &&
                   andor_check_candidate(a->graph, p->candidate, numbers, ANDOR_FAULTS_MAX, run->arena, check)
               ? NASH_OK
               : NASH_NOMEM;
}

static enum nash_status find_k_best(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                    struct nash_error *error)
{
    if (!a->values || a->values->reachable > ANDOR_OPTIMA_NODES_MAX) {
        a->omitted.k_best = a->values                        ? "the graph is too large to rank them"
                            : run->stopped != NASH_STOP_NONE ? andor_reason_timeout
                                                             : "the whole graph could not be evaluated";
        return NASH_OK;
    }
    struct andor_k_best *best = NASH_NEW(run->arena, struct andor_k_best, 1);
    a->k_best = best;
    return best ? andor_k_best_find(a->graph, a->values, p->options.model == ANDOR_SHARED, p->options.k_best,
                                    ANDOR_OPTIMA_STATES_MAX, run, best, error)
                : NASH_NOMEM;
}

enum nash_status andor_answer_questions(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                        struct nash_error *error)
{
    enum nash_status status = find_structure(p, run, a);
    if (status == NASH_OK && p->candidate)
        status = check_candidate(p, run, a);
    if (status == NASH_OK && p->options.k_best)
        status = find_k_best(p, run, a, error);
    return status;
}
