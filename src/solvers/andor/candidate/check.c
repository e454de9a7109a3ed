/* Checks a candidate: first each choice by itself, then the graph of the choices from the root, depth first. A node is
 * priced when the walk leaves it, if all its successors are. */
#include <solvers/andor/list.h>

#include "candidate.h"

enum { NODE_NEW, NODE_ON_PATH, NODE_LEFT, NODE_PRICED };

struct checker {
    const struct andor_graph *graph;
    struct nash_arena *arena;
    struct andor_check *check;
    struct andor_fault *faults;
    uint32_t max;
    uint32_t *chosen;              /* [nodes] */
    uint8_t *state;                /* [nodes] */
    andor_wide *price;             /* [nodes] */
    struct andor_list path, order; /* path: pairs of node and next edge; order: nodes with a price */
    bool room;
};

static void add_fault(struct checker *x, struct andor_fault fault)
{
    if (x->check->found++ < x->max)
        x->faults[x->check->kept++] = fault;
}

/* ---- the choices one by one ---- */

static void check_choice(struct checker *x, uint32_t i, const struct andor_named_choice *named,
                         const struct andor_named_numbers *numbers)
{
    uint32_t c = numbers->connector, owner = numbers->owner;
    struct andor_fault fault = {.choice = i, .node = owner, .connector = c, .other = ANDOR_NONE};
    if (named->node && numbers->node == ANDOR_NONE) {
        fault.type = ANDOR_FAULT_UNKNOWN_NODE;
        fault.node = ANDOR_NONE;
    } else if (c == ANDOR_NONE || c == ANDOR_SEVERAL) {
        fault.type = c == ANDOR_NONE ? ANDOR_FAULT_UNKNOWN_CONNECTOR : ANDOR_FAULT_AMBIGUOUS_CONNECTOR;
        fault.node = named->node ? numbers->node : ANDOR_NONE;
        fault.connector = ANDOR_NONE;
    } else if (named->node && numbers->node != owner) {
        fault.type = ANDOR_FAULT_FOREIGN_CONNECTOR;
        fault.node = numbers->node;
        fault.other = owner;
    } else if (andor_is_terminal(x->graph, owner)) {
        fault.type = ANDOR_FAULT_TERMINAL_CONNECTOR;
    } else if (x->chosen[owner] != ANDOR_NONE && x->chosen[owner] != c) {
        fault.type = ANDOR_FAULT_SEVERAL_CONNECTORS;
        fault.other = x->chosen[owner];
    } else {
        x->chosen[owner] = c;
        return;
    }
    add_fault(x, fault);
}

/* ---- the walk ---- */

static void add_cycle(struct checker *x, uint32_t v)
{
    uint32_t at = x->path.count, count;
    while (at && x->path.at[at - 2] != v)
        at -= 2;
    at -= 2;
    count = (x->path.count - at) / 2 + 1;
    uint32_t *path = NASH_NEW(x->arena, uint32_t, count);
    x->room &= path != NULL;
    if (!path)
        return;
    for (uint32_t i = 0; i + 1 < count; i++)
        path[i] = x->path.at[at + 2 * i];
    path[count - 1] = v;
    add_fault(x, (struct andor_fault){.type = ANDOR_FAULT_CYCLE,
                                      .node = v,
                                      .connector = ANDOR_NONE,
                                      .other = ANDOR_NONE,
                                      .path = path,
                                      .path_count = count});
}

static void price_node(struct checker *x, uint32_t v)
{
    x->state[v] = NODE_PRICED;
    x->room &= andor_list_push(&x->order, v, x->arena);
}

