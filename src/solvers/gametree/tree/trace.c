/* Alpha-beta as a teacher does it on the blackboard. The same search as alphabeta.c, in the words of the seed: alpha is
 * the greatest value so far among MAX nodes on the path, beta the least among MIN nodes, and with each goes the node
 * that has it, the nearest where several do, so that a cut can name its cause. */
#include "trace.h"

struct bound {
    int32_t value;
    uint32_t by;
};

struct step {
    uint32_t node, next;
    bool min;
    int32_t best; /* the value so far */
    struct bound alpha, beta;
};

struct tracer {
    const struct stored_tree *tree;
    struct stored_trace *trace;
    struct stored_count count;
};

static void tell(struct tracer *t, enum stored_event_kind kind, uint32_t node, const struct step *s, int32_t value)
{
    struct stored_trace *trace = t->trace;
    uint64_t number = trace->events++;
    if (number >= trace->from && trace->kept < trace->room)
        trace->event[trace->kept++] = (struct stored_event){.kind = kind,
                                                            .node = node,
                                                            .alpha = s->alpha.value,
                                                            .beta = s->beta.value,
                                                            .value = value,
                                                            .by = s->min ? s->alpha.by : s->beta.by,
                                                            .skipped = s->next};
}

static void tell_cut(struct tracer *t, const struct step *s)
{
    struct stored_trace *trace = t->trace;
    struct bound bound = s->min ? s->alpha : s->beta;
    trace->cuts++;
    t->count.cuts++;
    if (trace->cuts_kept < trace->cut_room)
        trace->cut[trace->cuts_kept++] = (struct stored_cut){
            .at = s->node, .by = bound.by, .value = s->best, .bound = bound.value, .skipped = s->next};
    tell(t, STORED_CUT, s->node, s, s->best);
}

/* A child of this node is worth `value`. */
static void take(struct step *s, int32_t value)
{
    if (s->min ? value >= s->best : value <= s->best)
        return;
    s->best = value;
    if (s->min && value <= s->beta.value)
        s->beta = (struct bound){value, s->node};
    if (!s->min && value >= s->alpha.value)
        s->alpha = (struct bound){value, s->node};
}

/* May the node be left? A cut needs an ancestor of the other player to have a value, which the infinities are not. */
static bool is_cut(const struct step *s)
{
    return s->min ? s->best <= s->alpha.value : s->best >= s->beta.value;
}

static struct step begin(struct tracer *t, uint32_t node, struct bound alpha, struct bound beta)
{
    struct step s = {
        .node = node, .next = t->tree->first[node], .min = stored_min(t->tree, node), .alpha = alpha, .beta = beta};
    s.best = s.min ? SCORE_INFINITE : ~SCORE_INFINITE;
    t->count.nodes++;
    tell(t, STORED_ENTER, node, &s, 0);
    return s;
}

static void look_at_leaf(struct tracer *t, struct step *s, uint32_t leaf)
{
    t->count.nodes++;
    t->count.leaves++;
    tell(t, STORED_LEAF, leaf, s, t->tree->score[leaf]);
    take(s, t->tree->score[leaf]);
}

/* From the root down; the stack has room for every depth. */
static enum nash_status search(struct tracer *t, struct step *stack, struct stored_window window, struct nash_run *run,
                               int32_t *value)
{
    struct step *s = stack;
    *s = begin(t, 0, (struct bound){window.alpha, STORED_WINDOW}, (struct bound){window.beta, STORED_WINDOW});
    for (;;) {
        run->nodes++;
        if (nash_stop(run, STORED_CHECK_TRACE))
            return NASH_STOPPED;
        bool more = s->next < t->tree->first[s->node + 1];
        if (more && !is_cut(s)) {
            uint32_t child = s->next++;
            if (stored_leaf(t->tree, child)) {
                look_at_leaf(t, s, child);
            } else {
                s[1] = begin(t, child, s->alpha, s->beta);
                s++;
            }
            continue;
        }
        if (more)
            tell_cut(t, s);
        tell(t, STORED_BACK, s->node, s, s->best);
        *value = s->best;
        if (s == stack)
            return NASH_OK;
        s--;
        take(s, *value);
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
        struct step none = {.alpha = {window.alpha, STORED_WINDOW}, .beta = {window.beta, STORED_WINDOW}};
        look_at_leaf(&t, &none, 0);
        *value = tree->score[0];
    } else {
        struct step *stack = NASH_NEW(run->arena, struct step, (size_t)tree->depth + 1);
        status = stack ? search(&t, stack, window, run, value) : NASH_NOMEM;
    }
    nash_arena_release(run->arena, mark);
    *count = t.count;
    return status;
}
