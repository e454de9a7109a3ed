/* The verbose form: nodes and connectors by name.
 *
 * What the schema forbids is looked for in the whole body first; then names become numbers, in the order of "nodes",
 * "root", "connectors", "terminals"; then connectors are put beside those of the same node, in their order. Each step
 * is one walk over the body: cJSON's lists are never indexed. */
#include <stdio.h>
#include <string.h>

#include "reader.h"

enum { LISTED = 1, TERMINAL = 2, FROM = 4, TO = 8 }; /* where a name was met */

struct draft {
    const struct andor_reader *r;
    const cJSON *root, *terminals, *nodes, *connectors;
    uint32_t terminal_count, listed, connector_count, edges; /* as they are in the body */
    struct andor_names names;
    uint8_t *met;                  /* [nodes], bits as above */
    uint32_t *from, *off, *succ;   /* connectors in the order of the body */
    struct andor_amount *h, *cost; /* [nodes], [connectors] */
    unsigned decimals;             /* that all of them need */
    bool has_h, has_cost;          /* some h is above 0; some cost is not k */
    char dead_end[64];             /* pointer of the first name met in "to" alone */
    uint32_t *place;               /* [connectors]: where that of the body stands in the graph */
    uint32_t *first;               /* [nodes + 1] */
};

static bool is_name(const cJSON *item)
{
    return cJSON_IsString(item) && *item->valuestring;
}

static enum nash_status bad_name(const struct draft *d, const char *at)
{
    return nash_fail(d->r->error, NASH_INVALID, at, "must be the name of a node: a string that is not empty");
}

/* ---- what the schema forbids ---- */

static enum nash_status missing(const struct draft *d, const char *at, const char *member)
{
    return nash_fail(d->r->error, NASH_INVALID, at, "the member \"%s\" is missing", member);
}

/* An array, or absent where it is optional. */
static enum nash_status check_array(const struct draft *d, const char *member, const cJSON **array, bool optional)
{
    char at[32];
    *array = nash_json_get(d->r->doc->root, member);
    if (!*array)
        return optional ? NASH_OK : missing(d, "", member);
    if (cJSON_IsArray(*array))
        return NASH_OK;
    return nash_fail(d->r->error, NASH_INVALID, nash_pointer(at, sizeof at, "", member), "must be an array");
}

static enum nash_status check_names(const struct draft *d, const cJSON *array, const char *at, uint32_t *count)
{
    char pointer[64];
    uint32_t i = 0;
    for (const cJSON *item = array->child; item; item = item->next, i++)
        if (!is_name(item))
            return bad_name(d, nash_pointer_index(pointer, sizeof pointer, at, i));
    *count += i;
    return NASH_OK;
}

/* A member that is an amount, or absent. What only the whole can show is left for later. */
static enum nash_status check_amount(const struct draft *d, const cJSON *object, const char *at, const char *member)
{
    char pointer[64];
    struct andor_amount amount;
    const cJSON *item = nash_json_get(object, member);
    if (!item)
        return NASH_OK;
    enum nash_status status =
        andor_read_amount(item, nash_pointer(pointer, sizeof pointer, at, member), &amount, d->r->error);
    return status == NASH_UNPROCESSABLE ? NASH_OK : status;
}

static enum nash_status check_name(const struct draft *d, const cJSON *object, const char *at, const char *member,
                                   bool optional)
{
    char pointer[64];
    const cJSON *item = nash_json_get(object, member);
    if (!item && optional)
        return NASH_OK;
    if (!item)
        return missing(d, at, member);
    return is_name(item) ? NASH_OK : bad_name(d, nash_pointer(pointer, sizeof pointer, at, member));
}

static enum nash_status check_nodes(struct draft *d)
{
    static const char *const members[] = {"id", "h", NULL};
    char at[48];
    enum nash_status status = check_array(d, "nodes", &d->nodes, true);
    if (status != NASH_OK || !d->nodes)
        return status;
    for (const cJSON *node = d->nodes->child; node && status == NASH_OK; node = node->next) {
        snprintf(at, sizeof at, "/nodes/%u", d->listed++);
        status = nash_json_only(node, at, members, d->r->error);
        if (status == NASH_OK)
            status = check_name(d, node, at, "id", false);
        if (status == NASH_OK)
            status = check_amount(d, node, at, "h");
    }
    return status;
}

