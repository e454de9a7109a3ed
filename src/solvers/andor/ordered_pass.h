/* The pass upwards of a graph whose numbers are an order already, in one width: see dp.c. Included with PASS(name),
 * PASS_VALUE and PASS_INF. */

/* No connector of v is finite: does one have nothing but finite successors? */
static bool PASS(is_too_large)(const struct andor_graph *graph, const PASS_VALUE *value, uint32_t v)
{
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
        uint32_t e = graph->to[c], stop = graph->to[c + 1];
        while (e < stop && value[graph->succ[e]] != PASS_INF)
            e++;
        if (e == stop)
            return true;
    }
    return false;
}

/* Upwards over all nodes, in words of 64, counting at each how often it is a successor; cost: graph->cost or NULL. A
 * total is one more than the cost, so that adding PASS_INF always carries. False: this is not the way, or stopped. */
static inline __attribute__((always_inline)) bool PASS(sweep_up)(const struct andor_graph *graph, struct nash_run *run,
                                                                 PASS_VALUE *const value, uint32_t *const mark,
                                                                 uint32_t *const leading, const uint32_t *const cost)
{
    const uint32_t *const to = graph->to, *const succ = graph->succ, *const first = graph->first;
    size_t last = graph->connectors;
    for (size_t word = (graph->nodes + 63) / 64; word-- > 0;) {
        uint64_t terminals = graph->terminal[word];
        size_t v = word * 64 + 64 < graph->nodes ? word * 64 + 64 : graph->nodes;
        if (nash_stop(run, ANDOR_STOP_SWEEP))
            return false;
        andor_tell_if_due(run, "dp", graph->nodes - v, graph->nodes);
        do {
            size_t chosen = 0, c = first[--v];
            PASS_VALUE best = PASS_INF;
            if (terminals >> (v & 63) & 1) {
                value[v] = 0;
                last = c;
                continue;
            }
            const uint32_t *s = succ + to[c];
            for (size_t next = c; next < last;) {
                PASS_VALUE total = (cost ? cost[next] : andor_cost(graph, (uint32_t)next)) + (PASS_VALUE)1;
                const uint32_t *stop = succ + to[++next];
                do {
                    uint32_t w = *s++;
                    leading[w]++;
                    if (__builtin_expect(__builtin_add_overflow(total, value[w], &total), 0)) {
                        if (w <= v)
                            return false;
                        total = PASS_INF; /* and so it stays, whatever is added */
                    }
                } while (s < stop);
                if (total < best) {
                    best = total;
                    chosen = next;
                }
            }
            last = c;
            mark[v] = (uint32_t)chosen - 1; /* ANDOR_NONE for 0 */
            if (__builtin_expect(chosen != 0, 1))
                value[v] = best - 1;
            else if (PASS(is_too_large)(graph, value, (uint32_t)v))
                return false;
        } while (v & 63);
    }
    return true;
}

/* Downwards: what nothing leads to cannot be reached, nor what only such nodes lead to. The number of the others. */
static __attribute__((noinline)) uint32_t PASS(sweep_down)(const struct andor_graph *graph, PASS_VALUE *value,
                                                           uint32_t *mark, uint32_t *leading)
{
    uint32_t count = 0;
    leading[graph->root]++;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        if (__builtin_expect(leading[v] > 0, 1)) {
            count++;
            continue;
        }
        value[v] = PASS_INF;
        mark[v] = ANDOR_NONE;
        for (uint32_t e = graph->to[graph->first[v]]; !andor_is_terminal(graph, v) && e < graph->to[graph->last[v]];
             e++)
            leading[graph->succ[e]]--;
    }
    return count;
}

/* The whole: the number of nodes that can be reached, 0 if this is not the way. */
static __attribute__((noinline)) uint32_t PASS(sweep)(const struct andor_graph *graph, struct nash_run *run,
                                                      PASS_VALUE *value, uint32_t *mark, uint32_t *leading)
{
    if (graph->last != graph->first + 1)
        return 0;
    bool done = graph->cost ? PASS(sweep_up)(graph, run, value, mark, leading, graph->cost)
                            : PASS(sweep_up)(graph, run, value, mark, leading, NULL);
    return done ? PASS(sweep_down)(graph, value, mark, leading) : 0;
}
