/* Tarjan's algorithm (1972): the strongly connected components of the graph of links come out in reverse topological
 * order, so the consequences of a component are its members and the sets of what its members link to. Most off nodes
 * have no consequence: they are never visited. */
#include "sets.h"

#include <string.h>

enum { FINISHED = 0xffff }; /* in low[]: the component of the node is complete */

static const uint64_t ON_NODES = UINT64_C(0xaaaaaaaaaaaaaaaa); /* in each word of a set of nodes */

bool explain_sets_new(struct sudoku_logic *l, const struct explain_links *k, struct explain_sets *sets)
{
    *sets =
        (struct explain_sets){.of = nash_arena_alloc_raw(l->arena, (size_t)k->nodes * k->words * sizeof(uint64_t), 16),
                              .visit = NASH_NEW(l->arena, uint16_t, k->nodes),
                              .low = NASH_NEW(l->arena, uint16_t, k->nodes),
                              .stack = NASH_NEW(l->arena, uint16_t, k->nodes)};
    l->spent |= !sets->of || !sets->visit || !sets->low || !sets->stack;
    return !l->spent;
}

/* Returns the nodes with consequences in one word of a set of nodes: all that are on, and some that are off. */
static uint64_t leading(const struct explain_links *k, enum explain_link link, unsigned word)
{
    return k->leads[link][word] | ON_NODES;
}

/* Adds the consequences of a node to the set of its component: the nodes that it links to, and what follows from those
 * of finished components. */
static void add_consequences(const struct explain_links *k, enum explain_link link, const struct explain_sets *s,
                             unsigned node, uint64_t *set)
{
    const uint64_t *follow = explain_follow(k, link, node);
    for (unsigned w = 0; w < s->words; w++) {
        uint64_t fresh = follow[w] & ~set[w];
        set[w] |= fresh;
        for (fresh &= leading(k, link, w); fresh;) {
            unsigned next = w * 64 + explain_pop(&fresh);
            const uint64_t *other = explain_set(s, next);
            for (unsigned word = 0; s->low[next] == FINISHED && word < s->words; word++)
                set[word] |= other[word];
        }
    }
}

/* Takes the component that began with node from the stack, and gives all its members one set. */
static void finish_component(const struct explain_links *k, enum explain_link link, struct explain_sets *s,
                             unsigned node)
{
    uint64_t *set = s->of + (size_t)node * s->words;
    unsigned first = s->depth;
    while (s->stack[--first] != node)
        ;
    memset(set, 0, s->words * sizeof *set);
    for (unsigned i = first; i < s->depth; i++)
        add_consequences(k, link, s, s->stack[i], set);
    for (unsigned i = first; i < s->depth; i++) {
        s->low[s->stack[i]] = FINISHED;
        if (s->stack[i] != node)
            memcpy(s->of + (size_t)s->stack[i] * s->words, set, s->words * sizeof *set);
    }
    s->depth = first;
}

static void visit_node(const struct explain_links *k, enum explain_link link, struct explain_sets *s, unsigned node)
{
    const uint64_t *follow = explain_follow(k, link, node);
    s->visit[node] = s->low[node] = (uint16_t)++s->visits;
    s->stack[s->depth++] = (uint16_t)node;
    for (unsigned w = 0; w < s->words; w++) {
        for (uint64_t next = follow[w] & leading(k, link, w); next;) {
            unsigned other = w * 64 + explain_pop(&next);
            if (!s->visit[other])
                visit_node(k, link, s, other);
            if (s->low[other] != FINISHED && s->low[other] < s->low[node])
                s->low[node] = s->low[other];
        }
    }
    if (s->low[node] == s->visit[node])
        finish_component(k, link, s, node);
}

void explain_sets_find(const struct explain_links *k, enum explain_link link, struct explain_sets *s)
{
    s->words = k->words;
    s->visits = s->depth = 0;
    memset(s->visit, 0, k->nodes * sizeof *s->visit);
    for (unsigned node = 0; node < k->nodes; node++) {
        if (!(leading(k, link, node / 64) >> node % 64 & 1))
            memset(s->of + (size_t)node * s->words, 0, s->words * sizeof *s->of);
        else if (!s->visit[node])
            visit_node(k, link, s, node);
    }
}