static enum nash_status check_connector(struct draft *d, const cJSON *connector, const char *at)
{
    static const char *const members[] = {"id", "from", "to", "cost", NULL};
    char pointer[64];
    enum nash_status status = nash_json_only(connector, at, members, d->r->error);
    if (status == NASH_OK)
        status = check_name(d, connector, at, "id", true);
    if (status == NASH_OK)
        status = check_name(d, connector, at, "from", false);
    if (status == NASH_OK)
        status = check_amount(d, connector, at, "cost");
    if (status != NASH_OK)
        return status;
    const cJSON *to = nash_json_get(connector, "to");
    nash_pointer(pointer, sizeof pointer, at, "to");
    if (!to)
        return missing(d, at, "to");
    if (!cJSON_IsArray(to))
        return nash_fail(d->r->error, NASH_INVALID, pointer, "must be an array of names");
    if (!to->child)
        return nash_fail(d->r->error, NASH_INVALID, pointer,
                         "a connector leads to at least one node: an empty one would be solved at once. Make \"from\" "
                         "a terminal if that is meant");
    return check_names(d, to, pointer, &d->edges);
}

static enum nash_status check_connectors(struct draft *d)
{
    char at[48];
    enum nash_status status = check_array(d, "connectors", &d->connectors, false);
    if (status != NASH_OK)
        return status;
    for (const cJSON *connector = d->connectors->child; connector && status == NASH_OK; connector = connector->next) {
        snprintf(at, sizeof at, "/connectors/%u", d->connector_count++);
        status = check_connector(d, connector, at);
    }
    return status;
}

static enum nash_status check_body(struct draft *d)
{
    enum nash_status status = check_name(d, d->r->doc->root, "", "root", false);
    if (status == NASH_OK)
        status = check_array(d, "terminals", &d->terminals, false);
    if (status == NASH_OK)
        status = check_names(d, d->terminals, "/terminals", &d->terminal_count);
    if (status == NASH_OK)
        status = check_nodes(d);
    if (status == NASH_OK)
        status = check_connectors(d);
    d->root = nash_json_get(d->r->doc->root, "root");
    return status;
}

/* ---- names become numbers ---- */

static bool make_room(struct draft *d)
{
    struct nash_arena *arena = d->r->arena;
    size_t most = (size_t)d->listed + 1 + d->connector_count + d->edges + d->terminal_count;
    d->met = NASH_NEW(arena, uint8_t, most);
    d->h = NASH_NEW(arena, struct andor_amount, most);
    d->from = NASH_NEW(arena, uint32_t, d->connector_count);
    d->off = NASH_NEW(arena, uint32_t, (size_t)d->connector_count + 1);
    d->succ = NASH_NEW(arena, uint32_t, d->edges);
    d->cost = NASH_NEW(arena, struct andor_amount, d->connector_count);
    return d->met && d->h && d->from && d->off && d->succ && d->cost &&
           andor_names_begin(&d->names, arena, d->listed ? d->listed : d->connector_count);
}

static enum nash_status add_name(struct draft *d, const char *name, uint8_t met, uint32_t *number)
{
    bool fresh;
    *number = andor_names_add(&d->names, name, &fresh);
    if (*number == ANDOR_NONE)
        return andor_reader_full(d->r);
    d->met[*number] |= met;
    return NASH_OK;
}

static enum nash_status read_member_amount(struct draft *d, const cJSON *object, const char *at, const char *member,
                                           struct andor_amount *amount)
{
    char pointer[64];
    const cJSON *item = nash_json_get(object, member);
    enum nash_status status =
        andor_read_amount(item, nash_pointer(pointer, sizeof pointer, at, member), amount, d->r->error);
    if (status == NASH_OK && amount->decimals > d->decimals)
        d->decimals = amount->decimals;
    return status;
}

