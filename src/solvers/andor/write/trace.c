/* Writes the cycles of AO*: the marked partial solution graph, the tip chosen and why, its expansion, the options
 * weighed in step 11, the marks that moved, and the nodes newly SOLVED.
 *
 * The search records revisions only; the options are computed here by replaying the cycles. */
#include <stdio.h>

#include "write.h"

enum { TRACE_TEXT_MAX = 16 << 20 }; /* bytes of JSON */

/* The search at the current cycle, and what the cycle has changed. */
struct replay {
    struct andor_writer *w;
    const struct andor_graph *g;
    andor_wide *q, *q_before;     /* [nodes] */
    uint32_t *mark, *mark_before; /* [nodes] */
    uint32_t *touched;            /* the nodes revised in this cycle, each once */
    uint32_t touched_count;
    uint32_t *stamp; /* [nodes]: the last cycle that revised the node, counted from 1 */
    size_t max;      /* length of the whole text at which the trace is cut */
};

static bool replay_init(struct replay *r, struct andor_writer *w)
{
    struct nash_arena *arena = w->a->arena;
    uint32_t nodes = w->a->search_nodes;
    *r = (struct replay){.w = w,
                         .g = w->a->graph,
                         .q = NASH_NEW(arena, andor_wide, nodes),
                         .q_before = NASH_NEW(arena, andor_wide, nodes),
                         .mark = NASH_NEW(arena, uint32_t, nodes),
                         .mark_before = NASH_NEW(arena, uint32_t, nodes),
                         .touched = NASH_NEW(arena, uint32_t, nodes),
                         .stamp = NASH_NEW(arena, uint32_t, nodes)};
    if (!r->q || !r->q_before || !r->mark || !r->mark_before || !r->touched || !r->stamp)
        return false;
    for (uint32_t v = 0; v < nodes; v++) {
        bool known = v < w->a->trace->nodes;
        r->q[v] = known ? w->a->trace->q[v] : 0;
        r->mark[v] = known ? w->a->trace->mark[v] : ANDOR_NONE;
    }
    return true;
}

/* Returns whether the trace has reached its size limit. */
static bool replay_is_full(const struct replay *r)
{
    return r->w->out->out->len >= r->max;
}

/* Returns the cost of a connector by the current costs of its successors. */
static andor_wide replay_option_cost(const struct replay *r, uint32_t c)
{
    andor_wide sum = andor_cost(r->g, c);
    for (uint32_t e = r->g->to[c]; e < r->g->to[c + 1]; e++) {
        andor_wide q = r->q[r->g->succ[e]];
        if (q == ANDOR_WIDE_INF || __builtin_add_overflow(sum, q, &sum))
            return ANDOR_WIDE_INF; /* infinite, or too large for 128 bits: such a connector gets no mark */
    }
    return sum;
}

static void replay_apply(struct replay *r, const struct andor_revision *revision, uint32_t cycle)
{
    uint32_t v = revision->node;
    if (r->stamp[v] != cycle) {
        r->stamp[v] = cycle;
        r->touched[r->touched_count++] = v;
        r->q_before[v] = r->q[v];
        r->mark_before[v] = r->mark[v];
    }
    r->q[v] = revision->q;
    r->mark[v] = revision->mark;
}

/* ---- one cycle ---- */

static void write_connectors(struct andor_writer *w, const char *key, const uint32_t *list, uint32_t count)
{
    nash_jsonw_karray(w->out, key);
    for (uint32_t i = 0; i < count; i++)
        andor_write_connector(w, list[i]);
    nash_jsonw_array_end(w->out);
}

static void write_choice(struct andor_writer *w, const struct andor_cycle *cycle)
{
    enum andor_tip tip = w->p->options.tip;
    char why[48];
    nash_jsonw_karray(w->out, "tips");
    for (uint32_t i = 0; i < cycle->tip_count; i++) /* a walk from right to left is written from left to right */
        andor_write_node(w, cycle->tips[tip == ANDOR_TIP_RIGHTMOST ? cycle->tip_count - 1 - i : i]);
    nash_jsonw_array_end(w->out);
    nash_jsonw_key(w->out, "expanded");
    andor_write_node(w, cycle->expanded);
    snprintf(why, sizeof why, cycle->tip_count > 1 ? "%s of %u tips" : "the only tip", andor_tip_names[tip],
             cycle->tip_count);
    nash_jsonw_kstring(w->out, "why", why);
}

static void write_expansion(struct andor_writer *w, const struct andor_cycle *cycle)
{
    const struct andor_graph *g = w->a->graph;
    nash_jsonw_karray(w->out, "connectors");
    for (uint32_t c = g->first[cycle->expanded]; c < g->last[cycle->expanded]; c++)
        andor_write_connector(w, c);
    nash_jsonw_array_end(w->out);
    nash_jsonw_karray(w->out, "new");
    for (uint32_t i = 0; i < cycle->fresh_count; i++) {
        nash_jsonw_object(w->out);
        nash_jsonw_key(w->out, "id");
        andor_write_node(w, cycle->fresh[i]);
        nash_jsonw_key(w->out, "h");
        andor_write_cost(w->out, andor_h(g, cycle->fresh[i]), g->unit);
        if (andor_is_terminal(g, cycle->fresh[i]))
            nash_jsonw_kbool(w->out, "terminal", true);
        nash_jsonw_object_end(w->out);
    }
    nash_jsonw_array_end(w->out);
}

