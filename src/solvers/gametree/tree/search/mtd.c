/* Iterative deepening with MTD(+infinity).
 *
 * Alpha-beta visits the fewest leaves if a best move is first at every node (minimal_tree.c). The tree is searched to
 * depth 1, 2, ... to its end, with static evaluations at the horizon, and each search orders the moves for the next:
 * the best move first, then the others by their last value. Without evaluations there is one search.
 *
 * A search is a series of passes with a null window from above: each proves that the value is less than the last bound,
 * or meets it. The bounds of every node are kept, so a pass visits only what the last one left open, and the visited
 * leaves are those of SSS* (Stockman 1979; Plaat, Schaeffer, Pijls, de Bruin 1996), never more than alpha-beta's in the
 * same order. On uniform trees of sums, 5 moves 9 deep and 40 moves 4 deep, that is 1.1 and 1.3 times the minimum; a
 * single window takes 1.2 and 1.3, at worst 1.8. Many values can mean many passes: when they have cost as much as the
 * whole tree, one pass with an open window ends the search. */
#include "mtd.h"

#include "move_ordering.h"

enum {
    SEARCHES_MAX = 32,  /* largest number of depths searched */
    WORK_MIN = 1 << 16, /* children that null windows may visit in a tree of any size */
    POLL = 256          /* children visited between two stop checks if no node is completed */
};

/* Proved bounds of a node's value in the current search, from MAX's view. */
struct bounds {
    int32_t lower, upper;
};

struct mtd {
    const struct stored_tree *tree;
    struct nash_run *run;
    struct bounds *bounds; /* [nodes] */
    int32_t *guess;        /* [nodes]: the last value found for a node */
    uint32_t *order;       /* [nodes]: the children of each node in search order, in their own range */
    uint8_t *met;          /* [nodes]: the last search that visited it; 0: none */
    struct frame *stack;   /* [depth + 2] */
    struct stored_count count;
    uint64_t evaluations; /* static evaluations of inner nodes */
    uint64_t work;        /* children visited, however cheaply */
    uint8_t now;          /* number of this search */
    uint32_t horizon;     /* depth of this search */
};

/* As in alphabeta.c: scores from the view of the player to move. */
struct frame {
    uint32_t node;
    uint32_t next, end; /* indices of `order` */
    int32_t mask, low, high, best;
    uint32_t best_at; /* index of the best child in `order` */
};

/* ---- a node ---- */

static bool node_met(const struct mtd *s, uint32_t node)
{
    return s->met[node] == s->now;
}

/* Prepares a node that this search visits for the first time: orders its children and opens its bounds. */
static void node_init(struct mtd *s, uint32_t node, int32_t mask)
{
    const struct stored_tree *tree = s->tree;
    uint32_t from = tree->first[node], count = tree->first[node + 1] - from;
    bool met = s->met[node] != 0; /* then an earlier search has put the best child first */
    if (!met)
        for (uint32_t i = 0; i < count; i++) {
            bool leaf = stored_leaf(tree, from + i);
            s->order[from + i] = from + i;
            s->guess[from + i] = leaf || !tree->evaluated ? tree->score[node] : tree->score[from + i];
            s->evaluations += !leaf && tree->evaluated;
        }
    if (tree->evaluated)
        sort_best_first(s->order + from + met, count - met, s->guess, mask, s->run, STORED_CHECK_MTD);
    s->met[node] = s->now;
    s->bounds[node] = (struct bounds){~SCORE_INFINITE, SCORE_INFINITE};
}

/* Opens a frame for an inner node above the horizon. */
static struct frame frame_enter(struct mtd *s, uint32_t node, int32_t low, int32_t high)
{
    int32_t mask = stored_mask(s->tree, node);
    if (!node_met(s, node))
        node_init(s, node, mask);
    s->count.nodes++;
    return (struct frame){.node = node,
                          .next = s->tree->first[node],
                          .end = s->tree->first[node + 1],
                          .mask = mask,
                          .low = low,
                          .high = high,
                          .best = ~SCORE_INFINITE,
                          .best_at = s->tree->first[node]};
}

/* Completes a node: stores its bounds and moves its best child to the front. */
static void frame_leave(struct mtd *s, const struct frame *f)
{
    struct bounds *b = &s->bounds[f->node];
    int32_t value = f->best ^ f->mask;
    bool at_least = f->best > f->low, at_most = f->best < f->high;
    if (f->mask ? at_most : at_least)
        b->lower = value;
    if (f->mask ? at_least : at_most)
        b->upper = value;
    s->guess[f->node] = value;
    if (at_least)
        move_to_front(s->order + s->tree->first[f->node], f->best_at - s->tree->first[f->node]);
}

/* Sets *x to the score of a child, from the view of `mask`, if that needs no search of its own. Returns false if it
 * does. */
static bool child_value(struct mtd *s, uint32_t child, uint32_t depth, int32_t mask, int32_t low, int32_t high,
                        int32_t *x)
{
    s->work++;
    if (stored_leaf(s->tree, child)) {
        s->count.nodes++;
        s->count.leaves += !node_met(s, child);
        s->met[child] = s->now;
        s->guess[child] = s->tree->score[child];
        *x = s->tree->score[child] ^ mask;
        return true;
    }
    if (depth == s->horizon) {
        s->count.nodes++;
        *x = s->tree->score[child] ^ mask;
        return true;
    }
    if (!node_met(s, child))
        return false;
    struct bounds b = s->bounds[child];
    int32_t least = (mask ? b.upper : b.lower) ^ mask, most = (mask ? b.lower : b.upper) ^ mask;
    *x = least >= high ? least : most;
    return least >= high || most <= low;
}

