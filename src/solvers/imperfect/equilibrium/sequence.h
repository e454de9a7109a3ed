/* The sequence form of a two-player constant-sum tree (Koller, Megiddo and von Stengel 1996).
 *
 * A sequence is an information set of a player together with an action there; with perfect recall it determines all of
 * the player's earlier actions. Sequence 0 of a player is the empty one. A plan gives each sequence the product of the
 * player's own probabilities up to it. The expected payoff is bilinear in the two plans. */
#ifndef IMPERFECT_EQUILIBRIUM_SEQUENCE_H
#define IMPERFECT_EQUILIBRIUM_SEQUENCE_H

#include <nash/arena.h>
#include <nash/status.h>
#include <solvers/imperfect/games/tree.h>

struct sequence_set {
    uint32_t parent;  /* the sequence that leads to this set */
    uint32_t first;   /* the sequence of its action 0; action k is first + k */
    uint32_t count;   /* actions */
    uint32_t infoset; /* number in the tree */
};

/* Expected payoffs to one player, by rows of its own sequences; only pairs that end at a terminal are present. */
struct sequence_matrix {
    uint32_t *start;  /* [sequences + 1] */
    uint32_t *column; /* [pairs]: the other player's sequence */
    double *value;    /* [pairs]: sum of chance * payoff over the terminals of the pair */
};

struct sequence_player {
    uint32_t sets, sequences;
    struct sequence_set *set; /* [sets]: a set comes after the set of its parent sequence; `first` increases */
    struct sequence_matrix payoff;
};

struct sequence_form {
    struct sequence_player player[2];
    double sum; /* of both payoffs; the matrices hold payoff - sum / 2, so they are zero-sum */
};

/* Builds the sets and sequences of a two-player tree of any sum, without payoffs. Fills last[2 * nodes]: the sequences
 * of players 0 and 1 at each node. Returns NASH_OK or NASH_NOMEM. */
enum nash_status sequence_sets(struct sequence_form *form, const struct game_tree *tree, uint32_t *last,
                               struct nash_arena *arena);

/* Builds the whole form. Returns NASH_OK, NASH_NOMEM, or NASH_UNPROCESSABLE if the tree has not two players, no
 * constant sum or imperfect recall. O(nodes + pairs * log(longest row)). */
enum nash_status sequence_form_init(struct sequence_form *form, const struct game_tree *tree, struct nash_arena *arena,
                                    struct nash_error *error);

/* Computes out[own sequences]: the payoffs of the player's sequences against the other's plan. If most of the plan is
 * 0, only the rows of the other's matrix that are played are added, with the sign turned (pruning). O(pairs). */
void sequence_gradient(const struct sequence_form *form, uint32_t player, const double *plan, double *out);

/* Converts a behaviour strategy of the tree to a plan, and a plan to a behaviour strategy. Sets that the plan does not
 * reach get equal probabilities. */
void sequence_plan(const struct sequence_player *own, const struct game_tree *tree, const double *strategy,
                   double *plan);
void sequence_behaviour(const struct sequence_player *own, const struct game_tree *tree, const double *plan,
                        double *strategy);

#endif
