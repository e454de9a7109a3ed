/* AO* depth first: a node is solved before the search returns to its parent.
 *
 * Each node on the path keeps its connectors as options, in a heap by lower bounds of their costs. The search follows
 * the cheapest option and solves its first unsolved successor next, which may raise the option's bound above another's.
 * When all its successors are SOLVED and it is still the cheapest, the node is SOLVED. So costs are revised only
 * between a node and its parent, and each node is solved once; with an admissible h the nodes behind dearer options are
 * never visited. An option's sum is computed again when it reaches the top, since its successors may have been solved
 * elsewhere.
 *
 * An option that leads back to the path closes a cycle. The node it leads to is then solved by rounds (rounds.c), and
 * the search continues above it. If rounds repeat too much work, the root is solved by rounds. Costs have 64 bits; if
 * that of the root does not fit, it is solved again by rounds in 128 bits. */
#include "depth_first.h"

#include "cost.h"

enum {
    FRAMES_MIN = 256,             /* first capacity of the path */
    POLL_EVERY = 8,               /* expansions between two polls */
    REFRESH_MAX = 64,             /* an option with more successors is not summed again at the top */
    REVISIONS_PER_EXPANSION = 16, /* revisions allowed per expansion before the root is solved by rounds */
    REVISIONS_FREE = 1024,        /* revisions allowed in addition */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline)) /* for functions that run at each expansion */
#define SUM_AGAIN     UINT64_MAX /* in frame.was: the parent's options may contain an older q */

/* A connector that may become the mark. */
struct option {
    uint64_t q;             /* a lower bound of its cost if h is admissible */
    uint32_t connector, at; /* at: index in succ of its first successor not known to be SOLVED, or ANDOR_NONE */
};

struct frame {
    uint64_t was;           /* q of the node when its parent's options were made, or SUM_AGAIN */
    struct option *options; /* heap of the node's options; the last frame's heap ends where the free options begin */
    uint32_t v;
};

/* Frame 0 belongs to no node, so that every node has a frame to return to. */
struct depth_first {
    struct andor_state state;
    struct andor_rounds rounds;
    struct frame *frames, *frame, *frames_end;   /* frame: the last one in use */
    struct option *options, *free, *options_end; /* free: the first one not in use */
    bool recheck; /* q of a node on the path may already be final, because of rounds or because no option is left */
};

/* ---- options of one node, cheapest first ---- */

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

/* Computes a sum again in 128 bits, because it passed 64 bits or an infinite cost is in it. */
static __attribute__((noinline)) uint64_t sum_connector_wide(const struct andor_state *state, uint32_t c)
{
    andor_wide q = andor_state_sum(state, c);
    return q == ANDOR_WIDE_INF ? ANDOR_INF : q < ANDOR_HUGE ? (uint64_t)q : ANDOR_HUGE;
}

/* Adds, saturating at UINT64_MAX. A saturated sum is computed again by sum_connector_wide(). */
ALWAYS_INLINE uint64_t add_saturating(uint64_t a, uint64_t b)
{
    uint64_t both;
    return __builtin_add_overflow(a, b, &both) ? UINT64_MAX : both;
}

static inline uint64_t sum_connector(const struct andor_state *state, uint32_t c)
{
    const uint32_t *succ = state->graph->succ, *to = state->graph->to;
    const uint64_t *costs = state->narrow;
    uint64_t q = andor_cost(state->graph, c);
    for (uint32_t i = to[c], end = to[c + 1]; i < end; i++)
        q = add_saturating(q, costs[succ[i]]);
    return __builtin_expect(q >= ANDOR_HUGE, 0) ? sum_connector_wide(state, c) : q;
}

static bool grow_frames(struct depth_first *depth_first)
{
    size_t held = (size_t)(depth_first->frames_end - depth_first->frames), room = held ? 2 * held : FRAMES_MIN;
    struct frame *moved =
        nash_arena_alloc_raw(depth_first->state.run->arena, room * sizeof *moved, _Alignof(struct frame));
    if (!moved)
        return false;
    if (held)
        memcpy(moved, depth_first->frames, held * sizeof *moved);
    depth_first->frame = moved + (depth_first->frame - depth_first->frames);
    depth_first->frames = moved;
    depth_first->frames_end = moved + room;
    return true;
}

static bool grow_options(struct depth_first *depth_first, size_t more)
{
    size_t used = (size_t)(depth_first->free - depth_first->options), room = 2 * (used + more + FRAMES_MIN);
    struct option *moved =
        nash_arena_alloc_raw(depth_first->state.run->arena, room * sizeof *moved, _Alignof(struct option));
    if (!moved)
        return false;
    if (used)
        memcpy(moved, depth_first->options, used * sizeof *moved);
    for (struct frame *frame = depth_first->frames; frame <= depth_first->frame; frame++)
        frame->options = moved + (frame->options - depth_first->options);
    depth_first->options = moved;
    depth_first->free = moved + used;
    depth_first->options_end = moved + room;
    return true;
}

