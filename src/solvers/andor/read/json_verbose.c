/* Reads the verbose form: nodes and connectors by name.
 *
 * A first pass checks the types of all members and counts them. Then names become numbers, in the order of "nodes",
 * "root", "connectors", "terminals", and the connectors of each node are put together in their order. Each step is one
 * pass over the body: cJSON's lists are never indexed. */
#include <stdio.h>
#include <string.h>

#include <solvers/kit/collections/symbols.h>

#include "input.h"

enum { LISTED = 1, TERMINAL = 2, FROM = 4, TO = 8 }; /* where a name appears */

struct verbose_input {
    struct reader *r, terminals, nodes, connectors;
    uint32_t terminal_count, node_count, connector_count, edges; /* numbers of elements in the body */
    struct symbols names;
    uint8_t *seen;                 /* [nodes]: bits LISTED, TERMINAL, FROM, TO */
    uint32_t *from, *off, *succ;   /* the i-th connector of the body leads from from[i] to succ[off[i] .. off[i + 1]) */
    struct andor_amount *h, *cost; /* [nodes], [connectors] */
    unsigned decimals;             /* largest number of decimals */
    bool has_h, has_cost;          /* an h is above 0; a cost is not the number of successors */
    char dead_end[64];             /* JSON pointer of the first name that appears in "to" alone */
    uint32_t *place;               /* [connectors]: the number in the graph of the i-th connector of the body */
    uint32_t *first;               /* [nodes + 1]: as in struct andor_graph */
};

/* ---- first pass: types and counts ---- */

static void check_name(const struct reader *r)
{
    if (!cJSON_IsString(r->value) || !*r->value->valuestring)
        reader_fail(r, NASH_INVALID, NULL, "must be the name of a node: a string that is not empty");
}

/* Checks a member that is a name. Returns false if it is absent. */
static bool check_name_member(struct reader *r, const char *member)
{
    struct reader name;
    if (!reader_member(&name, r, member))
        return false;
    check_name(&name);
    return true;
}

/* Returns `present`, and reports a missing member if it is false. */
static bool check_present(const struct reader *r, bool present, const char *member)
{
    if (!present)
        reader_fail(r, NASH_INVALID, NULL, "the member \"%s\" is missing", member);
    return present;
}

static uint32_t check_names(struct reader *array)
{
    uint32_t count = 0;
    for (struct reader item = {0}; reader_item(&item, array); count++)
        check_name(&item);
    return count;
}

/* Checks an amount if it is present. Too many decimals are reported in the second pass. */
static void check_amount(struct reader *r, const char *member)
{
    struct reader amount;
    if (reader_member(&amount, r, member))
        andor_check_amount(&amount);
}

static void check_nodes(struct verbose_input *in)
{
    static const char *const members[] = {"id", "h", NULL};
    for (struct reader node = {0}; reader_item(&node, &in->nodes); in->node_count++) {
        reader_only(&node, members);
        check_present(&node, check_name_member(&node, "id"), "id");
        check_amount(&node, "h");
    }
}

/* Checks the successors of a connector and counts them. */
static uint32_t check_successors(struct reader *connector)
{
    struct reader to;
    if (!check_present(connector, reader_member(&to, connector, "to"), "to"))
        return 0;
    if (!cJSON_IsArray(to.value))
        reader_fail(&to, NASH_INVALID, NULL, "must be an array of names");
    else if (!to.value->child)
        reader_fail(&to, NASH_INVALID, NULL,
                    "a connector leads to at least one node: an empty one would be solved at once. Make \"from\" a "
                    "terminal if that is meant");
    return check_names(&to);
}

static void check_connectors(struct verbose_input *in)
{
    static const char *const members[] = {"id", "from", "to", "cost", NULL};
    for (struct reader connector = {0}; reader_item(&connector, &in->connectors); in->connector_count++) {
        reader_only(&connector, members);
        check_name_member(&connector, "id");
        check_present(&connector, check_name_member(&connector, "from"), "from");
        check_amount(&connector, "cost");
        in->edges += check_successors(&connector);
    }
}