/* ---- one pass ---- */

static void frame_update(struct frame *f, int32_t x)
{
    if (x > f->best) {
        f->best = x;
        f->best_at = f->next - 1;
    }
}

/* Runs one pass: alpha-beta with the bounds as memory. The value is from MAX's view: exact inside the window, a bound
 * outside. */
static enum nash_status mtd_pass(struct mtd *s, struct stored_window window, int32_t *value)
{
    int32_t turn = stored_mask(s->tree, 0);
    struct frame *f = s->stack;
    *f = frame_enter(s, 0, turn ? ~window.beta : window.alpha, turn ? ~window.alpha : window.beta);
    for (;;) {
        if (f->next < f->end && f->best < f->high) {
            uint32_t child = s->order[f->next++];
            int32_t x, low = f->best > f->low ? f->best : f->low;
            if (s->work % POLL == 0 && nash_stop(s->run, STORED_CHECK_MTD))
                return NASH_STOPPED;
            if (child_value(s, child, (uint32_t)(f - s->stack) + 1, f->mask, low, f->high, &x)) {
                frame_update(f, x);
                continue;
            }
            bool turned = stored_mask(s->tree, child) != f->mask;
            f[1] = frame_enter(s, child, turned ? ~f->high : low, turned ? ~low : f->high);
            f++;
            continue;
        }
        frame_leave(s, f);
        *value = f->best ^ f->mask;
        s->count.cuts += f->next < f->end;
        if (f == s->stack)
            return NASH_OK;
        f--;
        frame_update(f, *value ^ f->mask);
        s->run->nodes++;
        if (nash_stop(s->run, STORED_CHECK_MTD))
            return NASH_STOPPED;
    }
}

/* ---- one search ---- */

static void report_progress(const struct mtd *s, uint32_t passes)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "depth", s->horizon);
    nash_jsonw_kuint(&out, "passes", passes);
    nash_jsonw_kuint(&out, "leaves", s->count.leaves);
    nash_jsonw_object_end(&out);
    nash_progress_send(s->run, &buf);
}

/* Returns the number of children that the null windows of one search may visit, and all shallower searches together:
 * about one visit of the whole tree, whatever its shape. */
static uint64_t work_budget(const struct mtd *s)
{
    return s->tree->nodes + WORK_MIN;
}

/* Searches from above, from the view of the player at the root: MAX's bound falls, MIN's rises. */
static enum nash_status mtd_search(struct mtd *s, struct stored_window open, uint32_t *passes, int32_t *value)
{
    bool min = stored_min(s->tree, 0);
    uint64_t enough = s->work + work_budget(s);
    s->now++;
    for (bool last = false;;) {
        struct stored_window w = open;
        if (!last && min)
            w.beta = w.alpha + 1;
        else if (!last)
            w.alpha = w.beta - 1;
        enum nash_status status = mtd_pass(s, w, value);
        ++*passes;
        if (nash_progress_due(s->run))
            report_progress(s, *passes);
        if (status != NASH_OK || last || (min ? *value <= w.alpha : *value >= w.beta))
            return status;
        *(min ? &open.alpha : &open.beta) = *value;
        last = s->work > enough;
        if (open.alpha >= open.beta)
            return NASH_OK;
    }
}

static bool mtd_alloc(struct mtd *s)
{
    struct nash_arena *arena = s->run->arena;
    size_t nodes = s->tree->nodes;
    s->bounds = nash_arena_alloc_raw(arena, nodes * sizeof *s->bounds, sizeof *s->bounds);
    s->guess = nash_arena_alloc_raw(arena, nodes * sizeof *s->guess, sizeof *s->guess);
    s->order = nash_arena_alloc_raw(arena, nodes * sizeof *s->order, sizeof *s->order);
    s->met = NASH_NEW(arena, uint8_t, nodes);
    s->stack = NASH_NEW(arena, struct frame, (size_t)s->tree->depth + 2);
    return s->bounds && s->guess && s->order && s->met && s->stack;
}

static enum nash_status mtd_deepen(struct mtd *s, struct stored_window window, struct stored_effort *effort,
                                   int32_t *value)
{
    uint32_t end = s->tree->depth, step = end / SEARCHES_MAX + 1;
    enum nash_status status = NASH_OK;
    s->horizon = s->tree->evaluated ? (end - 1) % step + 1 : end;
    for (; s->horizon <= end && status == NASH_OK; s->horizon += step) {
        if (s->work > work_budget(s))
            s->horizon = end;
        struct stored_window whole = {~SCORE_INFINITE, SCORE_INFINITE};
        effort->before.nodes += s->count.nodes;
        effort->before.leaves += s->count.leaves;
        effort->before.cuts += s->count.cuts;
        s->count = (struct stored_count){0};
        status = mtd_search(s, s->horizon == end ? window : whole, &effort->passes, value);
        effort->searches++;
    }
    effort->last = s->count;
    effort->evaluations = s->evaluations;
    return status;
}

enum nash_status stored_mtd(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                            struct stored_effort *effort, int32_t *value)
{
    struct mtd s = {.tree = tree, .run = run};
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    *effort = (struct stored_effort){0};
    if (stored_leaf(tree, 0)) {
        *value = tree->score[0];
        effort->last = (struct stored_count){.nodes = 1, .leaves = 1};
        return NASH_OK;
    }
    enum nash_status status = mtd_alloc(&s) ? mtd_deepen(&s, window, effort, value) : NASH_NOMEM;
    nash_arena_release(run->arena, mark);
    return status;
}