static enum nash_status add_nodes(struct draft *d)
{
    char at[48];
    uint32_t i = 0, number = 0;
    enum nash_status status = NASH_OK;
    for (const cJSON *node = d->nodes ? d->nodes->child : NULL; node && status == NASH_OK; node = node->next, i++) {
        const char *name = nash_json_get(node, "id")->valuestring;
        uint32_t before = d->names.count;
        snprintf(at, sizeof at, "/nodes/%u", i);
        status = add_name(d, name, LISTED, &number);
        if (status == NASH_OK && d->names.count == before)
            return nash_fail(d->r->error, NASH_UNPROCESSABLE, at, "there are two nodes \"%.100s\": name each node once",
                             name);
        if (status == NASH_OK && nash_json_get(node, "h")) {
            status = read_member_amount(d, node, at, "h", &d->h[number]);
            d->has_h |= d->h[number].mantissa > 0;
        }
    }
    return status;
}

/* The successors of the i-th connector. */
static enum nash_status add_successors(struct draft *d, const cJSON *to, uint32_t i)
{
    enum nash_status status = NASH_OK;
    uint32_t edge = d->off[i], k = 0;
    for (const cJSON *item = to->child; item && status == NASH_OK; item = item->next, k++)
        status = add_name(d, item->valuestring, TO, &d->succ[edge + k]);
    d->off[i + 1] = edge + k;
    return status;
}

static enum nash_status add_connectors(struct draft *d)
{
    char at[48];
    uint32_t i = 0;
    enum nash_status status = NASH_OK;
    for (const cJSON *c = d->connectors->child; c && status == NASH_OK; c = c->next, i++) {
        snprintf(at, sizeof at, "/connectors/%u", i);
        status = add_name(d, nash_json_get(c, "from")->valuestring, FROM, &d->from[i]);
        if (status == NASH_OK)
            status = add_successors(d, nash_json_get(c, "to"), i);
        d->cost[i].mantissa = d->off[i + 1] - d->off[i];
        if (status == NASH_OK && nash_json_get(c, "cost")) {
            status = read_member_amount(d, c, at, "cost", &d->cost[i]);
            d->has_cost |= d->cost[i].decimals || d->cost[i].mantissa != d->off[i + 1] - d->off[i];
        }
    }
    return status;
}

static enum nash_status add_terminals(struct draft *d)
{
    enum nash_status status = NASH_OK;
    uint32_t number;
    for (const cJSON *item = d->terminals->child; item && status == NASH_OK; item = item->next)
        status = add_name(d, item->valuestring, TERMINAL, &number);
    return status;
}

static enum nash_status add_all(struct draft *d, uint32_t *root)
{
    enum nash_status status = add_nodes(d);
    if (status == NASH_OK)
        status = add_name(d, d->root->valuestring, 0, root);
    if (status == NASH_OK)
        status = add_connectors(d);
    if (status == NASH_OK)
        status = add_terminals(d);
    if (status == NASH_OK && d->names.count > ANDOR_NODES_MAX)
        return nash_fail(d->r->error, NASH_TOO_LARGE, "/nodes", "there are %u nodes; at most %d fit", d->names.count,
                         ANDOR_NODES_MAX);
    return status;
}

/* ---- what only the whole can show ---- */

static enum nash_status check_whole(struct draft *d, struct andor_problem *p)
{
    uint32_t edge = 0;
    if (!d->met[p->graph.root])
        return nash_fail(d->r->error, NASH_UNPROCESSABLE, "/root",
                         "there is no node \"%.100s\": the root has to be a node of the graph", d->root->valuestring);
    for (uint32_t i = 0; i < d->connector_count; i++)
        for (edge = d->off[i]; edge < d->off[i + 1]; edge++) {
            if (d->met[d->succ[edge]] != TO)
                continue;
            snprintf(d->dead_end, sizeof d->dead_end, "/connectors/%u/to/%u", i, edge - d->off[i]);
            if (!p->options.strict)
                return NASH_OK;
            return nash_fail(d->r->error, NASH_UNPROCESSABLE, d->dead_end,
                             "there is no node \"%.100s\": add it to \"nodes\", or leave out \"strict\" to take it as "
                             "a dead end",
                             d->names.name[d->succ[edge]]);
        }
    return NASH_OK;
}

