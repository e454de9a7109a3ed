/* Draws the graph in the DOT language of Graphviz. A connector of several successors is a small node where its branches
 * meet; the solution graph is bold. Graphs too large to read are left out. */
#include "write.h"

static void dot_append_quoted(struct nash_buf *buf, const char *text)
{
    nash_buf_putc(buf, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            nash_buf_putc(buf, '\\');
        nash_buf_putc(buf, *text);
    }
    nash_buf_putc(buf, '"');
}

static void dot_append_node(struct andor_writer *w, struct nash_buf *buf, uint32_t v)
{
    const struct andor_graph *g = w->a->graph;
    nash_buf_printf(buf, "  v%u [label=", v);
    dot_append_quoted(buf, andor_node_text(w, v));
    if (andor_is_terminal(g, v))
        nash_buf_puts(buf, ", peripheries=2");
    if (andor_shown_values(w)) {
        andor_wide value = andor_value(w->a->values, v);
        nash_buf_puts(buf, ", xlabel=\"");
        if (value == ANDOR_WIDE_INF)
            nash_buf_puts(buf, "inf");
        else
            andor_append_cost(buf, value, g->unit);
        nash_buf_putc(buf, '"');
    }
    nash_buf_puts(buf, "];\n");
}

static void dot_append_connector(struct andor_writer *w, struct nash_buf *buf, uint32_t v, uint32_t c, bool bold)
{
    const struct andor_graph *g = w->a->graph;
    const char *width = bold ? ", penwidth=3" : "";
    bool several = g->to[c + 1] - g->to[c] > 1;
    if (several)
        nash_buf_printf(buf, "  c%u [shape=point];\n  v%u -> c%u [arrowhead=none, label=\"", c, v, c);
    else
        nash_buf_printf(buf, "  v%u -> v%u [label=\"", v, g->succ[g->to[c]]);
    andor_append_cost(buf, andor_cost(g, c), g->unit);
    nash_buf_printf(buf, "\"%s];\n", width);
    for (uint32_t e = g->to[c]; several && e < g->to[c + 1]; e++)
        nash_buf_printf(buf, "  c%u -> v%u%s;\n", c, g->succ[e], bold ? " [penwidth=3]" : "");
}

void andor_write_dot(struct andor_writer *w)
{
    const struct andor_graph *g = w->a->graph;
    struct nash_buf buf = NASH_BUF_INIT(0);
    if (!andor_is_drawable(g))
        return;
    uint64_t *bold = NASH_NEW(w->a->arena, uint64_t, (size_t)g->connectors / 64 + 1);
    for (uint32_t i = 0; bold && i < w->a->solution_count; i++)
        bold[w->a->solution[i].connector >> 6] |= UINT64_C(1) << (w->a->solution[i].connector & 63);
    nash_buf_puts(&buf, "digraph andor {\n  node [shape=ellipse];\n");
    for (uint32_t v = 0; v < g->nodes; v++)
        dot_append_node(w, &buf, v);
    for (uint32_t v = 0; bold && v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++)
            dot_append_connector(w, &buf, v, c, bold[c >> 6] >> (c & 63) & 1);
    nash_buf_puts(&buf, "}\n");
    if (!bold || buf.failed)
        w->out->out->failed = true;
    nash_jsonw_key(w->out, "dot");
    nash_jsonw_string_n(w->out, buf.data, buf.len);
    nash_buf_free(&buf);
}
