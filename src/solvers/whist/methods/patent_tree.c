/* The decision tree of the patent (steps 101, 105, 106), as claimed; README.md states its rules of attack and defence.
 * Method `table` is the same tree above the tabulated orders: a position of such an order is looked up. No position is
 * stored. A node is a position between two tricks with at least two tricks to come: the last trick offers no choice.
 * Look-ups are counted separately. */
#include "patent_tree.h"

#include "progress.h"
#include "table.h"

enum { CHECK_ATTACK = 22, SEED_ORDER = 12, TABLE_ORDER = 16 };

static int tree_attack(struct whist_work *work, uint32_t mask, uint32_t order);

static uint32_t tree_cards(uint32_t order)
{
    return order < 16 ? (UINT32_C(1) << 2 * order) - 1 : UINT32_MAX;
}

static uint32_t tree_without(uint32_t mask, uint32_t at)
{
    uint32_t below = (UINT32_C(1) << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

static uint32_t tree_lowest(uint32_t cards)
{
    return (uint32_t)__builtin_ctz(cards);
}

/* Returns the lowest card of each run of set bits. */
static uint32_t interval_bottoms(uint32_t cards)
{
    return cards & ~(cards << 1);
}

/* Returns the value of a position after a trick, or -1 when stopped. */
static int tree_value_after(struct whist_work *work, uint32_t mask, uint32_t order)
{
    return order > 1 ? tree_attack(work, mask, order) : (int)(mask >> 1);
}

/* Returns the leader's tricks in this trick and all later ones, or -1 when stopped. */
static int tree_trick_value(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply)
{
    bool won = lead > reply;
    uint32_t rest = won ? tree_without(tree_without(mask, lead), reply) : tree_without(tree_without(mask, reply), lead);
    int value = tree_value_after(work, won ? rest : ~rest & tree_cards(order - 1), order - 1);
    return value < 0 ? -1 : won ? 1 + value : (int)order - 1 - value;
}

/* Returns the minimum over all intervals of the other player. */
static int tree_worst_reply(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead)
{
    int worst = (int)order;
    for (uint32_t replies = interval_bottoms(~mask & tree_cards(order)); replies; replies &= replies - 1) {
        int value = tree_trick_value(work, mask, order, lead, tree_lowest(replies));
        if (value < 0)
            return -1;
        worst = value < worst ? value : worst;
    }
    return worst;
}

/* Returns the value of a lead; `lead` is the lowest card of its interval. */
static int tree_defence(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead)
{
    uint32_t other = ~mask & tree_cards(order), higher = other >> lead << lead;
    bool from_highest = (higher ? mask >> tree_lowest(higher) : 0) == 0;
    if (!from_highest)
        return tree_trick_value(work, mask, order, lead, tree_lowest(higher));
    if (other & 1)
        return tree_trick_value(work, mask, order, lead, 0);
    return tree_worst_reply(work, mask, order, lead);
}

/* Returns the value of a position, or -1 when stopped. Tries the leads from the lowest interval up until one has
 * another value than the lead before it; the better of the two is the value (attack rule). */
static int tree_attack(struct whist_work *work, uint32_t mask, uint32_t order)
{
    int last = -1;
    if (nash_stop(work->run, CHECK_ATTACK))
        return -1;
    if (order <= work->tabulated) {
        work->table++;
        return (int)whist_table_at(mask, order);
    }
    work->nodes++;
    work->run->nodes++;
    whist_progress(work, work->tabulated ? "table" : "seed");
    for (uint32_t leads = interval_bottoms(mask); leads; leads &= leads - 1) {
        int value = tree_defence(work, mask, order, tree_lowest(leads));
        if (value < 0)
            return -1;
        if (last >= 0 && value != last)
            return value > last ? value : last;
        last = value;
    }
    return last < 0 ? 0 : last;
}

int whist_patent_tree(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t tabulated)
{
    work->tabulated = tabulated;
    return tree_attack(work, mask, order);
}

static int seed_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    return whist_patent_tree(work, (uint32_t)whist_mask_of(word, order), order, 0);
}

static int table_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    uint32_t tabulated = order < WHIST_TABLE_ORDER ? order : WHIST_TABLE_ORDER;
    if (!whist_table_fill(tabulated, work->run))
        return -1;
    return whist_patent_tree(work, (uint32_t)whist_mask_of(word, order), order, tabulated);
}

const struct whist_engine whist_seed = {.name = "seed", .order_max = SEED_ORDER, .tricks = seed_tricks};
const struct whist_engine whist_table = {.name = "table", .order_max = TABLE_ORDER, .tricks = table_tricks};
