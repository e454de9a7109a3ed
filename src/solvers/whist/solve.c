/* What is asked, in the order of its worth: the value, its lists, the played game; then what other methods say of it.
 * A budget that ends in the middle leaves what is known by then. */
#include "solve.h"

#include <base/clock.h>

static enum nash_status out_of_memory(struct nash_error *error, const char *what)
{
    return nash_fail(error, NASH_NOMEM, "",
                     "%s does not fit into the memory of this job: method formula needs next to "
                     "none",
                     what);
}

void whist_bounds(const int8_t *word, uint32_t order, uint32_t *low, uint32_t *high)
{
    int64_t height = 0, least = 0, most = 0;
    for (size_t i = 2 * (size_t)order; i-- > 0;) {
        height += word[i];
        least = height < least ? height : least;
        most = height > most ? height : most;
    }
    *low = (uint32_t)-least;
    *high = order - (uint32_t)most;
}

/* ---- lists ---- */

/* Pairs of a lead and a reply. */
static uint64_t pairs(const struct whist_graph *graph)
{
    uint64_t own = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        own += graph->interval[i].sign > 0;
    return own * (graph->count - own);
}

static enum nash_status find_leads(const struct whist_problem *p, const struct whist_reach *reach,
                                   const struct whist_engine *engine, struct whist_answer *a)
{
    uint32_t order = p->deal.order;
    struct whist_omitted *omitted = &a->omitted;
    struct whist_values values = {0};
    if (order > reach->leads) {
        omitted->leads = omitted->replies = "the deal is too large for this method to list them";
        return NASH_OK;
    }
    bool replies = order <= reach->replies && pairs(&a->graph) <= WHIST_REPLIES_MAX;
    if (!replies)
        omitted->replies = "the deal is too large for this method to list them";
    enum nash_status status = whist_values_find(&values, engine, &a->work, p->deal.word, &a->graph, order, replies);
    if (status == NASH_OK && !values.lead)
        omitted->leads = omitted->replies = WHIST_NO_TIME;
    else if (status == NASH_OK)
        a->values = values;
    return status;
}

static enum nash_status find_line(const struct whist_problem *p, const struct whist_reach *reach,
                                  const struct whist_engine *engine, struct whist_answer *a)
{
    if (p->deal.order > reach->line) {
        a->omitted.line = "the deal is too large for this method to play it out";
        return NASH_OK;
    }
    enum nash_status status = whist_line_find(&a->line, engine, &a->work, p->deal.word, p->deal.order);
    if (status == NASH_OK && !a->line)
        a->omitted.line = WHIST_NO_TIME;
    return status;
}

static enum nash_status find_play(const struct whist_problem *p, const struct whist_reach *reach,
                                  const struct whist_engine *engine, struct whist_answer *a)
{
    if (p->deal.order > reach->play) { /* the formula looks at it then */
        engine = &whist_formula;
        a->play_by = WHIST_FORMULA;
    }
    enum nash_status status =
        whist_play_analyse(&a->move, engine, &a->work, p->deal.word, p->deal.order, p->play, p->played);
    if (status == NASH_OK && !a->move)
        a->omitted.play = WHIST_NO_TIME;
    return status;
}

static enum nash_status find_graph(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a)
{
    if (p->deal.order <= WHIST_GRAPH_ORDER)
        return whist_graph_make(&a->graph, p->deal.word, p->deal.order, run->arena);
    a->omitted.graph = "the deal is too large to be drawn";
    a->omitted.leads = a->omitted.replies = p->leads ? a->omitted.graph : NULL;
    return NASH_OK;
}

static enum nash_status find_lists(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a)
{
    const struct whist_reach *reach = whist_method_reach(a->engine);
    const struct whist_engine *engine = whist_method_engine(a->engine);
    enum nash_status status = find_graph(p, run, a);
    if (status == NASH_OK && p->leads && a->graph.count)
        status = find_leads(p, reach, engine, a);
    if (status == NASH_OK && p->line)
        status = find_line(p, reach, engine, a);
    if (status == NASH_OK && p->played)
        status = find_play(p, reach, engine, a);
    return status;
}

/* ---- one suit ---- */

static enum nash_status solve_deal(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a,
                                   struct nash_error *error)
{
    a->engine = p->method == WHIST_AUTO ? WHIST_FORMULA : p->method;
    a->play_by = a->engine;
    a->work.run = run;
    whist_bounds(p->deal.word, p->deal.order, &a->low, &a->high);
    int tricks = whist_method_engine(a->engine)->tricks(&a->work, p->deal.word, p->deal.order);
    if (tricks < 0 && run->stopped == NASH_STOP_NONE)
        return out_of_memory(error, whist_method_names[a->engine]);
    if (tricks >= 0)
        a->tricks = a->low = a->high = (uint32_t)tricks;
    else if (a->work.high) {
        a->low = a->work.low;
        a->high = a->work.high;
    }
    a->known = tricks >= 0;
    enum nash_status status = find_lists(p, run, a);
    if (status == NASH_OK && p->confirm && a->known)
        status = whist_confirm(p, run, a, error);
    if (status == NASH_OK && p->compare)
        status = whist_compare(p, run, a, error);
    return status;
}

enum nash_status whist_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    const struct whist_problem *p = problem;
    int64_t start = clock_mono_ns();
    struct whist_answer *a = NASH_NEW(run->arena, struct whist_answer, 1);
    enum nash_status status = NASH_OK;
    if (!a)
        return out_of_memory(error, "the answer");
    a->arena = run->arena;
    if (p->suits)
        status = whist_solve_suits(p, run, a);
    else if (p->has_deal)
        status = solve_deal(p, run, a, error);
    if (status == NASH_NOMEM)
        return out_of_memory(error, "the answer");
    a->timeout = run->stopped != NASH_STOP_NONE;
    a->solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    result->answer = a;
    result->final = status == NASH_OK && !a->timeout;
    return status;
}
