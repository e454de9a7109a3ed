/* Builds stored trees: level order, players, the view down to a depth. */
#include "stored.h"

#include <string.h>

#include "scores.h"

/* ---- level order ---- */

/* The children of every node by a stable counting sort: those of v are child[start[v]] .. child[start[v + 1] - 1]. */
struct level_order {
    uint32_t *start; /* [nodes + 1] */
    uint32_t *child; /* [nodes] */
    uint32_t *order; /* [nodes]: the node at each place of the level order */
    uint32_t root;
};

static bool sort_children(struct level_order *l, const struct stored_input *input, struct nash_arena *arena)
{
    uint32_t n = input->nodes;
    l->start = NASH_NEW(arena, uint32_t, (size_t)n + 2);
    l->child = NASH_NEW(arena, uint32_t, n);
    l->order = NASH_NEW(arena, uint32_t, n);
    if (!l->start || !l->child || !l->order)
        return false;
    uint32_t *next = l->start + 1; /* next[v]: the place of v's next child; at the end the first child of v + 1 */
    for (uint32_t v = 0; v < n; v++)
        if (input->parent[v] == UINT32_MAX)
            l->root = v;
        else
            next[input->parent[v] + 1]++;
    for (uint32_t v = 1; v < n; v++)
        next[v] += next[v - 1];
    for (uint32_t v = 0; v < n; v++)
        if (input->parent[v] != UINT32_MAX)
            l->child[next[input->parent[v]]++] = v;
    return true;
}

/* Sets first, level and order. Returns the number of nodes reached from the root. */
static uint32_t build_levels(struct stored_tree *tree, const struct level_order *l)
{
    uint32_t reached = 1, levels = 0;
    l->order[0] = l->root;
    for (uint32_t at = 0, end = 0; at < reached; at++) {
        if (at == end) {
            tree->level[levels++] = at;
            end = reached;
        }
        uint32_t v = l->order[at];
        tree->first[at] = reached;
        tree->leaves += l->start[v] == l->start[v + 1];
        for (uint32_t i = l->start[v]; i < l->start[v + 1]; i++)
            l->order[reached++] = l->child[i];
    }
    tree->first[reached] = reached;
    tree->level[levels] = reached;
    tree->depth = levels - 1;
    return reached;
}

/* Returns a node on a cycle of parents. reached: number of nodes that the root reaches, which is not all. */
static uint32_t find_cycle(const struct stored_input *input, const struct level_order *l, uint32_t reached)
{
    uint8_t *seen = (uint8_t *)l->start; /* reuses the memory: start is not needed any more */
    memset(seen, 0, input->nodes);
    for (uint32_t i = 0; i < reached; i++)
        seen[l->order[i]] = 1;
    uint32_t v = 0;
    while (seen[v])
        v++;
    for (uint32_t steps = 0; steps < input->nodes; steps++) /* follows the parents until v is on the cycle */
        v = input->parent[v];
    return v;
}

/* Sets the player of a node. said: STORED_*; other: MIN moves unless `said` is a player. */
static inline void set_player(struct stored_tree *tree, uint32_t node, uint8_t said, bool other)
{
    bool min = said == STORED_MIN || (said >= STORED_OTHER && other);
    tree->min[node / 64] |= (uint64_t)(min && !stored_leaf(tree, node)) << (node % 64);
}

/* Sets the players. The bit of a chance node is that of the player who moves next, until set_chances(). */
static void set_players(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order)
{
    set_player(tree, 0, input->player ? input->player[order[0]] : STORED_OTHER, input->root_min);
    for (uint32_t v = 0; v < tree->nodes; v++) {
        bool chance = input->p && input->player[order[v]] == STORED_CHANCE;
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++)
            set_player(tree, c, input->player ? input->player[order[c]] : STORED_OTHER, stored_min(tree, v) == chance);
    }
}

static bool set_chances(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order,
                        struct nash_arena *arena)
{
    if (!input->p)
        return true;
    tree->chance = NASH_NEW(arena, uint64_t, tree->nodes / 64 + 1);
    tree->p = NASH_NEW(arena, struct rational, tree->nodes);
    if (!tree->chance || !tree->p)
        return false;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        bool chance = input->player[order[v]] == STORED_CHANCE && !stored_leaf(tree, v);
        tree->chance[v / 64] |= (uint64_t)chance << (v % 64);
        tree->min[v / 64] &= ~((uint64_t)chance << (v % 64));
        tree->p[v] = input->p[order[v]];
    }
    return true;
}

static bool set_names(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order,
                      struct nash_arena *arena)
{
    if (!input->name)
        return true;
    if (!(tree->name = NASH_NEW(arena, const char *, tree->nodes)))
        return false;
    for (uint32_t v = 0; v < tree->nodes; v++)
        tree->name[v] = input->name[order[v]];
    return true;
}

/* ---- the whole ---- */

struct stored_tree *stored_new(uint32_t nodes, struct nash_arena *arena)
{
    struct stored_tree *tree = NASH_NEW(arena, struct stored_tree, 1);
    if (!tree)
        return NULL;
    tree->nodes = nodes;
    tree->first = NASH_NEW(arena, uint32_t, (size_t)nodes + 1);
    tree->score = NASH_NEW(arena, int32_t, nodes);
    tree->min = NASH_NEW(arena, uint64_t, nodes / 64 + 1);
    return tree->first && tree->score && tree->min ? tree : NULL;
}

enum nash_status stored_build(struct stored_tree **made, const struct stored_input *input, struct nash_arena *arena,
                              uint32_t *node)
{
    struct level_order l = {0};
    struct stored_tree *tree = stored_new(input->nodes, arena);
    if (!tree || !(tree->level = NASH_NEW(arena, uint32_t, (size_t)input->nodes + 1)) ||
        !sort_children(&l, input, arena))
        return NASH_NOMEM;
    uint32_t reached = build_levels(tree, &l);
    if (reached < input->nodes) {
        *node = find_cycle(input, &l, reached);
        return NASH_UNPROCESSABLE;
    }
    tree->evaluated = input->evaluated || tree->depth <= 1;
    set_players(tree, input, l.order);
    if (!stored_set_scores(tree, input, l.order, arena) || !set_names(tree, input, l.order, arena) ||
        !set_chances(tree, input, l.order, arena))
        return NASH_NOMEM;
    *made = tree;
    return NASH_OK;
}

enum nash_status stored_limit(struct stored_tree **made, const struct stored_tree *tree, uint32_t depth,
                              struct nash_arena *arena)
{
    struct stored_tree *limited = NASH_NEW(arena, struct stored_tree, 1);
    if (!limited)
        return NASH_NOMEM;
    *limited = *tree;
    *made = limited;
    if (depth >= tree->depth)
        return NASH_OK;
    uint32_t inner = tree->level[depth], nodes = tree->level[depth + 1];
    limited->nodes = nodes;
    limited->depth = depth;
    limited->leaves = nodes - inner;
    limited->first = nash_arena_alloc_raw(arena, ((size_t)nodes + 1) * sizeof(uint32_t), sizeof(uint32_t));
    if (!limited->first)
        return NASH_NOMEM;
    memcpy(limited->first, tree->first, inner * sizeof(uint32_t));
    for (uint32_t v = inner; v <= nodes; v++)
        limited->first[v] = nodes;
    for (uint32_t v = 0; v < inner; v++)
        limited->leaves += stored_leaf(limited, v);
    return NASH_OK;
}
