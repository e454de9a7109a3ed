/* Runs one engine, or all of them to compare their costs. */
#include <string.h>

#include <base/clock.h>

#include "solve.h"

const char andor_reason_timeout[] = "the time budget ended first";

enum nash_status andor_nomem(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the graph does not fit into the memory of a job of this kind");
}

static uint64_t us_since(int64_t start)
{
    return (uint64_t)(clock_mono_ns() - start) / 1000;
}

/* ---- the passes ---- */

typedef enum nash_status pass_fn(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 struct andor_work *work, struct nash_error *error);

enum nash_status andor_run_passes(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                  struct nash_error *error)
{
    enum andor_method engine = p->options.engine;
    pass_fn *pass = engine == ANDOR_DP ? andor_dp : engine == ANDOR_KNUTH ? andor_knuth : andor_bottom_up;
    struct andor_values *values = NASH_NEW(run->arena, struct andor_values, 1);
    if (!values)
        return andor_nomem(error);
    enum nash_status status = pass(a->graph, run, values, &a->work, error);
    if (status == NASH_OK)
        a->values = values;
    return status == NASH_STOPPED ? NASH_OK : status;
}

/* ---- AO* ---- */

enum nash_status andor_run_ao_star(const struct andor_problem *p, struct nash_run *run, bool depth_first,
                                   struct andor_answer *a, struct nash_error *error)
{
    const struct andor_options *o = &p->options;
    struct andor_search *search = NASH_NEW(run->arena, struct andor_search, 1);
    struct andor_trace *trace = depth_first ? NULL : NASH_NEW(run->arena, struct andor_trace, 1);
    if (!search || (!depth_first && !trace))
        return andor_nomem(error);
    if (trace)
        *trace = (struct andor_trace){.from = o->trace_from,
                                      .count = o->trace ? o->trace_count : 0,
                                      .bytes_max = ANDOR_TRACE_BYTES_MAX,
                                      .steps_max = ANDOR_PRINTED_STEPS_MAX};
    a->ao_star_ran = true;
    enum nash_status status = depth_first ? andor_ao_star_depth_first(a->graph, run, search, error)
                                          : andor_ao_star(a->graph, o->tip, run, trace, search, error);
    if (status == NASH_TOO_LARGE && strcmp(error->type, "node-limit") == 0) { /* what the search found so far is kept */
        a->limit = "the rules made more nodes than node_limit allows";
        *error = (struct nash_error){0};
        status = NASH_OK;
    }
    if (status == NASH_OK) {
        a->search = search;
        a->search_nodes = a->graph->nodes;
        a->trace = trace ? trace : a->trace;
        a->depth_first = depth_first;
    }
    return status == NASH_STOPPED ? NASH_OK : status;
}

const char *andor_trace_end(const struct andor_trace *trace, bool stopped)
{
    return !trace->ended ? NULL
           : stopped     ? andor_reason_timeout
                         : "the graph is too large to be searched cycle by cycle to the end";
}

/* ---- all of them ---- */

static struct andor_trial *new_trial(struct andor_answer *a, const char *engine)
{
    struct andor_trial *trial = &a->trial[a->trials++];
    *trial = (struct andor_trial){.engine = engine, .cost = ANDOR_WIDE_INF};
    return trial;
}

/* Runs a pass to time it and to compare its cost; its values are dropped. */
static enum nash_status try_pass(pass_fn *pass, const char *name, struct nash_run *run, struct andor_answer *a,
                                 struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct andor_trial *trial = new_trial(a, name);
    struct andor_values values = {0};
    struct andor_work work = {0};
    int64_t start = clock_mono_ns();
    enum nash_status status = pass(a->graph, run, &values, &work, error);
    trial->us = us_since(start);
    trial->expanded = work.settled;
    trial->finished = status == NASH_OK;
    if (status == NASH_OK)
        trial->cost = andor_value(&values, a->graph->root);
    else if (status == NASH_STOPPED)
        trial->why = andor_reason_timeout;
    nash_arena_release(run->arena, mark);
    return status == NASH_STOPPED ? NASH_OK : status;
}

