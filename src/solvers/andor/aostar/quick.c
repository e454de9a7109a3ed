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
 * the path goes on above it; when rounds have had to go over much of the graph again and again, the root is. Costs are
 * in 64 bits; a root that costs more is solved again by rounds, in 128. */
#include <solvers/andor/aostar/quick.h>

enum {
    FRAMES_FIRST = 256,
    POLL_EVERY = 8,     /* expansions */
    REFRESH_MOST = 64,  /* successors of an option that are looked at again when it gets on top */
    ROUNDS_SHARE = 16,  /* revisions an expansion may cost before the root is solved by rounds */
    ROUNDS_FREE = 1024, /* revisions that are not counted */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline)) /* what each expansion goes through */
#define SUM_AGAIN     UINT64_MAX /* frame.was: options may have been made with yet another q */

/* A connector that may be the one. */
struct option {
    uint64_t q;             /* at least, when h is admissible */
    uint32_t connector, at; /* at: its first successor that is not known to be SOLVED; or ANDOR_NONE */
};

struct frame {
    uint64_t was;           /* q of the node when it was come to, as it was when options were made; or SUM_AGAIN */
    struct option *options; /* its heap; that of the last frame ends the options in use */
    uint32_t v;
};

/* Below the first frame stands one of no node, so that each has one to come back to. */
struct quick {
    struct andor_state state;
    struct andor_rounds rounds;
    struct frame *frames, *frame, *frames_end;   /* frame: the last in use */
    struct option *options, *free, *options_end; /* free: the first not in use */
    bool doubt; /* a node of the path may have its final q already: by rounds, or for want of options */
};

/* ---- options of one node, the cheapest first ---- */