/* ---- the graph ---- */

/* Connectors beside those of the same node. */
static enum nash_status group(struct draft *d, struct andor_graph *g)
{
    struct nash_arena *arena = d->r->arena;
    uint32_t nodes = d->names.count, connectors = d->connector_count;
    uint32_t *first = NASH_NEW(arena, uint32_t, (size_t)nodes + 2), *to = NASH_NEW(arena, uint32_t, connectors + 1UL);
    uint32_t *succ = NASH_NEW(arena, uint32_t, d->edges), *of = NASH_NEW(arena, uint32_t, connectors);
    d->place = NASH_NEW(arena, uint32_t, connectors);
    if (!first || !to || !succ || !of || !d->place)
        return andor_reader_full(d->r);
    for (uint32_t i = 0; i < connectors; i++)
        first[d->from[i] + 2]++;
    for (uint32_t v = 0; v < nodes; v++)
        first[v + 2] += first[v + 1];
    for (uint32_t i = 0; i < connectors; i++) {
        d->place[i] = first[d->from[i] + 1]++;
        of[d->place[i]] = i;
    }
    for (uint32_t c = 0; c < connectors; c++) {
        uint32_t i = of[c], count = d->off[i + 1] - d->off[i];
        memcpy(&succ[to[c]], &d->succ[d->off[i]], count * sizeof *succ);
        to[c + 1] = to[c] + count;
    }
    g->nodes = nodes;
    g->connectors = connectors;
    g->edges = d->edges;
    g->first = d->first = first;
    g->last = first + 1;
    g->to = to;
    g->succ = succ;
    return NASH_OK;
}

static enum nash_status too_long(const struct draft *d, const char *what, uint32_t i, const char *member)
{
    char at[64];
    snprintf(at, sizeof at, "/%s/%u%s", what, i, member);
    return nash_fail(d->r->error, NASH_UNPROCESSABLE, at,
                     "is too large beside numbers of %u decimals: give all of them in a smaller unit, or round",
                     d->decimals);
}

static enum nash_status scale(const struct draft *d, struct andor_graph *g)
{
    uint32_t fault = 0;
    enum nash_status status = NASH_OK;
    g->unit = 1;
    for (unsigned i = 0; i < d->decimals; i++)
        g->unit *= 10;
    if (d->has_h)
        status = andor_scale_amounts(d->r, d->h, g->nodes, d->decimals, &g->h, &g->wide_h, &fault);
    if (status == NASH_UNPROCESSABLE)
        return too_long(d, "nodes", fault, "/h");
    if (status != NASH_OK || !d->has_cost)
        return status;
    struct andor_amount *cost = NASH_NEW(d->r->arena, struct andor_amount, g->connectors);
    if (!cost)
        return andor_reader_full(d->r);
    for (uint32_t i = 0; i < g->connectors; i++)
        cost[d->place[i]] = d->cost[i];
    status = andor_scale_amounts(d->r, cost, g->connectors, d->decimals, &g->cost, &g->wide_cost, &fault);
    for (uint32_t i = 0; status == NASH_UNPROCESSABLE && i < g->connectors; i++)
        if (d->place[i] == fault)
            return too_long(d, "connectors", i, "/cost");
    return status;
}

static enum nash_status mark_terminals(const struct draft *d, struct andor_graph *g)
{
    uint64_t *terminal = NASH_NEW(d->r->arena, uint64_t, (size_t)g->nodes / 64 + 1);
    if (!terminal)
        return andor_reader_full(d->r);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (d->met[v] & TERMINAL)
            terminal[v >> 6] |= UINT64_C(1) << (v & 63);
    g->terminal = terminal;
    return NASH_OK;
}

