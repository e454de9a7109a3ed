/* Counts by dynamic programming and deals by unranking.
 *
 * The state of a part of the deal is the number of cards and of points of the first and second hand (the rest is the
 * third hand's). Within a suit the cards are dealt one by one; a layer holds the number of ways to reach each state
 * after a card. The states of a suit are those of its last layer with allowed lengths. Two suits are joined by adding
 * states and multiplying ways. Two pairs of suits are joined in the same way, but only if together they deal all
 * cards and the points are within their ranges. Unranking a number chooses states from the whole deal down to the
 * single card; each state gets as many numbers as it has ways. All counts are exact in 64 bits.
 *
 * Points are counted only for hands with a restrictive range. These hands come first, so that with one restricted
 * hand of two or three the states stay few: two hidden hands have some 100 states a suit, three with all points
 * limited some 3,000. */
#include "dealing.h"

#include <string.h>

/* Numbers of values: lengths 0 to 13, points of a suit 0 to 10, points of two suits 0 to 20. */
enum { LEN = 14, HCP_SUIT = 11, HCP_PAIR = 21, CELLS = LEN * LEN * HCP_PAIR * HCP_PAIR };

/* Cards and points of the first two hands. */
struct state {
    uint8_t len[2], hcp[2];
};
struct entry {
    struct state state;
    uint64_t ways;
};
struct list {
    uint32_t count;
    struct entry *entry; /* sorted by cell_of() */
};

struct suit {
    unsigned cards;
    uint8_t rank[BRIDGE_RANKS], owners[BRIDGE_RANKS]; /* owners: a bit for each hand that may get the card */
    struct list layer[BRIDGE_RANKS + 1];
    struct list whole; /* the states of the last layer with allowed lengths */
};

struct bridge_dealing {
    unsigned hands, order[BRIDGE_HIDDEN_MAX]; /* hand i here is hand order[i] of the rules */
    bool follow[2];                           /* whether the points of hand 0 and of hand 1 are counted */
    struct bridge_hidden hand[BRIDGE_HIDDEN_MAX];
    unsigned points; /* of all cards to be dealt */
    struct suit suit[BRIDGE_SUITS];
    struct list pair[2];      /* spades with hearts, diamonds with clubs */
    uint32_t first[LEN][LEN]; /* index of the first entry of pair[1] with these lengths */
    uint64_t *below;          /* by entry of pair[0]: number of deals with earlier entries */
    uint64_t *partners;       /* by entry of pair[0]: ways of pair[1] to complete it */
    uint64_t total;
};

unsigned bridge_hcp(bridge_ranks ranks)
{
    unsigned points = 0;
    for (unsigned honour = 1; honour <= 4; honour++)
        points += honour * (ranks >> (8 + honour) & 1);
    return points;
}

/* ---- lists of states ---- */

static uint32_t cell_of(struct state s, unsigned radix)
{
    return (((uint32_t)s.len[0] * LEN + s.len[1]) * radix + s.hcp[0]) * radix + s.hcp[1];
}

static struct state state_of(uint32_t cell, unsigned radix)
{
    struct state s;
    s.hcp[1] = (uint8_t)(cell % radix);
    cell /= radix;
    s.hcp[0] = (uint8_t)(cell % radix);
    cell /= radix;
    s.len[1] = (uint8_t)(cell % LEN);
    s.len[0] = (uint8_t)(cell / LEN);
    return s;
}

static struct state state_add(struct state a, struct state b)
{
    for (unsigned i = 0; i < 2; i++) {
        a.len[i] = (uint8_t)(a.len[i] + b.len[i]);
        a.hcp[i] = (uint8_t)(a.hcp[i] + b.hcp[i]);
    }
    return a;
}

static bool state_subtract(struct state a, struct state b, struct state *out)
{
    for (unsigned i = 0; i < 2; i++) {
        if (a.len[i] < b.len[i] || a.hcp[i] < b.hcp[i])
            return false;
        out->len[i] = (uint8_t)(a.len[i] - b.len[i]);
        out->hcp[i] = (uint8_t)(a.hcp[i] - b.hcp[i]);
    }
    return true;
}

/* Collects the cells that are not zero, and clears them. */
static bool collect_cells(uint64_t *cell, unsigned radix, struct list *list, struct nash_arena *arena)
{
    uint32_t cells = LEN * LEN * radix * radix;
    list->count = 0;
    for (uint32_t i = 0; i < cells; i++)
        list->count += cell[i] != 0;
    list->entry = NASH_NEW(arena, struct entry, list->count);
    if (!list->entry)
        return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < cells; i++)
        if (cell[i]) {
            list->entry[n++] = (struct entry){state_of(i, radix), cell[i]};
            cell[i] = 0;
        }
    return true;
}

