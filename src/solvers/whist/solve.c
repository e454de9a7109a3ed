/* Solves a problem in the order of importance: the value, its lists, the played game, then other methods. When a
 * budget ends in the middle, the answer holds the parts found so far. */
#include <base/clock.h>

#include "kind.h"

static enum nash_status fail_nomem(struct nash_error *error, const char *what)
{
    return nash_fail(error, NASH_NOMEM, "",
                     "%s does not fit into the memory of this job: method formula needs next to "
                     "none",
                     what);
}

void whist_matching_bounds(const int8_t *word, uint32_t order, uint32_t *low, uint32_t *high)
{
    int64_t height = 0, min = 0, max = 0;
    for (size_t i = 2 * (size_t)order; i-- > 0;) {
        height += word[i];
        min = height < min ? height : min;
        max = height > max ? height : max;
    }
    *low = (uint32_t)-min;
    *high = order - (uint32_t)max;
}

/* ---- lists ---- */

/* Returns the number of pairs of a lead and a reply. */
static uint64_t count_reply_pairs(const struct whist_intervals *intervals)
{
    uint64_t own = 0;
    for (uint32_t i = 0; i < intervals->count; i++)
        own += intervals->interval[i].sign > 0;
    return own * (intervals->count - own);
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
    bool replies = order <= reach->replies && count_reply_pairs(&a->intervals) <= WHIST_REPLIES_MAX;
    if (!replies)
        omitted->replies = "the deal is too large for this method to list them";
    enum nash_status status = whist_values_find(&values, engine, &a->work, p->deal.word, &a->intervals, order, replies);
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
    enum nash_status status = whist_principal_line_find(&a->line, engine, &a->work, p->deal.word, p->deal.order);
    if (status == NASH_OK && !a->line)
        a->omitted.line = WHIST_NO_TIME;
    return status;
}

static enum nash_status find_play(const struct whist_problem *p, const struct whist_reach *reach,
                                  const struct whist_engine *engine, struct whist_answer *a)
{
    if (p->deal.order > reach->play) { /* too large for the method: the formula analyses it */
        engine = &whist_formula;
        a->play_by = WHIST_FORMULA;
    }
    enum nash_status status =
        whist_analysis_make(&a->move, engine, &a->work, p->deal.word, p->deal.order, p->play, p->played);
    if (status == NASH_OK && !a->move)
        a->omitted.play = WHIST_NO_TIME;
    return status;
}

static enum nash_status find_intervals(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a)
{
    if (p->deal.order <= WHIST_INTERVALS_ORDER_MAX)
        return whist_intervals_make(&a->intervals, p->deal.word, p->deal.order, run->arena);
    const char *why = "the deal is too large to be drawn";
    a->omitted.intervals = p->graph ? why : NULL;
    a->omitted.leads = a->omitted.replies = p->leads ? why : NULL;
    return NASH_OK;
}

static enum nash_status find_lists(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a)
{
    const struct whist_reach *reach = whist_method_reach(a->engine);
    const struct whist_engine *engine = whist_method_engine(a->engine);
    enum nash_status status = p->graph || p->leads ? find_intervals(p, run, a) : NASH_OK;
    if (status == NASH_OK && p->leads && a->intervals.count)
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
    whist_matching_bounds(p->deal.word, p->deal.order, &a->low, &a->high);
    int tricks = whist_method_engine(a->engine)->tricks(&a->work, p->deal.word, p->deal.order);
    if (tricks < 0 && run->stopped == NASH_STOP_NONE)
        return fail_nomem(error, whist_method_names[a->engine]);
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
        return fail_nomem(error, "the answer");
    a->arena = run->arena;
    if (p->suits)
        status = whist_solve_suits(p, run, a);
    else if (p->has_deal)
        status = solve_deal(p, run, a, error);
    if (status == NASH_NOMEM)
        return fail_nomem(error, "the answer");
    a->timeout = run->stopped != NASH_STOP_NONE;
    a->solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    result->answer = a;
    result->final = status == NASH_OK && !a->timeout;
    return status;
}
