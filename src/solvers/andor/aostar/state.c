/* The state of a search: initialized, grown with the graph, exported. */
#include <nash/buf.h>
#include <solvers/andor/aostar/cost.h>
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/bottom_up/pass.h>

enum { EXPANSIONS_PER_PROGRESS = 1024 }; /* expansions between two checks whether progress is due */

enum nash_status andor_state_nomem(const struct andor_state *state)
{
    return nash_fail(state->error, NASH_NOMEM, "", "the memory of this job does not hold the search");
}

enum nash_status andor_state_overflow(const struct andor_state *state)
{
    return andor_pass_status(PASS_OVERFLOW, state->error);
}

/* Returns a copy of an array with capacity `room`; the new elements are 0. */
static void *grown(struct nash_arena *arena, const void *old, size_t held, size_t room, size_t size)
{
    void *moved = nash_arena_alloc(arena, room * size);
    if (moved && held)
        memcpy(moved, old, held * size);
    return moved;
}

/* Sets q and labels of the new nodes from .. to - 1. */
static void init_nodes(struct andor_state *state, uint32_t from, uint32_t to)
{
    const struct andor_graph *graph = state->graph;
    for (uint32_t v = from; v < to && (graph->h || graph->wide_h); v++) {
        uint64_t h = andor_h(graph, v);
        if (state->q)
            state->q[v] = h;
        else
            state->narrow[v] =
                h < ANDOR_HUGE ? h : ANDOR_HUGE - 1; /* saturates below infinity; no finite sum exceeds it */
    }
    for (uint32_t w = from / 64; w <= (to - 1) / 64; w++)
        for (uint64_t left = graph->terminal[w]; left; left &= left - 1) {
            uint32_t v = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (v >= from && v < to)
                state->label[v] |= ANDOR_SOLVED;
        }
}

/* Grows the arrays. On failure nothing has changed. */
static bool grow_room(struct andor_state *state, uint32_t room)
{
    struct nash_arena *arena = state->run->arena;
    uint32_t old = state->room;
    void *q = state->q ? grown(arena, state->q, old, room, sizeof *state->q)
                       : grown(arena, state->narrow, old, room, sizeof *state->narrow);
    uint32_t *mark = grown(arena, state->mark, old, room, sizeof *mark);
    uint8_t *label = grown(arena, state->label, old, room, 1);
    if (!q || !mark || !label)
        return false;
    if (state->q)
        state->q = q;
    else
        state->narrow = q;
    state->mark = mark;
    state->label = label;
    state->room = room;
    memset(mark + old, 0xff, (room - old) * sizeof *mark);
    return true;
}

/* Makes room for all nodes of the graph and initializes new ones. */
static enum nash_status grow(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes, old = state->room;
    if (nodes > old && !grow_room(state, state->graph->expand && nodes < 2 * old ? 2 * old : nodes))
        return andor_state_nomem(state);
    if (nodes > state->initialized)
        init_nodes(state, state->initialized, nodes);
    state->initialized = nodes;
    return NASH_OK;
}

enum nash_status andor_state_begin(struct andor_state *state, struct andor_graph *graph, struct nash_run *run,
                                   bool narrow, struct nash_error *error)
{
    *state = (struct andor_state){
        .graph = graph, .run = run, .error = error, .steps_max = UINT64_MAX, .progress_at = EXPANSIONS_PER_PROGRESS};
    if (!narrow && !(state->q = nash_arena_alloc_raw(run->arena, sizeof *state->q, sizeof *state->q)))
        return andor_state_nomem(state);
    enum nash_status status = grow(state);
    if (status == NASH_OK)
        state->label[graph->root] |= ANDOR_KNOWN;
    return status;
}

enum nash_status andor_state_widen(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes;
    state->q = grown(state->run->arena, NULL, 0, state->room, sizeof *state->q);
    if (!state->q)
        return andor_state_nomem(state);
    state->narrow = NULL;
    memset(state->mark, 0xff, state->room * sizeof *state->mark);
    for (uint32_t v = 0; v < nodes; v++)
        state->label[v] &= ANDOR_KNOWN | ANDOR_EXPANDED;
    init_nodes(state, 0, nodes);
    return NASH_OK;
}