static void check_body(struct verbose_input *in)
{
    struct reader *r = in->r;
    check_present(r, check_name_member(r, "root"), "root");
    if (check_present(r, reader_array(&in->terminals, r, "terminals"), "terminals"))
        in->terminal_count = check_names(&in->terminals);
    if (reader_array(&in->nodes, r, "nodes"))
        check_nodes(in);
    if (check_present(r, reader_array(&in->connectors, r, "connectors"), "connectors"))
        check_connectors(in);
}

/* ---- second pass: names become numbers ---- */

static bool verbose_alloc(struct verbose_input *in)
{
    struct reader *r = in->r;
    size_t max = (size_t)in->node_count + 1 + in->connector_count + in->edges + in->terminal_count;
    in->seen = READER_NEW(r, uint8_t, max);
    in->h = READER_NEW(r, struct andor_amount, max);
    in->from = READER_NEW(r, uint32_t, in->connector_count);
    in->off = READER_NEW(r, uint32_t, (size_t)in->connector_count + 1);
    in->succ = READER_NEW(r, uint32_t, in->edges);
    in->cost = READER_NEW(r, struct andor_amount, in->connector_count);
    if (!symbols_init(&in->names, r->root->arena, in->node_count ? in->node_count : in->connector_count))
        reader_nomem(r);
    return reader_ok(r);
}

/* Sets *number to the number of the name, and adds `seen` to its bits. Returns false if the arena is full. */
static bool add_name(struct verbose_input *in, const char *name, uint8_t seen, uint32_t *number)
{
    bool is_new;
    *number = symbols_add(&in->names, name, strlen(name), &is_new);
    if (*number == SYMBOL_NONE) {
        reader_nomem(in->r);
        return false;
    }
    in->seen[*number] |= seen;
    return true;
}

static const char *name_of(const struct reader *r, const char *member)
{
    return nash_json_get(r->value, member)->valuestring;
}

/* Reads an amount. Returns false if it is absent. */
static bool add_amount(struct verbose_input *in, struct reader *r, const char *member, struct andor_amount *amount)
{
    struct reader item;
    if (!reader_member(&item, r, member))
        return false;
    *amount = andor_read_amount(&item);
    in->decimals = amount->decimals > in->decimals ? amount->decimals : in->decimals;
    return true;
}

static void add_nodes(struct verbose_input *in)
{
    uint32_t number;
    for (struct reader node = {0}; in->node_count && reader_item(&node, &in->nodes);) {
        uint32_t before = in->names.count;
        if (!add_name(in, name_of(&node, "id"), LISTED, &number))
            return;
        if (in->names.count == before)
            reader_fail(&node, NASH_UNPROCESSABLE, NULL, "there are two nodes \"%.100s\": name each node once",
                        in->names.name[number]);
        if (add_amount(in, &node, "h", &in->h[number]))
            in->has_h |= in->h[number].mantissa > 0;
    }
}

/* Adds the successors of the i-th connector. Returns false if the arena is full. */
static bool add_successors(struct verbose_input *in, const cJSON *to, uint32_t i)
{
    in->off[i + 1] = in->off[i];
    for (const cJSON *item = to->child; item; item = item->next)
        if (!add_name(in, item->valuestring, TO, &in->succ[in->off[i + 1]++]))
            return false;
    return true;
}

static void add_connectors(struct verbose_input *in)
{
    uint32_t i = 0;
    for (struct reader connector = {0}; reader_item(&connector, &in->connectors); i++) {
        if (!add_name(in, name_of(&connector, "from"), FROM, &in->from[i]) ||
            !add_successors(in, nash_json_get(connector.value, "to"), i))
            return;
        uint32_t k = in->off[i + 1] - in->off[i];
        in->cost[i].mantissa = k;
        if (add_amount(in, &connector, "cost", &in->cost[i]))
            in->has_cost |= in->cost[i].decimals || in->cost[i].mantissa != k;
    }
}

static void add_terminals(struct verbose_input *in)
{
    uint32_t number;
    for (struct reader item = {0}; reader_item(&item, &in->terminals);)
        if (!add_name(in, item.value->valuestring, TERMINAL, &number))
            return;
}

static void add_all(struct verbose_input *in, uint32_t *root)
{
    add_nodes(in);
    add_name(in, name_of(in->r, "root"), 0, root);
    add_connectors(in);
    add_terminals(in);
    if (in->names.count > ANDOR_NODES_MAX)
        reader_fail(in->r, NASH_TOO_LARGE, "nodes", "there are %u nodes; at most %d fit", in->names.count,
                    ANDOR_NODES_MAX);
}

