/* The compact form. Of a graph of a million nodes this reads some ten million integers that the strict gate has put
 * into 32 bits each; they stay where they are. Costs and h that need more than 32 bits are copied into 64. */
#include <inttypes.h>
#include <stdio.h>

#include <solvers/andor/compact.h>

struct reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
};

/* An array of integers from 0 up. */
static enum nash_status read_array(const struct reader *r, const char *name, struct nash_json_flat *array)
{
    char at[16], pointer[64];
    nash_pointer(at, sizeof at, "", name);
    const cJSON *item = nash_json_get(r->doc->root, name);
    if (!item)
        return nash_fail(r->error, NASH_INVALID, at,
                         "is missing: a compact graph has n, root, terminals, off, soff and "
                         "succ");
    enum nash_status status = nash_json_flat(r->doc, item, at, r->arena, array, r->error);
    if (status != NASH_OK)
        return status;
    bool negative = false;
    for (size_t i = 0; i < array->count; i++)
        negative |= array->narrow ? array->narrow[i] < 0 : array->wide[i] < 0;
    for (size_t i = 0; negative && i < array->count; i++)
        if (array->narrow ? array->narrow[i] < 0 : array->wide[i] < 0)
            return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, i),
                             "must not be negative");
    return NASH_OK;
}

/* An array of `want` node numbers or offsets, as `of` says; UINT64_MAX: of any length. What they number or divide
 * counts less than 2^32, so what is larger may be read as any other that is too large. */
static enum nash_status read_numbers(const struct reader *r, const char *name, uint64_t want, const char *of,
                                     const uint32_t **number, uint32_t *count)
{
    char at[16];
    struct nash_json_flat array;
    enum nash_status status = read_array(r, name, &array);
    if (status != NASH_OK)
        return status;
    nash_pointer(at, sizeof at, "", name);
    if (array.count > INT32_MAX)
        return nash_fail(r->error, NASH_TOO_LARGE, at, "has %zu elements; at most %d are taken", array.count,
                         INT32_MAX);
    if (want != UINT64_MAX && array.count != want)
        return nash_fail(r->error, NASH_UNPROCESSABLE, at, "has %zu elements; %s asks for %" PRIu64, array.count, of,
                         want);
    if (!array.narrow) { /* short or strangely spelt, or one is too large for what it should be */
        uint32_t *copy = NASH_NEW(r->arena, uint32_t, array.count);
        if (!copy)
            return nash_fail(r->error, NASH_NOMEM, at, "the array does not fit into the memory of this job");
        for (size_t i = 0; i < array.count; i++)
            copy[i] = array.wide[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)array.wide[i];
        *number = copy;
    } else {
        *number = (const uint32_t *)array.narrow;
    }
    *count = (uint32_t)array.count;
    return NASH_OK;
}

/* Costs or h: absent, in 32 bits or in 64. */
static enum nash_status read_units(const struct reader *r, const char *name, uint32_t want, const char *of,
                                   const uint32_t **narrow, const uint64_t **wide)
{
    char at[16];
    struct nash_json_flat array;
    if (!nash_json_get(r->doc->root, name))
        return NASH_OK;
    enum nash_status status = read_array(r, name, &array);
    if (status != NASH_OK)
        return status;
    if (array.count != want)
        return nash_fail(r->error, NASH_UNPROCESSABLE, nash_pointer(at, sizeof at, "", name),
                         "has %zu elements; %s asks for %" PRIu32, array.count, of, want);
    *narrow = (const uint32_t *)array.narrow;
    *wide = (const uint64_t *)array.wide;
    return NASH_OK;
}

static enum nash_status read_terminals(const struct reader *r, struct andor_graph *graph)
{
    const uint32_t *terminal = NULL;
    uint32_t count = 0;
    char pointer[32];
    enum nash_status status = read_numbers(r, "terminals", UINT64_MAX, "", &terminal, &count);
    if (status != NASH_OK)
        return status;
    uint64_t *bits = NASH_NEW(r->arena, uint64_t, (size_t)graph->nodes / 64 + 1);
    if (!bits)
        return nash_fail(r->error, NASH_NOMEM, "/terminals", "the graph does not fit into the memory of this job");
    for (uint32_t i = 0; i < count; i++) {
        if (terminal[i] >= graph->nodes)
            return nash_fail(r->error, NASH_UNPROCESSABLE, nash_pointer_index(pointer, sizeof pointer, "/terminals", i),
                             "no such node: nodes are numbered from 0 to n - 1");
        bits[terminal[i] >> 6] |= UINT64_C(1) << (terminal[i] & 63);
    }
    graph->terminal = bits;
    return NASH_OK;
}

/* n and root. */
static enum nash_status read_size(const struct reader *r, struct andor_graph *graph)
{
    int64_t n = 0, root = -1;
    if (!nash_json_get(r->doc->root, "n"))
        return nash_fail(r->error, NASH_INVALID, "/n", "is missing: the number of nodes");
    if (!nash_json_get(r->doc->root, "root"))
        return nash_fail(r->error, NASH_INVALID, "/root", "is missing: the number of the node to be solved");
    enum nash_status status = nash_json_int(r->doc->root, "", "n", 1, ANDOR_NODES_MAX, &n, r->error);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "root", 0, ANDOR_NODES_MAX - 1, &root, r->error);
    graph->nodes = (uint32_t)n;
    graph->root = (uint32_t)root;
    return status;
}

static enum nash_status read_connectors(const struct reader *r, struct andor_graph *graph)
{
    uint32_t count;
    enum nash_status status = read_numbers(r, "off", (uint64_t)graph->nodes + 1, "n + 1", &graph->first, &count);
    if (status != NASH_OK)
        return status;
    graph->last = graph->first + 1;
    status = read_numbers(r, "soff", UINT64_MAX, "", &graph->to, &count);
    if (status != NASH_OK)
        return status;
    if (count == 0)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/soff", "is empty; it has one offset more than connectors");
    graph->connectors = count - 1;
    status = read_numbers(r, "succ", UINT64_MAX, "", &graph->succ, &graph->edges);
    if (status != NASH_OK)
        return status;
    return read_units(r, "cost", graph->connectors, "the number of connectors, one less than soff has,", &graph->cost,
                      &graph->wide_cost);
}

enum nash_status andor_parse_compact(const struct nash_json *doc, struct nash_arena *arena, struct andor_graph *graph,
                                     struct nash_error *error)
{
    const struct reader r = {doc, arena, error};
    *graph = (struct andor_graph){.unit = 1};
    enum nash_status status = read_size(&r, graph);
    if (status == NASH_OK)
        status = read_connectors(&r, graph);
    if (status == NASH_OK)
        status = read_units(&r, "h", graph->nodes, "n", &graph->h, &graph->wide_h);
    if (status == NASH_OK)
        status = read_terminals(&r, graph);
    return status == NASH_OK ? andor_graph_check(graph, error) : status;
}
