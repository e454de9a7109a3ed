/* Strongly connected components by one depth-first search: D. J. Pearce, "A space-efficient algorithm for finding
 * strongly connected components", Inf. Proc. Letters 116, 2016 (PEA_FIND_SCC2), on an explicit stack.
 *
 * One number per node serves as index, low link and component. Indices count up from 1 and are reused when a component
 * ends; component numbers count down from the top, so that a finished component never looks like a back edge. Nodes of
 * unfinished components wait at the far end of the array that holds the finished ones in order. */
#include "topological.h"

#include "pass.h"

struct frame {
    uint32_t v, edge; /* a node on the path, and the index of its next edge */
    uint32_t index;   /* Pearce's index of v */
};

struct search {
    const struct andor_graph *graph;
    struct andor_topological *order;
    struct frame *stack; /* the path to the current node */
    uint32_t waiting;  /* order->node[waiting .. nodes - 1]: nodes of unfinished components that the search has left */
    uint32_t index;    /* the next index */
    uint32_t finished; /* the number of the next component to finish */
};

/* Finishes the component of v, which is the first of its nodes that the search entered. */
static void end_component(struct search *search, uint32_t v, uint32_t index)
{
    struct andor_topological *order = search->order;
    uint32_t *component = order->component, count = order->count;
    for (; search->waiting < search->graph->nodes; search->waiting++) {
        uint32_t w = order->node[search->waiting];
        if (component[w] < index)
            break;
        component[w] = search->finished;
        order->node[count++] = w | ANDOR_SAME_COMPONENT;
    }
    order->components += count > order->count;
    order->node[count++] = v;
    component[v] = search->finished--;
    search->index -= count - order->count;
    order->count = count;
}

/* Appends a terminal, which is a finished component by itself. */
static void append_terminal(struct search *search, uint32_t w)
{
    search->order->node[search->order->count++] = w;
    search->order->component[w] = search->finished--;
}

static bool depth_first_search(struct search *search, struct nash_run *run)
{
    const struct andor_graph *const graph = search->graph;
    const uint32_t *const first = graph->first, *const last = graph->last, *const to = graph->to,
                          *const succ = graph->succ;
    uint32_t *const component = search->order->component;
    struct frame *top = search->stack;
    uint32_t v = graph->root, index = search->index++, low = index, entered = 0, cyclic = 0;
    const uint32_t *s = succ + to[first[v]], *end = succ + to[last[v]];
    component[v] = index;
    search->order->edges = (uint64_t)(end - s);
    for (;;) {
        for (; s < end; s++) {
            uint32_t reached = component[*s];
            if (__builtin_expect(reached > low, 1))
                continue;
            if (reached == 0 && !andor_is_terminal(graph, *s))
                break;
            if (reached == 0) {
                append_terminal(search, *s);
            } else {
                low = reached;
                cyclic = 1;
            }
        }
        component[v] = low;
        if (s < end) {
            *top++ = (struct frame){v, (uint32_t)(s - succ) + 1, index};
            v = *s;
            s = succ + to[first[v]];
            end = succ + to[last[v]];
            component[v] = low = index = search->index++;
            search->order->edges += (uint64_t)(end - s);
            if (entered++ % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_ORDER))
                return false;
            continue;
        }
        if (low == index)
            end_component(search, v, index);
        else
            search->order->node[--search->waiting] = v;
        if (top == search->stack)
            break;
        uint32_t done = component[v];
        top--;
        v = top->v;
        index = top->index;
        s = succ + top->edge;
        end = succ + to[last[v]];
        low = component[v] < done ? component[v] : done;
    }
    search->order->cyclic = cyclic;
    return true;
}

enum nash_status andor_topological_sort(const struct andor_graph *graph, struct nash_run *run,
                                        struct andor_topological *order, struct nash_error *error)
{
    *order = (struct andor_topological){
        .node = andor_pass_array(run->arena, graph->nodes, sizeof *order->node),
        .component = andor_pass_array(run->arena, graph->nodes, sizeof *order->component),
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
    bool room = order->node && order->component && search.stack, done = room;
    if (room && andor_is_terminal(graph, graph->root))
        append_terminal(&search, graph->root);
    else if (room)
        done = depth_first_search(&search, run);
    nash_arena_release(run->arena, before);
    return done ? NASH_OK : andor_pass_status(room ? PASS_STOPPED : PASS_NOMEM, error);
}
