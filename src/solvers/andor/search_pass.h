/* The pass upwards of an acyclic graph numbered in any order, in one width: see dp.c. Included with PASS(name),
 * PASS_VALUE and PASS_INF. */

/* A node that waits for a successor. Totals are one more than the cost: then adding PASS_INF always carries. */
struct PASS(frame) {
    PASS_VALUE best;  /* total of its connectors before c; PASS_INF: none is finite */
    PASS_VALUE total; /* of c so far; PASS_INF: it is dead or passes this width */
    uint32_t v, c, edge, chosen;
};

struct PASS(work) {
    const struct andor_graph *graph;
    PASS_VALUE *value;
    uint32_t *mark;
    uint8_t *state;             /* [nodes] of those that are infinite */
    struct PASS(frame) * stack; /* the path from the root */
    uint32_t settled;
    uint64_t edges; /* looked at */
};

/* The path from w, which is on it, to v, which is its end at top. */
static void PASS(note_cycle)(const struct PASS(frame) * top, uint32_t w, uint32_t v, struct cycle *cycle)
{
    const struct PASS(frame) *from = top;
    if (w != v)
        while ((--from)->v != w)
            ;
    cycle->length = 0;
    for (; from < top && cycle->length < CYCLE_NAMED; from++)
        cycle->node[cycle->length++] = from->v;
    cycle->more = from < top;
    cycle->node[cycle->length++] = v;
}

/* Successor w made a sum carry. */
static __attribute__((noinline)) enum meeting PASS(meet)(struct PASS(work) * work, uint32_t w)
{
    if (work->value[w] != PASS_INF || work->state[w] == DEAD)
        return IN_VAIN;
    if (work->state[w] == OPEN)
        return ON_PATH;
    if (!andor_is_terminal(work->graph, w))
        return TO_ENTER;
    work->value[w] = 0;
    work->settled++;
    return WORTH_NOTHING;
}

/* v has no finite connector: false when one passes this width. */
static __attribute__((noinline)) bool PASS(bury)(struct PASS(work) * work, uint32_t v)
{
    work->value[v] = PASS_INF;
    work->state[v] = DEAD;
    return !PASS(is_too_large)(work->graph, work->value, v);
}

static __attribute__((noinline)) uint64_t PASS(cost_of)(const struct PASS(work) * work, uint32_t c)
{
    return andor_cost(work->graph, c);
}

/* The variables of the innermost loops are held in registers: what is rare is done elsewhere. */
static __attribute__((noinline)) enum pass_end PASS(dp)(struct PASS(work) * work, struct nash_run *run,
                                                        struct cycle *cycle)
{
    const struct andor_graph *graph = work->graph;
    const uint32_t *const to = graph->to, *const succ = graph->succ, *const cost = graph->cost;
    PASS_VALUE *const value = work->value;
    struct PASS(frame) *top = work->stack;
    uint32_t v = graph->root, done = 0;
enter:;
    /* behind a connector before the first one, that is as good as dead */
    uint32_t c = graph->first[v] - 1, last = graph->last[v], chosen = ANDOR_NONE, e = to[c + 1], end = e;
    PASS_VALUE best = PASS_INF, total = PASS_INF;
    work->state[v] = OPEN;
    work->edges += to[last] - e;
    for (;;) {
        while (e < end) {
            if (__builtin_expect(!__builtin_add_overflow(total, value[succ[e]], &total), 1)) {
                e++;
                continue;
            }
            enum meeting meeting = PASS(meet)(work, succ[e]);
            if (meeting == IN_VAIN)
                total = PASS_INF;
            else
                total++; /* as it was */
            if (meeting == ON_PATH) {
                PASS(note_cycle)(top, succ[e], v, cycle);
                return PASS_CYCLE;
            }
            if (meeting == TO_ENTER) {
                *top++ = (struct PASS(frame)){best, total, v, c, e, chosen};
                v = succ[e];
                goto enter;
            }
            e++;
        }
        if (total < best) {
            best = total;
            chosen = c;
        }
        if (++c < last) {
            end = to[c + 1];
            total = (cost ? cost[c] : PASS(cost_of)(work, c)) + (PASS_VALUE)1;
            continue;
        }
        work->mark[v] = chosen;
        value[v] = best - 1;
        if (__builtin_expect(chosen == ANDOR_NONE, 0) && !PASS(bury)(work, v))
            return PASS_OVERFLOW;
        if (done++ % POLL_EVERY == 0) {
            if (nash_stop(run, ANDOR_STOP_DP))
                return PASS_STOPPED;
            andor_tell_if_due(run, "dp", done, graph->nodes);
        }
        if (top == work->stack) {
            work->settled += done;
            return PASS_DONE;
        }
        top--;
        best = top->best;
        total = top->total;
        v = top->v;
        c = top->c;
        e = top->edge;
        end = to[c + 1];
        chosen = top->chosen;
        last = graph->last[v];
    }
}

static enum pass_end PASS(search)(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                  PASS_VALUE *value, struct andor_work *done, struct cycle *cycle)
{
    struct PASS(work) work = {
        .graph = graph,
        .value = value,
        .mark = values->mark,
        .state = andor_pass_array(run->arena, graph->nodes, sizeof *work.state),
        .stack = nash_arena_alloc_raw(run->arena, graph->nodes * sizeof(struct PASS(frame)), 16),
    };
    enum pass_end end = PASS_NOMEM;
    if (work.state && work.stack)
        end = PASS(dp)(&work, run, cycle);
    values->reachable = work.settled;
    done->edges = work.edges;
    return end;
}

/* A sweep if numbers allow, else the search. */
static enum pass_end PASS(solve)(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 PASS_VALUE *value, struct andor_work *done, struct cycle *cycle)
{
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    uint32_t *leading = andor_pass_array(run->arena, graph->nodes, sizeof *leading);
    enum pass_end end = PASS_DONE;
    done->edges = graph->edges; /* a sweep looks at all */
    if (!leading) {
        end = PASS_NOMEM;
    } else if (andor_is_terminal(graph, graph->root)) {
        value[graph->root] = 0;
        values->reachable = 1;
        done->edges = 0;
    } else if ((values->reachable = PASS(sweep)(graph, run, value, values->mark, leading)) == 0) {
        nash_arena_release(run->arena, before);
        memset(value, 0xFF, graph->nodes * sizeof *value);
        memset(values->mark, 0xFF, graph->nodes * sizeof *values->mark);
        end = run->stopped ? PASS_STOPPED : PASS(search)(graph, run, values, value, done, cycle);
    }
    done->settled = values->reachable;
    nash_arena_release(run->arena, before);
    return end;
}