/* Makes frame 0 with a dummy option. Returns false if the arena is full. */
static bool begin_path(struct depth_first *depth_first)
{
    if (!grow_frames(depth_first))
        return false;
    depth_first->frames[0] = (struct frame){0, NULL, ANDOR_NONE};
    depth_first->frame = depth_first->frames;
    if (!grow_options(depth_first, 1))
        return false;
    *depth_first->free++ = (struct option){0, ANDOR_NONE, ANDOR_NONE};
    depth_first->frames[0].options = depth_first->options;
    return true;
}

/* Turns the connectors of v, from the last to the first, into a heap of options, and their successors into known nodes.
 * Connectors of infinite cost are left out. Returns the end of the heap. A separate function with a single index into
 * the successors keeps its loops in registers. */
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
            q = add_saturating(q, costs[s]);
        }
        if (__builtin_expect(q >= ANDOR_HUGE, 0) && (q = sum_connector_wide(state, c)) == ANDOR_INF)
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

/* Restores the heap after the top of the last frame became dearer or was removed. */
static void restore_top(struct depth_first *depth_first, struct option *heap, uint32_t count)
{
    const struct andor_state *state = &depth_first->state;
    const uint32_t *to = state->graph->to;
    for (uint32_t last = ANDOR_NONE; count > 1;) {
        sift_down(heap, count);
        uint32_t c = heap->connector;
        if (c == last || to[c + 1] - to[c] > REFRESH_MAX)
            return;
        uint64_t q = sum_connector(state, c);
        if (q == heap->q)
            return;
        heap->q = q;
        last = c;
    }
}

static void drop_top(struct depth_first *depth_first, struct option *heap)
{
    uint32_t count = (uint32_t)(--depth_first->free - heap);
    depth_first->recheck |= !count;
    heap[0] = heap[count];
    restore_top(depth_first, heap, count);
}

/* ---- the path ---- */

/* Updates the top option of the last frame after its successor has got the final cost q; the option contains `was` for
 * it. */
ALWAYS_INLINE void return_to_parent(struct depth_first *depth_first, uint64_t q, uint64_t was)
{
    if (q == was)
        return;
    struct option *heap = depth_first->frame->options;
    ptrdiff_t count = depth_first->free - heap;
    uint64_t dearer = add_saturating(heap->q - was, q); /* was is one of its terms */
    if (__builtin_expect(q == ANDOR_INF, 0)) {
        drop_top(depth_first, heap);
        return;
    }
    if (__builtin_expect(was == SUM_AGAIN, 0))
        dearer = sum_connector(&depth_first->state, heap->connector);
    heap->q = dearer < ANDOR_HUGE ? dearer : ANDOR_HUGE;
    heap->at++;
    if ((count > 1 && heap[1].q < heap->q) || (count > 2 && heap[2].q < heap->q))
        restore_top(depth_first, heap, (uint32_t)count);
}

ALWAYS_INLINE void set_solved(struct andor_state *state, uint32_t v, uint64_t q, uint32_t c)
{
    state->narrow[v] = q;
    state->mark[v] = c;
    state->revised++;
    state->label[v] = ANDOR_KNOWN | ANDOR_EXPANDED | ANDOR_SOLVED; /* clears BUSY */
}

/* Puts v on the path, or solves it at once if its cheapest option has only SOLVED successors. *next receives what
 * next_unsolved() would return, if that is known. */
ALWAYS_INLINE enum nash_status visit(struct depth_first *depth_first, uint32_t v, uint32_t *next)
{
    struct andor_state *state = &depth_first->state;
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
    if ((depth_first->frame + 1 == depth_first->frames_end && !grow_frames(depth_first)) ||
        (depth_first->options_end - depth_first->free < connectors && !grow_options(depth_first, connectors)))
        return andor_state_nomem(state);
    struct option *best = depth_first->free, *end = connectors ? make_options(state, v, best) : best;
    if (best == end) {
        state->narrow[v] = ANDOR_INF;
        return_to_parent(depth_first, ANDOR_INF, was);
    } else if (best->at == ANDOR_NONE) {
        set_solved(state, v, best->q, best->connector);
        return_to_parent(depth_first, best->q, was);
    } else {
        *++depth_first->frame = (struct frame){was, best, v};
        depth_first->free = end;
        state->label[v] |= ANDOR_BUSY;
        *next = graph->succ[best->at];
    }
    return NASH_OK;
}

/* Removes the last frame; its node, no longer BUSY, has its final q. */
ALWAYS_INLINE void leave_node(struct depth_first *depth_first, uint64_t q)
{
    const struct frame *done = depth_first->frame--;
    depth_first->free = done->options;
    return_to_parent(depth_first, q, done->was);
}

