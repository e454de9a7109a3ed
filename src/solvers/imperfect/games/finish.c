/* Turns the nodes that were collected in prefix order into a checked tree in breadth-first order. */
#include <math.h>
#include <string.h>

#include "build.h"

static struct game_tree *finish_fail(struct nash_error *error, enum nash_status status, const char *detail)
{
    nash_fail(error, status, "", "%s", detail);
    return NULL;
}

/* Allocates all arrays of the tree. Returns NULL if the arena is full. */
static struct game_tree *tree_new(const struct game_build *b)
{
    struct nash_arena *arena = b->arena;
    struct game_tree *tree = NASH_NEW(arena, struct game_tree, 1);
    if (!tree)
        return NULL;
    *tree = (struct game_tree){.title = b->title,
                               .nodes = b->nodes,
                               .players = b->players,
                               .infosets = b->infosets,
                               .actions = b->actions,
                               .player = NASH_NEW(arena, int8_t, b->nodes),
                               .first_child = NASH_NEW(arena, uint32_t, b->nodes + 1),
                               .parent = NASH_NEW(arena, uint32_t, b->nodes),
                               .depth = NASH_NEW(arena, uint32_t, b->nodes),
                               .chance = NASH_NEW(arena, double, b->nodes),
                               .edge_name = NASH_NEW(arena, const char *, b->nodes),
                               .infoset = NASH_NEW(arena, uint32_t, b->nodes),
                               .payoff = NASH_NEW(arena, double, (size_t)b->nodes * b->players),
                               .infoset_of = NASH_NEW(arena, struct game_infoset, b->infosets + 1),
                               .infoset_node = NASH_NEW(arena, uint32_t, b->nodes),
                               .action_name = b->action_name,
                               .player_name = b->player_name};
    bool whole = tree->player && tree->first_child && tree->parent && tree->depth && tree->chance && tree->edge_name &&
                 tree->infoset && tree->payoff && tree->infoset_of && tree->infoset_node;
    return whole ? tree : NULL;
}

/* Sets place[i] to the breadth-first number of the i-th node in prefix order: a stable counting sort by depth, because
 * the nodes of one depth have the same order in both. Returns false if the arena is full. */
static bool order_nodes(const struct game_build *b, uint32_t *place)
{
    uint32_t *start = NASH_NEW(b->arena, uint32_t, GAME_DEPTH_MAX + 2);
    if (!start)
        return false;
    for (uint32_t i = 0; i < b->nodes; i++)
        start[b->node[i].depth + 1]++;
    for (uint32_t d = 0; d <= GAME_DEPTH_MAX; d++)
        start[d + 1] += start[d];
    for (uint32_t i = 0; i < b->nodes; i++)
        place[i] = start[b->node[i].depth]++;
    return true;
}

/* Copies the nodes to their places. Payoffs are summed from the root to each terminal. */
static void fill_nodes(const struct game_build *b, const uint32_t *place, struct game_tree *tree)
{
    for (uint32_t i = 0; i < b->nodes; i++) {
        const struct build_node *node = &b->node[i];
        uint32_t v = place[i];
        double *row = tree->payoff + (size_t)v * b->players;
        tree->player[v] = node->player;
        tree->parent[v] = i ? place[node->parent] : 0;
        tree->depth[v] = node->depth;
        tree->chance[v] = i && b->node[node->parent].player == GAME_CHANCE ? node->chance : 1;
        tree->edge_name[v] = node->edge_name ? node->edge_name : "";
        tree->infoset[v] = node->infoset;
        tree->first_child[v + 1] = node->children;
        for (uint32_t p = 0; p < b->players; p++) {
            row[p] = i ? tree->payoff[(size_t)tree->parent[v] * b->players + p] : 0;
            row[p] += node->payoff ? b->payoff[(size_t)(node->payoff - 1) * b->players + p] : 0;
        }
    }
    tree->first_child[0] = 1;
    for (uint32_t v = 0; v < b->nodes; v++)
        tree->first_child[v + 1] += tree->first_child[v];
    for (uint32_t v = 1; v < b->nodes; v++) {
        uint32_t set = tree->infoset[tree->parent[v]];
        if (set != UINT32_MAX)
            tree->edge_name[v] = b->action_name[b->infoset[set].first_action + game_edge(tree, v)];
    }
    for (size_t v = 0; v < b->nodes; v++)
        if (tree->player[v] != GAME_TERMINAL)
            memset(tree->payoff + v * b->players, 0, b->players * sizeof *tree->payoff);
}

/* Lists the nodes of each infoset. */
static void fill_infosets(const struct game_build *b, struct game_tree *tree)
{
    if (b->infosets)
        memcpy(tree->infoset_of, b->infoset, b->infosets * sizeof *b->infoset);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->infoset[v] != UINT32_MAX)
            tree->infoset_of[tree->infoset[v]].node_count++;
    tree->perfect_information = true;
    for (uint32_t i = 0, first = 0; i < tree->infosets; i++) {
        tree->perfect_information &= tree->infoset_of[i].node_count == 1;
        tree->infoset_of[i].first_node = first;
        first += tree->infoset_of[i].node_count;
        tree->infoset_of[i].node_count = 0;
    }
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->infoset[v] != UINT32_MAX) {
            struct game_infoset *set = &tree->infoset_of[tree->infoset[v]];
            tree->infoset_node[set->first_node + set->node_count++] = v;
        }
}

