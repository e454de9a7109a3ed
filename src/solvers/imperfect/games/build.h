/* Builds a game tree, node by node in prefix order: a node, then the subtree of its first move, and so on.
 *
 *     game_build_begin(&b, arena, 2);
 *     root = game_add_chance(&b, GAME_NO_PARENT, 1, "");
 *     queen = game_build_infoset(&b, 0, "Q", 2, actions);
 *     node = game_add_decision(&b, root, 0.5, "Q", queen);
 *     end = game_add_terminal(&b, node, 1, "bet");
 *     game_add_payoff(&b, end, payoff);
 *     tree = game_build_end(&b, &error);
 *
 * Failures stick: the memory is used up, or the game is beyond a limit of tree.h. After one, the functions do nothing
 * and return 0. Names are kept by pointer. */
#ifndef IMPERFECT_GAMES_BUILD_H
#define IMPERFECT_GAMES_BUILD_H

#include "tree.h"

#define GAME_NO_PARENT UINT32_MAX

struct game_build {
    struct nash_arena *arena;
    const char *title, **player_name; /* may be set before the end; the names are "1", "2" … at first */
    uint32_t players;
    struct build_node *node; /* [nodes], in prefix order */
    uint32_t nodes, node_room;
    double *payoff; /* [payoffs * players] */
    uint32_t payoffs, payoff_room;
    struct game_infoset *infoset; /* [infosets] */
    uint32_t infosets, infoset_room;
    const char **action_name; /* [actions] */
    uint32_t actions, action_room;
    enum nash_status status;
    const char *limit; /* NASH_TOO_LARGE: the limit that was exceeded */
};

/* Begins a game of 1 to GAME_PLAYERS_MAX players. */
void game_build_begin(struct game_build *b, struct nash_arena *arena, uint32_t players);

/* Adds an infoset of a player, 0..players-1, with 1 to GAME_ACTIONS_MAX actions. Returns its number. */
uint32_t game_build_infoset(struct game_build *b, uint32_t player, const char *name, uint32_t action_count,
                            const char *const action_name[]);

/* Add a node as the next child of `parent`. p is the probability of the edge if the parent is a chance node, else 1;
 * edge_name is its name there, and is replaced by the action's name below a decision node. Return the node's number. */
uint32_t game_add_chance(struct game_build *b, uint32_t parent, double p, const char *edge_name);
uint32_t game_add_decision(struct game_build *b, uint32_t parent, double p, const char *edge_name, uint32_t infoset);
uint32_t game_add_terminal(struct game_build *b, uint32_t parent, double p, const char *edge_name);
/* Adds payoffs [players], which all ends below the node receive. */
void game_add_payoff(struct game_build *b, uint32_t node, const double payoff[]);

/* Returns the tree, or NULL with *error: NASH_NOMEM; NASH_TOO_LARGE; NASH_UNPROCESSABLE if a chance node's
 * probabilities do not sum to 1 within 1e-9, a node has not as many children as actions, a payoff is not finite, or an
 * infoset breaks perfect recall (Kuhn 1953): two of its nodes follow different own moves of its player. Probabilities
 * are scaled to the sum 1. */
struct game_tree *game_build_end(struct game_build *b, struct nash_error *error);

struct build_node {
    const char *edge_name;
    double chance;
    uint32_t parent, infoset, payoff; /* payoff: row + 1 in the builder's payoff[], 0 = none */
    uint32_t children, depth;
    int8_t player;
};

#endif
