/* The pass upwards over a graph that may have cycles, one strongly connected component after the other.
 *
 * A component of one node is what dp.c does at each: the least of its connectors, whose successors are done. (One that
 * leads to its own node is never the cheapest: it counts that as dead.) Within a larger one nodes are settled in the
 * order of their values: costs are 0 or more, so the least sum that is complete is final. What has to be kept in order
 * are the connectors, each of which becomes complete at most once, so that nothing in the heap ever changes its place.
 */
#include <string.h>

#include <solvers/andor/order.h>
#include <solvers/andor/pass.h>

#define DEAD       (UINT32_C(1) << 31)
#define OVERFLOWED (ANDOR_NONE - 1) /* a mark: no connector is finite so far, but one is in a wider pass */

enum {
    SETTLED = 0, /* in the place of a component's number */
    DIGIT = 4,   /* bits of a digit of a sum */
    DIGIT_MOST = (1 << DIGIT) - 1,
    LARGE = 16 /* a component of more than so many parts of the nodes is large */
};

struct range {
    uint32_t begin, end;
};

/* The nodes of a large component by their numbers, so that opening it reads the graph from front to back. */
static void by_number(const struct andor_order *order, uint32_t *node, uint32_t nodes)
{
    uint32_t count = 0, component = order->component[*node & ~ANDOR_MORE];
    for (uint32_t v = 0; v < nodes; v++)
        if (order->component[v] == component)
            node[count++] = v | ANDOR_MORE;
    node[count - 1] &= ~ANDOR_MORE;
}

/* Room for all ways back to each node, whatever component they come from: empty ranges, filled from their ends on.
 * range: zeroes. */
static void list_ranges(const struct andor_graph *graph, struct range *range)
{
    uint32_t end = 0;
    for (uint32_t e = 0; e < graph->edges; e++)
        range[graph->succ[e]].end++;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        end += range[v].end;
        range[v].begin = range[v].end = end;
    }
}

static inline unsigned highest_64(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline unsigned highest_128(andor_wide x)
{
    return x >> 64 ? 64 + highest_64((uint64_t)(x >> 64)) : highest_64((uint64_t)x);
}

#define PASS(name)      name##_64
#define PASS_VALUE      uint64_t
#define PASS_INF        ANDOR_INF
#define PASS_TOP        (UINT64_C(1) << 63)
#define PASS_HIGHEST(x) highest_64(x)
#include <solvers/andor/knuth_pass.h>
#undef PASS
#undef PASS_VALUE
#undef PASS_INF
#undef PASS_TOP
#undef PASS_HIGHEST

#define PASS(name)      name##_128
#define PASS_VALUE      andor_wide
#define PASS_INF        ANDOR_WIDE_INF
#define PASS_TOP        ((andor_wide)1 << 127)
#define PASS_HIGHEST(x) highest_128(x)
#include <solvers/andor/knuth_pass.h>

/* In 64 bits; when that is too little all again in 128, for which the components have to be found anew, since settling
 * uses them up. */
enum nash_status andor_knuth(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                             struct andor_work *work, struct nash_error *error)
{
    struct andor_work own = {0};
    *values = (struct andor_values){0};
    work = work ? work : &own;
    *work = (struct andor_work){0};
    for (bool wide = andor_costs_are_wide(graph);; wide = true) {
        struct andor_order order;
        enum pass_end end;
        if (!andor_values_begin(values, graph, run->arena, wide))
            return andor_pass_status(PASS_NOMEM, error);
        struct nash_arena_mark before = nash_arena_mark(run->arena);
        enum nash_status status = andor_find_order(graph, run, &order, error);
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
