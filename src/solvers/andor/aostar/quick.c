/* AO* depth first: a node that is come to is solved before its parent goes on.
 *
 * Each node on the path keeps its connectors as options, a heap by what they are known to cost at least. The cheapest
 * is followed: its first unsolved successor is solved next, which may make it dearer than another. When all its
 * successors are SOLVED and it is still the cheapest, the node is SOLVED. So nothing is revised but what lies between a
 * node and its parent, and each node that is come to is solved once; with admissible h the others stay unseen because
 * something cheaper was found. What a successor solved elsewhere has gained meanwhile is looked up when an option gets
 * on top.
 *
 * An option that leads back to the path closes a cycle. The node it leads to is then solved by rounds (rounds.c), and
 * the path goes on above it; when rounds have had to go over much of the graph again and again, the root is. */
#include <solvers/andor/aostar/quick.h>

enum {
    FRAMES_FIRST = 256,
    REFRESH_MOST = 64,  /* successors of an option that are looked at again when it gets on top */
    ROUNDS_SHARE = 4,   /* revisions an expansion may cost before the root is solved by rounds */
    ROUNDS_FREE = 1024, /* revisions that are not counted */
};

/* A connector that may be the one. */
struct option {
    andor_wide q;           /* at least, when h is admissible */
    uint32_t connector, at; /* at: its first successor that is not known to be SOLVED */
};

struct frame {
    andor_wide was;      /* q of the node when it was come to */
    uint32_t v, options; /* its options begin there */
    bool again;          /* it had been expanded before */
};

struct quick {
    struct andor_state state;
    struct andor_rounds rounds;
    struct frame *frames;
    struct option *options;
    uint32_t depth, frame_room, top, option_room; /* top: options in use, those of the last frame at the end */
};

static inline bool before(const struct option *a, const struct option *b)
{
    return a->q != b->q ? a->q < b->q : a->connector < b->connector;
}

static void sift_down(struct option *heap, uint32_t count, uint32_t i)
{
    struct option moving = heap[i];
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= count)
            break;
        if (child + 1 < count && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &moving))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = moving;
}

static bool grow_frames(struct quick *quick)
{
    uint32_t room = quick->frame_room ? 2 * quick->frame_room : FRAMES_FIRST;
    struct frame *moved = nash_arena_alloc_raw(quick->state.run->arena, room * sizeof *moved, _Alignof(andor_wide));
    if (!moved)
        return false;
    if (quick->depth)
        memcpy(moved, quick->frames, quick->depth * sizeof *moved);
    quick->frames = moved;
    quick->frame_room = room;
    return true;
}

static bool grow_options(struct quick *quick, uint32_t more)
{
    uint64_t need = (uint64_t)quick->top + more, room = 2 * (uint64_t)quick->option_room;
    room = room < need + FRAMES_FIRST ? need + FRAMES_FIRST : room;
    struct option *moved = nash_arena_alloc_raw(quick->state.run->arena, room * sizeof *moved, _Alignof(andor_wide));
    if (!moved || room > UINT32_MAX)
        return false;
    if (quick->top)
        memcpy(moved, quick->options, quick->top * sizeof *moved);
    quick->options = moved;
    quick->option_room = (uint32_t)room;
    return true;
}

/* The connectors of v become options, those of infinite cost left out. */
static void make_options(struct quick *quick, uint32_t v)
{
    struct andor_state *state = &quick->state;
    const struct andor_graph *graph = state->graph;
    struct option *heap = quick->options + quick->top;
    uint32_t count = 0, i = graph->to[graph->first[v]];
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
        uint32_t begin = i, end = graph->to[c + 1];
        andor_wide q = andor_cost(graph, c);
        for (; i < end; i++) {
            andor_state_meet(state, graph->succ[i]);
            q = andor_wide_sum(q, state->q[graph->succ[i]]);
        }
        if (q != ANDOR_WIDE_INF)
            heap[count++] = (struct option){q, c, begin};
    }
    for (i = count / 2; i-- > 0;)
        sift_down(heap, count, i);
    quick->top += count;
}

/* v comes on the path. */
static enum nash_status push(struct quick *quick, uint32_t v)
{
    struct andor_state *state = &quick->state;
    bool again = state->label[v] & ANDOR_EXPANDED;
    if (nash_stop(state->run, ANDOR_CHECK_EXPAND))
        return NASH_STOPPED;
    if (!again) {
        enum nash_status status = andor_state_open(state, v);
        if (status != NASH_OK)
            return status;
    }
    uint32_t connectors = state->graph->last[v] - state->graph->first[v];
    if ((quick->depth == quick->frame_room && !grow_frames(quick)) ||
        (quick->top + connectors > quick->option_room && !grow_options(quick, connectors)))
        return andor_state_nomem(state);
    quick->frames[quick->depth++] = (struct frame){state->q[v], v, quick->top, again};
    state->label[v] |= ANDOR_BUSY;
    if (connectors)
        make_options(quick, v);
    return NASH_OK;
}

/* The cheapest option of the last frame is gone or has become dearer. */
static void settle_top(struct quick *quick, struct option *heap, uint32_t count)
{
    const struct andor_state *state = &quick->state;
    for (uint32_t last = ANDOR_NONE; count > 1;) {
        sift_down(heap, count, 0);
        uint32_t c = heap->connector;
        if (c == last || state->graph->to[c + 1] - state->graph->to[c] > REFRESH_MOST)
            return;
        andor_wide q = andor_state_sum(state, c);
        if (q == heap->q)
            return;
        heap->q = q;
        last = c;
    }
}

