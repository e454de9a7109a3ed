/* Opponents of fixed style for Kuhn and Leduc: what they do depends only on the strength of their hand.
 *
 * Strength s is the share of showdowns won against a random opponent's card, ties counting one half, with the board (in
 * Leduc's first round: averaged over it). A style gives the probability of folding to a bet, F, and of betting or
 * raising, R; the rest is a check or a call. In Kuhn, folding and checking are "pass", betting and calling are "bet".
 *
 *     tight          F: 0.9 below s = 0.5, 0.4 below 0.7, else 0   R: 0.8 from s = 0.75, else 0.05
 *     station        F: 0.05                                       R: 0.05, calls nearly everything
 *     maniac         F: 0.05                                       R: 0.8
 *     bluffer        F: 0.1 below s = 0.3 or from 0.7, else 0.5    R: 0.7 below s = 0.3 or from 0.7, else 0.1
 *     inverted       the tight player with 1 - s in the place of s
 *     ignores_cards  F: 0.25                                       R: 0.35
 */
#ifndef IMPERFECT_GAMES_STYLES_H
#define IMPERFECT_GAMES_STYLES_H

#include "tree.h"

enum { GAME_STYLE_UNIFORM };                 /* the first style, for all games */
extern const char *const game_style_names[]; /* "uniform" and those above, NULL-terminated */

/* Fills strategy[actions] for all players of a built-in game, by its index; -1: another game. Returns false if it has
 * no such style. */
bool game_style(unsigned style, int builtin, const struct game_tree *tree, double *strategy);

/* Returns the strength of the hand at an infoset of such a game, 0..1. */
double game_hand_strength(int builtin, const char *infoset);

#endif