/* ---- checks of the whole graph ---- */

/* Checks that the root is a node of the graph, and finds the first dead end, which "strict" refuses. */
static void validate_nodes(struct verbose_input *in, const struct andor_problem *p)
{
    if (!in->seen[p->graph.root])
        reader_fail(in->r, NASH_UNPROCESSABLE, "root",
                    "there is no node \"%.100s\": the root has to be a node of the graph",
                    in->names.name[p->graph.root]);
    for (uint32_t i = 0; i < in->connector_count; i++)
        for (uint32_t edge = in->off[i]; edge < in->off[i + 1]; edge++) {
            if (in->seen[in->succ[edge]] != TO)
                continue;
            snprintf(in->dead_end, sizeof in->dead_end, "/connectors/%u/to/%u", i, edge - in->off[i]);
            if (p->options.strict)
                reader_fail_pointer(
                    in->r, NASH_UNPROCESSABLE, in->dead_end,
                    "there is no node \"%.100s\": add it to \"nodes\", or leave out \"strict\" to take it as a "
                    "dead end",
                    in->names.name[in->succ[edge]]);
            return;
        }
}

/* ---- the graph ---- */

/* Puts the connectors of each node together. Returns false if the arena is full. */
static bool group_connectors(struct verbose_input *in, struct andor_graph *g)
{
    struct reader *r = in->r;
    uint32_t nodes = in->names.count, connectors = in->connector_count;
    uint32_t *first = READER_NEW(r, uint32_t, (size_t)nodes + 2), *to = READER_NEW(r, uint32_t, connectors + 1UL);
    uint32_t *succ = READER_NEW(r, uint32_t, in->edges), *of = READER_NEW(r, uint32_t, connectors);
    in->place = READER_NEW(r, uint32_t, connectors);
    if (!reader_ok(r))
        return false;
    for (uint32_t i = 0; i < connectors; i++)
        first[in->from[i] + 2]++;
    for (uint32_t v = 0; v < nodes; v++)
        first[v + 2] += first[v + 1];
    for (uint32_t i = 0; i < connectors; i++) {
        in->place[i] = first[in->from[i] + 1]++;
        of[in->place[i]] = i;
    }
    for (uint32_t c = 0; c < connectors; c++) {
        uint32_t i = of[c], count = in->off[i + 1] - in->off[i];
        memcpy(&succ[to[c]], &in->succ[in->off[i]], count * sizeof *succ);
        to[c + 1] = to[c] + count;
    }
    g->nodes = nodes;
    g->connectors = connectors;
    g->edges = in->edges;
    g->first = in->first = first;
    g->last = first + 1;
    g->to = to;
    g->succ = succ;
    return true;
}

static void amount_fail(const struct verbose_input *in, const char *array, uint32_t i, const char *member)
{
    char at[64];
    snprintf(at, sizeof at, "/%s/%u%s", array, i, member);
    reader_fail_pointer(in->r, NASH_UNPROCESSABLE, at,
                        "is too large beside numbers of %u decimals: give all of them in a smaller unit, or round",
                        in->decimals);
}

/* Converts h and costs to integers, multiplied by the unit. */
static void scale_amounts(struct verbose_input *in, struct andor_graph *g)
{
    for (unsigned i = 0; i < in->decimals; i++)
        g->unit *= 10;
    if (in->has_h) {
        uint32_t v = andor_scale_amounts(in->r, in->h, g->nodes, in->decimals, &g->h, &g->wide_h);
        if (v < g->nodes)
            amount_fail(in, "nodes", v, "/h");
    }
    struct andor_amount *cost = in->has_cost ? READER_NEW(in->r, struct andor_amount, g->connectors) : NULL;
    if (!cost)
        return;
    for (uint32_t i = 0; i < g->connectors; i++)
        cost[in->place[i]] = in->cost[i];
    uint32_t fault = andor_scale_amounts(in->r, cost, g->connectors, in->decimals, &g->cost, &g->wide_cost);
    for (uint32_t i = 0; fault < g->connectors && i < g->connectors; i++)
        if (in->place[i] == fault)
            amount_fail(in, "connectors", i, "/cost");
}

