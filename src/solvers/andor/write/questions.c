/* Writes the answers to further questions: the facts about the graph, the check of a given solution graph, the k best
 * solution graphs. */
#include <string.h>

#include "write.h"

enum { LISTED_MAX = 100, GRAPHS_TEXT_MAX = 8 << 20 /* bytes of names in the k best graphs of a result */ };

/* ---- structure ---- */

static void write_flagged(struct andor_writer *w, const char *name, uint32_t flag, uint32_t count)
{
    const struct andor_structure *structure = w->a->structure;
    uint32_t listed = 0;
    nash_jsonw_karray(w->out, name);
    for (uint32_t v = 0; v < w->a->graph->nodes && listed < LISTED_MAX; v++)
        if (structure->flags[v] & flag) {
            andor_write_node(w, v);
            listed++;
        }
    nash_jsonw_array_end(w->out);
    if (count > listed) {
        struct nash_buf key = NASH_BUF_INIT(0);
        nash_buf_printf(&key, "%s_found", name);
        nash_jsonw_kuint(w->out, nash_buf_cstr(&key), count);
        nash_buf_free(&key);
    }
}

void andor_write_structure(struct andor_writer *w)
{
    const struct andor_structure *structure = w->a->structure;
    if (!structure)
        return;
    nash_jsonw_kobject(w->out, "structure");
    nash_jsonw_kbool(w->out, "tree", structure->tree);
    if (structure->node != ANDOR_NONE) {
        nash_jsonw_kobject(w->out, "shared_node");
        nash_jsonw_key(w->out, "node");
        andor_write_node(w, structure->node);
        nash_jsonw_karray(w->out, "parents");
        andor_write_node(w, structure->parent[0]);
        andor_write_node(w, structure->parent[1]);
        nash_jsonw_array_end(w->out);
        nash_jsonw_object_end(w->out);
    }
    write_flagged(w, "roots", ANDOR_IS_ROOT, structure->roots);
    write_flagged(w, "leaves", ANDOR_IS_LEAF, structure->leaves);
    write_flagged(w, "terminals", ANDOR_IS_TERMINAL, structure->terminals);
    nash_jsonw_object_end(w->out);
}

/* ---- the check of a solution graph ---- */

static void append_fault(struct andor_writer *w, const struct andor_fault *fault, struct nash_buf *out)
{
    const struct andor_named_choice *choice = w->p->candidate->choice;
    switch (fault->type) {
    case ANDOR_FAULT_UNKNOWN_NODE:
        nash_buf_printf(out, "there is no node \"%s\"", choice[fault->choice].node);
        return;
    case ANDOR_FAULT_UNKNOWN_CONNECTOR:
        nash_buf_printf(out, "there is no connector \"%s\"", choice[fault->choice].connector);
        return;
    case ANDOR_FAULT_AMBIGUOUS_CONNECTOR:
        nash_buf_printf(out, "the rule \"%s\" makes several connectors: name one of them by its id, such as n0#2",
                        choice[fault->choice].connector);
        return;
    case ANDOR_FAULT_FOREIGN_CONNECTOR:
        nash_buf_printf(out, "%s is a connector", andor_connector_text(w, fault->connector));
        nash_buf_printf(out, " of %s,", andor_node_text(w, fault->other));
        nash_buf_printf(out, " not of %s", andor_node_text(w, fault->node));
        return;
    case ANDOR_FAULT_TERMINAL_CONNECTOR:
        nash_buf_printf(out, "%s is terminal: its solution graph is the node alone (rule 1),",
                        andor_node_text(w, fault->node));
        nash_buf_printf(out, " without %s", andor_connector_text(w, fault->connector));
        return;
    case ANDOR_FAULT_SEVERAL_CONNECTORS:
        nash_buf_printf(out, "%s has the connectors", andor_node_text(w, fault->node));
        nash_buf_printf(out, " %s", andor_connector_text(w, fault->other));
        nash_buf_printf(out, " and %s: a node of a solution graph has one (rule 2)",
                        andor_connector_text(w, fault->connector));
        return;
    case ANDOR_FAULT_NO_CONNECTOR:
        nash_buf_printf(out, "%s is not terminal and no connector is chosen for it (rule 2)",
                        andor_node_text(w, fault->node));
        return;
    case ANDOR_FAULT_DEAD_END:
        nash_buf_printf(out,
                        "%s is not terminal and the graph has no connector for it: it has no solution graph (rule 3)",
                        andor_node_text(w, fault->node));
        return;
    case ANDOR_FAULT_CYCLE:
        for (uint32_t i = 0; i < fault->path_count; i++)
            nash_buf_printf(out, "%s%s", i ? " -> " : "", andor_node_text(w, fault->path[i]));
        nash_buf_puts(out, " is a cycle: a solution graph has none");
        return;
    default:
        nash_buf_printf(out, "%s is not reached from the root: it is no part of the solution graph",
                        andor_node_text(w, fault->node));
    }
}