static void trial_set_search(struct andor_trial *trial, const struct andor_search *search)
{
    trial->finished = search->solved || search->unsolvable;
    trial->expanded = search->expanded;
    if (search->solved)
        trial->cost = search->cost;
    if (!trial->finished)
        trial->why = andor_reason_timeout;
}

/* Records why a search has no cost: it was stopped, or a sum passed 128 bits. Neither ends the job. Other errors are
 * returned. */
static enum nash_status trial_absorb_error(enum nash_status status, struct andor_trial *trial, struct nash_error *error)
{
    if (status == NASH_STOPPED)
        trial->why = andor_reason_timeout;
    else if (status == NASH_UNPROCESSABLE && strcmp(error->type, "cost-overflow") == 0)
        trial->why = "a cost passes what it counts in";
    else
        return status;
    *error = (struct nash_error){0};
    return NASH_OK;
}

static enum nash_status try_depth_first(struct nash_run *run, struct andor_answer *a, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct andor_trial *trial = new_trial(a, "ao_star_quick");
    struct andor_search search = {0};
    int64_t start = clock_mono_ns();
    a->ao_star_ran = true;
    enum nash_status status = andor_ao_star_depth_first(a->graph, run, &search, error);
    trial->us = us_since(start);
    if (status == NASH_OK)
        trial_set_search(trial, &search);
    nash_arena_release(run->arena, mark);
    return trial_absorb_error(status, trial, error);
}

/* Runs the printed AO*, unless it has already run. */
static enum nash_status try_printed(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                    struct nash_error *error)
{
    struct andor_trial *trial = new_trial(a, "ao_star");
    if (a->graph->nodes > ANDOR_PRINTED_MAX && !p->options.trace) {
        trial->why = "the graph is too large for it";
        return NASH_OK;
    }
    int64_t start = clock_mono_ns();
    enum nash_status status = NASH_OK;
    if (!a->trace)
        status = andor_run_ao_star(p, run, false, a, error);
    trial->us = us_since(start);
    if (a->trace && a->trace->ended)
        trial->why = andor_trace_end(a->trace, run->stopped != NASH_STOP_NONE);
    else if (a->search && !a->depth_first)
        trial_set_search(trial, a->search);
    else if (status == NASH_OK)
        trial->why = andor_reason_timeout;
    return trial_absorb_error(status, trial, error);
}

/* Returns NASH_INTERNAL if costs contradict each other. A pass must give the cost of the answer. AO* must give it where
 * h is admissible; otherwise its cost may only be higher. */
static enum nash_status check_trials_agree(const struct andor_answer *a, struct nash_error *error)
{
    andor_wide best = andor_value(a->values, a->graph->root);
    for (uint32_t i = 0; i < a->trials; i++) {
        const struct andor_trial *trial = &a->trial[i];
        bool ao_star = trial->engine[0] == 'a';
        if (!trial->finished || trial->cost == best)
            continue;
        if (!ao_star || a->audit->admissible || trial->cost < best || best == ANDOR_WIDE_INF)
            return nash_fail(error, NASH_INTERNAL, "", "the engines disagree: %s finds another cost", trial->engine);
    }
    return NASH_OK;
}

enum nash_status andor_run_all_engines(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                       struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (a->values->cyclic)
        new_trial(a, "dp")->why = "the graph has a cycle";
    else
        status = try_pass(andor_dp, "dp", run, a, error);
    if (status == NASH_OK)
        status = try_pass(andor_knuth, "knuth", run, a, error);
    if (status == NASH_OK)
        status = try_printed(p, run, a, error);
    if (status == NASH_OK)
        status = try_depth_first(run, a, error);
    return status == NASH_OK ? check_trials_agree(a, error) : status;
}
