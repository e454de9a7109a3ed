/* The pass upwards over a graph that may have cycles, one strongly connected component after the other.
 *
 * A component of one node is solved as in dp.c: its value is the least over its connectors, whose successors are final.
 * (A connector that leads to its own node is never the cheapest; it counts as dead.) In a larger component nodes are
 * settled in the order of their values: costs are 0 or more, so the least sum of a connector whose successors are all
 * settled is final. The heap holds connectors, each of which becomes complete at most once, so no entry of the heap
 * ever changes its key. */
#include <string.h>

#include "pass.h"
#include "topological.h"

#define DEAD       (UINT32_C(1) << 31) /* flag in connector.missing: a successor is unsolvable */
#define OVERFLOWED (ANDOR_NONE - 1)    /* mark of a node: no sum is finite in this width, but one is in a wider pass */

enum {
    SETTLED = 0,    /* replaces the component number of a settled node */
    DIGIT_BITS = 4, /* bits per digit of a sum */
    DIGIT_MAX = (1 << DIGIT_BITS) - 1,
    LARGE_SHARE = 16 /* a component is large if it has more than 1 / LARGE_SHARE of the nodes */
};

struct range {
    uint32_t begin, end;
};

/* Sorts the nodes of a large component by number, so that opening it reads the graph from front to back. */
static void component_sort_by_number(const struct andor_topological *order, uint32_t *node, uint32_t nodes)
{
    uint32_t count = 0, component = order->component[*node & ~ANDOR_SAME_COMPONENT];
    for (uint32_t v = 0; v < nodes; v++)
        if (order->component[v] == component)
            node[count++] = v | ANDOR_SAME_COMPONENT;
    node[count - 1] &= ~ANDOR_SAME_COMPONENT;
}

/* Gives each node an empty range with room for all its incoming edges; a range is filled downwards from `begin`. range
 * must be zeroed. */
static void reserve_ranges(const struct andor_graph *graph, struct range *range)
{
    uint32_t end = 0;
    for (uint32_t e = 0; e < graph->edges; e++)
        range[graph->succ[e]].end++;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        end += range[v].end;
        range[v].begin = range[v].end = end;
    }
}

static inline unsigned highest_bit_64(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline unsigned highest_bit_128(andor_wide x)
{
    return x >> 64 ? 64 + highest_bit_64((uint64_t)(x >> 64)) : highest_bit_64((uint64_t)x);
}

#define PASS(name)      name##_64
#define PASS_VALUE      uint64_t
#define PASS_INF        ANDOR_INF
#define PASS_TOP        (UINT64_C(1) << 63)
#define PASS_HIGHEST(x) highest_bit_64(x)
#include "knuth_pass.inc"
#undef PASS
#undef PASS_VALUE
#undef PASS_INF
#undef PASS_TOP
#undef PASS_HIGHEST

#define PASS(name)      name##_128
#define PASS_VALUE      andor_wide
#define PASS_INF        ANDOR_WIDE_INF
#define PASS_TOP        ((andor_wide)1 << 127)
#define PASS_HIGHEST(x) highest_bit_128(x)
#include "knuth_pass.inc"

/* Runs in 64 bits, and on overflow again in 128. The components are computed again, because settling overwrites them.
 */
enum nash_status andor_knuth(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                             struct andor_work *work, struct nash_error *error)
{
    struct andor_work own = {0};
    *values = (struct andor_values){0};
    work = work ? work : &own;
    *work = (struct andor_work){0};
    for (bool wide = andor_costs_are_wide(graph);; wide = true) {
        struct andor_topological order;
        enum pass_end end;
        if (!andor_values_begin(values, graph, run->arena, wide))
            return andor_pass_status(PASS_NOMEM, error);
        struct nash_arena_mark before = nash_arena_mark(run->arena);
        enum nash_status status = andor_topological_sort(graph, run, &order, error);
        if (status != NASH_OK)
            return status;
        end = wide ? solve_128(graph, &order, run, values->wide, values->mark, work)
                   : solve_64(graph, &order, run, values->value, values->mark, work);
        nash_arena_release(run->arena, before);
        work->settled = values->reachable = order.count;
        work->edges = order.edges;
        values->cyclic = order.cyclic;
        work->components = order.components;
        if (end == PASS_OVERFLOW && !wide)
            continue;
        if (end == PASS_DONE)
            end = andor_values_end(values, graph, run->arena);
        return end == PASS_DONE ? NASH_OK : andor_pass_status(end, error);
    }
}
