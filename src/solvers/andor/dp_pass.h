/* The pass upwards of an acyclic graph in one width: see dp.c. Included with PASS(name), PASS_VALUE and PASS_TOP. */

struct PASS(frame) {
    PASS_VALUE best; /* of its connectors before c; PASS_TOP: none is finite */
    uint32_t v, c;   /* c is the connector at hand */
};

struct PASS(work) {
    const struct andor_graph *graph;
    PASS_VALUE *value;
    uint32_t *mark;
    uint8_t *state;                   /* [nodes] */
    struct PASS(frame) * stack, *top; /* the path from the root: nodes that wait for a successor */
    uint64_t settled;
};

/* Adds up a connector. NULL: *sum is its cost, from PASS_TOP on: dead, or too large. Else the successor that is not
 * done yet. A terminal that is met for the first time is done by that. */
static inline const uint32_t *PASS(add_up)(struct PASS(work) * work, uint32_t c, PASS_VALUE *sum)
{
    const uint32_t *to = work->graph->to, *s = work->graph->succ + to[c], *stop = work->graph->succ + to[c + 1];
    PASS_VALUE *value = work->value, total = andor_cost(work->graph, c), blocked = 0;
    for (; s < stop; s++) {
        total += value[*s];
        if (__builtin_expect((total & PASS_TOP) == 0, 1))
            continue;
        if (!(value[*s] & PASS_TOP)) {
            blocked |= PASS_TOP;
        } else if (work->state[*s] == DONE) {
            blocked |= PASS_TOP | 1;
        } else if (work->state[*s] == UNSEEN && andor_is_terminal(work->graph, *s)) {
            work->state[*s] = DONE;
            work->settled++;
            value[*s] = 0;
        } else {
            return s;
        }
        total &= ~PASS_TOP;
    }
    *sum = blocked ? blocked : total;
    return NULL;
}

static inline struct PASS(frame) PASS(enter)(struct PASS(work) * work, uint32_t v)
{
    work->state[v] = OPEN;
    return (struct PASS(frame)){.best = PASS_TOP, .v = v, .c = work->graph->first[v]};
}

/* The path from w, which is on it, to v. */
static void PASS(note_cycle)(const struct PASS(work) * work, uint32_t w, uint32_t v, struct cycle *cycle)
{
    const struct PASS(frame) *from = work->top;
    if (w != v)
        while ((--from)->v != w)
            ;
    cycle->length = 0;
    for (; from < work->top && cycle->length < CYCLE_NAMED; from++)
        cycle->node[cycle->length++] = from->v;
    cycle->more = from < work->top;
    cycle->node[cycle->length++] = v;
}

static enum pass_end PASS(dp)(struct PASS(work) * work, struct nash_run *run, struct cycle *cycle)
{
    const struct andor_graph *graph = work->graph;
    struct PASS(frame) at = PASS(enter)(work, graph->root);
    uint32_t last = graph->last[at.v], chosen = ANDOR_NONE;
    for (;;) {
        PASS_VALUE sum = 0;
        const uint32_t *waits = NULL;
        while (at.c < last && !(waits = PASS(add_up)(work, at.c, &sum))) {
            if (sum < at.best) {
                at.best = sum;
                chosen = at.c;
            } else if (__builtin_expect(sum == PASS_TOP, 0) && chosen == ANDOR_NONE) {
                chosen = PASS_OVERFLOWED;
            }
            at.c++;
        }
        if (!waits) {
            if (chosen == PASS_OVERFLOWED)
                return PASS_OVERFLOW;
            work->value[at.v] = at.best;
            work->mark[at.v] = chosen;
            work->state[at.v] = DONE;
            if (work->settled++ % POLL_EVERY == 0 && nash_stop(run, ANDOR_STOP_DP))
                return PASS_STOPPED;
            if (work->top == work->stack)
                return PASS_DONE;
            at = *--work->top;
            chosen = work->mark[at.v];
        } else if (work->state[*waits] == UNSEEN) {
            work->mark[at.v] = chosen;
            *work->top++ = at;
            at = PASS(enter)(work, *waits);
            chosen = ANDOR_NONE;
        } else {
            PASS(note_cycle)(work, *waits, at.v, cycle);
            return PASS_CYCLE;
        }
        last = graph->last[at.v];
    }
}

/* All of it: the arrays, the pass, and what it has found. */
static enum pass_end PASS(solve)(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 PASS_VALUE *value, struct andor_work *done, struct cycle *cycle)
{
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    struct PASS(work) work = {
        .graph = graph,
        .value = value,
        .mark = values->mark,
        .state = NASH_NEW(run->arena, uint8_t, graph->nodes),
        .stack = nash_arena_alloc_raw(run->arena, graph->nodes * sizeof(struct PASS(frame)), 16),
    };
    enum pass_end end = PASS_NOMEM;
    work.top = work.stack;
    if (work.state && work.stack) {
        end = PASS_DONE;
        if (andor_is_terminal(graph, graph->root)) {
            value[graph->root] = 0;
            work.settled = 1;
        } else {
            end = PASS(dp)(&work, run, cycle);
        }
    }
    values->reachable = (uint32_t)work.settled;
    done->settled += work.settled;
    nash_arena_release(run->arena, before);
    return end;
}
