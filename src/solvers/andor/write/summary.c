/* Writes the summary of a result: "9 nodes, 12 connectors: cost 5, 1 optimal graph". */
#include <solvers/kit/summary.h>

#include "write.h"

enum { COUNTED_MAX = 1000000 }; /* a larger number of optimal graphs is left out */

static void summary_add_outcome(struct summary *summary, const struct andor_answer *a)
{
    struct nash_buf cost = NASH_BUF_INIT(0);
    if (!a->known) {
        summary_add(summary, a->limit ? "not known within the node limit" : "not known in the time given");
        return;
    }
    if (!a->solvable) {
        summary_add(summary, "unsolvable");
        return;
    }
    andor_append_cost(&cost, a->cost, a->graph->unit);
    summary_add(summary, "cost %s%s", nash_buf_cstr(&cost),
                a->proved   ? ""
                : a->missed ? ", not optimal"
                            : ", not proved");
    if (a->missed) {
        nash_buf_reset(&cost);
        andor_append_cost(&cost, andor_value(a->values, a->graph->root), a->graph->unit);
        summary_add(summary, ", optimum %s", nash_buf_cstr(&cost));
    }
    nash_buf_free(&cost);
    if (a->optima && a->optima->complete && a->optima->count < COUNTED_MAX) {
        summary_add(summary, ", ");
        summary_add_count(summary, (uint64_t)a->optima->count, "optimal graph", "optimal graphs");
    }
}

static void summary_add_questions(struct summary *summary, const struct andor_writer *w)
{
    const struct andor_check *check = w->a->check;
    const struct andor_k_best *best = w->a->k_best;
    if (check && !check->valid)
        summary_add(summary, ", given graph is no solution graph");
    if (check && check->valid && !check->overflow) {
        struct nash_buf cost = NASH_BUF_INIT(0);
        andor_append_cost(&cost, w->p->options.model == ANDOR_SHARED ? check->shared : check->recursive,
                          w->a->graph->unit);
        summary_add(summary, ", given graph costs %s", nash_buf_cstr(&cost));
        nash_buf_free(&cost);
    }
    if (best && best->complete && best->count < COUNTED_MAX) {
        summary_add(summary, ", ");
        summary_add_count(summary, (uint64_t)best->count, "solution graph", "solution graphs");
    }
}

void andor_write_summary(struct andor_writer *w)
{
    struct summary summary = {0};
    summary_add_count(&summary, w->a->graph->nodes, "node", "nodes");
    summary_add(&summary, ", ");
    summary_add_count(&summary, w->a->graph->connectors, "connector", "connectors");
    summary_add(&summary, ": ");
    summary_add_outcome(&summary, w->a);
    summary_add_questions(&summary, w);
    summary_write(&summary, w->out);
}

void andor_describe(const void *problem, struct nash_buf *out)
{
    const struct andor_problem *p = problem;
    struct summary words = {0};
    if (p->form == ANDOR_RULES) /* the graph is made while it is searched */
        return;
    summary_add_count(&words, p->graph.nodes, "node", "nodes");
    summary_add(&words, ", ");
    summary_add_count(&words, p->graph.connectors, "connector", "connectors");
    nash_buf_add(out, words.text, words.len);
}
