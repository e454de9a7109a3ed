/* The pass upwards of any graph in one width: see knuth.c. Included with PASS(name), PASS_VALUE, PASS_INF,
 * PASS_TOP, the first value that is too large, half the range, and PASS_HIGHEST(x), the number of the highest bit of x.
 */

/* A connector of the component at hand. */
struct PASS(connector) {
    PASS_VALUE sum; /* its cost and the values of its successors so far; PASS_TOP: too large */
    union {
        uint32_t missing; /* successors without a value, each as often as it comes; DEAD: one never gets one */
        uint32_t next;    /* none is missing: in its bucket */
    };
    uint32_t owner;
};

/* A radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, J. ACM 37, 1990) of connectors by their sums, none of which is less
 * than the last one taken out. Sums are numbers of DIGIT bits a digit: one that differs from the last in digit d, and
 * in none above, is in the bucket of level d for the value of that digit. A bucket is a list; on level 0 all in it are
 * equal. */
struct PASS(heap) {
    uint32_t head[8 * sizeof(PASS_VALUE) / DIGIT][1 << DIGIT];
    uint16_t full[8 * sizeof(PASS_VALUE) / DIGIT]; /* a bit for each bucket that is not empty */
    uint32_t levels;                               /* a bit for each level that is not */
    PASS_VALUE last;
};

struct PASS(work) {
    const struct andor_graph *graph;
    struct andor_order *order;
    PASS_VALUE *value;
    uint32_t *mark;
    struct PASS(connector) * connector; /* [connectors] */
    struct range *back;                 /* [nodes] connectors of its component that a node is a successor of: .. */
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

static inline void PASS(put)(struct PASS(heap) * heap, struct PASS(connector) * connector, uint32_t c)
{
    PASS_VALUE sum = connector[c].sum;
    unsigned level = PASS_HIGHEST((sum ^ heap->last) | 1) / DIGIT;
    unsigned digit = (unsigned)(sum >> (DIGIT * level)) & DIGIT_MOST;
    unsigned full = heap->full[level];
    connector[c].next = full >> digit & 1 ? heap->head[level][digit] : ANDOR_NONE;
    heap->head[level][digit] = c;
    heap->full[level] = (uint16_t)(full | 1U << digit);
    heap->levels |= 1U << level;
}

/* Takes the least bucket of a level apart: its connectors go to lower ones. */
static __attribute__((noinline)) void PASS(spread)(struct PASS(heap) * heap, struct PASS(connector) * connector,
                                                   unsigned level)
{
    unsigned digit = (unsigned)__builtin_ctz(heap->full[level]);
    heap->full[level] &= (uint16_t)(heap->full[level] - 1);
    if (heap->full[level] == 0)
        heap->levels &= heap->levels - 1; /* it was the lowest one */
    heap->last &= ~(((PASS_VALUE)(DIGIT_MOST + 1) << (DIGIT * level)) - 1);
    heap->last |= (PASS_VALUE)digit << (DIGIT * level);
    for (uint32_t c = heap->head[level][digit], after; c != ANDOR_NONE; c = after) {
        after = connector[c].next;
        PASS(put)(heap, connector, c);
    }
}

/* The connector with the least sum; ANDOR_NONE when there is none. */
static inline uint32_t PASS(take)(struct PASS(heap) * heap, struct PASS(connector) * connector)
{
    if (heap->levels == 0)
        return ANDOR_NONE;
    while (!(heap->levels & 1))
        PASS(spread)(heap, connector, (unsigned)__builtin_ctz(heap->levels));
    unsigned digit = (unsigned)__builtin_ctz(heap->full[0]);
    uint32_t c = heap->head[0][digit];
    heap->last = (heap->last & ~(PASS_VALUE)DIGIT_MOST) | digit;
    heap->head[0][digit] = connector[c].next;
    if (connector[c].next == ANDOR_NONE) {
        heap->full[0] &= (uint16_t)(heap->full[0] - 1);
        heap->levels ^= heap->full[0] == 0;
    }
    return c;
}

/* ---- a component ---- */

/* All successors of c have their values. The first of the connectors that give the least sum is the mark; one that
 * costs nothing may come after its node is settled, and then could lead back to it. */
static inline void PASS(complete)(struct PASS(work) * work, uint32_t c)
{
    PASS_VALUE sum = work->connector[c].sum;
    uint32_t v = work->connector[c].owner;
    if (sum < work->value[v]) {
        work->value[v] = sum;
        work->mark[v] = c;
        work->done->heap++;
        PASS(put)(&work->heap, work->connector, c);
    } else if (sum == PASS_TOP) {
        if (work->mark[v] == ANDOR_NONE)
            work->mark[v] = OVERFLOWED;
    } else if (sum == work->value[v] && c < work->mark[v] && work->order->component[v] != SETTLED) {
        work->mark[v] = c;
    }
}

/* A successor of c outside of the component, the value of which is known. */
static __attribute__((noinline)) void PASS(add_outside)(struct PASS(connector) * connector, PASS_VALUE value)
{
    PASS_VALUE sum = value == PASS_INF ? PASS_TOP : connector->sum + value;
    connector->sum = sum < PASS_TOP ? sum : PASS_TOP;
    connector->missing = (connector->missing - 1) | (value == PASS_INF ? DEAD : 0);
}

/* Sums up what leads out of the component, and lists the ways back within it. */
static __attribute__((noinline)) bool PASS(open_component)(struct PASS(work) * work, const uint32_t *node,
                                                           uint32_t count, struct nash_run *run)
{
    const struct andor_graph *const graph = work->graph;
    const uint32_t *const to = graph->to, *const component = work->order->component;
    const uint32_t own = component[node[0] & ~ANDOR_MORE];
    struct range *const back = work->back;
    uint32_t *const backward = work->backward;
    memset(work->heap.full, 0, sizeof work->heap.full);
    work->heap.levels = 0;
    work->heap.last = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = node[i] & ~ANDOR_MORE, last = graph->last[v], c = graph->first[v];
        const uint32_t *s = graph->succ + to[c];
        if (i % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_COMPONENT))
            return false;
        work->value[v] = PASS_TOP;
        for (; c < last; c++) {
            const uint32_t *stop = graph->succ + to[c + 1];
            struct PASS(connector) *connector = &work->connector[c];
            *connector =
                (struct PASS(connector)){.sum = andor_cost(graph, c), .missing = (uint32_t)(stop - s), .owner = v};
            for (; s < stop; s++) {
                if (__builtin_expect(component[*s] == own, 1))
                    backward[--back[*s].begin] = c;
                else
                    PASS(add_outside)(connector, work->value[*s]);
            }
            if (connector->missing == 0)
                PASS(complete)(work, c);
        }
    }
    return true;
}

