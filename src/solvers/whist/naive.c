/* Full minimax: every card of the leader, every card of the other, down to the last trick; nothing is pruned, merged or
 * kept. It is what the patent application compares its tree with. n^2 positions a level: 1.2 million at order 6, 3.7
 * thousand million at order 8, which is why it ends at 6. A node is a position between two tricks, the empty one too.
 */
#include "engine.h"

enum { CHECK_NAIVE = 21, ORDER_MAX = 6 };

static uint32_t without(uint32_t mask, uint32_t at)
{
    uint32_t below = (1U << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

/* After `high` and `low` < high were played. */
static uint32_t after(uint32_t mask, uint32_t high, uint32_t low)
{
    return without(without(mask, high), low);
}

static int value(struct whist_work *work, uint32_t mask, uint32_t order);

/* What the leader makes in all when he leads `lead` and the other answers with `reply`; -1 when stopped. */
static int value_of_trick(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply)
{
    uint32_t rest = (uint32_t)1 << (2 * order - 2);
    if (reply < lead) {
        int more = value(work, after(mask, lead, reply), order - 1);
        return more < 0 ? -1 : 1 + more;
    }
    int others = value(work, ~after(mask, reply, lead) & (rest - 1), order - 1);
    return others < 0 ? -1 : (int)order - 1 - others;
}

static int value(struct whist_work *work, uint32_t mask, uint32_t order)
{
    uint32_t cards = (1U << 2 * order) - 1;
    int best = 0;
    work->nodes++;
    work->run->nodes++;
    if (nash_stop(work->run, CHECK_NAIVE))
        return -1;
    for (uint32_t leads = mask; leads; leads &= leads - 1) {
        int least = (int)order;
        for (uint32_t replies = ~mask & cards; replies; replies &= replies - 1) {
            int tricks =
                value_of_trick(work, mask, order, (uint32_t)__builtin_ctz(leads), (uint32_t)__builtin_ctz(replies));
            if (tricks < 0)
                return -1;
            least = tricks < least ? tricks : least;
        }
        best = least > best ? least : best;
    }
    return best;
}

static int tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    return value(work, (uint32_t)whist_mask_of(word, order), order);
}

const struct whist_engine whist_naive = {.name = "naive", .order_max = ORDER_MAX, .tricks = tricks};