/* Checks the number of moves and the probabilities at node v, and scales these to the sum 1. */
static bool check_moves(struct game_tree *tree, uint32_t v, struct nash_error *error)
{
    char history[160];
    uint32_t begin = tree->first_child[v], end = tree->first_child[v + 1];
    uint32_t set = tree->infoset[v];
    if (set != UINT32_MAX && end - begin != tree->infoset_of[set].action_count)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "the node after %s has %u moves, its infoset \"%s\" has %u",
                         game_history(tree, v, history, sizeof history), end - begin, tree->infoset_of[set].name,
                         tree->infoset_of[set].action_count) == NASH_OK;
    if (tree->player[v] != GAME_CHANCE)
        return true;
    double sum = 0;
    for (uint32_t c = begin; c < end; c++)
        sum += tree->chance[c];
    if (!(fabs(sum - 1) <= 1e-9))
        return nash_fail(error, NASH_UNPROCESSABLE, "",
                         "the probabilities of the chance node after %s must sum to 1, their sum is %.12g",
                         game_history(tree, v, history, sizeof history), sum) == NASH_OK;
    for (uint32_t c = begin; c < end; c++)
        tree->chance[c] /= sum;
    return true;
}

/* Checks that the payoffs are finite. Finds out whether their sum is the same at all terminals. */
static bool check_payoffs(struct game_tree *tree, struct nash_error *error)
{
    double low = INFINITY, high = -INFINITY, largest = 1;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        double sum = 0;
        if (tree->player[v] != GAME_TERMINAL)
            continue;
        for (uint32_t p = 0; p < tree->players; p++) {
            double payoff = tree->payoff[(size_t)v * tree->players + p];
            sum += payoff;
            largest = fmax(largest, fabs(payoff));
        }
        if (!isfinite(sum)) {
            char history[160];
            nash_fail(error, NASH_UNPROCESSABLE, "", "the payoffs after %s are too large",
                      game_history(tree, v, history, sizeof history));
            return false;
        }
        low = fmin(low, sum);
        high = fmax(high, sum);
    }
    tree->constant_sum = high - low <= 1e-9 * largest;
    tree->constant = tree->constant_sum ? (low + high) / 2 : 0;
    return true;
}

/* Checks that all nodes of each infoset of player p follow the same own move. By induction over the moves they then
 * follow the same sequence of own infosets and moves, which is perfect recall. last[nodes] is scratch: the last own
 * move of the player before each node, as an action + 1. */
static bool check_recall(const struct game_tree *tree, uint32_t p, uint32_t *last, struct nash_error *error)
{
    last[0] = 0;
    for (uint32_t v = 1; v < tree->nodes; v++) {
        uint32_t parent = tree->parent[v];
        last[v] = last[parent];
        if (tree->player[parent] == (int8_t)p)
            last[v] = tree->infoset_of[tree->infoset[parent]].first_action + game_edge(tree, v) + 1;
    }
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        const uint32_t *node = tree->infoset_node + set->first_node;
        for (uint32_t n = 1; set->player == p && n < set->node_count; n++) {
            char first[160], second[160];
            if (last[node[n]] == last[node[0]])
                continue;
            nash_fail(error, NASH_UNPROCESSABLE, "",
                      "infoset \"%.80s\" lacks perfect recall: its player made different moves of its own before "
                      "%s and before %s; such nodes need different infosets",
                      set->name, game_history(tree, node[0], first, sizeof first),
                      game_history(tree, node[n], second, sizeof second));
            return false;
        }
    }
    return true;
}

struct game_tree *game_build_end(struct game_build *b, struct nash_error *error)
{
    if (b->status == NASH_TOO_LARGE) {
        nash_fail(error, NASH_TOO_LARGE, "", "the game has more than %s", b->limit);
        return NULL;
    }
    uint32_t *scratch = b->status ? NULL : NASH_NEW(b->arena, uint32_t, b->nodes + 1);
    struct game_tree *tree = scratch ? tree_new(b) : NULL;
    if (!tree || !order_nodes(b, scratch))
        return finish_fail(error, NASH_NOMEM, "the game does not fit into memory");
    if (b->nodes == 0)
        return finish_fail(error, NASH_UNPROCESSABLE, "the game has no nodes");
    fill_nodes(b, scratch, tree);
    fill_infosets(b, tree);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (!check_moves(tree, v, error))
            return NULL;
    if (!check_payoffs(tree, error))
        return NULL;
    for (uint32_t p = 0; p < tree->players; p++)
        if (!check_recall(tree, p, scratch, error))
            return NULL;
    return tree;
}
