/* A game in extensive form as flat arrays, with its nodes in breadth-first order.
 *
 * A loop from the last node to the first meets children before their parent, and a loop forwards meets parents first.
 * So reach probabilities and values need no recursion. The k-th child of a decision node is action k of its infoset,
 * and a behaviour strategy is double[actions], all players together: action k of infoset i stands at
 * infoset_of[i].first_action + k. */
#ifndef IMPERFECT_GAMES_TREE_H
#define IMPERFECT_GAMES_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/status.h>

enum { GAME_CHANCE = -1, GAME_TERMINAL = -2 };

enum {
    GAME_PLAYERS_MAX = 8,
    GAME_NODES_MAX = 2000000,
    GAME_DEPTH_MAX = 2000,   /* moves from the root to an end */
    GAME_ACTIONS_MAX = 10000 /* of one infoset, or outcomes of one chance node */
};

struct game_infoset {
    uint8_t player;                      /* 0..players-1 */
    uint32_t first_action, action_count; /* its actions in action_name[] and in a behaviour strategy */
    uint32_t first_node, node_count;     /* its nodes in infoset_node[] */
    const char *name;                    /* differs from those of all other infosets */
};

struct game_tree {
    const char *title; /* never NULL */
    uint32_t nodes, players, infosets;
    uint32_t actions;       /* total over the infosets */
    int8_t *player;         /* [nodes] 0..players-1, GAME_CHANCE or GAME_TERMINAL */
    uint32_t *first_child;  /* [nodes + 1] the children of v are first_child[v] .. first_child[v + 1] - 1 */
    uint32_t *parent;       /* [nodes] 0 at the root */
    uint32_t *depth;        /* [nodes] moves since the root */
    double *chance;         /* [nodes] probability of the edge from its parent if that is a chance node, else 1 */
    const char **edge_name; /* [nodes] of the edge from its parent; "" at the root and where it has no name */
    uint32_t *infoset;      /* [nodes] of a decision node, else UINT32_MAX */
    double *payoff;         /* [nodes * players] sum of the payoffs from the root on, at terminals; 0 elsewhere */
    struct game_infoset *infoset_of; /* [infosets] */
    uint32_t *infoset_node;          /* [number of decision nodes] the nodes by infoset, ascending within each */
    const char **action_name;        /* [actions] */
    const char **player_name;        /* [players] */
    double constant;                 /* the sum of the payoffs at each terminal, if constant_sum */
    bool constant_sum;               /* to 1e-9 of the largest payoff */
    bool perfect_information;        /* each infoset has one node */
};

/* Returns the index of the move from the parent to node v, not the root. */
static inline uint32_t game_edge(const struct game_tree *tree, uint32_t v)
{
    return v - tree->first_child[tree->parent[v]];
}

/* Returns the number of the infoset or player of this name, or UINT32_MAX. Takes time linear in their number. */
uint32_t game_find_infoset(const struct game_tree *tree, const char *name);
uint32_t game_find_player(const struct game_tree *tree, const char *name);

/* Writes the names of the moves from the root to node v, "K, bet, call", into out[size]; the middle of a long history
 * is cut. "the root" for the root. Returns out. */
char *game_history(const struct game_tree *tree, uint32_t v, char *out, uint32_t size);

#endif
