/* Chooses the engines for a request and computes the requested parts.
 *
 * A whole graph is solved bottom up, which also gives h* of every node for the audit of h. Rules are expanded to the
 * whole graph first if the node limit allows; if it does not, or if AO* is requested, AO* generates the nodes it needs.
 * On graphs of moderate size all engines run and their costs are compared. */
#include "solve.h"

#include <string.h>

#include <base/clock.h>

static bool has_no_h(const struct andor_graph *g)
{
    return !g->h && !g->wide_h;
}

/* ---- the graph ---- */

/* Expands the rules until all reachable nodes exist or a limit is met. */
static enum nash_status expand_whole_graph(struct nash_run *run, uint32_t max, struct andor_answer *a,
                                           struct nash_error *error)
{
    enum nash_status status = andor_rules_expand_all(a->graph, max, run, &a->complete, error);
    if (status == NASH_OK && !a->complete && run->stopped == NASH_STOP_NONE && a->graph->nodes <= max)
        a->limit = "the rules make more nodes than node_limit allows";
    return status == NASH_STOPPED ? NASH_OK : status;
}

static enum nash_status graph_init(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                   struct nash_error *error)
{
    a->graph = NASH_NEW(run->arena, struct andor_graph, 1);
    if (!a->graph)
        return andor_nomem(error);
    *a->graph = p->graph;
    a->complete = p->form != ANDOR_RULES;
    return p->form == ANDOR_RULES ? andor_rules_begin(p->rules, run->arena, run, a->graph, error) : NASH_OK;
}

/* ---- the cost ---- */

static enum nash_status audit(struct nash_run *run, struct andor_answer *a)
{
    struct andor_audit *found = NASH_NEW(run->arena, struct andor_audit, 1);
    if (!found)
        return NASH_NOMEM;
    a->audit = found;
    return andor_audit_h(a->graph, a->values, ANDOR_VIOLATIONS_MAX, run->arena, found);
}

static void adopt_pass_values(struct andor_answer *a, enum andor_method engine)
{
    a->engine = engine != ANDOR_AUTO ? engine : a->values->cyclic ? ANDOR_KNUTH : ANDOR_DP;
    a->cost = a->bound = andor_value(a->values, a->graph->root);
    a->solvable = a->cost != ANDOR_WIDE_INF;
    a->known = a->proved = true;
}

/* Takes the cost from AO*. It is proved if h is 0 everywhere, or if the passes found the same cost. */
static void adopt_search_result(struct andor_answer *a)
{
    const struct andor_search *search = a->search;
    a->engine = ANDOR_AO_STAR;
    a->known = search->solved || search->unsolvable;
    a->solvable = search->solved;
    a->cost = search->solved ? search->cost : ANDOR_WIDE_INF;
    if (a->values)
        a->bound = andor_value(a->values, a->graph->root);
    else if (has_no_h(a->graph))
        a->bound = search->cost;
    a->proved = a->known && (a->values ? a->cost == a->bound : search->unsolvable || has_no_h(a->graph));
    a->missed = a->known && a->values && !a->proved;
}

/* Clears the overflow error of the passes if AO* may still find the cost without the node that overflowed. */
static bool tolerate_overflow(const struct andor_problem *p, enum nash_status status, struct andor_answer *a,
                              struct nash_error *error)
{
    enum andor_method engine = p->options.engine;
    a->overflow = status == NASH_UNPROCESSABLE && strcmp(error->type, "cost-overflow") == 0 &&
                  (engine == ANDOR_AUTO || engine == ANDOR_AO_STAR) && p->options.model == ANDOR_RECURSIVE;
    if (a->overflow)
        *error = (struct nash_error){0};
    return a->overflow;
}

static enum nash_status run_bottom_up(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                      struct nash_error *error)
{
    enum nash_status status = a->complete ? andor_run_passes(p, run, a, error) : NASH_OK;
    if (tolerate_overflow(p, status, a, error))
        return NASH_OK;
    if (status == NASH_OK && a->values && p->options.model == ANDOR_RECURSIVE)
        status = audit(run, a);
    return status;
}

/* Chooses the depth-first AO* if no trace is requested and the graph has more than ANDOR_PRINTED_MAX nodes, else the
 * printed one. Rules are expanded up to that many nodes to find out, and restarted if they make more. */
static enum nash_status choose_ao_star(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                       bool *depth_first, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (!a->complete) {
        status = expand_whole_graph(run, ANDOR_PRINTED_MAX, a, error);
        if (status == NASH_OK && !a->complete && run->stopped == NASH_STOP_NONE)
            status = andor_rules_begin(p->rules, run->arena, run, a->graph, error);
        a->limit = NULL;
    }
    *depth_first = !p->options.trace && (!a->complete || a->graph->nodes > ANDOR_PRINTED_MAX);
    return status;
}

