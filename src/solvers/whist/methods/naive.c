/* Full minimax: every card of the leader, every card of the other player, down to the last trick, without pruning,
 * merging or a table. The patent application compares its tree with this one. A position of order n has n^2 children.
 * The tree has 1.2 million positions at order 6, 3.7 thousand million at order 8, so the method ends at order 6. A node
 * is a position between two tricks, including the empty one. */
#include "engine.h"

enum { CHECK_NAIVE = 21, ORDER_MAX = 6 };

static uint32_t naive_without(uint32_t mask, uint32_t at)
{
    uint32_t below = (1U << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

/* Removes the cards `high` and `low` < high. */
static uint32_t naive_without_two(uint32_t mask, uint32_t high, uint32_t low)
{
    return naive_without(naive_without(mask, high), low);
}

static int naive_value(struct whist_work *work, uint32_t mask, uint32_t order);

/* Returns the leader's tricks when he leads `lead` and the other player answers with `reply`, or -1 when stopped. */
static int naive_trick_value(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply)
{
    uint32_t rest = (uint32_t)1 << (2 * order - 2);
    if (reply < lead) {
        int more = naive_value(work, naive_without_two(mask, lead, reply), order - 1);
        return more < 0 ? -1 : 1 + more;
    }
    int others = naive_value(work, ~naive_without_two(mask, reply, lead) & (rest - 1), order - 1);
    return others < 0 ? -1 : (int)order - 1 - others;
}

static int naive_value(struct whist_work *work, uint32_t mask, uint32_t order)
{
    uint32_t cards = (1U << 2 * order) - 1;
    int best = 0;
    work->nodes++;
    work->run->nodes++;
    if (nash_stop(work->run, CHECK_NAIVE))
        return -1;
    for (uint32_t leads = mask; leads; leads &= leads - 1) {
        int worst = (int)order;
        for (uint32_t replies = ~mask & cards; replies; replies &= replies - 1) {
            int tricks =
                naive_trick_value(work, mask, order, (uint32_t)__builtin_ctz(leads), (uint32_t)__builtin_ctz(replies));
            if (tricks < 0)
                return -1;
            worst = tricks < worst ? tricks : worst;
        }
        best = worst > best ? worst : best;
    }
    return best;
}

static int naive_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    return naive_value(work, (uint32_t)whist_mask_of(word, order), order);
}

const struct whist_engine whist_naive = {.name = "naive", .order_max = ORDER_MAX, .tricks = naive_tricks};