static uint64_t ways_of(const struct list *list, struct state state)
{
    uint32_t low = 0, high = list->count, wanted = cell_of(state, HCP_PAIR);
    while (low < high) {
        uint32_t middle = (low + high) / 2, at = cell_of(list->entry[middle].state, HCP_PAIR);
        if (at == wanted)
            return list->entry[middle].ways;
        if (at < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* ---- counting ---- */

/* Returns the contribution of the card to the state if hand h gets it. */
static struct state card_of(const struct bridge_dealing *d, unsigned h, unsigned rank)
{
    struct state s = {0};
    if (h < 2) {
        s.len[h] = 1;
        if (d->follow[h])
            s.hcp[h] = (uint8_t)bridge_hcp((bridge_ranks)(1u << rank));
    }
    return s;
}

static bool length_allowed(const struct bridge_dealing *d, unsigned suit, struct state state)
{
    int len[BRIDGE_HIDDEN_MAX] = {state.len[0], state.len[1], (int)d->suit[suit].cards - state.len[0] - state.len[1]};
    for (unsigned h = 0; h < BRIDGE_HIDDEN_MAX; h++)
        if (len[h] < d->hand[h].length[suit][0] || len[h] > d->hand[h].length[suit][1] || len[h] > d->hand[h].cards)
            return false;
    return true;
}

static bool count_suit(struct bridge_dealing *d, unsigned s, bridge_ranks pool, uint64_t *cell,
                       struct nash_arena *arena)
{
    struct suit *suit = &d->suit[s];
    struct list *layer = suit->layer;
    cell[0] = 1;
    if (!collect_cells(cell, HCP_SUIT, layer, arena))
        return false;
    for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++) {
        if (!(pool >> rank & 1))
            continue;
        unsigned c = suit->cards++;
        suit->rank[c] = (uint8_t)rank;
        for (unsigned h = 0; h < d->hands; h++) {
            if (!(d->hand[h].may[s] >> rank & 1))
                continue;
            suit->owners[c] |= (uint8_t)(1u << h);
            struct state card = card_of(d, h, rank);
            for (uint32_t i = 0; i < layer[c].count; i++) {
                struct state got = state_add(layer[c].entry[i].state, card);
                if (h >= 2 || got.len[h] <= d->hand[h].cards)
                    cell[cell_of(got, HCP_SUIT)] += layer[c].entry[i].ways;
            }
        }
        if (!collect_cells(cell, HCP_SUIT, &layer[c + 1], arena))
            return false;
    }
    const struct list *last = &layer[suit->cards];
    for (uint32_t i = 0; i < last->count; i++)
        if (length_allowed(d, s, last->entry[i].state))
            cell[cell_of(last->entry[i].state, HCP_SUIT)] = last->entry[i].ways;
    return collect_cells(cell, HCP_SUIT, &suit->whole, arena);
}

static bool count_pair(const struct bridge_dealing *d, const struct list *a, const struct list *b, struct list *pair,
                       uint64_t *cell, struct nash_arena *arena)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            struct state sum = state_add(a->entry[i].state, b->entry[j].state);
            if (sum.len[0] <= d->hand[0].cards && sum.len[1] <= d->hand[1].cards)
                cell[cell_of(sum, HCP_PAIR)] += a->entry[i].ways * b->entry[j].ways;
        }
    return collect_cells(cell, HCP_PAIR, pair, arena);
}

/* Returns whether the points of two entries are allowed together. Precondition: their lengths are. */
static bool points_allowed(const struct bridge_dealing *d, struct state a, struct state b)
{
    struct state sum = state_add(a, b);
    for (unsigned h = 0; h < 2; h++)
        if (d->follow[h] && (sum.hcp[h] < d->hand[h].hcp[0] || sum.hcp[h] > d->hand[h].hcp[1]))
            return false;
    if (!d->follow[0] || !d->follow[1])
        return true;
    unsigned third = d->points - sum.hcp[0] - sum.hcp[1];
    return third >= d->hand[2].hcp[0] && third <= d->hand[2].hcp[1];
}

/* Finds the entries of the second pair with the lengths that complete `a`. */
static void partners_of(const struct bridge_dealing *d, struct state a, uint32_t *begin, uint32_t *end)
{
    const struct list *list = &d->pair[1];
    unsigned l0 = d->hand[0].cards - a.len[0], l1 = d->hand[1].cards - a.len[1];
    *begin = *end = d->first[l0][l1];
    while (*end < list->count && list->entry[*end].state.len[0] == l0 && list->entry[*end].state.len[1] == l1)
        ++*end;
}

static bool count_all(struct bridge_dealing *d, struct nash_arena *arena)
{
    const struct list *a = &d->pair[0], *b = &d->pair[1];
    for (uint32_t i = b->count; i-- > 0;)
        d->first[b->entry[i].state.len[0]][b->entry[i].state.len[1]] = i;
    d->below = NASH_NEW(arena, uint64_t, a->count);
    d->partners = NASH_NEW(arena, uint64_t, a->count);
    if (!d->below || !d->partners)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t begin, end;
        d->below[i] = d->total;
        partners_of(d, a->entry[i].state, &begin, &end);
        for (uint32_t j = begin; j < end; j++)
            if (points_allowed(d, a->entry[i].state, b->entry[j].state))
                d->partners[i] += b->entry[j].ways;
        d->total += a->entry[i].ways * d->partners[i];
    }
    return true;
}

