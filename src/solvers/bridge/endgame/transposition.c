/* The transposition table: results by the cards that they depend on.
 *
 * Positions with the same leader and the same lengths of all suits in all hands share a node, found by hash. A node
 * has a list of patterns: the owners of the highest cards of each suit, as many as the result depends on, and bounds
 * of the tricks of North and South. A look-up compares the owners in a position with each pattern under the mask of
 * the pattern. Results hold for any deal, so they may be kept from one deal to the next as long as the strain is the
 * same. A full table is cleared. */
#include <string.h>

#include "search.h"

struct pattern {
    uint64_t owners, mask; /* seats of the highest cards and their mask: 2 bits a card, the suits one after the other */
    struct pattern *next;
    uint16_t tops;           /* number of relevant cards of each suit: 4 bits each */
    uint8_t low, high;       /* bounds of the tricks of North and South */
    struct bridge_card hint; /* rank: number of higher cards of the suit */
};

struct node {
    uint64_t shape;
    struct node *next;
    struct pattern *pattern;
    uint8_t leader;
};

/* KEPT_: the size of a shared table. */
enum { PATTERNS_MAX = 1 << 16, KEPT_BITS = 14, KEPT_BYTES = 6 << 20, PAGE = 4096 };

struct transpositions {
    unsigned bits, patterns;      /* patterns: number in the table */
    struct node **head;           /* 2^bits lists, by hash */
    struct nash_arena *arena;     /* allocates nodes and patterns; NULL if there is a pool */
    struct nash_arena_mark empty; /* the arena without nodes and patterns */
    unsigned char *pool;          /* holds nodes and patterns of a shared table; else NULL */
    size_t used;                  /* bytes of the pool */
};

struct transpositions *transpositions_new(struct nash_arena *arena, unsigned cards)
{
    struct transpositions *t = NASH_NEW(arena, struct transpositions, 1);
    if (!t)
        return NULL;
    t->arena = arena;
    t->bits = cards + 3;
    t->head = NASH_NEW(arena, struct node *, (size_t)1 << t->bits);
    t->empty = nash_arena_mark(arena);
    return t->head ? t : NULL;
}

struct transpositions *transpositions_new_shared(struct nash_arena *arena)
{
    struct transpositions *t = NASH_NEW(arena, struct transpositions, 1);
    if (!t)
        return NULL;
    t->bits = KEPT_BITS;
    t->head = NASH_NEW(arena, struct node *, (size_t)1 << t->bits);
    t->pool = nash_arena_alloc_raw(arena, KEPT_BYTES, PAGE);
    return t->head && t->pool ? t : NULL;
}

/* Allocates a node or a pattern. */
static void *table_alloc(struct transpositions *t, size_t size)
{
    if (!t->pool)
        return nash_arena_alloc_raw(t->arena, size, 8);
    if (KEPT_BYTES - t->used < size)
        return NULL;
    t->used += size;
    return t->pool + t->used - size;
}

static uint32_t slot_of(const struct transpositions *t, uint64_t shape, unsigned leader)
{
    return (uint32_t)((shape + leader) * 0x9e3779b97f4a7c15 >> (64 - t->bits));
}

static struct node *find_node(const struct transpositions *t, uint64_t shape, unsigned leader)
{
    struct node *node = t->head[slot_of(t, shape, leader)];
    while (node && (node->shape != shape || node->leader != leader))
        node = node->next;
    return node;
}

static unsigned count_of(uint16_t ranks)
{
    return (unsigned)__builtin_popcount(ranks);
}

/* Returns the cards of each suit in all hands together, 4 bits each. */
static unsigned lengths_of(uint64_t shape)
{
    shape += shape >> 32;
    return (unsigned)(shape + (shape >> 16));
}

static uint64_t owners_of(const struct endgame *e)
{
    uint64_t owners = 0;
    unsigned lengths = lengths_of(e->shape);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        owners = owners << 2 * (lengths >> 4 * s & 15) | e->owners[s][e->all.of[s]];
    return owners;
}

/* Returns the lowest of the `tops` highest of `len` cards. */
static uint16_t lowest_of(uint16_t all, unsigned len, unsigned tops)
{
    if (tops == 0)
        return 0;
    for (unsigned below = len - tops; below > 0; below--)
        all &= (uint16_t)(all - 1);
    return all & (uint16_t)-all;
}

