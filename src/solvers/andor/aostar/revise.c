/* Knuth's generalisation of Dijkstra's algorithm on a set of nodes, with all other nodes fixed.
 *
 * Every connector of the set waits until its last successor inside the set is settled; then its sum is a candidate cost
 * of its node. The least candidate is final, since costs are 0 or more. Each node is settled once and its mark leads
 * only to nodes settled before it, so marks close no cycle, not even one of cost 0. */
#include <solvers/andor/aostar/cost.h>
#include <solvers/andor/aostar/revise.h>

/* A connector without a successor of infinite cost outside the set. */
struct open_connector {
    andor_wide sum;            /* cost plus q of the successors that are outside the set or settled */
    uint32_t connector, owner; /* owner: index in the set */
    uint32_t waits;            /* number of unsettled successors inside the set */
};

struct heap_entry {
    andor_wide q;
    uint32_t owner;
};

struct revision {
    struct andor_state *state;
    const uint32_t *set;
    uint32_t *place; /* 1 + index in the set; 0: outside */
    uint32_t count;
    struct open_connector *open;
    uint32_t opened;
    uint32_t *use_at, *use; /* use[use_at[i]] .. use[use_at[i + 1] - 1]: open connectors that wait for set[i] */
    andor_wide *best;       /* [count]: least candidate cost of the node */
    uint32_t *mark;         /* [count]: connector of that candidate */
    uint8_t *settled;       /* [count] */
    struct heap_entry *heap;
    uint32_t heaped;
};

static bool precedes(struct heap_entry a, struct heap_entry b)
{
    return a.q != b.q ? a.q < b.q : a.owner < b.owner;
}

