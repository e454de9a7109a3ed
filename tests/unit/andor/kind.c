#include "kind.h"

const struct nash_solver *const kind_solver = &nash_solver_andor;

/* ---- graphs as text ---- */

static void put_comma(struct nash_buf *out, uint32_t i)
{
    if (i)
        nash_buf_putc(out, ',');
}

static void print_verbose(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"root\":\"n(%u)\",\"nodes\":[", g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, "%s{\"id\":\"n(%u)\",\"h\":%llu}", v ? "," : "", v, (unsigned long long)andor_h(g, v));
    nash_buf_puts(out, "],\"terminals\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s\"n(%u)\"", i++ ? "," : "", v);
    nash_buf_puts(out, "],\"connectors\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            nash_buf_printf(out, "%s{\"from\":\"n(%u)\",\"cost\":%llu,\"to\":[", c ? "," : "", v,
                            (unsigned long long)andor_cost(g, c));
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                nash_buf_printf(out, "%s\"n(%u)\"", e > g->to[c] ? "," : "", g->succ[e]);
            nash_buf_puts(out, "]}");
        }
    nash_buf_puts(out, "]");
}

static void print_array(struct nash_buf *out, const char *name, const uint32_t *value, uint32_t count)
{
    nash_buf_printf(out, ",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++) {
        put_comma(out, i);
        nash_buf_u64(out, value[i]);
    }
    nash_buf_putc(out, ']');
}

static void print_compact(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"n\":%u,\"root\":%u,\"terminals\":[", g->nodes, g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s%u", i++ ? "," : "", v);
    nash_buf_printf(out, "],\"off\":[0");
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, ",%u", g->last[v]);
    nash_buf_putc(out, ']');
    print_array(out, "soff", g->to, g->connectors + 1);
    print_array(out, "succ", g->succ, g->edges);
    nash_buf_puts(out, ",\"cost\":[");
    for (uint32_t c = 0; c < g->connectors; c++) {
        put_comma(out, c);
        nash_buf_u64(out, andor_cost(g, c));
    }
    nash_buf_puts(out, "],\"h\":[");
    for (uint32_t v = 0; v < g->nodes; v++) {
        put_comma(out, v);
        nash_buf_u64(out, andor_h(g, v));
    }
    nash_buf_puts(out, "]");
}

static void print_rules(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"start\":\"n(%u)\",\"goals\":[", g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s\"n(%u)\"", i++ ? "," : "", v);
    nash_buf_puts(out, "],\"rules\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            /* every second rule is written with a variable and a condition on it */
            nash_buf_printf(out, c % 2 ? "%s\"n(x) ->" : "%s\"n(%u) ->", c ? "," : "", v);
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                nash_buf_printf(out, "%s n(%u)", e > g->to[c] ? "," : "", g->succ[e]);
            if (c % 2)
                nash_buf_printf(out, " if x = %u", v);
            nash_buf_printf(out, " cost %llu\"", (unsigned long long)andor_cost(g, c));
        }
    nash_buf_puts(out, "],\"h\":{");
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, "%s\"n(%u)\":%llu", v ? "," : "", v, (unsigned long long)andor_h(g, v));
    nash_buf_puts(out, "}");
}

void kind_print(const struct andor_graph *g, enum andor_form form, const char *more, struct nash_buf *out)
{
    (form == ANDOR_VERBOSE ? print_verbose : form == ANDOR_COMPACT ? print_compact : print_rules)(g, out);
    nash_buf_puts(out, more);
    nash_buf_putc(out, '}');
}
