/* Alpha-beta with its steps, as on a blackboard. It is the search of alphabeta.c in the terms of the lecture notes:
 * alpha is the largest value so far among the MAX nodes of the path, beta the smallest among the MIN nodes. Each has
 * the node it comes from, the nearest of several, which a cut names as its cause. */
#include "trace.h"

struct bound {
    int32_t value;
    uint32_t by; /* the node it comes from, or STORED_WINDOW */
};

struct trace_step {
    uint32_t node, next;
    bool min;
    int32_t best; /* value of the node so far */
    struct bound alpha, beta;
};

struct tracer {
    const struct stored_tree *tree;
    struct stored_trace *trace;
    struct stored_count count;
};

static void record_event(struct tracer *t, enum stored_event_kind kind, uint32_t node, const struct trace_step *s,
                         int32_t value)
{
    stored_record(t->trace, (struct stored_event){.kind = kind,
                                                  .node = node,
                                                  .alpha = s->alpha.value,
                                                  .beta = s->beta.value,
                                                  .value = value,
                                                  .by = s->min ? s->alpha.by : s->beta.by,
                                                  .skipped = s->next});
}

static void record_cut(struct tracer *t, const struct trace_step *s)
{
    struct stored_trace *trace = t->trace;
    struct bound bound = s->min ? s->alpha : s->beta;
    trace->cuts++;
    t->count.cuts++;
    if (trace->cuts_kept < trace->cut_room)
        trace->cut[trace->cuts_kept++] = (struct stored_cut){
            .at = s->node, .by = bound.by, .value = s->best, .bound = bound.value, .skipped = s->next};
    record_event(t, STORED_CUT, s->node, s, s->best);
}

/* Updates a node by the value of a child. */
static void step_update(struct trace_step *s, int32_t value)
{
    if (s->min ? value >= s->best : value <= s->best)
        return;
    s->best = value;
    if (s->min && value <= s->beta.value)
        s->beta = (struct bound){value, s->node};
    if (!s->min && value >= s->alpha.value)
        s->alpha = (struct bound){value, s->node};
}

/* Returns whether the rest of the node can be skipped: its value meets the bound of an ancestor of the other player, or
 * of the window. */
static bool step_is_cut(const struct trace_step *s)
{
    return s->min ? s->best <= s->alpha.value : s->best >= s->beta.value;
}

static struct trace_step step_begin(struct tracer *t, uint32_t node, struct bound alpha, struct bound beta)
{
    struct trace_step s = {
        .node = node, .next = t->tree->first[node], .min = stored_min(t->tree, node), .alpha = alpha, .beta = beta};
    s.best = s.min ? SCORE_INFINITE : ~SCORE_INFINITE;
    t->count.nodes++;
    record_event(t, STORED_ENTER, node, &s, 0);
    return s;
}

static void step_leaf(struct tracer *t, struct trace_step *s, uint32_t leaf)
{
    t->count.nodes++;
    t->count.leaves++;
    record_event(t, STORED_LEAF, leaf, s, t->tree->score[leaf]);
    step_update(s, t->tree->score[leaf]);
}

/* Searches from the root; the stack has room for every depth. */
static enum nash_status trace_search(struct tracer *t, struct trace_step *stack, struct stored_window window,
                                     struct nash_run *run, int32_t *value)
{
    struct trace_step *s = stack;
    *s = step_begin(t, 0, (struct bound){window.alpha, STORED_WINDOW}, (struct bound){window.beta, STORED_WINDOW});
    for (;;) {
        run->nodes++;
        if (nash_stop(run, STORED_CHECK_TRACE))
            return NASH_STOPPED;
        bool more = s->next < t->tree->first[s->node + 1];
        if (more && !step_is_cut(s)) {
            uint32_t child = s->next++;
            if (stored_leaf(t->tree, child)) {
                step_leaf(t, s, child);
            } else {
                s[1] = step_begin(t, child, s->alpha, s->beta);
                s++;
            }
            continue;
        }
        if (more)
            record_cut(t, s);
        record_event(t, STORED_BACK, s->node, s, s->best);
        *value = s->best;
        if (s == stack)
            return NASH_OK;
        s--;
        step_update(s, *value);
    }
}

enum nash_status stored_alphabeta_trace(const struct stored_tree *tree, struct stored_window window,
                                        struct nash_run *run, struct stored_trace *trace, struct stored_count *count,
                                        int32_t *value)
{
    struct tracer t = {.tree = tree, .trace = trace};
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    enum nash_status status = NASH_OK;
    if (stored_leaf(tree, 0)) {
        struct trace_step none = {.alpha = {window.alpha, STORED_WINDOW}, .beta = {window.beta, STORED_WINDOW}};
        step_leaf(&t, &none, 0);
        *value = tree->score[0];
    } else {
        struct trace_step *stack = NASH_NEW(run->arena, struct trace_step, (size_t)tree->depth + 1);
        status = stack ? trace_search(&t, stack, window, run, value) : NASH_NOMEM;
    }
    nash_arena_release(run->arena, mark);
    *count = t.count;
    return status;
}
