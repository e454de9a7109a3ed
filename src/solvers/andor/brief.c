/* The brief of a result (nash/solver.h): what a list of jobs says of it, "9 nodes, 12 connectors: cost 5, 1 optimal
 * graph". Phrases between ", ": the graph, then ": ", then what came of it; a page in another language puts them
 * together anew. */
#include "write.h"

static void put_count(struct nash_buf *buf, uint32_t count, const char *what)
{
    nash_buf_printf(buf, "%u %s%s", count, what, count == 1 ? "" : "s");
}

static void put_outcome(struct nash_buf *buf, const struct andor_answer *a)
{
    if (!a->known) {
        nash_buf_puts(buf, a->limit ? "not known within the node limit" : "not known in the time given");
        return;
    }
    if (!a->solvable) {
        nash_buf_puts(buf, "unsolvable");
        return;
    }
    nash_buf_puts(buf, "cost ");
    andor_put_cost(buf, a->cost, a->graph->unit);
    if (!a->proved)
        nash_buf_puts(buf, ", not proved");
    if (a->optima && a->optima->complete && a->optima->count < 1000000)
        nash_buf_printf(buf, ", %u optimal graph%s", (unsigned)a->optima->count, a->optima->count == 1 ? "" : "s");
}

void andor_write_brief(struct andor_writer *w)
{
    struct nash_buf buf = NASH_BUF_INIT(NASH_BRIEF_MAX);
    put_count(&buf, w->a->graph->nodes, "node");
    nash_buf_puts(&buf, ", ");
    put_count(&buf, w->a->graph->connectors, "connector");
    nash_buf_puts(&buf, ": ");
    put_outcome(&buf, w->a);
    nash_jsonw_kstring(w->out, "brief", nash_buf_cstr(&buf));
    nash_buf_free(&buf);
}