static void write_faults(struct andor_writer *w)
{
    static const char *const types[ANDOR_FAULTS] = {"unknown-node",      "unknown-connector",  "ambiguous-connector",
                                                    "foreign-connector", "terminal-connector", "several-connectors",
                                                    "no-connector",      "dead-end",           "cycle",
                                                    "not-reached"};
    const struct andor_check *check = w->a->check;
    nash_jsonw_karray(w->out, "faults");
    for (uint32_t i = 0; i < check->kept; i++) {
        const struct andor_fault *fault = &check->faults[i];
        struct nash_buf detail = NASH_BUF_INIT(0);
        append_fault(w, fault, &detail);
        nash_jsonw_object(w->out);
        nash_jsonw_kstring(w->out, "type", types[fault->type]);
        if (fault->node != ANDOR_NONE) {
            nash_jsonw_key(w->out, "node");
            andor_write_node(w, fault->node);
        }
        if (fault->connector != ANDOR_NONE) {
            nash_jsonw_key(w->out, "connector");
            andor_write_connector(w, fault->connector);
        }
        nash_jsonw_kstring(w->out, "detail", nash_buf_cstr(&detail));
        nash_jsonw_object_end(w->out);
        nash_buf_free(&detail);
    }
    nash_jsonw_array_end(w->out);
    if (check->found > check->kept)
        nash_jsonw_kuint(w->out, "faults_found", check->found);
}

static bool is_shared(const struct andor_writer *w)
{
    return w->p->options.model == ANDOR_SHARED;
}

/* A listed step of the price. */
struct price_step {
    uint32_t next, listed; /* index of the next step in check->step; number of steps listed so far */
    uint32_t node;
    andor_wide before, total; /* costs of the connectors listed before it; the same with its own */
};

/* Goes on to the next step: those of terminals are left out if shared parts count once. Returns false if there is none.
 */
static bool next_step(const struct andor_writer *w, struct price_step *step)
{
    const struct andor_check *check = w->a->check;
    while (step->next < check->steps) {
        uint32_t v = step->node = check->step[step->next++];
        bool terminal = andor_is_terminal(w->a->graph, v);
        if (is_shared(w) && terminal)
            continue;
        step->listed++;
        step->before = step->total;
        step->total += terminal ? 0 : andor_cost(w->a->graph, check->chosen[v]);
        return true;
    }
    return false;
}

/* Appends how the price of a node comes about: "k(n5, N) = 2 + 0 + 0 = 2"; shared: "n5: 0 + 2 = 2", where the first
 * number is the sum so far. */
static void append_sum(struct andor_writer *w, const struct price_step *step, struct nash_buf *out)
{
    const struct andor_graph *g = w->a->graph;
    const struct andor_check *check = w->a->check;
    uint32_t v = step->node, c = check->chosen[v];
    if (is_shared(w)) {
        nash_buf_printf(out, "%s: ", andor_node_text(w, v));
        andor_append_cost(out, step->before, g->unit);
        nash_buf_puts(out, " + ");
        andor_append_cost(out, andor_cost(g, c), g->unit);
        nash_buf_puts(out, " = ");
        andor_append_cost(out, step->total, g->unit);
        return;
    }
    nash_buf_printf(out, "k(%s, N) = ", andor_node_text(w, v));
    if (andor_is_terminal(g, v)) {
        nash_buf_putc(out, '0');
        return;
    }
    andor_append_cost(out, andor_cost(g, c), g->unit);
    for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++) {
        nash_buf_puts(out, " + ");
        andor_append_cost(out, check->price[g->succ[e]], g->unit);
    }
    nash_buf_puts(out, " = ");
    andor_append_cost(out, check->price[v], g->unit);
}

static void write_step(struct andor_writer *w, const struct price_step *step)
{
    const struct andor_graph *g = w->a->graph;
    const struct andor_check *check = w->a->check;
    uint32_t v = step->node;
    struct nash_buf sum = NASH_BUF_INIT(0);
    append_sum(w, step, &sum);
    nash_jsonw_object(w->out);
    nash_jsonw_key(w->out, "node");
    andor_write_node(w, v);
    if (!andor_is_terminal(g, v)) {
        nash_jsonw_key(w->out, "connector");
        andor_write_connector(w, check->chosen[v]);
    }
    nash_jsonw_key(w->out, is_shared(w) ? "total" : "k");
    andor_write_cost(w->out, is_shared(w) ? step->total : check->price[v], g->unit);
    nash_jsonw_kstring(w->out, "sum", nash_buf_cstr(&sum));
    nash_jsonw_object_end(w->out);
    nash_buf_free(&sum);
}

static void write_steps(struct andor_writer *w)
{
    struct price_step step = {0};
    nash_jsonw_karray(w->out, "steps");
    while (step.listed < ANDOR_LIST_MAX && next_step(w, &step))
        write_step(w, &step);
    nash_jsonw_array_end(w->out);
    if (next_step(w, &step))
        nash_jsonw_kbool(w->out, "steps_complete", false);
}