/* ---- setting up ---- */

/* Returns whether the range of points excludes any deal. */
static bool limits_points(const struct bridge_hidden *hand, unsigned points)
{
    return hand->hcp[0] > 0 || hand->hcp[1] < points;
}

static void order_hands(struct bridge_dealing *d, const struct bridge_dealing_rules *rules)
{
    unsigned limited = 0;
    d->hands = rules->hands;
    for (unsigned pass = 0, n = 0; pass < 2; pass++)
        for (unsigned h = 0; h < rules->hands; h++)
            if (limits_points(&rules->hand[h], d->points) == (pass == 0)) {
                limited += pass == 0;
                d->order[n] = h;
                d->hand[n++] = rules->hand[h];
            }
    d->follow[0] = limited > 0;
    d->follow[1] = limited > 1;
    for (unsigned h = d->hands; h < BRIDGE_HIDDEN_MAX; h++)
        d->hand[h] = (struct bridge_hidden){.hcp = {0, BRIDGE_CARDS}};
}

struct bridge_dealing *bridge_dealing_new(const struct bridge_dealing_rules *rules, struct nash_arena *arena)
{
    struct bridge_dealing *d = NASH_NEW(arena, struct bridge_dealing, 1);
    uint64_t *cell = NASH_NEW(arena, uint64_t, CELLS);
    if (!d || !cell)
        return NULL;
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        d->points += bridge_hcp(rules->pool[s]);
    order_hands(d, rules);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        if (!count_suit(d, s, rules->pool[s], cell, arena))
            return NULL;
    for (unsigned p = 0; p < 2; p++)
        if (!count_pair(d, &d->suit[2 * p].whole, &d->suit[2 * p + 1].whole, &d->pair[p], cell, arena))
            return NULL;
    return count_all(d, arena) ? d : NULL;
}

uint64_t bridge_dealing_count(const struct bridge_dealing *dealing)
{
    return dealing->total;
}

/* ---- dealing ---- */

/* Deals one suit: `number` chooses among the ways to reach the state. */
static void deal_suit(const struct bridge_dealing *d, unsigned s, struct state state, uint64_t number,
                      bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS])
{
    const struct suit *suit = &d->suit[s];
    for (unsigned c = suit->cards; c-- > 0;)
        for (unsigned h = 0; h < d->hands; h++) {
            struct state before;
            if (!(suit->owners[c] >> h & 1) || !state_subtract(state, card_of(d, h, suit->rank[c]), &before))
                continue;
            uint64_t ways = ways_of(&suit->layer[c], before);
            if (number < ways) {
                hand[d->order[h]][s] |= (bridge_ranks)(1u << suit->rank[c]);
                state = before;
                break;
            }
            number -= ways;
        }
}

/* Deals two suits: `number` chooses among the ways to reach the state together. */
static void deal_pair(const struct bridge_dealing *d, unsigned p, struct state state, uint64_t number,
                      bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS])
{
    const struct list *a = &d->suit[2 * p].whole, *b = &d->suit[2 * p + 1].whole;
    for (uint32_t i = 0; i < a->count; i++) {
        struct state rest;
        if (!state_subtract(state, a->entry[i].state, &rest))
            continue;
        uint64_t others = ways_of(b, rest), ways = a->entry[i].ways * others;
        if (number < ways) {
            deal_suit(d, 2 * p, a->entry[i].state, number / others, hand);
            deal_suit(d, 2 * p + 1, rest, number % others, hand);
            return;
        }
        number -= ways;
    }
}

void bridge_dealing_deal(const struct bridge_dealing *dealing, uint64_t number,
                         bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS])
{
    const struct list *a = &dealing->pair[0], *b = &dealing->pair[1];
    memset(hand, 0, BRIDGE_HIDDEN_MAX * sizeof hand[0]);
    uint32_t low = 0, high = a->count; /* finds the last entry whose numbers begin at or before `number` */
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (dealing->below[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    number -= dealing->below[low];
    struct state state = a->entry[low].state;
    deal_pair(dealing, 0, state, number % a->entry[low].ways, hand);
    number /= a->entry[low].ways;
    uint32_t begin, end;
    partners_of(dealing, state, &begin, &end);
    for (uint32_t j = begin; j < end; j++) {
        if (!points_allowed(dealing, state, b->entry[j].state))
            continue;
        if (number < b->entry[j].ways) {
            deal_pair(dealing, 1, b->entry[j].state, number, hand);
            return;
        }
        number -= b->entry[j].ways;
    }
}