/* ---- names of connectors ---- */

static enum nash_status same_connector(const struct draft *d, uint32_t i, const char *name, bool given)
{
    char at[48];
    snprintf(at, sizeof at, given ? "/connectors/%u/id" : "/connectors/%u", i);
    return nash_fail(d->r->error, NASH_UNPROCESSABLE, at,
                     given ? "there are two connectors \"%.100s\": name each once"
                           : "would be called \"%.100s\", as another is: give it an \"id\"",
                     name);
}

/* First those given, then the others: "from#i". */
static enum nash_status name_connectors(struct draft *d, struct andor_problem *p)
{
    struct nash_arena *arena = d->r->arena;
    struct nash_buf own = NASH_BUF_INIT(0);
    struct andor_names names;
    const char **name = NASH_NEW(arena, const char *, d->connector_count);
    enum nash_status status = NASH_OK;
    bool fresh;
    if (!name || !andor_names_begin(&names, arena, d->connector_count))
        return andor_reader_full(d->r);
    for (unsigned given = 2; given-- > 0 && status == NASH_OK;) {
        uint32_t i = 0;
        for (const cJSON *c = d->connectors->child; c && status == NASH_OK; c = c->next, i++) {
            const cJSON *id = nash_json_get(c, "id");
            if ((id != NULL) != given)
                continue;
            nash_buf_reset(&own);
            if (!id)
                nash_buf_printf(&own, "%s#%u", d->names.name[d->from[i]], d->place[i] - d->first[d->from[i]] + 1);
            const char *text = id ? id->valuestring : nash_buf_cstr(&own);
            uint32_t number = andor_names_add(&names, text, &fresh);
            if (number == ANDOR_NONE || own.failed)
                status = andor_reader_full(d->r);
            else if (!fresh)
                status = same_connector(d, i, text, given);
            else
                name[d->place[i]] = names.name[number];
        }
    }
    nash_buf_free(&own);
    p->connector_name = name;
    return status;
}

/* ---- warnings ---- */

static void warn(struct andor_warning *warning, const char *what, uint32_t i, const char *member)
{
    if (!warning->count++)
        snprintf(warning->at, sizeof warning->at, "/%s/%u%s", what, i, member);
}

static void find_warnings(const struct draft *d, struct andor_problem *p)
{
    const struct andor_graph *g = &p->graph;
    struct andor_warning *w = p->warning;
    for (uint32_t i = 0; i < d->connector_count; i++) {
        if (!d->cost[i].mantissa)
            warn(&w[ANDOR_WARN_ZERO_COST], "connectors", i, "/cost");
        if (d->met[d->from[i]] & TERMINAL)
            warn(&w[ANDOR_WARN_TERMINAL_CONNECTORS], "connectors", i, "");
    }
    for (uint32_t v = 0; v < g->nodes; v++) {
        if (d->met[v] & TERMINAL && d->h[v].mantissa) /* listed, so its number is its place there */
            warn(&w[ANDOR_WARN_TERMINAL_H], "nodes", v, "/h");
        w[ANDOR_WARN_DEAD_END].count += d->met[v] == TO;
    }
    strcpy(w[ANDOR_WARN_DEAD_END].at, d->dead_end);
}

enum nash_status andor_parse_verbose(const struct andor_reader *r, struct andor_problem *p)
{
    struct draft d = {.r = r};
    enum nash_status status = check_body(&d);
    if (status != NASH_OK)
        return status;
    if (!make_room(&d))
        return andor_reader_full(r);
    status = add_all(&d, &p->graph.root);
    if (status == NASH_OK)
        status = check_whole(&d, p);
    if (status == NASH_OK)
        status = group(&d, &p->graph);
    if (status == NASH_OK)
        status = scale(&d, &p->graph);
    if (status == NASH_OK)
        status = mark_terminals(&d, &p->graph);
    if (status == NASH_OK)
        status = name_connectors(&d, p);
    if (status == NASH_OK)
        find_warnings(&d, p);
    p->name = d.names.name;
    return status;
}