/* Writes the price by the model of the request, and the other one by its name; null if there is none. */
static void write_prices(struct andor_writer *w, bool known, andor_wide recursive, andor_wide shared)
{
    uint64_t unit = w->a->graph->unit;
    nash_jsonw_key(w->out, "cost");
    andor_write_cost(w->out, !known ? ANDOR_WIDE_INF : is_shared(w) ? shared : recursive, unit);
    if (!known)
        return;
    nash_jsonw_key(w->out, is_shared(w) ? "recursive_cost" : "shared_cost");
    andor_write_cost(w->out, is_shared(w) ? recursive : shared, unit);
}

void andor_write_check(struct andor_writer *w)
{
    const struct andor_check *check = w->a->check;
    if (!check)
        return;
    nash_jsonw_kobject(w->out, "solution_graph");
    nash_jsonw_kbool(w->out, "valid", check->valid);
    write_prices(w, check->valid && !check->overflow, check->recursive, check->shared);
    write_faults(w);
    write_steps(w);
    nash_jsonw_object_end(w->out);
}

/* ---- the k best ---- */

static void write_ranked(struct andor_writer *w, const struct andor_ranked *graph)
{
    nash_jsonw_object(w->out);
    nash_jsonw_key(w->out, "cost");
    andor_write_cost(w->out, graph->cost, w->a->graph->unit);
    if (!is_shared(w)) {
        andor_wide once = 0;
        for (uint32_t i = 0; i < graph->count; i++)
            once += andor_cost(w->a->graph, graph->choice[i].connector);
        nash_jsonw_key(w->out, "shared_cost");
        andor_write_cost(w->out, once, w->a->graph->unit);
    }
    andor_write_choices(w, graph->choice, graph->count);
    nash_jsonw_object_end(w->out);
}

/* Returns how many of the graphs found are listed: fewer if their names are long. */
static uint32_t listed_graphs(struct andor_writer *w)
{
    const struct andor_k_best *best = w->a->k_best;
    size_t bytes = 0;
    for (uint32_t i = 0; i < best->found; i++) {
        for (uint32_t j = 0; j < best->graphs[i].count; j++) {
            bytes += strlen(andor_connector_text(w, best->graphs[i].choice[j].connector));
            bytes += strlen(andor_node_text(w, best->graphs[i].choice[j].node));
        }
        if (bytes > GRAPHS_TEXT_MAX)
            return i;
    }
    return best->found;
}

static const char *ended_early(const struct andor_k_best *best, uint32_t listed)
{
    return listed < best->found ? "the listed graphs have 8 MiB of names already" : best->ended;
}

void andor_write_k_best(struct andor_writer *w)
{
    const struct andor_k_best *best = w->a->k_best;
    if (!best)
        return;
    uint32_t listed = listed_graphs(w);
    nash_jsonw_kobject(w->out, "k_best");
    andor_write_wide(w->out, "count", best->count);
    nash_jsonw_kbool(w->out, "complete", best->complete);
    nash_jsonw_karray(w->out, "graphs");
    for (uint32_t i = 0; i < listed; i++)
        write_ranked(w, &best->graphs[i]);
    nash_jsonw_array_end(w->out);
    if (ended_early(best, listed))
        nash_jsonw_kstring(w->out, "ended", ended_early(best, listed));
    nash_jsonw_object_end(w->out);
}

/* ---- as text ---- */

static void append_check(struct andor_writer *w, struct nash_buf *out)
{
    const struct andor_check *check = w->a->check;
    nash_buf_puts(out, " | solution_graph ");
    if (!check->valid) {
        nash_buf_puts(out, "invalid");
        for (uint32_t i = 0; i < check->kept; i++) {
            nash_buf_puts(out, i ? "; " : ": ");
            append_fault(w, &check->faults[i], out);
        }
        return;
    }
    if (check->overflow)
        nash_buf_puts(out, "unknown");
    else
        andor_append_cost(out, is_shared(w) ? check->shared : check->recursive, w->a->graph->unit);
    for (struct price_step step = {0}; step.listed < ANDOR_LIST_MAX && next_step(w, &step);) {
        nash_buf_puts(out, step.listed > 1 ? ", " : ": ");
        append_sum(w, &step, out);
    }
}

static void append_k_best(struct andor_writer *w, struct nash_buf *out)
{
    const struct andor_k_best *best = w->a->k_best;
    uint32_t listed = listed_graphs(w);
    nash_buf_puts(out, best->complete ? " | k_best of " : " | k_best of at least ");
    andor_append_cost(out, best->count, 1);
    for (uint32_t i = 0; i < listed; i++) {
        nash_buf_puts(out, i ? "; " : ": ");
        andor_append_cost(out, best->graphs[i].cost, w->a->graph->unit);
        for (uint32_t j = 0; j < best->graphs[i].count; j++)
            nash_buf_printf(out, " %s", andor_connector_text(w, best->graphs[i].choice[j].connector));
    }
    if (ended_early(best, listed))
        nash_buf_printf(out, " (%s)", ended_early(best, listed));
}

void andor_append_questions(struct andor_writer *w, struct nash_buf *out)
{
    if (w->a->check)
        append_check(w, out);
    if (w->a->k_best)
        append_k_best(w, out);
}
