/* The nodes of a result, and the connectors that rules made. */
#include "write.h"

static bool has_bit(const uint64_t *bits, uint32_t v)
{
    return bits[v >> 6] >> (v & 63) & 1;
}

/* Returns h as the request gives it, also for a terminal. */
static andor_wide given_h(const struct andor_graph *g, uint32_t v)
{
    return g->h ? g->h[v] : g->wide_h ? g->wide_h[v] : 0;
}

static void write_search(struct andor_writer *w, uint32_t v)
{
    const struct andor_search *search = w->a->search;
    if (!search || v >= w->a->search_nodes || !has_bit(search->is_known, v))
        return;
    nash_jsonw_key(w->out, "q");
    andor_write_cost(w->out, search->q[v], w->a->graph->unit);
    nash_jsonw_kbool(w->out, "solved", has_bit(search->is_solved, v));
    if (search->mark[v] != ANDOR_NONE) {
        nash_jsonw_key(w->out, "mark");
        andor_write_connector(w, search->mark[v]);
    }
}

static void write_node(struct andor_writer *w, uint32_t v, bool reachable)
{
    const struct andor_graph *g = w->a->graph;
    const struct andor_values *values = andor_shown_values(w);
    nash_jsonw_object(w->out);
    nash_jsonw_key(w->out, "id");
    andor_write_node(w, v);
    nash_jsonw_key(w->out, "h");
    andor_write_cost(w->out, given_h(g, v), g->unit);
    if (andor_is_terminal(g, v))
        nash_jsonw_kbool(w->out, "terminal", true);
    if (!reachable)
        nash_jsonw_kbool(w->out, "reachable", false);
    if (values && reachable) {
        nash_jsonw_key(w->out, "h_star");
        andor_write_cost(w->out, andor_value(values, v), g->unit);
        if (values->mark[v] != ANDOR_NONE && !andor_is_terminal(g, v)) {
            nash_jsonw_key(w->out, "best");
            andor_write_connector(w, values->mark[v]);
        }
    }
    write_search(w, v);
    nash_jsonw_object_end(w->out);
}

static void write_all(struct andor_writer *w)
{
    const uint64_t *met = andor_reach(w->a->graph, w->a->arena);
    if (!met)
        w->out->out->failed = true;
    nash_jsonw_karray(w->out, "nodes");
    for (uint32_t v = 0; met && v < w->a->graph->nodes; v++)
        write_node(w, v, has_bit(met, v));
    nash_jsonw_array_end(w->out);
}

static void write_solution_nodes(struct andor_writer *w)
{
    const struct andor_graph *g = w->a->graph;
    nash_jsonw_karray(w->out, "nodes");
    for (uint32_t i = 0; i < w->a->solution_count; i++)
        write_node(w, w->a->solution[i].node, true);
    if (andor_is_terminal(g, g->root))
        write_node(w, g->root, true);
    nash_jsonw_array_end(w->out);
}

/* Writes h* of all nodes of a compact graph by number; null if unreachable or unsolvable. */
static void write_arrays(struct andor_writer *w)
{
    const struct andor_graph *g = w->a->graph;
    nash_jsonw_kobject(w->out, "values");
    nash_jsonw_karray(w->out, "h_star");
    for (uint32_t v = 0; v < g->nodes; v++) {
        andor_wide value = andor_value(w->a->values, v);
        if (g->unit == 1 && value <= (andor_wide)1 << 53)
            nash_jsonw_uint(w->out, (uint64_t)value);
        else
            andor_write_cost(w->out, value, g->unit);
    }
    nash_jsonw_array_end(w->out);
    nash_jsonw_object_end(w->out);
}

/* Writes the connectors that the rules made, so that the graph can be drawn. */
static void write_connectors(struct andor_writer *w)
{
    const struct andor_graph *g = w->a->graph;
    nash_jsonw_karray(w->out, "connectors");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            nash_jsonw_object(w->out);
            nash_jsonw_key(w->out, "id");
            andor_write_connector(w, c);
            nash_jsonw_key(w->out, "from");
            andor_write_node(w, v);
            nash_jsonw_karray(w->out, "to");
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                andor_write_node(w, g->succ[e]);
            nash_jsonw_array_end(w->out);
            nash_jsonw_key(w->out, "cost");
            andor_write_cost(w->out, andor_cost(g, c), g->unit);
            nash_buf_reset(&w->name);
            andor_rules_connector_name(g, c, &w->name);
            nash_jsonw_kstring(w->out, "rule", nash_buf_cstr(&w->name));
            nash_jsonw_object_end(w->out);
        }
    nash_jsonw_array_end(w->out);
}

void andor_write_nodes(struct andor_writer *w)
{
    const struct andor_graph *g = w->a->graph;
    enum andor_listing values = w->p->options.values;
    if (values == ANDOR_LIST_ALL && w->p->form == ANDOR_COMPACT && g->nodes > ANDOR_LIST_MAX) {
        if (andor_shown_values(w))
            write_arrays(w);
    } else if (values == ANDOR_LIST_ALL || (values == ANDOR_LIST_AUTO && g->nodes <= ANDOR_LIST_MAX)) {
        write_all(w);
        if (values == ANDOR_LIST_ALL && w->p->form == ANDOR_COMPACT && andor_shown_values(w))
            write_arrays(w);
    } else if (values == ANDOR_LIST_SOLUTION) {
        write_solution_nodes(w);
    }
    if (w->p->form == ANDOR_RULES && values != ANDOR_LIST_NONE && andor_is_drawable(g))
        write_connectors(w);
}
