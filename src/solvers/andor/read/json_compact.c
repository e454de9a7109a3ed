/* Reads the compact form. A graph of a million nodes has some ten million integers, which the JSON gate (nash/json.h)
 * has stored in 32 bits each; they stay where they are. Costs and h that need more than 32 bits are used in 64. */
#include <inttypes.h>

#include "input.h"

struct compact_input {
    struct nash_json_flat terminals, off, soff, succ, cost, h;
};

/* ---- members ---- */

static bool has_negative(const struct nash_json_flat *array)
{
    bool negative = false;
    for (size_t i = 0; i < array->count; i++)
        negative |= array->narrow ? array->narrow[i] < 0 : array->wide[i] < 0;
    return negative;
}

/* Reads an array of integers from 0 up. */
static struct nash_json_flat compact_read_array(struct reader *r, const char *name, bool required)
{
    struct nash_json_flat array = reader_flat(r, name);
    if (required && !reader_has(r, name))
        reader_fail(r, NASH_INVALID, NULL,
                    "the member \"%s\" is missing: a compact graph has n, root, terminals, off, soff and succ", name);
    if (has_negative(&array))
        reader_fail(r, NASH_INVALID, name, "holds a number below 0");
    return array;
}

static void compact_read_members(struct reader *r, struct compact_input *in, struct andor_graph *g)
{
    in->terminals = compact_read_array(r, "terminals", true);
    in->off = compact_read_array(r, "off", true);
    in->soff = compact_read_array(r, "soff", true);
    in->succ = compact_read_array(r, "succ", true);
    in->cost = compact_read_array(r, "cost", false);
    in->h = compact_read_array(r, "h", false);
    if (!reader_has(r, "n"))
        reader_fail(r, NASH_INVALID, "n", "is missing: the number of nodes");
    if (!reader_has(r, "root"))
        reader_fail(r, NASH_INVALID, "root", "is missing: the number of the node to be solved");
    g->nodes = (uint32_t)reader_int(r, "n", 1, ANDOR_NODES_MAX, 1);
    g->root = (uint32_t)reader_int(r, "root", 0, ANDOR_NODES_MAX - 1, 0);
}

/* ---- the graph ---- */

/* Sets *number to an array of offsets or node numbers in 32 bits. The arrays that they index have less than 2^32
 * elements, so a larger number is an error in any case; UINT32_MAX, which is refused later, replaces it. Returns false
 * on failure. */
static bool compact_use_numbers(const struct reader *r, const char *name, const struct nash_json_flat *array,
                                const uint32_t **number)
{
    if (array->count > INT32_MAX) {
        reader_fail(r, NASH_TOO_LARGE, name, "has %zu elements; at most %d are taken", array->count, INT32_MAX);
        return false;
    }
    *number = (const uint32_t *)array->narrow;
    if (*number)
        return true;
    uint32_t *copy = READER_NEW(r, uint32_t, array->count);
    for (size_t i = 0; copy && i < array->count; i++)
        copy[i] = array->wide[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)array->wide[i];
    *number = copy;
    return copy;
}

static bool compact_check_count(const struct reader *r, const char *name, size_t count, uint64_t expected,
                                const char *reason)
{
    if (count != expected)
        reader_fail(r, NASH_UNPROCESSABLE, name, "has %zu elements; %s asks for %" PRIu64, count, reason, expected);
    return count == expected;
}

static bool compact_use_connectors(const struct reader *r, const struct compact_input *in, struct andor_graph *g)
{
    if (!compact_check_count(r, "off", in->off.count, (uint64_t)g->nodes + 1, "n + 1") ||
        !compact_use_numbers(r, "off", &in->off, &g->first) || !compact_use_numbers(r, "soff", &in->soff, &g->to))
        return false;
    if (in->soff.count == 0) {
        reader_fail(r, NASH_UNPROCESSABLE, "soff", "is empty; it has one offset more than connectors");
        return false;
    }
    if (!compact_use_numbers(r, "succ", &in->succ, &g->succ))
        return false;
    g->last = g->first + 1;
    g->connectors = (uint32_t)in->soff.count - 1;
    g->edges = (uint32_t)in->succ.count;
    return true;
}

/* Sets *narrow or *wide to the array of costs or h, if it is present. Returns false if its length is wrong. */
static bool compact_use_units(const struct reader *r, const char *name, const struct nash_json_flat *array,
                              uint32_t expected, const char *reason, const uint32_t **narrow, const uint64_t **wide)
{
    if (!reader_has(r, name))
        return true;
    *narrow = (const uint32_t *)array->narrow;
    *wide = (const uint64_t *)array->wide;
    return compact_check_count(r, name, array->count, expected, reason);
}

static bool compact_use_terminals(const struct reader *r, const struct nash_json_flat *array, struct andor_graph *g)
{
    const uint32_t *terminal;
    uint64_t *bits = READER_NEW(r, uint64_t, (size_t)g->nodes / 64 + 1);
    if (!bits || !compact_use_numbers(r, "terminals", array, &terminal))
        return false;
    for (size_t i = 0; i < array->count; i++) {
        if (terminal[i] >= g->nodes) {
            reader_fail_at(r, NASH_UNPROCESSABLE, "terminals", i, "no such node: nodes are numbered from 0 to n - 1");
            return false;
        }
        bits[terminal[i] >> 6] |= UINT64_C(1) << (terminal[i] & 63);
    }
    g->terminal = bits;
    return true;
}

/* Counts what deserves a warning. */
static void compact_find_warnings(struct andor_problem *p)
{
    const struct andor_graph *g = &p->graph;
    for (uint32_t c = 0; (g->cost || g->wide_cost) && c < g->connectors; c++)
        p->warning[ANDOR_WARN_ZERO_COST].count += !andor_cost(g, c);
    for (uint32_t word = 0; word < g->nodes / 64 + 1; word++)
        for (uint64_t bits = g->terminal[word]; bits; bits &= bits - 1) {
            uint32_t v = word * 64 + (uint32_t)__builtin_ctzll(bits);
            p->warning[ANDOR_WARN_TERMINAL_CONNECTORS].count += g->last[v] - g->first[v];
            p->warning[ANDOR_WARN_TERMINAL_H].count += (g->h && g->h[v]) || (g->wide_h && g->wide_h[v]);
        }
}

void andor_read_compact(struct reader *r, struct andor_problem *p)
{
    struct compact_input in;
    struct andor_graph *g = &p->graph;
    struct nash_error error;
    g->unit = 1;
    compact_read_members(r, &in, g);
    if (!reader_ok(r) || !compact_use_connectors(r, &in, g) ||
        !compact_use_units(r, "cost", &in.cost, g->connectors, "the number of connectors, one less than soff has,",
                           &g->cost, &g->wide_cost) ||
        !compact_use_units(r, "h", &in.h, g->nodes, "n", &g->h, &g->wide_h) ||
        !compact_use_terminals(r, &in.terminals, g))
        return;
    if (andor_graph_check(g, &error) == NASH_OK)
        compact_find_warnings(p);
    else
        reader_adopt(r, &error);
}