/* Restarts the rules and runs AO*. begun: the arena as it was before an earlier run, of which nothing is kept. */
static enum nash_status restart_ao_star(const struct andor_problem *p, struct nash_run *run,
                                        struct nash_arena_mark begun, bool depth_first, struct andor_answer *a,
                                        struct nash_error *error)
{
    a->search = NULL;
    a->trace = NULL;
    a->limit = NULL;
    nash_arena_release(run->arena, begun);
    enum nash_status status = andor_rules_begin(p->rules, run->arena, run, a->graph, error);
    return status == NASH_OK ? andor_run_ao_star(p, run, depth_first, a, error) : status;
}

/* Runs AO* depth first. It follows a path to its end, so it meets the node limit on an infinite one. The printed AO*
 * leaves such a path as soon as another connector is cheaper, and is tried then; if it is not successful, the result is
 * that of the first. */
static enum nash_status run_depth_first(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                        struct nash_error *error)
{
    struct nash_arena_mark begun = nash_arena_mark(run->arena);
    enum nash_status status = andor_run_ao_star(p, run, true, a, error);
    if (status != NASH_OK || !a->limit || p->form != ANDOR_RULES || run->stopped != NASH_STOP_NONE)
        return status;
    status = restart_ao_star(p, run, begun, false, a, error);
    bool ended = status == NASH_OK && run->stopped == NASH_STOP_NONE && !a->search->solved && !a->search->unsolvable;
    return ended ? restart_ao_star(p, run, begun, true, a, error) : status;
}

/* Runs AO*. If the printed one exceeds its step limit, the depth-first one finds the cost. */
static enum nash_status run_ao_star(const struct andor_problem *p, struct nash_run *run, bool depth_first,
                                    struct andor_answer *a, struct nash_error *error)
{
    if (depth_first)
        return run_depth_first(p, run, a, error);
    enum nash_status status = andor_run_ao_star(p, run, false, a, error);
    bool ended = status == NASH_OK && !a->limit && run->stopped == NASH_STOP_NONE && a->trace && a->trace->ended;
    return ended ? andor_run_ao_star(p, run, true, a, error) : status;
}

/* Runs the requested AO*, then the passes, whose h* show whether its result is optimal. */
static enum nash_status solve_by_ao_star(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                         struct nash_error *error)
{
    bool depth_first;
    enum nash_status status = choose_ao_star(p, run, a, &depth_first, error);
    if (status == NASH_OK)
        status = run_ao_star(p, run, depth_first, a, error);
    if (status == NASH_OK && !a->complete && !a->limit && !has_no_h(a->graph))
        status = expand_whole_graph(run, UINT32_MAX, a, error);
    if (status == NASH_OK)
        status = run_bottom_up(p, run, a, error);
    if (status == NASH_OK && a->search)
        adopt_search_result(a);
    return status;
}

static enum nash_status solve_by_passes(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                        struct nash_error *error)
{
    enum nash_status status = a->complete ? NASH_OK : expand_whole_graph(run, UINT32_MAX, a, error);
    if (status == NASH_OK)
        status = run_bottom_up(p, run, a, error);
    if (status == NASH_OK && a->values)
        adopt_pass_values(a, p->options.engine);
    return status;
}

/* Solves a graph in which a node's value passes 2^127 - 1. AO* finds a cost if the root does not need that node;
 * because it runs without h, the cost is proved optimal. */
static enum nash_status solve_past_overflow(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                            struct nash_error *error)
{
    struct andor_graph *graph = a->graph, blind = *graph;
    blind.h = NULL;
    blind.wide_h = NULL;
    a->graph = &blind;
    enum nash_status status = andor_run_ao_star(p, run, true, a, error);
    if (status == NASH_OK && a->search)
        adopt_search_result(a);
    a->graph = graph;
    return status;
}

/* Solves by AO*, which may need fewer nodes than the whole graph, for which the rules make too many. */
static enum nash_status solve_on_demand(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                        struct nash_error *error)
{
    const char *limit = a->limit;
    enum nash_status status = andor_rules_begin(p->rules, run->arena, run, a->graph, error);
    a->limit = NULL;
    if (status == NASH_OK)
        status = run_ao_star(p, run, !p->options.trace, a, error);
    if (status == NASH_OK && a->search)
        adopt_search_result(a);
    a->limit = a->limit ? a->limit : a->known ? NULL : limit;
    return status;
}

/* ---- the solution graph ---- */

static enum nash_status extract_solution(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                         struct nash_error *error)
{
    const uint32_t *mark = a->engine == ANDOR_AO_STAR ? a->search->mark : a->values->mark;
    bool asked = p->options.values == ANDOR_LIST_ALL || p->options.values == ANDOR_LIST_SOLUTION;
    if (!asked && a->graph->edges > ANDOR_SOLUTION_EDGES_MAX) {
        a->omitted.solution = "the graph is large: ask for it with \"values\": \"solution\"";
        return NASH_OK;
    }
    enum nash_status status =
        andor_extract_solution(a->graph, mark, run->arena, &a->solution, &a->solution_count, error);
    if (status == NASH_OK && a->missed)
        status = andor_extract_solution(a->graph, a->values->mark, run->arena, &a->optimum, &a->optimum_count, error);
    return status;
}

static void reset_result(struct andor_answer *a)
{
    a->engine = ANDOR_AUTO;
    a->known = a->proved = a->solvable = false;
    a->cost = ANDOR_WIDE_INF;
    a->bound = 0;
}

