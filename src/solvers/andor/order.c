/* Strongly connected components by one search in depth: D. J. Pearce, "A space-efficient algorithm for finding strongly
 * connected components", Inf. Proc. Letters 116, 2016 (his PEA_FIND_SCC2), with a stack of its own.
 *
 * One number a node serves as index, low link and component: indices count up from 1 and are given free again when a
 * component ends, components count down from the top, so that a component that has ended never looks like a way back.
 * Nodes whose component has not ended wait at the far end of the array in which those that have stand in order. */
#include <solvers/andor/order.h>
#include <solvers/andor/pass.h>

struct frame {
    uint32_t v, edge; /* the next one of v to be looked at */
    uint32_t index;   /* of v */
};

struct search {
    const struct andor_graph *graph;
    struct andor_order *order;
    struct frame *stack, *top;
    uint32_t waiting;  /* order->node[waiting .. nodes - 1] */
    uint32_t index;    /* the next one */
    uint32_t finished; /* the number of the next component that ends */
    uint32_t entered;
};

static struct frame enter(struct search *search, uint32_t v)
{
    const struct andor_graph *graph = search->graph;
    search->order->component[v] = search->index;
    search->entered++;
    return (struct frame){.v = v, .edge = graph->to[graph->first[v]], .index = search->index++};
}

static uint32_t end_of(const struct andor_graph *graph, uint32_t v)
{
    return graph->to[andor_is_terminal(graph, v) ? graph->first[v] : graph->last[v]];
}

/* v is done, and the first of its component to have been entered: that ends. */
static void end_component(struct search *search, uint32_t v, uint32_t index)
{
    struct andor_order *order = search->order;
    uint32_t *component = order->component, count = order->count;
    for (; search->waiting < search->graph->nodes; search->waiting++) {
        uint32_t w = order->node[search->waiting];
        if (component[w] < index)
            break;
        component[w] = search->finished;
        order->node[count++] = w | ANDOR_MORE;
    }
    order->components += count > order->count;
    order->node[count++] = v;
    component[v] = search->finished--;
    search->index -= count - order->count;
    order->count = count;
}

static bool look(struct search *search, struct nash_run *run)
{
    const struct andor_graph *graph = search->graph;
    uint32_t *component = search->order->component;
    struct frame at = enter(search, graph->root);
    uint32_t low = at.index, end = end_of(graph, at.v), cyclic = 0;
    for (;;) {
        uint32_t w = 0, reached = ANDOR_NONE;
        for (; at.edge < end; at.edge++) {
            w = graph->succ[at.edge];
            reached = component[w];
            if (__builtin_expect(reached > low, 1))
                continue;
            if (reached == 0)
                break;
            low = reached;
            cyclic = 1;
        }
        if (at.edge < end) {
            at.edge++;
            component[at.v] = low;
            *search->top++ = at;
            at = enter(search, w);
            low = at.index;
            end = end_of(graph, w);
            if (search->entered % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_ORDER))
                return false;
            continue;
        }
        component[at.v] = low;
        if (low == at.index)
            end_component(search, at.v, at.index);
        else
            search->order->node[--search->waiting] = at.v;
        if (search->top == search->stack)
            break;
        uint32_t done = component[at.v];
        at = *--search->top;
        low = component[at.v];
        low = done < low ? done : low;
        end = end_of(graph, at.v);
    }
    search->order->cyclic = cyclic;
    return true;
}

enum nash_status andor_find_order(const struct andor_graph *graph, struct nash_run *run, struct andor_order *order,
                                  struct nash_error *error)
{
    *order = (struct andor_order){
        .node = nash_arena_alloc_raw(run->arena, graph->nodes * sizeof *order->node, _Alignof(uint32_t)),
        .component = NASH_NEW(run->arena, uint32_t, graph->nodes),
    };
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    struct search search = {
        .graph = graph,
        .order = order,
        .stack = nash_arena_alloc_raw(run->arena, graph->nodes * sizeof(struct frame), _Alignof(struct frame)),
        .waiting = graph->nodes,
        .index = 1,
        .finished = UINT32_MAX,
    };
    search.top = search.stack;
    bool room = order->node && order->component && search.stack;
    bool done = room && look(&search, run);
    nash_arena_release(run->arena, before);
    return done ? NASH_OK : andor_pass_status(room ? PASS_STOPPED : PASS_NOMEM, error);
}