/* Solves the node of the last frame if its best option, whose successors are all SOLVED, is still the cheapest. */
ALWAYS_INLINE void finish_option(struct depth_first *depth_first, const struct frame *frame, struct option *best)
{
    uint32_t c = best->connector;
    uint64_t q = sum_connector(&depth_first->state, c);
    bool dearer = q > best->q;
    best->q = q;
    best->at = ANDOR_NONE;
    if (dearer)
        restore_top(depth_first, best, (uint32_t)(depth_first->free - best));
    if (best->connector != c)
        return;
    set_solved(&depth_first->state, frame->v, q, c);
    leave_node(depth_first, q);
}

/* Handles a path that leads back to its node u: solves u by rounds, or the root if rounds have cost too much. */
static enum nash_status close_cycle(struct depth_first *depth_first, uint32_t u)
{
    struct andor_state *state = &depth_first->state;
    struct andor_rounds *rounds = &depth_first->rounds;
    if (rounds->paid > REVISIONS_FREE + REVISIONS_PER_EXPANSION * state->expanded)
        u = depth_first->frames[1].v;
    enum nash_status status = andor_rounds_solve(rounds, u);
    if (status != NASH_OK)
        return status;
    for (; depth_first->frame->v != u; depth_first->frame--) {
        state->label[depth_first->frame->v] &= (uint8_t)~ANDOR_BUSY;
        depth_first->free = depth_first->frame->options;
    }
    depth_first->recheck = true;
    return NASH_OK;
}

/* Leaves the last frame if its node already has its final q. Returns whether it did. */
static bool leave_final(struct depth_first *depth_first, const struct frame *frame)
{
    struct andor_state *state = &depth_first->state;
    if (!(state->label[frame->v] & ANDOR_SOLVED)) {
        if (depth_first->free == frame->options)
            state->narrow[frame->v] = ANDOR_INF;
        if (state->narrow[frame->v] != ANDOR_INF)
            return false;
    }
    state->label[frame->v] &= (uint8_t)~ANDOR_BUSY;
    leave_node(depth_first, state->narrow[frame->v]);
    return true;
}

/* Returns the next node to visit at the end of the path, possibly one on the path, or ANDOR_NONE at the end of the
 * search. */
ALWAYS_INLINE uint32_t next_unsolved(struct depth_first *depth_first)
{
    const struct andor_graph *graph = depth_first->state.graph;
    const uint32_t *succ = graph->succ;
    const uint8_t *label = depth_first->state.label;
    while (depth_first->frame != depth_first->frames) {
        const struct frame *frame = depth_first->frame;
        if (__builtin_expect(depth_first->recheck, 0) && leave_final(depth_first, frame))
            continue;
        struct option *best = frame->options;
        uint32_t at = best->at, end = graph->to[best->connector + 1];
        while (at < end && label[succ[at]] & ANDOR_SOLVED)
            at++;
        if (at >= end) {
            finish_option(depth_first, frame, best);
            continue;
        }
        best->at = at;
        if (__builtin_expect(depth_first->state.narrow[succ[at]] != ANDOR_INF, 1))
            return succ[at];
        drop_top(depth_first, best);
    }
    return ANDOR_NONE;
}

/* Stores the lower bounds of the nodes on the path as their q after an early end of the search. */
static void save_path(struct depth_first *depth_first)
{
    struct andor_state *state = &depth_first->state;
    while (depth_first->frame != depth_first->frames) {
        const struct frame *frame = depth_first->frame;
        if (!(state->label[frame->v] & ANDOR_SOLVED) && depth_first->free > frame->options) {
            state->narrow[frame->v] = frame->options->q < ANDOR_HUGE ? frame->options->q : ANDOR_HUGE - 1;
            state->mark[frame->v] = frame->options->connector;
        }
        leave_node(depth_first, state->narrow[frame->v]);
    }
}

enum nash_status andor_ao_star_depth_first(struct andor_graph *graph, struct nash_run *run, struct andor_search *search,
                                           struct nash_error *error)
{
    struct depth_first depth_first = {.recheck = false};
    struct andor_state *state = &depth_first.state;
    enum nash_status status = andor_state_begin(state, graph, run, true, error);
    if (status != NASH_OK)
        return status;
    andor_rounds_begin(&depth_first.rounds, state);
    if (!begin_path(&depth_first))
        return andor_state_nomem(state);
    uint32_t v = state->label[graph->root] & ANDOR_SOLVED ? ANDOR_NONE : graph->root;
    while (v != ANDOR_NONE) {
        uint32_t then = ANDOR_NONE;
        status = __builtin_expect(state->label[v] & ANDOR_BUSY, 0) ? close_cycle(&depth_first, v)
                                                                   : visit(&depth_first, v, &then);
        if (status != NASH_OK)
            break; /* after a failed expansion the next successor may not exist */
        v = then != ANDOR_NONE ? then : next_unsolved(&depth_first);
    }
    if (status == NASH_STOPPED || status == NASH_TOO_LARGE)
        save_path(&depth_first);
    if (status == NASH_OK && state->narrow[graph->root] == ANDOR_HUGE) {
        status = andor_state_widen(state);
        if (status == NASH_OK)
            status = andor_rounds_solve(&depth_first.rounds, graph->root);
    }
    return andor_state_end(state, search, status);
}