/* Converts a hint to a card of this position. */
static struct bridge_card card_of(const struct endgame *e, unsigned lengths, struct bridge_card hint)
{
    uint16_t lowest =
        hint.suit < BRIDGE_SUITS ? lowest_of(e->all.of[hint.suit], lengths >> 4 * hint.suit & 15, hint.rank + 1u) : 0;
    return lowest ? (struct bridge_card){hint.suit, (uint8_t)highest(lowest)} : (struct bridge_card){BRIDGE_SUITS, 0};
}

int transpositions_find(const struct endgame *e, unsigned leader, int target, union suits *relevant,
                        struct bridge_card *hint)
{
    const struct transpositions *t = e->transpositions;
    const struct node *node = find_node(t, e->shape, leader);
    hint->suit = BRIDGE_SUITS;
    if (!node)
        return -1;
    uint64_t owners = owners_of(e);
    unsigned lengths = lengths_of(e->shape);
    for (const struct pattern *p = node->pattern; p; p = p->next) {
        if ((owners ^ p->owners) & p->mask)
            continue;
        if (p->low >= target || p->high < target) {
            for (unsigned s = 0; s < BRIDGE_SUITS; s++)
                relevant->of[s] = lowest_of(e->all.of[s], lengths >> 4 * s & 15, p->tops >> 4 * s & 15);
            return p->low >= target;
        }
        if (hint->suit == BRIDGE_SUITS)
            *hint = card_of(e, lengths, p->hint);
    }
    return -1;
}

void transpositions_clear(struct transpositions *t)
{
    memset(t->head, 0, sizeof *t->head << t->bits);
    if (!t->pool)
        nash_arena_release(t->arena, t->empty);
    t->used = 0;
    t->patterns = 0;
}

static struct node *find_or_add_node(struct transpositions *t, uint64_t shape, unsigned leader)
{
    struct node *node = find_node(t, shape, leader);
    if (node)
        return node;
    struct node **head = &t->head[slot_of(t, shape, leader)];
    node = table_alloc(t, sizeof *node);
    if (node) {
        *node = (struct node){.shape = shape, .leader = (uint8_t)leader, .next = *head};
        *head = node;
    }
    return node;
}

/* Adds a pattern. Without room it is dropped, and the table is cleared at the next call. */
static void add_pattern(struct transpositions *t, struct node *node, const struct pattern *pattern)
{
    struct pattern *p = table_alloc(t, sizeof *p);
    t->patterns = p ? t->patterns + 1 : PATTERNS_MAX;
    if (!p)
        return;
    *p = *pattern;
    p->next = node->pattern;
    node->pattern = p;
}

void transpositions_store(struct endgame *e, unsigned leader, int target, bool makes, const union suits *relevant,
                          struct bridge_card hint)
{
    struct transpositions *t = e->transpositions;
    if (t->patterns == PATTERNS_MAX)
        transpositions_clear(t);
    struct node *node = find_or_add_node(t, e->shape, leader);
    if (!node) {
        t->patterns = PATTERNS_MAX;
        return;
    }
    struct pattern p = {.hint = hint};
    unsigned lengths = lengths_of(e->shape), left = 0;
    if (hint.suit < BRIDGE_SUITS)
        p.hint.rank = (uint8_t)count_of((uint16_t)(e->all.of[hint.suit] >> hint.rank >> 1));
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        unsigned len = lengths >> 4 * s & 15, tops = 0;
        if (relevant->of[s]) {
            unsigned lowest = (unsigned)__builtin_ctz(relevant->of[s]);
            tops = count_of((uint16_t)(e->all.of[s] >> lowest));
        }
        p.mask = p.mask << 2 * len | (((uint64_t)1 << 2 * tops) - 1) << 2 * (len - tops);
        p.tops |= (uint16_t)(tops << 4 * s);
        left += len;
    }
    p.owners = owners_of(e) & p.mask;
    p.low = (uint8_t)(makes ? target : 0);
    p.high = (uint8_t)(makes ? left / BRIDGE_SEATS : (unsigned)target - 1);
    for (struct pattern *old = node->pattern; old; old = old->next)
        if (old->mask == p.mask && old->owners == p.owners) {
            old->low = old->low > p.low ? old->low : p.low;
            old->high = old->high < p.high ? old->high : p.high;
            if (makes)
                old->hint = p.hint;
            return;
        }
    add_pattern(t, node, &p);
}
