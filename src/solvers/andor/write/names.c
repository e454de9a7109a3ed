/* Names and costs in a result. */
#include <string.h>

#include "write.h"

/* ---- names ---- */

const char *andor_node_text(struct andor_writer *w, uint32_t v)
{
    if (w->p->form == ANDOR_VERBOSE)
        return w->p->name[v];
    nash_buf_reset(&w->name);
    if (w->p->form == ANDOR_RULES)
        andor_rules_node_name(w->a->graph, v, &w->name);
    else
        nash_buf_u64(&w->name, v);
    return nash_buf_cstr(&w->name);
}

/* Finds the owner by binary search: in a graph stored whole, connectors are ordered by node. */
static uint32_t owner_by_search(const struct andor_graph *g, uint32_t c)
{
    uint32_t low = 0, high = g->nodes - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->last[middle] > c)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static const uint32_t *make_owners(const struct andor_answer *a)
{
    const struct andor_graph *g = a->graph;
    uint32_t *owner = NASH_NEW(a->arena, uint32_t, g->connectors);
    for (uint32_t v = 0; owner && v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++)
            owner[c] = v;
    return owner;
}

uint32_t andor_owner(struct andor_writer *w, uint32_t c)
{
    if (w->p->form != ANDOR_RULES)
        return owner_by_search(w->a->graph, c);
    if (!w->owner)
        w->owner = make_owners(w->a);
    if (w->owner)
        return w->owner[c];
    w->out->out->failed = true;
    return 0;
}

const char *andor_connector_text(struct andor_writer *w, uint32_t c)
{
    if (w->p->form == ANDOR_VERBOSE)
        return w->p->connector_name[c];
    if (w->p->form == ANDOR_COMPACT) {
        nash_buf_reset(&w->name);
        nash_buf_u64(&w->name, c);
        return nash_buf_cstr(&w->name);
    }
    uint32_t v = andor_owner(w, c);
    andor_node_text(w, v);
    nash_buf_printf(&w->name, "#%u", c - w->a->graph->first[v] + 1);
    return nash_buf_cstr(&w->name);
}

void andor_write_node(struct andor_writer *w, uint32_t v)
{
    if (w->p->form == ANDOR_COMPACT)
        nash_jsonw_uint(w->out, v);
    else
        nash_jsonw_string(w->out, andor_node_text(w, v));
}

void andor_write_connector(struct andor_writer *w, uint32_t c)
{
    if (c == ANDOR_NONE)
        nash_jsonw_null(w->out);
    else if (w->p->form == ANDOR_COMPACT)
        nash_jsonw_uint(w->out, c);
    else
        nash_jsonw_string(w->out, andor_connector_text(w, c));
}

/* ---- costs ---- */

/* Writes the digits of value so that they end at `end`, and returns where they begin. */
static char *digits_of(andor_wide value, char *end)
{
    do {
        *--end = (char)('0' + (unsigned)(value % 10));
        value /= 10;
    } while (value);
    return end;
}

void andor_append_cost(struct nash_buf *out, andor_wide cost, uint64_t unit)
{
    char text[48], *end = text + sizeof text, *at = digits_of(cost / unit, end);
    uint64_t rest = (uint64_t)(cost % unit);
    nash_buf_add(out, at, (size_t)(end - at));
    if (!rest)
        return;
    nash_buf_putc(out, '.');
    for (uint64_t place = unit / 10; place && rest; place /= 10) {
        nash_buf_putc(out, (char)('0' + (unsigned)(rest / place)));
        rest %= place;
    }
}

void andor_write_cost(struct nash_jsonw *out, andor_wide cost, uint64_t unit)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    if (cost == ANDOR_WIDE_INF) {
        nash_jsonw_null(out);
        return;
    }
    andor_append_cost(&text, cost, unit);
    if (text.failed)
        out->out->failed = true;
    else if (cost <= (andor_wide)1 << 53)
        nash_jsonw_raw(out, text.data, text.len);
    else
        nash_jsonw_string_n(out, text.data, text.len);
    nash_buf_free(&text);
}
