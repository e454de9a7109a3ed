/* The pass upwards of any graph in one width: see knuth.c. Included with PASS(name), PASS_VALUE, PASS_INF,
 * PASS_TOP, the first value that is too large, half the range, and PASS_LOWEST(x), PASS_HIGHEST(x), the numbers of the
 * lowest and of the highest bit of x. */

/* A connector of the component at hand. */
struct PASS(connector) {
    PASS_VALUE sum;   /* its cost and the values of its successors so far; PASS_TOP: too large */
    uint32_t missing; /* successors without a value, each as often as it comes; DEAD: one that never gets one */
    uint32_t owner;
};

/* A radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, J. ACM 37, 1990) of connectors by their sums, none of which is less
 * than the last one taken out: bucket 0 has those equal to that, bucket b those that differ from it in bit b - 1 and in
 * none above. A bucket is a list. */
struct PASS(heap) {
    uint32_t head[8 * sizeof(PASS_VALUE)];
    PASS_VALUE full; /* a bit for each bucket that is not empty */
    PASS_VALUE last;
};

struct PASS(work) {
    const struct andor_graph *graph;
    struct andor_order *order;
    PASS_VALUE *value;
    uint32_t *mark;
    struct PASS(connector) * connector; /* [connectors] */
    uint32_t *next;                     /* [connectors] in their bucket */
    struct range *back;                 /* [nodes] connectors that a node is a successor of: .. */
    uint32_t *backward;                 /* [edges] .. a part of this list */
    struct PASS(heap) heap;
    struct andor_work *done;
};

/* ---- nodes that are a component of their own ---- */

/* The sum of a connector whose successors are done; PASS_TOP: too large, PASS_INF: one of them is dead. */
static inline PASS_VALUE PASS(sum_of)(const struct PASS(work) * work, uint32_t c)
{
    const uint32_t *to = work->graph->to, *s = work->graph->succ + to[c], *stop = work->graph->succ + to[c + 1];
    PASS_VALUE sum = andor_cost(work->graph, c);
    for (; s < stop; s++) {
        PASS_VALUE value = work->value[*s];
        if (__builtin_expect(value == PASS_INF, 0))
            return PASS_INF;
        sum += value;
        sum = sum < PASS_TOP ? sum : PASS_TOP;
    }
    return sum;
}

static void PASS(settle_alone)(struct PASS(work) * work, uint32_t v)
{
    PASS_VALUE best = PASS_TOP;
    uint32_t chosen = ANDOR_NONE, last = work->graph->last[v];
    for (uint32_t c = work->graph->first[v]; c < last; c++) {
        PASS_VALUE sum = PASS(sum_of)(work, c);
        if (sum < best) {
            best = sum;
            chosen = c;
        } else if (__builtin_expect(sum == PASS_TOP, 0) && chosen == ANDOR_NONE) {
            chosen = OVERFLOWED;
        }
    }
    work->value[v] = chosen < OVERFLOWED ? best : PASS_INF;
    work->mark[v] = chosen;
}

/* ---- the heap ---- */

static inline void PASS(put)(struct PASS(work) * work, uint32_t c)
{
    struct PASS(heap) *heap = &work->heap;
    PASS_VALUE differs = work->connector[c].sum ^ heap->last;
    unsigned bucket = differs ? PASS_HIGHEST(differs) + 1 : 0;
    work->next[c] = heap->full >> bucket & 1 ? heap->head[bucket] : ANDOR_NONE;
    heap->head[bucket] = c;
    heap->full |= (PASS_VALUE)1 << bucket;
}

/* Its least sum becomes the last one, and all in it go into lower buckets. */
static void PASS(spread)(struct PASS(work) * work, unsigned bucket)
{
    struct PASS(heap) *heap = &work->heap;
    uint32_t first = heap->head[bucket], after;
    heap->full &= ~((PASS_VALUE)1 << bucket);
    heap->last = work->connector[first].sum;
    for (uint32_t c = work->next[first]; c != ANDOR_NONE; c = work->next[c])
        if (work->connector[c].sum < heap->last)
            heap->last = work->connector[c].sum;
    for (uint32_t c = first; c != ANDOR_NONE; c = after) {
        after = work->next[c];
        PASS(put)(work, c);
    }
}

/* The connector with the least sum; ANDOR_NONE when there is none. */
static inline uint32_t PASS(take)(struct PASS(work) * work)
{
    struct PASS(heap) *heap = &work->heap;
    if (!heap->full)
        return ANDOR_NONE;
    if (!(heap->full & 1))
        PASS(spread)(work, PASS_LOWEST(heap->full));
    uint32_t c = heap->head[0];
    heap->head[0] = work->next[c];
    heap->full ^= heap->head[0] == ANDOR_NONE;
    return c;
}

/* ---- a component ---- */

/* All successors of c have their values. The first of the connectors that give the least sum is the mark; one that
 * costs nothing may come after its node is settled, and then could lead back to it. */
static inline void PASS(complete)(struct PASS(work) * work, uint32_t c)
{
    PASS_VALUE sum = work->connector[c].sum;
    uint32_t v = work->connector[c].owner;
    if (sum >= PASS_TOP) {
        if (work->mark[v] == ANDOR_NONE)
            work->mark[v] = OVERFLOWED;
    } else if (sum < work->value[v]) {
        work->value[v] = sum;
        work->mark[v] = c;
        work->done->heap++;
        PASS(put)(work, c);
    } else if (sum == work->value[v] && c < work->mark[v] && work->order->component[v] != SETTLED) {
        work->mark[v] = c;
    }
}