/* Meets a node: prices a terminal, puts a node with a connector on the path, and reports a node without one. */
static void enter_node(struct checker *x, uint32_t v)
{
    const struct andor_graph *graph = x->graph;
    uint32_t c = x->chosen[v];
    if (andor_is_terminal(graph, v)) {
        price_node(x, v);
        return;
    }
    if (c == ANDOR_NONE) {
        x->state[v] = NODE_LEFT;
        add_fault(x, (struct andor_fault){.type = graph->first[v] == graph->last[v] ? ANDOR_FAULT_DEAD_END
                                                                                    : ANDOR_FAULT_NO_CONNECTOR,
                                          .node = v,
                                          .connector = ANDOR_NONE,
                                          .other = ANDOR_NONE});
        return;
    }
    x->state[v] = NODE_ON_PATH;
    x->room &= andor_list_push(&x->path, v, x->arena) && andor_list_push(&x->path, graph->to[c], x->arena);
}

static void leave_node(struct checker *x, uint32_t v)
{
    const struct andor_graph *graph = x->graph;
    uint32_t c = x->chosen[v];
    andor_wide sum = andor_cost(graph, c);
    bool over = false;
    x->path.count -= 2;
    x->state[v] = NODE_LEFT;
    for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++) {
        if (x->state[graph->succ[e]] != NODE_PRICED)
            return;
        over |= __builtin_add_overflow(sum, x->price[graph->succ[e]], &sum) || sum >> 127;
    }
    x->check->overflow |= over;
    x->price[v] = over ? 0 : sum;
    if (!x->check->overflow)
        price_node(x, v);
}

static void walk_candidate(struct checker *x)
{
    const struct andor_graph *graph = x->graph;
    enter_node(x, graph->root);
    while (x->room && x->path.count) {
        uint32_t v = x->path.at[x->path.count - 2], *at = &x->path.at[x->path.count - 1];
        if (*at == graph->to[x->chosen[v] + 1]) {
            leave_node(x, v);
            continue;
        }
        uint32_t s = graph->succ[(*at)++];
        if (x->state[s] == NODE_ON_PATH)
            add_cycle(x, s);
        else if (x->state[s] == NODE_NEW)
            enter_node(x, s);
    }
}

/* Reports chosen connectors of nodes that the walk did not meet, and adds up the cost of the others. */
static void check_rest(struct checker *x)
{
    for (uint32_t v = 0; v < x->graph->nodes; v++) {
        if (x->chosen[v] == ANDOR_NONE)
            continue;
        if (x->state[v] == NODE_NEW)
            add_fault(x,
                      (struct andor_fault){
                          .type = ANDOR_FAULT_NOT_REACHED, .node = v, .connector = x->chosen[v], .other = ANDOR_NONE});
        else
            x->check->shared += andor_cost(x->graph, x->chosen[v]); /* at most 2^32 costs of 64 bits */
    }
}

bool andor_check_candidate(const struct andor_graph *graph, const struct andor_candidate *candidate,
                           const struct andor_named_numbers *numbers, uint32_t max, struct nash_arena *arena,
                           struct andor_check *check)
{
    struct checker x = {.graph = graph,
                        .arena = arena,
                        .check = check,
                        .faults = NASH_NEW(arena, struct andor_fault, max),
                        .max = max,
                        .chosen = NASH_NEW(arena, uint32_t, graph->nodes),
                        .state = NASH_NEW(arena, uint8_t, graph->nodes),
                        .price = NASH_NEW(arena, andor_wide, graph->nodes),
                        .room = true};
    *check = (struct andor_check){.valid = false};
    if (!x.faults || !x.chosen || !x.state || !x.price)
        return false;
    for (uint32_t v = 0; v < graph->nodes; v++)
        x.chosen[v] = ANDOR_NONE;
    for (uint32_t i = 0; i < candidate->count; i++)
        check_choice(&x, i, &candidate->choice[i], &numbers[i]);
    walk_candidate(&x);
    check_rest(&x);
    check->faults = x.faults;
    check->valid = !check->found;
    check->recursive = x.price[graph->root];
    check->step = x.order.at;
    check->steps = x.order.count;
    check->chosen = x.chosen;
    check->price = x.price;
    return x.room;
}