/* The value of v is final: whatever leads to it may become complete. */
static __attribute__((noinline)) void PASS(settle)(struct PASS(work) * work, uint32_t v)
{
    const PASS_VALUE value = work->value[v];
    struct PASS(connector) *const connector = work->connector;
    const uint32_t *at = work->backward + work->back[v].begin, *end = work->backward + work->back[v].end;
    work->order->component[v] = SETTLED;
    for (; at < end; at++) {
        uint32_t c = *at;
        PASS_VALUE sum = connector[c].sum + value;
        connector[c].sum = __builtin_expect(sum < PASS_TOP, 1) ? sum : PASS_TOP;
        if (--connector[c].missing == 0)
            PASS(complete)(work, c);
    }
}

/* What is left cannot be solved; unless it only passes this width. */
static bool PASS(bury_rest)(struct PASS(work) * work, const uint32_t *node, uint32_t count)
{
    bool overflowed = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = node[i] & ~ANDOR_MORE;
        if (work->order->component[v] != SETTLED)
            work->value[v] = PASS_INF;
        overflowed |= work->mark[v] == OVERFLOWED;
    }
    return !overflowed;
}

/* Knuth's generalisation of Dijkstra's algorithm. Nodes that no connector of the heap reaches stay dead. */
static enum pass_end PASS(settle_together)(struct PASS(work) * work, uint32_t *node, uint32_t count,
                                           struct nash_run *run)
{
    uint32_t left = count, before = (uint32_t)(node - work->order->node), c;
    if (count > work->graph->nodes / LARGE)
        by_number(work->order, node, work->graph->nodes);
    if (!PASS(open_component)(work, node, count, run))
        return PASS_STOPPED;
    while (left > 0 && (c = PASS(take)(&work->heap, work->connector)) != ANDOR_NONE) {
        uint32_t v = work->connector[c].owner;
        if (work->connector[c].sum != work->value[v])
            continue; /* a cheaper one came first */
        PASS(settle)(work, v);
        if (left-- % POLL_EVERY == 0) {
            if (nash_stop(run, ANDOR_STOP_KNUTH))
                return PASS_STOPPED;
            andor_tell_if_due(run, "knuth", before + count - left, work->graph->nodes);
        }
    }
    return left == 0 || PASS(bury_rest)(work, node, count) ? PASS_DONE : PASS_OVERFLOW;
}

/* ---- the graph ---- */

static bool PASS(make_room)(struct PASS(work) * work, struct nash_arena *arena)
{
    const struct andor_graph *graph = work->graph;
    work->connector = andor_pass_array(arena, graph->connectors, sizeof *work->connector);
    work->back = andor_pass_array(arena, graph->nodes, sizeof *work->back);
    work->backward = andor_pass_array(arena, graph->edges, sizeof *work->backward);
    if (!work->connector || !work->back || !work->backward)
        return false;
    list_ranges(graph, work->back);
    return true;
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
        if (i % POLL_EVERY == 0) {
            if (nash_stop(run, ANDOR_STOP_KNUTH))
                return PASS_STOPPED;
            andor_tell_if_due(run, "knuth", i, work->graph->nodes);
        }
    }
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