static void write_revision(struct replay *r, const struct andor_revision *revision)
{
    struct andor_writer *w = r->w;
    nash_jsonw_object(w->out);
    nash_jsonw_key(w->out, "node");
    andor_write_node(w, revision->node);
    nash_jsonw_karray(w->out, "options");
    for (uint32_t c = r->g->first[revision->node]; c < r->g->last[revision->node] && !replay_is_full(r); c++) {
        nash_jsonw_object(w->out);
        nash_jsonw_key(w->out, "connector");
        andor_write_connector(w, c);
        nash_jsonw_key(w->out, "q");
        andor_write_cost(w->out, replay_option_cost(r, c), r->g->unit);
        nash_jsonw_object_end(w->out);
    }
    nash_jsonw_array_end(w->out);
    nash_jsonw_key(w->out, "mark");
    andor_write_connector(w, revision->mark);
    nash_jsonw_key(w->out, "q");
    andor_write_cost(w->out, revision->q, r->g->unit);
    if (revision->solved)
        nash_jsonw_kbool(w->out, "solved", true);
    nash_jsonw_object_end(w->out);
}

/* Writes the costs, marks and labels that the cycle changed. */
static void write_changes(struct replay *r, const struct andor_cycle *cycle)
{
    struct andor_writer *w = r->w;
    nash_jsonw_kobject(w->out, "q");
    for (uint32_t i = 0; i < r->touched_count; i++) {
        uint32_t v = r->touched[i];
        nash_jsonw_karray(w->out, andor_node_text(w, v));
        andor_write_cost(w->out, r->q_before[v], r->g->unit);
        andor_write_cost(w->out, r->q[v], r->g->unit);
        nash_jsonw_array_end(w->out);
    }
    nash_jsonw_object_end(w->out);
    nash_jsonw_kobject(w->out, "marks");
    for (uint32_t i = 0; i < r->touched_count; i++) {
        uint32_t v = r->touched[i];
        if (r->mark[v] == r->mark_before[v])
            continue;
        nash_jsonw_karray(w->out, andor_node_text(w, v));
        andor_write_connector(w, r->mark_before[v]);
        andor_write_connector(w, r->mark[v]);
        nash_jsonw_array_end(w->out);
    }
    nash_jsonw_object_end(w->out);
    nash_jsonw_karray(w->out, "solved");
    for (uint32_t i = 0; i < cycle->fresh_count; i++)
        if (andor_is_terminal(r->g, cycle->fresh[i]))
            andor_write_node(w, cycle->fresh[i]);
    for (uint32_t i = 0; i < cycle->revision_count; i++)
        if (cycle->revisions[i].solved)
            andor_write_node(w, cycle->revisions[i].node);
    nash_jsonw_array_end(w->out);
}

/* Replays a cycle and writes it. */
static void replay_cycle(struct replay *r, const struct andor_cycle *cycle, uint32_t number)
{
    struct andor_writer *w = r->w;
    r->touched_count = 0;
    for (uint32_t i = 0; i < cycle->fresh_count; i++)
        r->q[cycle->fresh[i]] = andor_h(r->g, cycle->fresh[i]);
    nash_jsonw_object(w->out);
    nash_jsonw_kuint(w->out, "cycle", number);
    write_connectors(w, "partial", cycle->partial, cycle->partials);
    write_choice(w, cycle);
    write_expansion(w, cycle);
    nash_jsonw_karray(w->out, "revised");
    for (uint32_t i = 0; i < cycle->revision_count; i++) {
        write_revision(r, &cycle->revisions[i]);
        replay_apply(r, &cycle->revisions[i], number);
    }
    nash_jsonw_array_end(w->out);
    write_changes(r, cycle);
    nash_jsonw_key(w->out, "q_root");
    andor_write_cost(w->out, cycle->q_root, r->g->unit);
    nash_jsonw_object_end(w->out);
}

/* ---- all cycles ---- */

/* Writes the recorded cycles. Returns the number of the last complete one, or 0. */
static uint32_t write_steps(struct replay *r, const struct andor_trace *trace)
{
    uint32_t last = 0;
    r->max = r->w->out->out->len + TRACE_TEXT_MAX;
    for (uint32_t i = 0; i < trace->kept && !replay_is_full(r); i++) {
        replay_cycle(r, &trace->cycles[i], trace->from + i);
        last = !replay_is_full(r) ? trace->from + i : last; /* a cut cycle has to be requested again */
    }
    return last;
}

void andor_write_trace(struct andor_writer *w)
{
    const struct andor_options *o = &w->p->options;
    const struct andor_trace *trace = w->a->trace;
    struct replay r;
    if (!o->trace || !trace)
        return;
    if (!replay_init(&r, w)) {
        w->out->out->failed = true;
        return;
    }
    nash_jsonw_kobject(w->out, "trace");
    nash_jsonw_kuint(w->out, "cycles", trace->played);
    nash_jsonw_kuint(w->out, "from", o->trace_from);
    nash_jsonw_kstring(w->out, "tip", andor_tip_names[o->tip]);
    nash_jsonw_karray(w->out, "steps");
    uint32_t last = write_steps(&r, trace);
    nash_jsonw_array_end(w->out);
    nash_jsonw_kbool(w->out, "complete", last >= trace->played || o->trace_from > trace->played);
    if (trace->ended)
        nash_jsonw_kstring(w->out, "ended", andor_trace_end(trace, w->a->timeout));
    nash_jsonw_object_end(w->out);
}
