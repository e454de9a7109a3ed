/* The patent's decision tree (steps 101, 105, 106), as it is claimed.
 *
 * Attack: the intervals of the leader are led from the lowest up; at the first two neighbours of different value the
 * better of them is the value of the position (stop rule).
 * Defence: a lead that is not from the leader's highest interval is answered by the cheapest card that wins
 * (just-beat); one from it by the lowest card of all where the other player owns that; else by each of his intervals.
 * Method `table` is the same tree above the tabulated orders: a position of such an order is looked up.
 *
 * The stop rule has a proof (PROOF.md, 7); that the defence loses nothing was tested on all leads to order 15, and is
 * proved for the lowest interval only (14). The stop rule gives the value alone: which leads are best takes the value
 * of each (values.c). Nothing is kept between positions. A node is a position between two tricks with more than one to
 * come: the last trick is no choice, and is not looked at as one; what is looked up is counted by itself. */
#include "attack.h"

#include "progress.h"
#include "table.h"

enum { CHECK_ATTACK = 22, SEED_ORDER = 12, TABLE_ORDER = 16 };

static int attack(struct whist_work *work, uint32_t mask, uint32_t order);

static uint32_t cards_of(uint32_t order)
{
    return order < 16 ? (UINT32_C(1) << 2 * order) - 1 : UINT32_MAX;
}

static uint32_t without(uint32_t mask, uint32_t at)
{
    uint32_t below = (UINT32_C(1) << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

static uint32_t lowest(uint32_t cards)
{
    return (uint32_t)__builtin_ctz(cards);
}

/* The lowest card of each run of set bits. */
static uint32_t intervals(uint32_t cards)
{
    return cards & ~(cards << 1);
}

/* A position after a trick. */
static int follow(struct whist_work *work, uint32_t mask, uint32_t order)
{
    return order > 1 ? attack(work, mask, order) : (int)(mask >> 1);
}

/* What the leader makes with this trick and all after it; -1 when stopped. */
static int trick(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply)
{
    bool won = lead > reply;
    uint32_t rest = won ? without(without(mask, lead), reply) : without(without(mask, reply), lead);
    int value = follow(work, won ? rest : ~rest & cards_of(order - 1), order - 1);
    return value < 0 ? -1 : won ? 1 + value : (int)order - 1 - value;
}

/* The least over all intervals of the other player. */
static int every_reply(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead)
{
    int least = (int)order;
    for (uint32_t replies = intervals(~mask & cards_of(order)); replies; replies &= replies - 1) {
        int value = trick(work, mask, order, lead, lowest(replies));
        if (value < 0)
            return -1;
        least = value < least ? value : least;
    }
    return least;
}

/* The value of a lead, the lowest card of its interval. */
static int defence(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t lead)
{
    uint32_t other = ~mask & cards_of(order), higher = other >> lead << lead;
    bool from_highest = (higher ? mask >> lowest(higher) : 0) == 0;
    if (!from_highest)
        return trick(work, mask, order, lead, lowest(higher));
    if (other & 1)
        return trick(work, mask, order, lead, 0);
    return every_reply(work, mask, order, lead);
}

static int attack(struct whist_work *work, uint32_t mask, uint32_t order)
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
    for (uint32_t leads = intervals(mask); leads; leads &= leads - 1) {
        int value = defence(work, mask, order, lowest(leads));
        if (value < 0)
            return -1;
        if (last >= 0 && value != last)
            return value > last ? value : last;
        last = value;
    }
    return last < 0 ? 0 : last;
}

int whist_attack(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t tabulated)
{
    work->tabulated = tabulated;
    return attack(work, mask, order);
}

static int seed_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    return whist_attack(work, (uint32_t)whist_mask_of(word, order), order, 0);
}

static int table_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    uint32_t tabulated = order < WHIST_TABLE_ORDER ? order : WHIST_TABLE_ORDER;
    if (!whist_table_fill(tabulated, work->run))
        return -1;
    return whist_attack(work, (uint32_t)whist_mask_of(word, order), order, tabulated);
}

const struct whist_engine whist_seed = {.name = "seed", .order_max = SEED_ORDER, .tricks = seed_tricks};
const struct whist_engine whist_table = {.name = "table", .order_max = TABLE_ORDER, .tricks = table_tricks};