static __attribute__((noinline)) void sift_up(struct option *heap, uint32_t i)
{
    struct option moving = heap[i];
    for (; i && moving.q <= heap[(i - 1) / 2].q; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = moving;
}

static inline void sift_down(struct option *heap, uint32_t count)
{
    struct option moving = heap[0];
    uint32_t i = 0;
    for (uint32_t child = 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && heap[child + 1].q < heap[child].q;
        if (heap[child].q >= moving.q)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = moving;
}

/* a sum that was found in 64 bits, where it passed them or something was infinite. */
static __attribute__((noinline)) uint64_t sum_carefully(const struct andor_state *state, uint32_t c)
{
    andor_wide q = andor_state_sum(state, c);
    return q == ANDOR_WIDE_INF ? ANDOR_INF : q < ANDOR_HUGE ? (uint64_t)q : ANDOR_HUGE;
}

/* Stops at the greatest number, which stands for itself then: whatever comes there is summed up carefully. */
ALWAYS_INLINE uint64_t add(uint64_t a, uint64_t b)
{
    uint64_t both;
    return __builtin_add_overflow(a, b, &both) ? UINT64_MAX : both;
}

static inline uint64_t sum(const struct andor_state *state, uint32_t c)
{
    const uint32_t *succ = state->graph->succ, *to = state->graph->to;
    const uint64_t *costs = state->narrow;
    uint64_t q = andor_cost(state->graph, c);
    for (uint32_t i = to[c], end = to[c + 1]; i < end; i++)
        q = add(q, costs[succ[i]]);
    return __builtin_expect(q >= ANDOR_HUGE, 0) ? sum_carefully(state, c) : q;
}

static bool grow_frames(struct quick *quick)
{
    size_t held = (size_t)(quick->frames_end - quick->frames), room = held ? 2 * held : FRAMES_FIRST;
    struct frame *moved = nash_arena_alloc_raw(quick->state.run->arena, room * sizeof *moved, _Alignof(struct frame));
    if (!moved)
        return false;
    if (held)
        memcpy(moved, quick->frames, held * sizeof *moved);
    quick->frame = moved + (quick->frame - quick->frames);
    quick->frames = moved;
    quick->frames_end = moved + room;
    return true;
}

static bool grow_options(struct quick *quick, size_t more)
{
    size_t used = (size_t)(quick->free - quick->options), room = 2 * (used + more + FRAMES_FIRST);
    struct option *moved = nash_arena_alloc_raw(quick->state.run->arena, room * sizeof *moved, _Alignof(struct option));
    if (!moved)
        return false;
    if (used)
        memcpy(moved, quick->options, used * sizeof *moved);
    for (struct frame *frame = quick->frames; frame <= quick->frame; frame++)
        frame->options = moved + (frame->options - quick->options);
    quick->options = moved;
    quick->free = moved + used;
    quick->options_end = moved + room;
    return true;
}

/* The path before its first node. */
static bool begin_path(struct quick *quick)
{
    if (!grow_frames(quick))
        return false;
    quick->frames[0] = (struct frame){0, NULL, ANDOR_NONE};
    quick->frame = quick->frames;
    if (!grow_options(quick, 1))
        return false;
    *quick->free++ = (struct option){0, ANDOR_NONE, ANDOR_NONE};
    quick->frames[0].options = quick->options;
    return true;
}

/* The connectors of v, from the last to the first, become options in a heap, those of infinite cost left out: its end.
 * Their successors become known. A function by itself, and with but one index into the successors, so that the loops do
 * with the registers there are. */
static __attribute__((noinline)) struct option *make_options(struct andor_state *state, uint32_t v, struct option *heap)
{
    const struct andor_graph *graph = state->graph;
    const uint32_t *to = graph->to, *succ = graph->succ;
    const uint64_t *costs = state->narrow;
    uint8_t *labels = state->label;
    struct option *put = heap;
    uint32_t c = graph->last[v], first = graph->first[v];
    for (uint32_t i = to[c]; c-- > first;) {
        uint64_t q = andor_cost(graph, c);
        uint32_t at = ANDOR_NONE, begin = to[c];
        while (i > begin) {
            uint32_t s = succ[--i];
            uint8_t label = labels[s];
            if (!(label & ANDOR_KNOWN))
                labels[s] = label | ANDOR_KNOWN;
            at = label & ANDOR_SOLVED ? at : i;
            q = add(q, costs[s]);
        }
        if (__builtin_expect(q >= ANDOR_HUGE, 0) && (q = sum_carefully(state, c)) == ANDOR_INF)
            continue;
        struct option option = {q, c, at};
        if (put == heap || (q > heap->q && put - heap <= 2)) {
            *put = option;
        } else if (put - heap <= 2) {
            *put = *heap;
            *heap = option;
        } else {
            *put = option;
            sift_up(heap, (uint32_t)(put - heap));
        }
        put++;
    }
    return put;
}

/* The cheapest option of the last frame has become dearer, or was taken away. */
static void settle_top(struct quick *quick, struct option *heap, uint32_t count)
{
    const struct andor_state *state = &quick->state;
    const uint32_t *to = state->graph->to;
    for (uint32_t last = ANDOR_NONE; count > 1;) {
        sift_down(heap, count);
        uint32_t c = heap->connector;
        if (c == last || to[c + 1] - to[c] > REFRESH_MOST)
            return;
        uint64_t q = sum(state, c);
        if (q == heap->q)
            return;
        heap->q = q;
        last = c;
    }
}

static void drop_top(struct quick *quick, struct option *heap)
{
    uint32_t count = (uint32_t)(--quick->free - heap);
    quick->doubt |= !count;
    heap[0] = heap[count];
    settle_top(quick, heap, count);
}

/* ---- the path ---- */

/* A node whose q is final was come to from the last frame: what that changes there. was: as in its frame. */
ALWAYS_INLINE void come_back(struct quick *quick, uint64_t q, uint64_t was)
{
    if (q == was)
        return;
    struct option *heap = quick->frame->options;
    ptrdiff_t count = quick->free - heap;
    uint64_t dearer = add(heap->q - was, q); /* was is a part of it */
    if (__builtin_expect(q == ANDOR_INF, 0)) {
        drop_top(quick, heap);
        return;
    }
    if (__builtin_expect(was == SUM_AGAIN, 0))
        dearer = sum(&quick->state, heap->connector);
    heap->q = dearer < ANDOR_HUGE ? dearer : ANDOR_HUGE;
    heap->at++;
    if ((count > 1 && heap[1].q < heap->q) || (count > 2 && heap[2].q < heap->q))
        settle_top(quick, heap, (uint32_t)count);
}

ALWAYS_INLINE void solved(struct andor_state *state, uint32_t v, uint64_t q, uint32_t c)
{
    state->narrow[v] = q;
    state->mark[v] = c;
    state->revised++;
    state->label[v] = ANDOR_KNOWN | ANDOR_EXPANDED | ANDOR_SOLVED; /* and BUSY no more */
}

/* v comes on the path, unless a look at its connectors is enough. next: as next() would say, when that is known. */
ALWAYS_INLINE enum nash_status visit(struct quick *quick, uint32_t v, uint32_t *next)
{
    struct andor_state *state = &quick->state;
    uint64_t was = state->narrow[v];
    if (state->expanded % POLL_EVERY == 0 && nash_stop(state->run, ANDOR_CHECK_EXPAND))
        return NASH_STOPPED;
    if (__builtin_expect(state->label[v] & ANDOR_EXPANDED, 0)) {
        was = SUM_AGAIN;
    } else {
        enum nash_status status = andor_state_open(state, v);
        if (status != NASH_OK)
            return status;
    }
    const struct andor_graph *graph = state->graph;
    uint32_t connectors = graph->last[v] - graph->first[v];
    if ((quick->frame + 1 == quick->frames_end && !grow_frames(quick)) ||
        (quick->options_end - quick->free < connectors && !grow_options(quick, connectors)))
        return andor_state_nomem(state);
    struct option *best = quick->free, *end = connectors ? make_options(state, v, best) : best;
    if (best == end) {
        state->narrow[v] = ANDOR_INF;
        come_back(quick, ANDOR_INF, was);
    } else if (best->at == ANDOR_NONE) {
        solved(state, v, best->q, best->connector);
        come_back(quick, best->q, was);
    } else {
        *++quick->frame = (struct frame){was, best, v};
        quick->free = end;
        state->label[v] |= ANDOR_BUSY;
        *next = graph->succ[best->at];
    }
    return NASH_OK;
}

/* The last frame's node, no more BUSY, has its final q. */
ALWAYS_INLINE void leave(struct quick *quick, uint64_t q)
{
    const struct frame *done = quick->frame--;
    quick->free = done->options;
    come_back(quick, q, done->was);
}

/* The cheapest option has all its successors SOLVED: is it still the one? */
ALWAYS_INLINE void conclude(struct quick *quick, const struct frame *frame, struct option *best)
{
    uint32_t c = best->connector;
    uint64_t q = sum(&quick->state, c);
    bool dearer = q > best->q;
    best->q = q;
    best->at = ANDOR_NONE;
    if (dearer)
        settle_top(quick, best, (uint32_t)(quick->free - best));
    if (best->connector != c)
        return;
    solved(&quick->state, frame->v, q, c);
    leave(quick, q);
}

/* The path has come back to u, which is solved by rounds, or the root is. */
static enum nash_status close_cycle(struct quick *quick, uint32_t u)
{
    struct andor_state *state = &quick->state;
    struct andor_rounds *rounds = &quick->rounds;
    if (rounds->paid > ROUNDS_FREE + ROUNDS_SHARE * state->expanded)
        u = quick->frames[1].v;
    enum nash_status status = andor_rounds_solve(rounds, u);
    if (status != NASH_OK)
        return status;
    for (; quick->frame->v != u; quick->frame--) {
        state->label[quick->frame->v] &= (uint8_t)~ANDOR_BUSY;
        quick->free = quick->frame->options;
    }
    quick->doubt = true;
    return NASH_OK;
}

/* Leaves the last frame if its node has its final q already. */
static bool leave_final(struct quick *quick, const struct frame *frame)
{
    struct andor_state *state = &quick->state;
    if (!(state->label[frame->v] & ANDOR_SOLVED)) {
        if (quick->free == frame->options)
            state->narrow[frame->v] = ANDOR_INF;
        if (state->narrow[frame->v] != ANDOR_INF)
            return false;
    }
    state->label[frame->v] &= (uint8_t)~ANDOR_BUSY;
    leave(quick, state->narrow[frame->v]);
    return true;
}

/* Goes on at the end of the path up to the next node to be visited, which may be on it; ANDOR_NONE: there is none. */
ALWAYS_INLINE uint32_t next(struct quick *quick)
{
    const struct andor_graph *graph = quick->state.graph;
    const uint32_t *succ = graph->succ;
    const uint8_t *label = quick->state.label;
    while (quick->frame != quick->frames) {
        const struct frame *frame = quick->frame;
        if (__builtin_expect(quick->doubt, 0) && leave_final(quick, frame))
            continue;
        struct option *best = frame->options;
        uint32_t at = best->at, end = graph->to[best->connector + 1];
        while (at < end && label[succ[at]] & ANDOR_SOLVED)
            at++;
        if (at >= end) {
            conclude(quick, frame, best);
            continue;
        }
        best->at = at;
        if (__builtin_expect(quick->state.narrow[succ[at]] != ANDOR_INF, 1))
            return succ[at];
        drop_top(quick, best);
    }
    return ANDOR_NONE;
}

/* Ended early: what the path knows goes into q, which is at least that much. */
static void unwind(struct quick *quick)
{
    struct andor_state *state = &quick->state;
    while (quick->frame != quick->frames) {
        const struct frame *frame = quick->frame;
        if (!(state->label[frame->v] & ANDOR_SOLVED) && quick->free > frame->options) {
            state->narrow[frame->v] = frame->options->q < ANDOR_HUGE ? frame->options->q : ANDOR_HUGE - 1;
            state->mark[frame->v] = frame->options->connector;
        }
        leave(quick, state->narrow[frame->v]);
    }
}

enum nash_status andor_ao_star_quick(struct andor_graph *graph, struct nash_run *run, struct andor_search *search,
                                     struct nash_error *error)
{
    struct quick quick = {.doubt = false};
    struct andor_state *state = &quick.state;
    enum nash_status status = andor_state_begin(state, graph, run, true, error);
    if (status != NASH_OK)
        return status;
    andor_rounds_begin(&quick.rounds, state);
    if (!begin_path(&quick))
        return andor_state_nomem(state);
    uint32_t v = state->label[graph->root] & ANDOR_SOLVED ? ANDOR_NONE : graph->root;
    while (v != ANDOR_NONE) {
        uint32_t then = ANDOR_NONE;
        status = __builtin_expect(state->label[v] & ANDOR_BUSY, 0) ? close_cycle(&quick, v) : visit(&quick, v, &then);
        if (status != NASH_OK)
            break; /* what comes next may not be there */
        v = then != ANDOR_NONE ? then : next(&quick);
    }
    if (status == NASH_STOPPED || status == NASH_TOO_LARGE)
        unwind(&quick);
    if (status == NASH_OK && state->narrow[graph->root] == ANDOR_HUGE) {
        status = andor_state_widen(state);
        if (status == NASH_OK)
            status = andor_rounds_solve(&quick.rounds, graph->root);
    }
    return andor_state_end(state, search, status);
}
