/* The procedure MINIMAX of the lecture notes, p. 68 and 69, step by step.
 *
 * LOOP1 takes the first node from OPEN, which is a queue: a node that is decided gets its value, any other goes on
 * CLOSED and is expanded; children at the depth limit get their value at once, the others go on OPEN. LOOP2 takes the
 * first node of CLOSED, which is a stack, so that its children have values, and backs them up. In level order OPEN is a
 * range of nodes.
 *
 * The pages have three misprints. "e(n) := 0" stands for infinity, minus infinity or 0. ADD(n, CLOSED) must put n
 * first: behind the others, the first node of CLOSED stays the root, and LOOP2 never ends. A decided node must not stay
 * on CLOSED: it has no children, and the maximum of none would replace its value. */
#include "trace.h"

/* Returns the number of nodes that are on OPEN at some time: those above the deepest level, and the root. */
static uint32_t count_opened(const struct stored_tree *tree)
{
    return tree->depth ? tree->level[tree->depth] : 1;
}

enum nash_status stored_open_closed_trace(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                          struct stored_trace *trace)
{
    uint32_t opened = count_opened(tree), closed = 0;
    if (!(trace->closed = NASH_NEW(run->arena, uint32_t, opened)))
        return NASH_NOMEM;
    stored_record(trace, (struct stored_event){.kind = STORED_START, .open_end = 1});
    for (uint32_t v = 0; v < opened; v++) {
        bool leaf = stored_leaf(tree, v);
        if (!leaf)
            trace->closed[closed++] = v;
        stored_record(trace,
                      (struct stored_event){.kind = leaf ? STORED_LEAF : STORED_EXPAND,
                                            .node = v,
                                            .value = value[v],
                                            .open = v + 1,
                                            .open_end = tree->first[v + 1] < opened ? tree->first[v + 1] : opened,
                                            .closed = closed});
        if (nash_stop(run, STORED_CHECK_TRACE))
            return NASH_STOPPED;
    }
    while (closed > 0) {
        uint32_t v = trace->closed[--closed];
        stored_record(trace,
                      (struct stored_event){.kind = STORED_BACK, .node = v, .value = value[v], .closed = closed});
        if (nash_stop(run, STORED_CHECK_TRACE))
            return NASH_STOPPED;
    }
    stored_record(trace, (struct stored_event){.kind = STORED_EXIT, .value = value[0]});
    return NASH_OK;
}
