/* Minimax step by step: depth first, children from the left, every leaf. */
#include "trace.h"

static void record(struct stored_trace *trace, enum stored_event_kind kind, uint32_t node, int32_t value)
{
    stored_record(trace, (struct stored_event){.kind = kind, .node = node, .value = value});
}

enum nash_status stored_plain_trace(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                    struct stored_trace *trace)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct step {
        uint32_t node, next; /* an inner node that is open, and its next child */
    } *stack = NASH_NEW(run->arena, struct step, (size_t)tree->depth + 1), *s = stack;
    if (!stack)
        return NASH_NOMEM;
    record(trace, stored_leaf(tree, 0) ? STORED_LEAF : STORED_ENTER, 0, value[0]);
    *s = (struct step){0, tree->first[0]};
    while (!stored_leaf(tree, 0) && !nash_stop(run, STORED_CHECK_TRACE)) {
        if (s->next < tree->first[s->node + 1]) {
            uint32_t child = s->next++;
            bool leaf = stored_leaf(tree, child);
            record(trace, leaf ? STORED_LEAF : STORED_ENTER, child, value[child]);
            if (!leaf)
                *++s = (struct step){child, tree->first[child]};
            continue;
        }
        record(trace, STORED_BACK, s->node, value[s->node]);
        if (s == stack)
            break;
        s--;
    }
    nash_arena_release(run->arena, mark);
    return run->stopped == NASH_STOP_NONE ? NASH_OK : NASH_STOPPED;
}
