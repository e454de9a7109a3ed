/* Runs several methods on one deal: measures the pruning that the patent application claims, and checks the closed
 * rule. */
#include <base/clock.h>
#include <solvers/whist/answer.h>

#include "table.h"

enum { CONFIRM_BY_TABLE_MAX = 12 /* largest order that is tabulated on demand (0.2 s) */ };

static enum nash_status fail_disagreement(struct nash_error *error, enum whist_method one, uint32_t by_one,
                                          enum whist_method two, uint32_t by_two)
{
    return nash_fail(error, NASH_INTERNAL, "", "two methods disagree: %s says %u tricks for the player on lead, %s %u",
                     whist_method_names[one], by_one, whist_method_names[two], by_two);
}

/* Runs one method; its memory is released afterwards. */
static void run_trial(const struct whist_deal *deal, struct nash_run *run, struct whist_trial *trial)
{
    const struct whist_engine *engine = whist_method_engine(trial->method);
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    trial->ran = deal->order <= engine->order_max;
    if (!trial->ran)
        return;
    int64_t start = clock_mono_ns();
    if (trial->method == WHIST_TABLE && run->stopped == NASH_STOP_NONE) {
        whist_table_fill(deal->order < WHIST_TABLE_ORDER ? deal->order : WHIST_TABLE_ORDER, run);
        trial->fill_ns = (uint64_t)(clock_mono_ns() - start);
        start = clock_mono_ns();
    }
    trial->work.run = run;
    int tricks = run->stopped == NASH_STOP_NONE ? engine->tricks(&trial->work, deal->word, deal->order) : -1;
    trial->ns = (uint64_t)(clock_mono_ns() - start);
    trial->finished = tricks >= 0;
    trial->out_of_memory = tricks < 0 && run->stopped == NASH_STOP_NONE;
    if (trial->finished)
        trial->tricks = (uint32_t)tricks;
    trial->work.state = NULL;
    nash_arena_release(run->arena, mark);
}

enum nash_status whist_confirm(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a,
                               struct nash_error *error)
{
    struct whist_confirmation *confirmed = NASH_NEW(run->arena, struct whist_confirmation, 1);
    struct whist_trial trial = {.method = WHIST_FORMULA};
    if (!confirmed)
        return NASH_NOMEM;
    if (a->engine == WHIST_FORMULA)
        trial.method = p->deal.order <= CONFIRM_BY_TABLE_MAX ? WHIST_TABLE : WHIST_SEARCH;
    a->confirmed = confirmed;
    run_trial(&p->deal, run, &trial);
    if (!trial.ran)
        return NASH_OK;
    *confirmed = (struct whist_confirmation){.by = trial.method,
                                             .agrees = trial.finished,
                                             .out_of_memory = trial.out_of_memory,
                                             .nodes = trial.work.nodes + trial.work.table};
    if (trial.finished && trial.tricks != a->tricks)
        return fail_disagreement(error, a->engine, a->tricks, trial.method, trial.tricks);
    return NASH_OK;
}

enum nash_status whist_compare(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a,
                               struct nash_error *error)
{
    static const enum whist_method cheap_first[] = {WHIST_FORMULA, WHIST_TABLE, WHIST_NAIVE, WHIST_SEARCH, WHIST_SEED};
    struct whist_trial *trials = NASH_NEW(run->arena, struct whist_trial, WHIST_METHODS - 1);
    if (!trials)
        return NASH_NOMEM;
    a->trial = trials;
    for (size_t i = 0; i < sizeof cheap_first / sizeof *cheap_first; i++) {
        struct whist_trial *trial = &trials[cheap_first[i] - WHIST_NAIVE];
        trial->method = cheap_first[i];
        run_trial(&p->deal, run, trial);
        if (trial->finished && a->known && trial->tricks != a->tricks)
            return fail_disagreement(error, a->engine, a->tricks, trial->method, trial->tricks);
    }
    return NASH_OK;
}
