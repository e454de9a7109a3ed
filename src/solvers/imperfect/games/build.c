/* Collects the nodes of a game in prefix order. */
#include "build.h"

#include <string.h>

/* Returns `items`, moved if necessary, with room for one element more than `count`. NULL if the arena is full. */
static void *build_room(struct game_build *b, void *items, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return items;
    uint32_t larger = *room ? *room * 2 : 64;
    void *moved = nash_arena_array(b->arena, larger, size);
    if (!moved) {
        b->status = NASH_NOMEM;
        return NULL;
    }
    if (count)
        memcpy(moved, items, count * size);
    *room = larger;
    return moved;
}

static void build_exceed(struct game_build *b, const char *limit)
{
    b->status = NASH_TOO_LARGE;
    b->limit = limit;
}

void game_build_begin(struct game_build *b, struct nash_arena *arena, uint32_t players)
{
    static const char *const numbers[GAME_PLAYERS_MAX] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    *b = (struct game_build){.arena = arena, .title = "", .players = players};
    b->player_name = NASH_NEW(arena, const char *, players);
    if (!b->player_name) {
        b->status = NASH_NOMEM;
        return;
    }
    for (uint32_t p = 0; p < players; p++)
        b->player_name[p] = numbers[p];
}

uint32_t game_build_infoset(struct game_build *b, uint32_t player, const char *name, uint32_t action_count,
                            const char *const action_name[])
{
    if (b->status)
        return 0;
    if (action_count > GAME_ACTIONS_MAX) {
        build_exceed(b, "10000 actions at one point");
        return 0;
    }
    struct game_infoset *infosets = build_room(b, b->infoset, b->infosets, &b->infoset_room, sizeof *infosets);
    if (!infosets)
        return 0;
    b->infoset = infosets;
    for (uint32_t a = 0; a < action_count; a++) {
        const char **names = build_room(b, b->action_name, b->actions + a, &b->action_room, sizeof *names);
        if (!names)
            return 0;
        b->action_name = names;
        names[b->actions + a] = action_name[a];
    }
    infosets[b->infosets] = (struct game_infoset){
        .player = (uint8_t)player, .first_action = b->actions, .action_count = action_count, .name = name};
    b->actions += action_count;
    return b->infosets++;
}

static uint32_t build_add(struct game_build *b, uint32_t parent, struct build_node node)
{
    if (b->status)
        return 0;
    if (b->nodes >= GAME_NODES_MAX) {
        build_exceed(b, "2000000 nodes");
        return 0;
    }
    struct build_node *nodes = build_room(b, b->node, b->nodes, &b->node_room, sizeof *nodes);
    if (!nodes)
        return 0;
    b->node = nodes;
    node.parent = parent;
    if (parent != GAME_NO_PARENT) {
        node.depth = nodes[parent].depth + 1;
        if (node.depth > GAME_DEPTH_MAX || nodes[parent].children >= GAME_ACTIONS_MAX) {
            build_exceed(b, node.depth > GAME_DEPTH_MAX ? "2000 moves in a row" : "10000 moves at one point");
            return 0;
        }
        nodes[parent].children++;
    }
    nodes[b->nodes] = node;
    return b->nodes++;
}

uint32_t game_add_chance(struct game_build *b, uint32_t parent, double p, const char *edge_name)
{
    return build_add(
        b, parent,
        (struct build_node){.player = GAME_CHANCE, .infoset = UINT32_MAX, .chance = p, .edge_name = edge_name});
}

uint32_t game_add_decision(struct game_build *b, uint32_t parent, double p, const char *edge_name, uint32_t infoset)
{
    if (b->status)
        return 0;
    return build_add(
        b, parent,
        (struct build_node){
            .player = (int8_t)b->infoset[infoset].player, .infoset = infoset, .chance = p, .edge_name = edge_name});
}

uint32_t game_add_terminal(struct game_build *b, uint32_t parent, double p, const char *edge_name)
{
    return build_add(
        b, parent,
        (struct build_node){.player = GAME_TERMINAL, .infoset = UINT32_MAX, .chance = p, .edge_name = edge_name});
}

void game_add_payoff(struct game_build *b, uint32_t node, const double payoff[])
{
    if (b->status)
        return;
    struct build_node *at = &b->node[node];
    if (at->payoff) { /* a second outcome of the same node is added to the first */
        for (uint32_t p = 0; p < b->players; p++)
            b->payoff[(size_t)(at->payoff - 1) * b->players + p] += payoff[p];
        return;
    }
    double *rows = build_room(b, b->payoff, b->payoffs, &b->payoff_room, b->players * sizeof *rows);
    if (!rows)
        return;
    b->payoff = rows;
    memcpy(rows + (size_t)b->payoffs * b->players, payoff, b->players * sizeof *payoff);
    at->payoff = ++b->payoffs;
}