static enum nash_status solve_shared(struct nash_run *run, struct andor_answer *a, struct nash_error *error)
{
    struct andor_shared *shared = NASH_NEW(run->arena, struct andor_shared, 1);
    uint32_t *mark = NASH_NEW(run->arena, uint32_t, a->graph->nodes);
    if (!shared || !mark)
        return andor_nomem(error);
    reset_result(a); /* the passes solved the recursive model */
    enum nash_status status = andor_solve_shared(a->graph, a->values, run, shared, error);
    if (status != NASH_OK)
        return status == NASH_STOPPED ? NASH_OK : status;
    a->known = true;
    a->shared = shared;
    a->solvable = shared->solvable;
    a->proved = shared->proved;
    a->cost = shared->solvable ? shared->cost : ANDOR_WIDE_INF;
    a->bound = shared->bound;
    if (!shared->solvable)
        return NASH_OK;
    if (!andor_shared_marks(a->graph, shared, run->arena, mark))
        return andor_nomem(error);
    return andor_extract_solution(a->graph, mark, run->arena, &a->solution, &a->solution_count, error);
}

/* ---- optimal graphs, comparison ---- */

static enum nash_status count_optima(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                     struct nash_error *error)
{
    if (a->values->reachable > ANDOR_OPTIMA_NODES_MAX) {
        a->omitted.optimal_graphs = "the graph is too large to count them";
        return NASH_OK;
    }
    struct andor_optima *optima = NASH_NEW(run->arena, struct andor_optima, 1);
    if (!optima)
        return andor_nomem(error);
    uint32_t list = ANDOR_OPTIMA_CHOICES / (1 + a->solution_count) + 1;
    list = p->options.graphs < list ? p->options.graphs : list;
    enum nash_status status =
        andor_count_optima(a->graph, a->values, list, ANDOR_OPTIMA_STATES_MAX, run, optima, error);
    if (status == NASH_OK)
        a->optima = optima;
    else
        a->omitted.optimal_graphs = andor_reason_timeout;
    return status == NASH_STOPPED ? NASH_OK : status;
}

static enum nash_status run_engines(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                    struct nash_error *error)
{
    const struct andor_graph *g = a->graph;
    bool moderate = g->nodes <= ANDOR_PRINTED_AUTO_MAX && g->edges <= ANDOR_COMPARED_EDGES_MAX;
    if (p->options.compare || (moderate && p->options.engine == ANDOR_AUTO))
        return andor_run_all_engines(p, run, a, error);
    if (p->options.trace && !a->search)
        return andor_run_ao_star(p, run, false, a, error);
    return NASH_OK;
}

/* Leaves out what would contradict a cost of the shared model: AO*, the passes and h* count a shared part each time it
 * is reached. */
static void omit_recursive_parts(const struct andor_problem *p, struct andor_answer *a)
{
    static const char why[] = "it counts a shared part each time it is reached: ask for it with cost_model "
                              "\"recursive\"";
    a->omitted.h_star = why;
    a->omitted.trace = p->options.trace ? why : NULL;
    a->omitted.engines = p->options.compare ? why : NULL;
}

static enum nash_status compute_extras(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                       struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (p->options.model == ANDOR_SHARED) {
        omit_recursive_parts(p, a);
        return a->values ? solve_shared(run, a, error) : NASH_OK;
    }
    if (a->values)
        status = run_engines(p, run, a, error);
    if (status == NASH_OK && a->known && a->solvable)
        status = extract_solution(p, run, a, error);
    if (status == NASH_OK && a->values && a->known && a->values->reachable &&
        andor_value(a->values, a->graph->root) != ANDOR_WIDE_INF)
        status = count_optima(p, run, a, error);
    return status;
}

enum nash_status andor_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    const struct andor_problem *p = problem;
    int64_t start = clock_mono_ns();
    struct andor_answer *a = NASH_NEW(run->arena, struct andor_answer, 1);
    if (!a)
        return andor_nomem(error);
    a->arena = run->arena;
    enum nash_status status = graph_init(p, run, a, error);
    if (status == NASH_OK)
        status =
            p->options.engine == ANDOR_AO_STAR ? solve_by_ao_star(p, run, a, error) : solve_by_passes(p, run, a, error);
    if (status == NASH_OK && !a->known && a->limit && !a->search && p->options.engine == ANDOR_AUTO &&
        p->options.model == ANDOR_RECURSIVE)
        status = solve_on_demand(p, run, a, error);
    if (status == NASH_OK && a->overflow && p->options.engine == ANDOR_AUTO)
        status = solve_past_overflow(p, run, a, error);
    if (status == NASH_OK)
        status = compute_extras(p, run, a, error);
    if (status == NASH_OK)
        status = andor_answer_questions(p, run, a, error);
    if (status == NASH_NOMEM && error->status == NASH_OK)
        return andor_nomem(error);
    a->timeout = run->stopped != NASH_STOP_NONE;
    a->solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    result->answer = a;
    result->final = status == NASH_OK && !a->timeout;
    return status;
}
