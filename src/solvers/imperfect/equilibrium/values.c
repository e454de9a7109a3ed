/* Expected payoffs, reach probabilities and best responses. Nodes are in breadth-first order, so a pass forwards visits
 * parents first and a pass backwards children first; nothing recurses. */
#include "values.h"

#include <string.h>

void game_uniform(const struct game_tree *tree, double *strategy)
{
    for (uint32_t i = 0; i < tree->infosets; i++)
        for (uint32_t k = 0; k < tree->infoset_of[i].action_count; k++)
            strategy[tree->infoset_of[i].first_action + k] = 1.0 / tree->infoset_of[i].action_count;
}

void game_copy_player(const struct game_tree *tree, uint32_t player, const double *from, double *to)
{
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        if (set->player == player)
            memmove(to + set->first_action, from + set->first_action, set->action_count * sizeof *to);
    }
}

void game_reach(const struct game_tree *tree, const double *strategy, uint32_t players, double *reach)
{
    reach[0] = 1;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        uint32_t first = tree->first_child[v];
        const double *local = NULL;
        if (tree->player[v] >= 0 && players >> tree->player[v] & 1)
            local = strategy + tree->infoset_of[tree->infoset[v]].first_action;
        for (uint32_t c = first; c < tree->first_child[v + 1]; c++)
            reach[c] = reach[v] * (local ? local[c - first] : tree->chance[c]);
    }
}

enum nash_status game_expected(const struct game_tree *tree, const double *strategy, double *value,
                               struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    double *reach = NASH_NEW(arena, double, tree->nodes);
    if (!reach)
        return NASH_NOMEM;
    game_reach(tree, strategy, GAME_ALL_PLAYERS, reach);
    memset(value, 0, tree->players * sizeof *value);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->player[v] == GAME_TERMINAL)
            for (uint32_t p = 0; p < tree->players; p++)
                value[p] += reach[v] * tree->payoff[(size_t)v * tree->players + p];
    nash_arena_release(arena, mark);
    return NASH_OK;
}

/* The work space of a best response. The value of a node is weighted by the probability that chance and the other
 * players lead there, so values of one information set can be added. */
struct responder {
    const struct game_tree *tree;
    uint32_t player;
    const double *strategy;
    double *weight, *value;  /* [nodes] */
    uint32_t *depth, *order; /* [nodes]: own decisions above a node; nodes by depth, deepest first, then backwards */
    uint32_t *set_end;       /* [own decisions on a path + 2]: counting sort */
    double *total;           /* [actions]: values of the player's actions */
    uint32_t *choice;        /* [infosets] */
};

/* Sorts the nodes by the number of own decisions above them, deepest first, children before parents. All nodes of an
 * information set have the same depth because of perfect recall. Returns the largest depth. */
static uint32_t responder_order(struct responder *r)
{
    const struct game_tree *tree = r->tree;
    uint32_t deepest = 0;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        uint32_t depth = r->depth[v] + (tree->player[v] == (int)r->player);
        if (r->depth[v] > deepest)
            deepest = r->depth[v];
        for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++)
            r->depth[c] = depth;
    }
    for (uint32_t v = 0; v < tree->nodes; v++)
        r->set_end[deepest - r->depth[v] + 1]++;
    for (uint32_t d = 0; d < deepest; d++)
        r->set_end[d + 1] += r->set_end[d];
    for (uint32_t v = tree->nodes; v-- > 0;)
        r->order[r->set_end[deepest - r->depth[v]]++] = v;
    return deepest;
}

/* Chooses at the information sets of the own decisions order[from..to), whose children are valued, and values these
 * decisions. */
