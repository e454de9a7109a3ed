/* Solves a stored tree: the value of every node by a sweep, which is cheap and gives the value of each move; the leaves
 * of the minimal tree; the requested engine, or all; its steps. */
#include <math.h>

#include <base/clock.h>

#include "chance.h"
#include "game.h"

struct work {
    const struct tree_problem *p;
    struct nash_run *run;
    struct tree_answer *a;
    struct nash_error *error;
};

/* ---- the tree ---- */

static struct stored_window window_of(const struct tree_problem *p, const struct stored_tree *tree)
{
    struct stored_window w = {~SCORE_INFINITE, SCORE_INFINITE};
    if (p->tree && p->has_alpha)
        w.alpha = stored_score(tree, p->alpha);
    if (p->tree && p->has_beta)
        w.beta = stored_score(tree, p->beta);
    /* a generated tree has integer values */
    if (!p->tree && p->has_alpha)
        w.alpha = (int32_t)floor(fmax(fmin(p->alpha, SCORE_MAX), -SCORE_MAX));
    if (!p->tree && p->has_beta)
        w.beta = (int32_t)ceil(fmax(fmin(p->beta, SCORE_MAX), -SCORE_MAX));
    return w;
}

static enum nash_status build_tree(const struct work *w)
{
    struct stored_tree *tree = w->p->tree, *limited;
    enum nash_status status = NASH_OK;
    if (!tree)
        status = stored_generate(&tree, &w->p->shape, w->run);
    if (status != NASH_OK)
        return status;
    w->a->whole_depth = tree->depth;
    status = stored_limit(&limited, tree, w->p->depth ? w->p->depth : UINT32_MAX, w->run->arena);
    if (status == NASH_OK) {
        w->a->tree = limited;
        w->a->window = window_of(w->p, limited);
    }
    return status;
}

static enum nash_status compute_minimax(const struct work *w)
{
    const struct stored_tree *tree = w->a->tree;
    int32_t *value = nash_arena_alloc_raw(w->run->arena, tree->nodes * sizeof *value, sizeof *value);
    if (!value)
        return NASH_NOMEM;
    int64_t start = clock_mono_ns();
    enum nash_status status = stored_minimax(tree, value, w->run);
    if (status != NASH_OK)
        return status;
    w->a->sweep_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    w->a->value = value;
    return stored_minimal_leaves(tree, value, w->run, &w->a->minimum);
}

/* Computes the values of a tree with chance nodes, whose exact view then replaces it. No minimal tree is known for it.
 */
static enum nash_status compute_means(const struct work *w)
{
    struct stored_tree *exact;
    int32_t *value;
    int64_t start = clock_mono_ns();
    enum nash_status status = chance_values(w->a->tree, w->run, &exact, &value, w->error);
    if (status != NASH_OK)
        return status;
    w->a->sweep_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    w->a->tree = exact;
    w->a->value = value;
    return NASH_OK;
}

/* ---- engines ---- */

static enum nash_status run_engine(const struct work *w, enum tree_engine engine, struct tree_trial *trial)
{
    const struct stored_tree *tree = w->a->tree;
    int64_t start = clock_mono_ns();
    enum nash_status status = NASH_OK;
    *trial = (struct tree_trial){.engine = engine};
    if (tree_is_sweep(engine)) {
        trial->value = w->a->value[0];
        trial->count = (struct stored_count){.nodes = tree->nodes, .leaves = tree->leaves};
    } else if (engine == TREE_AUTO) {
        status = stored_mtd(tree, w->a->window, w->run, &trial->effort, &trial->value);
        trial->count = trial->effort.last;
    } else {
        status = stored_alphabeta(tree, w->a->window, w->run, &trial->count, &trial->value);
    }
    trial->finished = status == NASH_OK;
    trial->us = tree_is_sweep(engine) ? w->a->sweep_us : (uint64_t)(clock_mono_ns() - start) / 1000;
    return status;
}

static enum nash_status run_engines(const struct work *w)
{
    struct tree_answer *a = w->a;
    enum nash_status status = run_engine(w, w->p->engine, &a->trial[a->trials]);
    a->trials++;
    for (unsigned e = TREE_AUTO; e < TREE_COMPARED && w->p->compare && status == NASH_OK; e++)
        if (e != w->p->engine)
            status = run_engine(w, e, &a->trial[a->trials++]);
    return status;
}

static enum nash_status record_trace(const struct work *w)
{
    struct tree_answer *a = w->a;
    struct stored_trace *trace = &a->trace;
    struct stored_count count;
    int32_t value;
    bool cuts = w->p->engine == TREE_ALPHABETA && a->tree->nodes <= TREE_TRACED_MAX;
    if (a->tree->depth > TREE_PATH_MAX || (!w->p->trace && !cuts))
        return NASH_OK;
    trace->from = w->p->trace_from;
    trace->room = w->p->trace ? w->p->trace_count : 0;
    trace->cut_room = TREE_CUTS_MAX;
    trace->event = NASH_NEW(w->run->arena, struct stored_event, trace->room);
    trace->cut = NASH_NEW(w->run->arena, struct stored_cut, trace->cut_room);
    if (!trace->event || !trace->cut)
        return NASH_NOMEM;
    enum nash_status status;
    if (w->p->engine == TREE_MINIMAX || w->p->engine == TREE_EXPECTIMINIMAX)
        status = stored_plain_trace(a->tree, a->value, w->run, trace);
    else if (w->p->engine == TREE_OPEN_CLOSED)
        status = stored_open_closed_trace(a->tree, a->value, w->run, trace);
    else
        status = stored_alphabeta_trace(a->tree, a->window, w->run, trace, &count, &value);
    a->traced = status == NASH_OK;
    return status;
}

/* ---- the whole ---- */

enum tree_bound tree_bound_of(const struct tree_answer *a)
{
    if (tree_is_sweep(a->trial[0].engine))
        return TREE_EXACT;
    if (a->trial[0].value >= a->window.beta)
        return TREE_LOWER;
    return a->trial[0].value <= a->window.alpha ? TREE_UPPER : TREE_EXACT;
}

uint32_t tree_best_child(const struct tree_answer *a, uint32_t node)
{
    uint32_t c = a->tree->first[node];
    while (a->value[c] != a->value[node] || (a->length && a->length[c] + 1 != a->length[node]))
        c++;
    return c;
}

enum nash_status tree_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error)
{
    struct tree_answer *a = NASH_NEW(run->arena, struct tree_answer, 1);
    struct work w = {.p = problem, .run = run, .a = a, .error = error};
    int64_t start = clock_mono_ns();
    enum nash_status status = a ? build_tree(&w) : NASH_NOMEM;
    if (status == NASH_OK)
        status = a->tree->chance ? compute_means(&w) : compute_minimax(&w);
    if (status == NASH_OK)
        status = run_engines(&w);
    if (status == NASH_OK)
        status = record_trace(&w);
    if (status == NASH_TOO_LARGE)
        return status;
    if (status != NASH_OK && status != NASH_STOPPED)
        return nash_fail(error, status, "", "the tree does not fit into the memory of this job");
    a->timeout = status == NASH_STOPPED;
    if (a->value && !a->trial[0].finished) { /* no time for an engine, but the sweep is complete */
        run_engine(&w, a->tree->chance ? TREE_EXPECTIMINIMAX : TREE_MINIMAX, &a->trial[0]);
        a->trials += !a->trials;
    }
    a->solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    a->arena = run->arena;
    *result = (struct nash_result){.final = !a->timeout, .answer = a};
    return NASH_OK;
}
