/* Solves the form "equity": the equities, then what each action of the first player is worth. */
#include <base/clock.h>

#include "problem.h"

struct solving {
    const struct holdem_problem *p;
    struct nash_run *run;
    struct holdem_answer *answer;
};

/* The value of putting `cost` chips into a pot that is `final` at the showdown. */
static struct holdem_action showdown_value(const struct holdem_seat *hero, double final, double cost)
{
    return (struct holdem_action){
        .ev = hero->equity * final - cost, .error = hero->error * final, .called = hero->equity};
}

/* Finds the equity of the first player against the range that does not fold. Returns NASH_OK if the bet is never
 * called, with *p_fold 1. */
static enum nash_status solve_called(const struct solving *t, const struct holdem_bet *bet, double *p_fold,
                                     struct holdem_seat *hero)
{
    double steps;
    struct holdem_table *table = NASH_NEW(t->run->arena, struct holdem_table, 1);
    struct holdem_outcome *outcome = NASH_NEW(t->run->arena, struct holdem_outcome, 1);
    if (!table || !outcome)
        return NASH_NOMEM;
    *table = t->p->table;
    *p_fold = holdem_response(&table->range[0], &t->p->table.range[1], bet->range, &table->range[1]);
    if (*p_fold == 1)
        return NASH_OK;
    /* the answer is exact throughout, or sampled throughout: the seed belongs to its key or not */
    const bool preflop = holdem_table_method(table, &steps) == HOLDEM_PREFLOP_TABLE;
    const enum holdem_method method = t->p->method == HOLDEM_MONTE_CARLO ? HOLDEM_MONTE_CARLO
                                      : preflop                          ? HOLDEM_PREFLOP_TABLE
                                                                         : HOLDEM_EXACT;
    const enum nash_status status = holdem_table_solve(table, method, t->p->samples, t->run, outcome);
    t->answer->outcome.stopped = t->answer->outcome.stopped || outcome->stopped;
    *hero = outcome->seat[0];
    return status;
}

/* A bet of `amount` wins the pot if the opponent folds; else the opponent adds the rest, and there is a showdown. */
static enum nash_status solve_bet(const struct solving *t, const struct holdem_bet *bet, struct holdem_action *action)
{
    const struct holdem_stakes *stakes = &t->p->stakes;
    struct holdem_seat hero = t->answer->outcome.seat[0];
    double p_fold = bet->fold;
    const enum nash_status status = bet->range ? solve_called(t, bet, &p_fold, &hero) : NASH_OK;
    if (status != NASH_OK)
        return status;
    const double final = stakes->pot + bet->amount + (bet->amount - stakes->to_call);
    *action = showdown_value(&hero, final, bet->amount);
    action->p_fold = p_fold;
    action->called = p_fold < 1 ? action->called : 0;
    action->ev = p_fold < 1 ? p_fold * stakes->pot + (1 - p_fold) * action->ev : stakes->pot;
    action->error *= 1 - p_fold;
    return NASH_OK;
}

static enum nash_status solve_stakes(const struct solving *t)
{
    const struct holdem_stakes *stakes = &t->p->stakes;
    enum nash_status status = NASH_OK;
    t->answer->call = showdown_value(&t->answer->outcome.seat[0], stakes->pot + stakes->to_call, stakes->to_call);
    for (unsigned i = 0; i < stakes->bets && status == NASH_OK; i++)
        status = solve_bet(t, &stakes->bet[i], &t->answer->bet[i]);
    return status;
}

enum nash_status holdem_equity_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                     struct nash_error *error)
{
    const struct holdem_problem *p = problem;
    const int64_t begun = clock_mono_ns();
    struct solving t = {p, run, NASH_NEW(run->arena, struct holdem_answer, 1)};
    if (!t.answer)
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    t.answer->arena = run->arena;
    enum nash_status status = holdem_table_solve(&p->table, p->method, p->samples, run, &t.answer->outcome);
    if (status == NASH_OK && p->stakes.asked)
        status = solve_stakes(&t);
    t.answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = t.answer;
    result->final = status == NASH_OK && !t.answer->outcome.stopped;
    if (status == NASH_NOMEM)
        return nash_fail(error, NASH_NOMEM, "", "the equities do not fit into the memory of this job");
    if (status == NASH_STOPPED)
        return nash_fail(error, NASH_STOPPED, "", "the budget ended before the equities were known");
    return status;
}
