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

/* Room for `room` things of a size, the new ones filled with a byte. */
static void *grown(struct nash_arena *arena, const void *old, size_t held, size_t room, size_t size, int fill)
{
    char *moved = nash_arena_alloc_raw(arena, room * size, size);
    if (moved && held)
        memcpy(moved, old, held * size);
    if (moved)
        memset(moved + held * size, fill, (room - held) * size);
    return moved;
}

/* Room for all nodes the graph has now; those new are of infinite cost. */
static enum nash_status grow(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes, old = state->room;
    if (nodes <= old)
        return NASH_OK;
    uint32_t room = state->graph->expand && nodes < 2 * old ? 2 * old : nodes;
    struct nash_arena *arena = state->run->arena;
    if (state->q)
        state->q = grown(arena, state->q, old, room, sizeof *state->q, 0xff);
    else
        state->narrow = grown(arena, state->narrow, old, room, sizeof *state->narrow, 0xff);
    state->mark = grown(arena, state->mark, old, room, sizeof *state->mark, 0xff);
    state->label = grown(arena, state->label, old, room, 1, 0);
    if ((!state->narrow && !state->q) || !state->mark || !state->label)
        return andor_state_nomem(state);
    state->room = room;
    return NASH_OK;
}

enum nash_status andor_state_begin(struct andor_state *state, struct andor_graph *graph, struct nash_run *run,
                                   bool narrow, struct nash_error *error)
{
    *state = (struct andor_state){.graph = graph, .run = run, .error = error, .tell_at = TELL_EVERY};
    if (!narrow && !(state->q = nash_arena_alloc_raw(run->arena, sizeof *state->q, sizeof *state->q)))
        return andor_state_nomem(state);
    enum nash_status status = grow(state);
    if (status == NASH_OK)
        andor_state_meet(state, graph->root);
    return status;
}

enum nash_status andor_state_widen(struct andor_state *state)
{
    state->q = grown(state->run->arena, NULL, 0, state->room, sizeof *state->q, 0xff);
    if (!state->q)
        return andor_state_nomem(state);
    state->narrow = NULL;
    state->huge = false;
    memset(state->mark, 0xff, state->room * sizeof *state->mark);
    for (uint32_t v = 0; v < state->graph->nodes; v++)
        if (state->label[v])
            state->label[v] = andor_state_meet(state, v) | (state->label[v] & ANDOR_EXPANDED);
    return NASH_OK;
}

void andor_state_tell(struct andor_state *state)
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

enum nash_status andor_state_make(struct andor_state *state, uint32_t v)
{
    enum nash_status status = state->graph->expand(state->graph, v, state->error);
    return status == NASH_OK ? grow(state) : status;
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
        if (state->label[s])
            continue;
        andor_state_meet(state, s);
        if (fresh && !andor_list_push(fresh, s, state->run->arena))
            return andor_state_nomem(state);
    }
    return NASH_OK;
}

/* ---- what comes of it ---- */

/* All q in 128 bits; those that do not fit, which nobody can be told, are taken back: they were not needed. */
static enum nash_status give_costs(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes;
    if (state->narrow) {
        state->q = nash_arena_alloc_raw(state->run->arena, nodes * sizeof *state->q, sizeof *state->q);
        if (!state->q)
            return andor_state_nomem(state);
        for (uint32_t v = 0; v < nodes; v++)
            state->q[v] = andor_state_q(state, v);
    }
    for (uint32_t v = 0; state->huge && v < nodes; v++)
        if (state->q[v] == ANDOR_WIDE_HUGE) {
            state->q[v] = ANDOR_WIDE_INF;
            state->mark[v] = ANDOR_NONE;
            state->label[v] = 0;
        }
    return NASH_OK;
}

/* A bit of 64 labels, one word. */
static uint64_t labelled(const uint8_t *label, unsigned bit)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t eight;
        memcpy(&eight, label + i, 8);
        eight = eight >> bit & 0x0101010101010101;
        word |= (eight * 0x0102040810204080) >> 56 << i; /* gathers the eight in the top byte (little endian) */
    }
    return word;
}

static enum nash_status give_labels(const struct andor_state *state, struct andor_search *search)
{
    struct nash_arena *arena = state->run->arena;
    uint32_t nodes = state->graph->nodes, words = nodes / 64 + 1;
    uint64_t *all = NASH_NEW(arena, uint64_t, 3 * (size_t)words);
    if (!all)
        return andor_state_nomem(state);
    search->is_known = all;
    search->is_expanded = all + words;
    search->is_solved = all + 2 * (size_t)words;
    for (uint32_t w = 0; w < words; w++) {
        uint8_t tail[64] = {0};
        const uint8_t *label = state->label + 64 * (size_t)w;
        if (w + 1 == words)
            label = memcpy(tail, label, nodes % 64);
        search->is_known[w] = labelled(label, 0);
        search->is_expanded[w] = labelled(label, 1);
        search->is_solved[w] = labelled(label, 2);
    }
    return NASH_OK;
}

enum nash_status andor_state_end(struct andor_state *state, struct andor_search *search, enum nash_status status)
{
    if (status != NASH_OK && status != NASH_STOPPED && status != NASH_TOO_LARGE)
        return status;
    uint32_t root = state->graph->root;
    if (andor_state_q(state, root) == ANDOR_WIDE_HUGE)
        return andor_state_overflow(state);
    enum nash_status given = grow(state); /* a limit may have ended an expansion in the middle */
    if (given == NASH_OK)
        given = give_costs(state);
    *search = (struct andor_search){.solved = state->label[root] & ANDOR_SOLVED,
                                    .unsolvable = state->q[root] == ANDOR_WIDE_INF,
                                    .cost = state->q[root],
                                    .q = state->q,
                                    .mark = state->mark,
                                    .cycles = state->cycles,
                                    .expanded = state->expanded,
                                    .revised = state->revised};
    if (given == NASH_OK)
        given = give_labels(state, search);
    return given != NASH_OK ? given : status == NASH_STOPPED ? NASH_OK : status;
}