static void mark_terminals(const struct verbose_input *in, struct andor_graph *g)
{
    uint64_t *terminal = READER_NEW(in->r, uint64_t, (size_t)g->nodes / 64 + 1);
    for (uint32_t v = 0; terminal && v < g->nodes; v++)
        if (in->seen[v] & TERMINAL)
            terminal[v >> 6] |= UINT64_C(1) << (v & 63);
    g->terminal = terminal;
}

/* ---- names of connectors ---- */

/* Names the i-th connector of the body: `id`, or "from#n" if it is NULL. */
static void name_connector(const struct verbose_input *in, const struct reader *connector, uint32_t i, const char *id,
                           struct symbols *names, const char **name)
{
    struct nash_buf own = NASH_BUF_INIT(0);
    bool is_new;
    if (!id)
        nash_buf_printf(&own, "%s#%u", in->names.name[in->from[i]], in->place[i] - in->first[in->from[i]] + 1);
    const char *text = id ? id : nash_buf_cstr(&own);
    uint32_t number = own.failed ? SYMBOL_NONE : symbols_add(names, text, strlen(text), &is_new);
    if (number == SYMBOL_NONE)
        reader_nomem(in->r);
    else if (!is_new && id)
        reader_fail(connector, NASH_UNPROCESSABLE, "id", "there are two connectors \"%.100s\": name each once", id);
    else if (!is_new)
        reader_fail(connector, NASH_UNPROCESSABLE, NULL, "would be called \"%.100s\", as another is: give it an \"id\"",
                    text);
    else
        name[in->place[i]] = names->name[number];
    nash_buf_free(&own);
}

/* Names first the connectors that have an id, then the others, so that an id wins over a generated name. */
static void name_connectors(struct verbose_input *in, struct andor_problem *p)
{
    struct symbols names;
    const char **name = READER_NEW(in->r, const char *, in->connector_count);
    if (!symbols_init(&names, in->r->root->arena, in->connector_count))
        reader_nomem(in->r);
    for (int given = 1; given >= 0 && reader_ok(in->r); given--) {
        uint32_t i = 0;
        for (struct reader connector = {0}; reader_ok(in->r) && reader_item(&connector, &in->connectors); i++) {
            const cJSON *id = nash_json_get(connector.value, "id");
            if ((id != NULL) == given)
                name_connector(in, &connector, i, id ? id->valuestring : NULL, &names, name);
        }
    }
    p->connector_name = name;
}

/* ---- warnings ---- */

static void warn(struct andor_warning *warning, const char *array, uint32_t i, const char *member)
{
    if (!warning->count++)
        snprintf(warning->at, sizeof warning->at, "/%s/%u%s", array, i, member);
}

static void find_warnings(const struct verbose_input *in, struct andor_problem *p)
{
    struct andor_warning *w = p->warning;
    for (uint32_t i = 0; i < in->connector_count; i++) {
        if (!in->cost[i].mantissa)
            warn(&w[ANDOR_WARN_ZERO_COST], "connectors", i, "/cost");
        if (in->seen[in->from[i]] & TERMINAL)
            warn(&w[ANDOR_WARN_TERMINAL_CONNECTORS], "connectors", i, "");
    }
    for (uint32_t v = 0; v < p->graph.nodes; v++) {
        if (in->seen[v] & TERMINAL && in->h[v].mantissa) /* only listed nodes have h, and they are numbered first */
            warn(&w[ANDOR_WARN_TERMINAL_H], "nodes", v, "/h");
        w[ANDOR_WARN_DEAD_END].count += in->seen[v] == TO;
    }
    strcpy(w[ANDOR_WARN_DEAD_END].at, in->dead_end);
}

void andor_read_verbose(struct reader *r, struct andor_problem *p)
{
    struct verbose_input in = {.r = r};
    check_body(&in);
    if (!reader_ok(r) || !verbose_alloc(&in))
        return;
    add_all(&in, &p->graph.root);
    if (reader_ok(r))
        validate_nodes(&in, p);
    if (!reader_ok(r) || !group_connectors(&in, &p->graph))
        return;
    scale_amounts(&in, &p->graph);
    mark_terminals(&in, &p->graph);
    name_connectors(&in, p);
    find_warnings(&in, p);
    p->name = in.names.name;
}