static void heap_push(struct revision *revision, struct heap_entry entry)
{
    uint32_t i = revision->heaped++;
    while (i && precedes(entry, revision->heap[(i - 1) / 4])) {
        revision->heap[i] = revision->heap[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    revision->heap[i] = entry;
}

static struct heap_entry heap_pop(struct revision *revision)
{
    struct heap_entry *heap = revision->heap, top = heap[0], last = heap[--revision->heaped];
    uint32_t i = 0, count = revision->heaped;
    for (;;) {
        uint32_t child = 4 * i + 1, least = child;
        if (child >= count)
            break;
        for (uint32_t j = child + 1; j < count && j < child + 4; j++)
            least = precedes(heap[j], heap[least]) ? j : least;
        if (!precedes(heap[least], last))
            break;
        heap[i] = heap[least];
        i = least;
    }
    heap[i] = last;
    return top;
}

/* Makes the sum of a connector, whose successors are all settled, a candidate of its owner. */
static void offer(struct revision *revision, const struct open_connector *open)
{
    uint32_t owner = open->owner;
    if (revision->settled[owner] || open->sum > revision->best[owner])
        return;
    if (open->sum < revision->best[owner])
        heap_push(revision, (struct heap_entry){open->sum, owner});
    else if (open->connector > revision->mark[owner])
        return;
    revision->best[owner] = open->sum;
    revision->mark[owner] = open->connector;
}

/* Opens connector c of set[owner], unless a successor outside has infinite cost. */
static void open_connector_at(struct revision *revision, uint32_t c, uint32_t owner)
{
    const struct andor_graph *graph = revision->state->graph;
    struct open_connector *open = &revision->open[revision->opened];
    *open = (struct open_connector){andor_cost(graph, c), c, owner, 0};
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        uint32_t s = graph->succ[i];
        if (revision->place[s])
            open->waits++;
        else
            open->sum = andor_wide_add(open->sum, andor_state_q(revision->state, s));
        if (open->sum == ANDOR_WIDE_INF)
            return;
    }
    revision->opened++;
}

/* Lists for each node of the set the connectors that wait for it. */
static enum nash_status index_waiting(struct revision *revision, uint64_t edges, struct nash_arena *arena)
{
    const struct andor_graph *graph = revision->state->graph;
    uint32_t *use_at = NASH_NEW(arena, uint32_t, revision->count + 3);
    uint32_t *use = nash_arena_alloc_raw(arena, edges * sizeof *use, sizeof *use);
    if (!use_at || !use)
        return andor_state_nomem(revision->state);
    for (uint32_t o = 0; o < revision->opened; o++)
        for (uint32_t i = graph->to[revision->open[o].connector]; i < graph->to[revision->open[o].connector + 1]; i++)
            use_at[revision->place[graph->succ[i]] + 1]++; /* entries of place 0 (outside) come first and are unused */
    for (uint32_t i = 1; i < revision->count + 3; i++)
        use_at[i] += use_at[i - 1];
    for (uint32_t o = revision->opened; o-- > 0;)
        for (uint32_t i = graph->to[revision->open[o].connector]; i < graph->to[revision->open[o].connector + 1]; i++)
            use[--use_at[revision->place[graph->succ[i]] + 1]] = o;
    revision->use_at = use_at + 2;
    revision->use = use;
    return NASH_OK;
}

static enum nash_status open_connectors(struct revision *revision, struct nash_arena *arena)
{
    const struct andor_graph *graph = revision->state->graph;
    uint64_t connectors = 0, edges = 0;
    for (uint32_t i = 0; i < revision->count; i++) {
        uint32_t v = revision->set[i];
        connectors += graph->last[v] - graph->first[v];
        edges += andor_state_edges(graph, v);
        revision->place[v] = i + 1;
    }
    revision->open = nash_arena_alloc_raw(arena, connectors * sizeof *revision->open, _Alignof(andor_wide));
    revision->heap = nash_arena_alloc_raw(arena, connectors * sizeof *revision->heap, _Alignof(andor_wide));
    revision->best = nash_arena_alloc_raw(arena, revision->count * sizeof *revision->best, _Alignof(andor_wide));
    revision->mark = nash_arena_alloc_raw(arena, revision->count * sizeof *revision->mark, sizeof *revision->mark);
    revision->settled = nash_arena_alloc(arena, revision->count);
    if (!revision->open || !revision->heap || !revision->best || !revision->mark || !revision->settled)
        return andor_state_nomem(revision->state);
    memset(revision->best, 0xff, revision->count * sizeof *revision->best);
    memset(revision->mark, 0xff, revision->count * sizeof *revision->mark);
    for (uint32_t i = 0; i < revision->count; i++) {
        if (andor_state_stop(revision->state, ANDOR_CHECK_REVISE, andor_state_edges(graph, revision->set[i])))
            return NASH_STOPPED;
        for (uint32_t c = graph->first[revision->set[i]]; c < graph->last[revision->set[i]]; c++)
            open_connector_at(revision, c, i);
    }
    return index_waiting(revision, edges, arena);
}

/* Settles nodes in order of cost and appends their indices to order. */
static bool settle_in_order(struct revision *revision, uint32_t *order, uint32_t *settled)
{
    for (uint32_t o = 0; o < revision->opened; o++)
        if (!revision->open[o].waits)
            offer(revision, &revision->open[o]);
    while (revision->heaped) {
        struct heap_entry top = heap_pop(revision);
        if (andor_state_stop(revision->state, ANDOR_CHECK_REVISE,
                             revision->use_at[top.owner + 1] - revision->use_at[top.owner]))
            return false;
        if (revision->settled[top.owner])
            continue; /* a dearer candidate of a settled node */
        revision->settled[top.owner] = 1;
        order[(*settled)++] = top.owner;
        for (uint32_t u = revision->use_at[top.owner]; u < revision->use_at[top.owner + 1]; u++) {
            struct open_connector *open = &revision->open[revision->use[u]];
            open->sum = andor_wide_add(open->sum, top.q);
            if (!--open->waits)
                offer(revision, open);
        }
    }
    return true;
}

/* Stores the new costs, marks and labels in the search. */
static void apply_revision(const struct revision *revision, const uint32_t *order, uint32_t settled)
{
    struct andor_state *state = revision->state;
    for (uint32_t i = 0; i < settled; i++) {
        uint32_t v = revision->set[order[i]];
        andor_state_set_q(state, v, revision->best[order[i]]);
        state->mark[v] = revision->mark[order[i]];
        if (andor_state_all_solved(state, state->mark[v]))
            state->label[v] |= ANDOR_SOLVED;
    }
    for (uint32_t i = 0; i < revision->count; i++)
        if (!revision->settled[i]) {
            andor_state_set_q(state, revision->set[i], ANDOR_WIDE_INF);
            state->mark[revision->set[i]] = ANDOR_NONE;
        }
    state->revised += revision->count;
}

static void append_order(const struct revision *revision, const uint32_t *settled, uint32_t count,
                         struct andor_list *order)
{
    for (uint32_t i = 0; i < count; i++)
        order->at[order->count++] = settled[i];
    for (uint32_t i = 0; i < revision->count; i++)
        if (!revision->settled[i])
            order->at[order->count++] = i;
}

enum nash_status andor_revise(struct andor_state *state, const struct andor_list *set, uint32_t *place,
                              struct andor_list *order)
{
    struct nash_arena *arena = state->run->arena;
    if (order)
        order->count = 0;
    if (order && !andor_list_reserve(order, set->count, arena)) /* before the arena mark, to outlive its release */
        return andor_state_nomem(state);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct revision revision = {.state = state, .set = set->at, .place = place, .count = set->count};
    uint32_t *settled = nash_arena_alloc_raw(arena, set->count * sizeof *settled, sizeof *settled), count = 0;
    enum nash_status status = settled ? open_connectors(&revision, arena) : andor_state_nomem(state);
    if (status == NASH_OK && !settle_in_order(&revision, settled, &count))
        status = NASH_STOPPED;
    if (status == NASH_OK)
        apply_revision(&revision, settled, count);
    if (status == NASH_OK && order)
        append_order(&revision, settled, count, order);
    for (uint32_t i = 0; i < set->count; i++)
        place[set->at[i]] = 0;
    nash_arena_release(arena, mark);
    return status;
}