/* Sums up what leads out of the component, and counts what stays within for the list of ways back. */
static void PASS(open_connector)(struct PASS(work) * work, uint32_t v, uint32_t c, uint32_t component)
{
    const struct andor_graph *graph = work->graph;
    struct PASS(connector) *connector = &work->connector[c];
    PASS_VALUE sum = andor_cost(graph, c);
    uint32_t inside = 0;
    bool dead = false;
    for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++) {
        uint32_t w = graph->succ[e];
        if (work->order->component[w] == component) {
            inside++;
            work->back[w].end++;
            continue;
        }
        dead |= work->value[w] == PASS_INF;
        sum += work->value[w];
        sum = sum < PASS_TOP ? sum : PASS_TOP;
    }
    *connector = (struct PASS(connector)){.sum = sum, .missing = dead ? DEAD : inside, .owner = v};
    if (connector->missing == 0)
        PASS(complete)(work, c);
}

static void PASS(list_back)(struct PASS(work) * work, uint32_t v, uint32_t component)
{
    const struct andor_graph *graph = work->graph;
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
        for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++) {
            uint32_t w = graph->succ[e];
            if (work->order->component[w] == component)
                work->backward[--work->back[w].begin] = c;
        }
}

static bool PASS(open_component)(struct PASS(work) * work, const uint32_t *node, uint32_t count, struct nash_run *run)
{
    const struct andor_graph *graph = work->graph;
    uint32_t component = work->order->component[node[0] & ~ANDOR_MORE], listed = 0;
    for (uint32_t i = 0; i < count; i++)
        work->back[node[i] & ~ANDOR_MORE].end = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = node[i] & ~ANDOR_MORE;
        if (i % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_COMPONENT))
            return false;
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
            PASS(open_connector)(work, v, c, component);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct range *back = &work->back[node[i] & ~ANDOR_MORE];
        listed += back->end;
        back->begin = back->end = listed;
    }
    for (uint32_t i = 0; i < count; i++)
        PASS(list_back)(work, node[i] & ~ANDOR_MORE, component);
    return true;
}

/* The value of v is final: whatever leads to it may become complete. */
static void PASS(settle)(struct PASS(work) * work, uint32_t v)
{
    PASS_VALUE value = work->value[v];
    work->order->component[v] = SETTLED;
    for (uint32_t i = work->back[v].begin; i < work->back[v].end; i++) {
        uint32_t c = work->backward[i];
        struct PASS(connector) *connector = &work->connector[c];
        connector->sum += value;
        if (__builtin_expect(connector->sum >= PASS_TOP, 0))
            connector->sum = PASS_TOP;
        if (--connector->missing == 0)
            PASS(complete)(work, c);
    }
}

/* Knuth's generalisation of Dijkstra's algorithm. Nodes that no connector of the heap reaches stay dead. */
static enum pass_end PASS(settle_together)(struct PASS(work) * work, const uint32_t *node, uint32_t count,
                                           struct nash_run *run)
{
    uint32_t left = count, c;
    work->heap.full = work->heap.last = 0;
    if (!PASS(open_component)(work, node, count, run))
        return PASS_STOPPED;
    while (left > 0 && (c = PASS(take)(work)) != ANDOR_NONE) {
        uint32_t v = work->connector[c].owner;
        if (work->connector[c].sum != work->value[v])
            continue; /* a cheaper one came first */
        PASS(settle)(work, v);
        if (left-- % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_KNUTH))
            return PASS_STOPPED;
    }
    for (uint32_t i = 0; left > 0 && i < count; i++)
        if (work->mark[node[i] & ~ANDOR_MORE] == OVERFLOWED)
            return PASS_OVERFLOW;
    return PASS_DONE;
}

/* ---- the graph ---- */

static bool PASS(make_room)(struct PASS(work) * work, struct nash_arena *arena)
{
    const struct andor_graph *graph = work->graph;
    work->connector = nash_arena_alloc_raw(arena, graph->connectors * sizeof *work->connector, 16);
    work->next = nash_arena_alloc_raw(arena, graph->connectors * sizeof *work->next, 16);
    work->back = nash_arena_alloc_raw(arena, graph->nodes * sizeof *work->back, 16);
    work->backward = nash_arena_alloc_raw(arena, graph->edges * sizeof *work->backward, 16);
    return work->connector && work->next && work->back && work->backward;
}

static enum pass_end PASS(knuth)(struct PASS(work) * work, struct nash_run *run)
{
    const struct andor_order *order = work->order;
    for (uint32_t i = 0, next; i < order->count; i = next) {
        uint32_t v = order->node[i] & ~ANDOR_MORE;
        for (next = i; order->node[next] & ANDOR_MORE; next++)
            ;
        next++;
        if (next - i > 1) {
            enum pass_end end = PASS(settle_together)(work, order->node + i, next - i, run);
            if (end != PASS_DONE)
                return end;
        } else if (andor_is_terminal(work->graph, v)) {
            work->value[v] = 0;
        } else {
            PASS(settle_alone)(work, v);
            if (work->mark[v] == OVERFLOWED)
                return PASS_OVERFLOW;
        }
        if (i % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_KNUTH))
            return PASS_STOPPED;
    }
    work->done->settled += order->count;
    return PASS_DONE;
}

static enum pass_end PASS(solve)(const struct andor_graph *graph, struct andor_order *order, struct nash_run *run,
                                 PASS_VALUE *value, uint32_t *mark, struct andor_work *done)
{
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    struct PASS(work) work = {.graph = graph, .order = order, .value = value, .mark = mark, .done = done};
    enum pass_end end = PASS_NOMEM;
    if (order->components == 0 || PASS(make_room)(&work, run->arena))
        end = PASS(knuth)(&work, run);
    nash_arena_release(run->arena, before);
    return end;
}
