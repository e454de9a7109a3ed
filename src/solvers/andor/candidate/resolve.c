/* Finds the nodes and connectors that a candidate names. The names of the candidate are put into a table, and all names
 * of the graph are looked up in it, since rules make names only when they are written. A connector made by a rule has
 * two names: its own, "n0#1", and that of the rule, "R1". */
#include "resolve.h"

#include <string.h>

#include <nash/json.h>
#include <solvers/andor/write/write.h>
#include <solvers/kit/collections/symbols.h>

struct resolver {
    struct andor_writer *w;
    const struct andor_candidate *candidate;
    struct symbols names;
    uint32_t *node, *connector; /* [names]: a number, ANDOR_NONE or ANDOR_SEVERAL */
};

/* Reads the number of a node or connector of a compact graph. */
static uint32_t number_of(const char *text, uint32_t count)
{
    int64_t number;
    return nash_parse_int64(text, strlen(text), &number) && number >= 0 && number < count ? (uint32_t)number
                                                                                          : ANDOR_NONE;
}

static void resolve_numbers(const struct andor_candidate *candidate, struct andor_writer *w,
                            struct andor_named_numbers *numbers)
{
    for (uint32_t i = 0; i < candidate->count; i++) {
        const struct andor_named_choice *choice = &candidate->choice[i];
        numbers[i].node = choice->node ? number_of(choice->node, w->a->graph->nodes) : ANDOR_NONE;
        numbers[i].connector = number_of(choice->connector, w->a->graph->connectors);
    }
}

/* ---- names ---- */

static uint32_t name_number(struct resolver *x, const char *text)
{
    bool is_new;
    return symbols_add(&x->names, text, strlen(text), &is_new);
}

static bool add_names(struct resolver *x)
{
    bool room = symbols_init(&x->names, x->w->a->arena, 2 * x->candidate->count);
    for (uint32_t i = 0; room && i < x->candidate->count; i++) {
        const struct andor_named_choice *choice = &x->candidate->choice[i];
        room = name_number(x, choice->connector) != SYMBOL_NONE &&
               (!choice->node || name_number(x, choice->node) != SYMBOL_NONE);
    }
    x->node = room ? NASH_NEW(x->w->a->arena, uint32_t, x->names.count) : NULL;
    x->connector = room ? NASH_NEW(x->w->a->arena, uint32_t, x->names.count) : NULL;
    for (uint32_t i = 0; x->node && x->connector && i < x->names.count; i++)
        x->node[i] = x->connector[i] = ANDOR_NONE;
    return x->node && x->connector;
}

static void find_connector(struct resolver *x, const char *text, uint32_t c)
{
    uint32_t name = symbols_find(&x->names, text, strlen(text));
    if (name != SYMBOL_NONE)
        x->connector[name] = x->connector[name] == ANDOR_NONE || x->connector[name] == c ? c : ANDOR_SEVERAL;
}

static void find_names(struct resolver *x)
{
    struct andor_writer *w = x->w;
    const struct andor_graph *g = w->a->graph;
    for (uint32_t v = 0; v < g->nodes; v++) {
        const char *text = andor_node_text(w, v);
        uint32_t name = symbols_find(&x->names, text, strlen(text));
        if (name != SYMBOL_NONE)
            x->node[name] = v;
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            find_connector(x, andor_connector_text(w, c), c);
            if (w->p->form != ANDOR_RULES)
                continue;
            nash_buf_reset(&w->name);
            andor_rules_connector_name(g, c, &w->name);
            find_connector(x, nash_buf_cstr(&w->name), c);
        }
    }
}

static bool resolve_names(const struct andor_candidate *candidate, struct andor_writer *w,
                          struct andor_named_numbers *numbers)
{
    struct resolver x = {.w = w, .candidate = candidate};
    if (!add_names(&x))
        return false;
    find_names(&x);
    for (uint32_t i = 0; i < candidate->count; i++) {
        const struct andor_named_choice *choice = &candidate->choice[i];
        numbers[i].node = choice->node ? x.node[name_number(&x, choice->node)] : ANDOR_NONE;
        numbers[i].connector = x.connector[name_number(&x, choice->connector)];
    }
    return true;
}

bool andor_resolve_candidate(const struct andor_problem *p, const struct andor_answer *a,
                             struct andor_named_numbers *numbers)
{
    struct nash_buf unused = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&unused);
    struct andor_writer w = {.p = p, .a = a, .out = &out, .name = NASH_BUF_INIT(0)};
    bool room = true;
    if (p->form == ANDOR_COMPACT)
        resolve_numbers(p->candidate, &w, numbers);
    else
        room = resolve_names(p->candidate, &w, numbers);
    for (uint32_t i = 0; room && i < p->candidate->count; i++)
        numbers[i].owner = numbers[i].connector < ANDOR_SEVERAL ? andor_owner(&w, numbers[i].connector) : ANDOR_NONE;
    room = room && !w.name.failed && !unused.failed;
    nash_buf_free(&w.name);
    return room;
}