static void responder_choose(struct responder *r, const uint32_t *node, uint32_t count)
{
    const struct game_tree *tree = r->tree;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t first = tree->first_child[node[n]];
        double *total = r->total + tree->infoset_of[tree->infoset[node[n]]].first_action;
        for (uint32_t c = first; c < tree->first_child[node[n] + 1]; c++)
            total[c - first] += r->value[c];
    }
    for (uint32_t n = 0; n < count; n++) {
        const struct game_infoset *set = &tree->infoset_of[tree->infoset[node[n]]];
        const double *total = r->total + set->first_action;
        uint32_t best = 0;
        for (uint32_t k = 1; k < set->action_count; k++)
            if (total[k] > total[best])
                best = k;
        r->choice[tree->infoset[node[n]]] = best;
        r->value[node[n]] = r->value[tree->first_child[node[n]] + best];
    }
}

static void responder_solve(struct responder *r)
{
    const struct game_tree *tree = r->tree;
    uint32_t *own = r->depth; /* the depths are not needed after the sort: its place holds the own decisions */
    uint32_t deepest = responder_order(r), at = 0;
    for (uint32_t d = 0; d <= deepest; d++) {
        /* The nodes of one depth: own decisions first, because they depend on the depth below only. */
        uint32_t end = r->set_end[d], owned = 0;
        for (uint32_t n = at; n < end; n++)
            if (tree->player[r->order[n]] == (int)r->player)
                own[owned++] = r->order[n];
        responder_choose(r, own, owned);
        for (uint32_t n = at; n < end; n++) {
            uint32_t v = r->order[n];
            if (tree->player[v] == GAME_TERMINAL)
                r->value[v] = r->weight[v] * tree->payoff[(size_t)v * tree->players + r->player];
            else if (tree->player[v] != (int)r->player)
                for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++)
                    r->value[v] += r->value[c];
        }
        at = end;
    }
}

enum nash_status game_best_response(const struct game_tree *tree, uint32_t player, const double *strategy,
                                    double *response, double *value, struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct responder r = {.tree = tree,
                          .player = player,
                          .strategy = strategy,
                          .weight = NASH_NEW(arena, double, tree->nodes),
                          .value = NASH_NEW(arena, double, tree->nodes),
                          .depth = NASH_NEW(arena, uint32_t, tree->nodes),
                          .order = NASH_NEW(arena, uint32_t, tree->nodes),
                          .set_end = NASH_NEW(arena, uint32_t, tree->nodes + 2),
                          .total = NASH_NEW(arena, double, tree->actions),
                          .choice = NASH_NEW(arena, uint32_t, tree->infosets)};
    bool room = r.weight && r.value && r.depth && r.order && r.set_end && r.total && r.choice;
    if (room) {
        game_reach(tree, strategy, ~(UINT32_C(1) << player), r.weight);
        responder_solve(&r);
        *value = r.value[0];
        if (response && response != strategy)
            memcpy(response, strategy, tree->actions * sizeof *response);
        for (uint32_t i = 0; response && i < tree->infosets; i++) {
            const struct game_infoset *set = &tree->infoset_of[i];
            for (uint32_t k = 0; set->player == player && k < set->action_count; k++)
                response[set->first_action + k] = k == r.choice[i];
        }
    }
    nash_arena_release(arena, mark);
    return room ? NASH_OK : NASH_NOMEM;
}

enum nash_status game_exploitability(const struct game_tree *tree, const double *strategy, double *gain,
                                     struct game_distance *distance, struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    double *value = NASH_NEW(arena, double, tree->players), sum = 0, largest = 0;
    enum nash_status status = value ? game_expected(tree, strategy, value, arena) : NASH_NOMEM;
    for (uint32_t p = 0; status == NASH_OK && p < tree->players; p++) {
        double best;
        status = game_best_response(tree, p, strategy, NULL, &best, arena);
        if (status != NASH_OK)
            break;
        double beyond = best > value[p] ? best - value[p] : 0; /* rounding can make it negative by 1e-17 */
        if (gain)
            gain[p] = beyond;
        sum += beyond;
        largest = beyond > largest ? beyond : largest;
    }
    *distance = (struct game_distance){sum / tree->players, largest};
    nash_arena_release(arena, mark);
    return status;
}
