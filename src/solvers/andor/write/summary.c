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

void andor_write_summary(struct andor_writer *w)
{
    struct summary summary = {0};
    summary_add_count(&summary, w->a->graph->nodes, "node", "nodes");
    summary_add(&summary, ", ");
    summary_add_count(&summary, w->a->graph->connectors, "connector", "connectors");
    summary_add(&summary, ": ");
    summary_add_outcome(&summary, w->a);
    summary_write(&summary, w->out);
}
