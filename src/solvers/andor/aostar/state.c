/* The labels of a search: made, grown as the graph grows, handed over. */
#include <nash/buf.h>
#include <solvers/andor/aostar/state.h>

enum { TELL_EVERY = 1024 }; /* expansions between two looks at the clock for progress */

enum nash_status andor_state_nomem(const struct andor_state *state)
{
    return nash_fail(state->error, NASH_NOMEM, NULL, "The memory of this job does not hold the search.");
}

enum nash_status andor_state_overflow(const struct andor_state *state)
{
    return nash_fail_type(state->error, NASH_UNPROCESSABLE, "cost-overflow", NULL,
                          "A cost of this graph passes 2^128: make the costs smaller, or the graph less deep.");
}

/* Room for all nodes the graph has now. */
static enum nash_status grow(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes, old = state->room;
    if (nodes <= old)
        return NASH_OK;
    uint32_t room = state->graph->expand && nodes < 2 * old ? 2 * old : nodes;
    struct nash_arena *arena = state->run->arena;
    andor_wide *q = nash_arena_alloc_raw(arena, room * sizeof *q, _Alignof(andor_wide));
    uint32_t *mark = nash_arena_alloc_raw(arena, room * sizeof *mark, sizeof *mark);
    uint8_t *label = nash_arena_alloc(arena, room);
    if (!q || !mark || !label)
        return andor_state_nomem(state);
    if (old) {
        memcpy(q, state->q, old * sizeof *q);
        memcpy(mark, state->mark, old * sizeof *mark);
        memcpy(label, state->label, old);
    }
    memset(q + old, 0xff, (room - old) * sizeof *q); /* infinite */
    memset(mark + old, 0xff, (room - old) * sizeof *mark);
    state->q = q;
    state->mark = mark;
    state->label = label;
    state->room = room;
    return NASH_OK;
}

enum nash_status andor_state_begin(struct andor_state *state, struct andor_graph *graph, struct nash_run *run,
                                   struct nash_error *error)
{
    *state = (struct andor_state){.graph = graph, .run = run, .error = error, .tell_at = TELL_EVERY};
    enum nash_status status = grow(state);
    if (status == NASH_OK)
        andor_state_meet(state, graph->root);
    return status;
}

static void tell(struct andor_state *state)
{
    state->tell_at = state->expanded + TELL_EVERY;
    if (!nash_progress_due(state->run))
        return;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "ao_star");
    nash_jsonw_kuint(&out, "expanded", state->expanded);
    nash_jsonw_kuint(&out, "nodes", state->graph->nodes);
    nash_jsonw_object_end(&out);
    if (!text.failed)
        state->run->progress(state->run, text.data, text.len);
    nash_buf_free(&text);
}

enum nash_status andor_state_open(struct andor_state *state, uint32_t v)
{
    struct andor_graph *graph = state->graph;
    if (graph->expand) {
        enum nash_status status = graph->expand(graph, v, state->error);
        if (status == NASH_OK)
            status = grow(state);
        if (status != NASH_OK)
            return status;
    }
    state->label[v] |= ANDOR_EXPANDED;
    state->run->nodes++;
    if (++state->expanded >= state->tell_at)
        tell(state);
    return NASH_OK;
}

enum nash_status andor_state_expand(struct andor_state *state, uint32_t v, struct andor_list *fresh)
{
    enum nash_status status = andor_state_open(state, v);
    const struct andor_graph *graph = state->graph;
    if (status != NASH_OK)
        return status;
    uint32_t edges = andor_state_edges(graph, v);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t s = graph->succ[graph->to[graph->first[v]] + i];
        if (andor_state_meet(state, s) && fresh && !andor_list_push(fresh, s, state->run->arena))
            return andor_state_nomem(state);
    }
    return NASH_OK;
}

enum nash_status andor_state_end(struct andor_state *state, struct andor_search *search, enum nash_status status)
{
    uint32_t nodes = state->graph->nodes, root = state->graph->root;
    size_t words = (size_t)nodes / 64 + 1;
    if (status != NASH_OK && status != NASH_STOPPED && status != NASH_TOO_LARGE)
        return status;
    if (grow(state) != NASH_OK) /* a limit may have ended an expansion in the middle */
        return NASH_NOMEM;
    *search = (struct andor_search){.solved = state->label[root] & ANDOR_SOLVED,
                                    .unsolvable = state->q[root] == ANDOR_WIDE_INF,
                                    .cost = state->q[root],
                                    .q = state->q,
                                    .mark = state->mark,
                                    .is_solved = NASH_NEW(state->run->arena, uint64_t, words),
                                    .is_known = NASH_NEW(state->run->arena, uint64_t, words),
                                    .is_expanded = NASH_NEW(state->run->arena, uint64_t, words),
                                    .cycles = state->cycles,
                                    .expanded = state->expanded,
                                    .revised = state->revised};
    if (!search->is_solved || !search->is_known || !search->is_expanded)
        return andor_state_nomem(state);
    for (uint32_t v = 0; v < nodes; v++) {
        uint64_t label = state->label[v];
        unsigned bit = v & 63;
        search->is_known[v >> 6] |= (label & 1) << bit;
        search->is_expanded[v >> 6] |= (label >> 1 & 1) << bit;
        search->is_solved[v >> 6] |= (label >> 2 & 1) << bit;
    }
    return status == NASH_STOPPED ? NASH_OK : status;
}
