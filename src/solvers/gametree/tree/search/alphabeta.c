/* Alpha-beta over a stored tree, with an explicit stack.
 *
 * A frame holds scores from the view of its own player (stored_mask), so MAX and MIN are one case: `low` is the best
 * score the player has here or further up, `high` the best that the opponent allows. A child of the opponent gets both
 * negated and exchanged. A node is cut when best >= high: equality cuts, and because low and high are passed down, all
 * ancestors count. */
#include "search.h"

struct frame {
    uint32_t next, end; /* children that are not searched yet */
    int32_t mask, low, high, best;
};

static inline struct frame frame_enter(const struct stored_tree *tree, uint32_t node, const struct frame *above)
{
    int32_t mask = stored_mask(tree, node);
    bool turned = mask != above->mask;
    int32_t low = above->low > above->best ? above->low : above->best;
    return (struct frame){.next = tree->first[node],
                          .end = tree->first[node + 1],
                          .mask = mask,
                          .low = turned ? ~above->high : low,
                          .high = turned ? ~low : above->high,
                          .best = ~SCORE_INFINITE};
}

/* Reads children that are leaves, up to a cut or the first inner child. Returns whether it stopped at an inner child,
 * which is f->next. */
static inline bool frame_read_leaves(const struct stored_tree *tree, struct frame *f)
{
    const uint32_t *first = tree->first;
    uint32_t c = f->next;
    int32_t best = f->best;
    while (c < f->end && best < f->high && first[c] == first[c + 1]) {
        int32_t x = tree->score[c++] ^ f->mask;
        best = x > best ? x : best;
    }
    f->next = c;
    f->best = best;
    return c < f->end && best < f->high;
}

enum nash_status stored_alphabeta(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                                  struct stored_count *count, int32_t *value)
{
    uint64_t inner = 0, leaves = 0, cuts = 0;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct frame *stack = NASH_NEW(run->arena, struct frame, (size_t)tree->depth + 2), *f = stack;
    if (!stack)
        return NASH_NOMEM;
    /* A frame above the root: MAX, with the root as only child. */
    *f = (struct frame){.end = 1, .low = window.alpha, .high = window.beta, .best = ~SCORE_INFINITE};
    for (;;) {
        uint32_t from = f->next;
        bool deeper = frame_read_leaves(tree, f);
        leaves += f->next - from;
        if (deeper) {
            inner++;
            f[1] = frame_enter(tree, f->next++, f);
            f++;
            continue;
        }
        cuts += f->next < f->end;
        if (f == stack)
            break;
        int32_t found = f->best ^ f->mask;
        f--;
        found ^= f->mask;
        f->best = found > f->best ? found : f->best;
        run->nodes++;
        if (nash_stop(run, STORED_CHECK_ALPHABETA))
            break;
    }
    *value = stack->best;
    *count = (struct stored_count){.nodes = inner + leaves, .leaves = leaves, .cuts = cuts};
    nash_arena_release(run->arena, mark);
    return run->stopped != NASH_STOP_NONE ? NASH_STOPPED : NASH_OK;
}