void andor_state_report_progress(struct andor_state *state)
{
    state->progress_at = state->expanded + EXPANSIONS_PER_PROGRESS;
    if (!nash_progress_due(state->run))
        return;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "ao_star");
    nash_jsonw_kuint(&out, "expanded", state->expanded);
    nash_jsonw_kuint(&out, "nodes", state->graph->nodes);
    nash_jsonw_object_end(&out);
    nash_progress_send(state->run, &text);
}

enum nash_status andor_state_generate(struct andor_state *state, uint32_t v)
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
        if (state->label[s] & ANDOR_KNOWN)
            continue;
        state->label[s] |= ANDOR_KNOWN;
        if (fresh && !andor_list_push(fresh, s, state->run->arena))
            return andor_state_nomem(state);
    }
    return NASH_OK;
}

/* ---- export ---- */

/* Sets the cost of v to infinite. huge: the cost is finite but too large; the root does not need such a node, so it
 * also loses its mark and labels. */
static void clear_cost(struct andor_state *state, uint32_t v, bool huge)
{
    state->q[v] = ANDOR_WIDE_INF;
    if (huge) {
        state->mark[v] = ANDOR_NONE;
        state->label[v] = 0;
    }
}

/* Exports all q in 128 bits; nodes that were never known are infinite. */
static enum nash_status export_costs(struct andor_state *state)
{
    uint32_t nodes = state->graph->nodes;
    const uint64_t *narrow = state->narrow;
    const uint8_t *label = state->label;
    for (uint32_t v = 0; !narrow && v < nodes; v++)
        if (!(label[v] & ANDOR_KNOWN) || state->q[v] == ANDOR_WIDE_HUGE)
            clear_cost(state, v, state->q[v] == ANDOR_WIDE_HUGE);
    if (!narrow)
        return NASH_OK;
    state->q = nash_arena_alloc_raw(state->run->arena, nodes * sizeof *state->q, sizeof *state->q);
    if (!state->q)
        return andor_state_nomem(state);
    for (uint32_t v = 0; v < nodes; v++) {
        if (label[v] & ANDOR_KNOWN && narrow[v] < ANDOR_HUGE)
            state->q[v] = narrow[v];
        else
            clear_cost(state, v, narrow[v] == ANDOR_HUGE);
    }
    return NASH_OK;
}

/* Gathers one bit of 64 labels into a word. */
static uint64_t gather_label_bits(const uint8_t *label, unsigned bit)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t eight;
        memcpy(&eight, label + i, 8);
        eight = eight >> bit & 0x0101010101010101;
        word |= (eight * 0x0102040810204080) >> 56 << i; /* gathers the eight bits in the top byte (little endian) */
    }
    return word;
}

static enum nash_status export_labels(const struct andor_state *state, struct andor_search *search)
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
        search->is_known[w] = gather_label_bits(label, 0);
        search->is_expanded[w] = gather_label_bits(label, 1);
        search->is_solved[w] = gather_label_bits(label, 2) & search->is_known[w];
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
    enum nash_status given = grow(state); /* a limit may have ended an expansion halfway */
    if (given == NASH_OK)
        given = export_costs(state);
    if (given != NASH_OK)
        return given;
    *search = (struct andor_search){.solved = state->label[root] & ANDOR_SOLVED,
                                    .unsolvable = state->q[root] == ANDOR_WIDE_INF,
                                    .cost = state->q[root],
                                    .q = state->q,
                                    .mark = state->mark,
                                    .cycles = state->cycles,
                                    .expanded = state->expanded,
                                    .revised = state->revised};
    given = export_labels(state, search);
    return given != NASH_OK ? given : status == NASH_STOPPED ? NASH_OK : status;
}
