/* Which hands look the same to an observer. */
#include <stdlib.h>
#include <string.h>

#include <base/mix.h>

#include "habits.h"
#include "learn.h"

/* A terminal as one seat sees it. The public path is a hash of the names of all actions. */
struct sight {
    uint64_t path;
    double payoff;
    uint32_t own; /* the observer's last action, from 1; 0: none. With perfect recall it determines those before */
    uint32_t terminal;
};

static int sight_compare(const void *a, const void *b)
{
    const struct sight *x = a, *y = b;
    if (x->path != y->path)
        return x->path < y->path ? -1 : 1;
    if (x->own != y->own)
        return x->own < y->own ? -1 : 1;
    if (x->payoff != y->payoff)
        return x->payoff < y->payoff ? -1 : 1;
    return (x->terminal > y->terminal) - (x->terminal < y->terminal);
}

static void link_kinds(struct learn_views *views, struct sight *sight, uint32_t terminals, uint32_t seat)
{
    size_t at = (size_t)seat * views->tree->nodes;
    qsort(sight, terminals, sizeof *sight, sight_compare);
    for (uint32_t k = 0; k < terminals; k++) {
        bool same = k > 0 && sight[k].path == sight[k - 1].path && sight[k].own == sight[k - 1].own &&
                    !(sight[k].payoff < sight[k - 1].payoff) && !(sight[k].payoff > sight[k - 1].payoff);
        uint32_t z = sight[k].terminal;
        views->kind[at + z] = same ? views->kind[at + sight[k - 1].terminal] : z;
        views->next[at + z] = UINT32_MAX;
        if (same)
            views->next[at + sight[k - 1].terminal] = z;
    }
}

/* Marks the terminals whose public path leads to several payoffs of player 0: the cards decided, so they were shown. */
static void mark_showdowns(struct learn_views *views, const struct sight *sight, uint32_t terminals)
{
    for (uint32_t begin = 0, end; begin < terminals; begin = end) {
        bool differ = false;
        for (end = begin + 1; end < terminals && sight[end].path == sight[begin].path; end++)
            differ |= sight[end].payoff < sight[begin].payoff || sight[end].payoff > sight[begin].payoff;
        for (uint32_t k = begin; k < end; k++)
            views->shown[sight[k].terminal] = differ;
    }
}

void learn_paths(const struct game_tree *tree, uint64_t *path)
{
    static const uint64_t secret[3] = {0x9e3779b97f4a7c15, 0xd1b54a32d192ed03, 0x8bb84b93962eacc9};
    path[0] = 1;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        uint32_t first = tree->first_child[v];
        for (uint32_t c = first; c < tree->first_child[v + 1]; c++) {
            path[c] = path[v];
            if (tree->player[v] < 0)
                continue;
            const char *name = tree->action_name[tree->infoset_of[tree->infoset[v]].first_action + (c - first)];
            path[c] = mix64(path[v] ^ mix_text(secret, name, strlen(name)), secret[1]) + (uint64_t)tree->player[v] + 1;
        }
    }
}

/* Fills last[2 * nodes]: each player's last action on the way to a node, from 1. */
static void follow_actions(const struct game_tree *tree, uint32_t *last)
{
    for (uint32_t v = 0; v < tree->nodes; v++) {
        uint32_t first = tree->first_child[v];
        for (uint32_t c = first; c < tree->first_child[v + 1]; c++) {
            last[2 * (size_t)c] = last[2 * (size_t)v];
            last[2 * (size_t)c + 1] = last[2 * (size_t)v + 1];
            if (tree->player[v] >= 0)
                last[2 * (size_t)c + (size_t)tree->player[v]] =
                    tree->infoset_of[tree->infoset[v]].first_action + (c - first) + 1;
        }
    }
}

struct named {
    const char *name;
    uint32_t infoset;
};

static int named_compare(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static bool sort_names(struct learn_views *views, struct nash_arena *arena)
{
    const struct game_tree *tree = views->tree;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct named *named = NASH_NEW(arena, struct named, tree->infosets);
    for (uint32_t i = 0; named && i < tree->infosets; i++)
        named[i] = (struct named){tree->infoset_of[i].name, i};
    if (named)
        qsort(named, tree->infosets, sizeof *named, named_compare);
    for (uint32_t i = 0; named && i < tree->infosets; i++)
        views->by_name[i] = named[i].infoset;
    nash_arena_release(arena, mark);
    return named;
}

uint32_t learn_find_infoset(const struct learn_views *views, const char *name)
{
    uint32_t low = 0, high = views->tree->infosets;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(views->tree->infoset_of[views->by_name[middle]].name, name);
        if (order == 0)
            return views->by_name[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return UINT32_MAX;
}

enum nash_status learn_views_init(struct learn_views *views, const struct game_tree *tree, struct nash_arena *arena)
{
    *views = (struct learn_views){tree,
                                  NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes),
                                  NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes),
                                  NASH_NEW(arena, bool, tree->nodes),
                                  NASH_NEW(arena, struct habits, 1),
                                  NASH_NEW(arena, uint32_t, tree->infosets)};
    if (!views->kind || !views->next || !views->shown || !views->habits || !views->by_name ||
        habits_init(views->habits, tree, arena) != NASH_OK || !sort_names(views, arena))
        return NASH_NOMEM;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    uint64_t *path = NASH_NEW(arena, uint64_t, tree->nodes);
    uint32_t *last = NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes);
    struct sight *sight = NASH_NEW(arena, struct sight, tree->nodes);
    bool room = path && last && sight;
    if (room) {
        learn_paths(tree, path);
        follow_actions(tree, last);
        for (uint32_t seat = 2; seat-- > 0;) {
            uint32_t terminals = 0;
            for (uint32_t v = 0; v < tree->nodes; v++)
                if (tree->player[v] == GAME_TERMINAL)
                    sight[terminals++] = (struct sight){path[v], tree->payoff[(size_t)v * tree->players + seat],
                                                        last[2 * (size_t)v + seat], v};
            link_kinds(views, sight, terminals, seat);
            if (seat == 0)
                mark_showdowns(views, sight, terminals);
        }
    }
    nash_arena_release(arena, mark);
    return room ? NASH_OK : NASH_NOMEM;
}