/* The last frame's node has left the path with its final q: what that changes for the node above. */
static void pop(struct quick *quick)
{
    struct andor_state *state = &quick->state;
    struct frame done = quick->frames[--quick->depth];
    state->label[done.v] &= (uint8_t)~ANDOR_BUSY;
    quick->top = done.options;
    if (!quick->depth)
        return;
    uint32_t base = quick->frames[quick->depth - 1].options, count = quick->top - base;
    struct option *heap = quick->options + base;
    andor_wide q = state->q[done.v];
    if (q == done.was && !done.again)
        return;
    if (q == ANDOR_WIDE_INF) {
        heap[0] = heap[count - 1];
        quick->top--;
        count--;
    } else if (done.again) {
        heap->q = andor_state_sum(state, heap->connector);
    } else {
        heap->q = andor_wide_sum(heap->q - done.was, q); /* of heap->q it was a part */
    }
    settle_top(quick, heap, count);
}

/* The cheapest option has all its successors SOLVED: is it the one? */
static enum nash_status conclude(struct quick *quick)
{
    struct andor_state *state = &quick->state;
    const struct frame *frame = &quick->frames[quick->depth - 1];
    struct option *heap = quick->options + frame->options;
    uint32_t count = quick->top - frame->options;
    andor_wide q = andor_state_sum(state, heap->connector);
    bool dearer = q > heap->q && count > 1;
    heap->q = q;
    state->revised++;
    if (dearer) {
        uint32_t c = heap->connector;
        settle_top(quick, heap, count);
        if (heap->connector != c)
            return NASH_OK;
    }
    if (q == ANDOR_WIDE_HUGE)
        return andor_state_overflow(state);
    state->q[frame->v] = q;
    state->mark[frame->v] = heap->connector;
    state->label[frame->v] |= ANDOR_SOLVED;
    pop(quick);
    return NASH_OK;
}

/* The path has come back to u: all above it has been solved by rounds, or the whole. */
static enum nash_status close_cycle(struct quick *quick, uint32_t u)
{
    struct andor_state *state = &quick->state;
    struct andor_rounds *rounds = &quick->rounds;
    if (rounds->paid > ROUNDS_FREE + ROUNDS_SHARE * state->expanded)
        u = quick->frames[0].v;
    enum nash_status status = andor_rounds_solve(rounds, u);
    if (status != NASH_OK)
        return status;
    while (quick->frames[quick->depth - 1].v != u) {
        const struct frame *frame = &quick->frames[--quick->depth];
        state->label[frame->v] &= (uint8_t)~ANDOR_BUSY;
        quick->top = frame->options;
    }
    pop(quick);
    return NASH_OK;
}

/* One step at the end of the path. */
static enum nash_status step(struct quick *quick)
{
    struct andor_state *state = &quick->state;
    const struct andor_graph *graph = state->graph;
    const struct frame *frame = &quick->frames[quick->depth - 1];
    struct option *best = quick->options + frame->options;
    if (quick->top == frame->options)
        state->q[frame->v] = ANDOR_WIDE_INF;
    if (state->q[frame->v] == ANDOR_WIDE_INF || state->label[frame->v] & ANDOR_SOLVED) { /* that also by rounds */
        pop(quick);
        return NASH_OK;
    }
    uint32_t end = graph->to[best->connector + 1];
    while (best->at < end && state->label[graph->succ[best->at]] & ANDOR_SOLVED)
        best->at++;
    if (best->at == end)
        return conclude(quick);
    uint32_t s = graph->succ[best->at];
    if (state->q[s] == ANDOR_WIDE_INF) {
        uint32_t count = quick->top - frame->options;
        *best = best[count - 1];
        quick->top--;
        settle_top(quick, best, count - 1);
        return NASH_OK;
    }
    return state->label[s] & ANDOR_BUSY ? close_cycle(quick, s) : push(quick, s);
}

/* Ended early: what the path knows goes into q. */
static void unwind(struct quick *quick)
{
    struct andor_state *state = &quick->state;
    while (quick->depth) {
        const struct frame *frame = &quick->frames[quick->depth - 1];
        if (!(state->label[frame->v] & ANDOR_SOLVED) && quick->top > frame->options) {
            state->q[frame->v] = quick->options[frame->options].q;
            state->mark[frame->v] = quick->options[frame->options].connector;
        }
        pop(quick);
    }
}

enum nash_status andor_ao_star_quick(struct andor_graph *graph, struct nash_run *run, struct andor_search *search,
                                     struct nash_error *error)
{
    struct quick quick = {.depth = 0};
    struct andor_state *state = &quick.state;
    enum nash_status status = andor_state_begin(state, graph, run, error);
    andor_rounds_begin(&quick.rounds, state);
    if (status == NASH_OK && !(state->label[graph->root] & ANDOR_SOLVED))
        status = push(&quick, graph->root);
    while (status == NASH_OK && quick.depth)
        status = step(&quick);
    unwind(&quick);
    return andor_state_end(state, search, status);
}
