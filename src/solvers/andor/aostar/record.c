/* Records cycles one by one. The cycle that passes the limit of bytes is dropped, and so are all later ones. */
#include <solvers/andor/aostar/record.h>

void andor_record_begin(struct andor_record *record, struct andor_trace *trace, struct nash_arena *arena)
{
    *record = (struct andor_record){.trace = trace, .arena = arena};
    if (trace) {
        trace->cycles = NULL;
        trace->kept = trace->nodes = 0;
        trace->q = NULL;
        trace->mark = NULL;
        trace->played = 0;
        trace->cut = trace->ended = false;
    }
}

/* Copies the current costs and marks, from which the recorded cycles can be replayed. */
static bool keep_state(struct andor_record *record, const struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes;
    andor_wide *q = NASH_NEW(record->arena, andor_wide, nodes);
    uint32_t *mark = NASH_NEW(record->arena, uint32_t, nodes);
    if (!q || !mark)
        return false;
    memcpy(q, state->q, nodes * sizeof *q);
    memcpy(mark, state->mark, nodes * sizeof *mark);
    record->trace->q = q;
    record->trace->mark = mark;
    record->trace->nodes = nodes;
    return true;
}

bool andor_record_cycle(struct andor_record *record, const struct andor_state *state, uint64_t number)
{
    const struct andor_trace *trace = record->trace;
    record->on = trace && !trace->cut && number >= trace->from && number - trace->from < trace->count;
    record->count = 0;
    return !record->on || trace->q || keep_state(record, state);
}

static const uint32_t *copy(struct andor_record *record, const struct andor_list *list)
{
    uint32_t *kept = nash_arena_alloc_raw(record->arena, list->count * sizeof *kept, sizeof *kept);
    if (kept && list->count)
        memcpy(kept, list->at, list->count * sizeof *kept);
    record->bytes += list->count * sizeof *kept;
    return kept;
}

bool andor_record_choice(struct andor_record *record, const struct andor_partial *partial, uint32_t expanded)
{
    if (!record->on)
        return true;
    record->cycle = (struct andor_cycle){.expanded = expanded,
                                         .partial = copy(record, &partial->connectors),
                                         .partials = partial->connectors.count,
                                         .tips = copy(record, &partial->tips),
                                         .tip_count = partial->tips.count};
    return record->cycle.partial && record->cycle.tips;
}

bool andor_record_fresh(struct andor_record *record, const struct andor_list *fresh)
{
    if (!record->on)
        return true;
    record->cycle.fresh = copy(record, fresh);
    record->cycle.fresh_count = fresh->count;
    return record->cycle.fresh;
}

bool andor_record_revision(struct andor_record *record, const struct andor_revision *revision)
{
    if (!record->on)
        return true;
    if (record->count == record->revision_room) {
        struct andor_revision *moved = andor_grow(record->revisions, record->count, sizeof *moved, record->count + 1,
                                                  &record->revision_room, record->arena);
        if (!moved)
            return false;
        record->revisions = moved;
    }
    record->revisions[record->count++] = *revision;
    return true;
}

/* Makes room for one more cycle. */
static bool grow(struct andor_record *record)
{
    struct andor_trace *trace = record->trace;
    if (trace->kept < record->room)
        return true;
    struct andor_cycle *moved =
        andor_grow(trace->cycles, trace->kept, sizeof *moved, trace->kept + 1, &record->room, record->arena);
    if (moved)
        trace->cycles = moved;
    return moved;
}

bool andor_record_end(struct andor_record *record, andor_wide q_root)
{
    if (!record->on)
        return true;
    record->bytes += sizeof record->cycle + record->count * sizeof *record->revisions;
    record->trace->cut = record->bytes > record->trace->bytes_max;
    if (record->trace->cut)
        return true;
    struct andor_revision *kept = NASH_NEW(record->arena, struct andor_revision, record->count);
    if (!kept || !grow(record))
        return false;
    memcpy(kept, record->revisions, record->count * sizeof *kept);
    record->cycle.revisions = kept;
    record->cycle.revision_count = record->count;
    record->cycle.q_root = q_root;
    record->trace->cycles[record->trace->kept++] = record->cycle;
    return true;
}

void andor_record_close(struct andor_record *record, uint64_t played, bool ended)
{
    if (!record->trace)
        return;
    record->trace->played = played;
    record->trace->ended = ended;
}
