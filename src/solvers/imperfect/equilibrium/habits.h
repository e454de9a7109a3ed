/* Habits: what an opponent does in general, learnt over all information sets at which it has the same actions and a
 * hand of similar strength. A prior for the sets that were seldom seen.
 *
 * The strength of an information set is its rank among the sets of the same player after the same public actions, by
 * the expected payoff when everybody plays at random, weighted by how often chance leads there. */
#ifndef IMPERFECT_EQUILIBRIUM_HABITS_H
#define IMPERFECT_EQUILIBRIUM_HABITS_H

#include <nash/arena.h>
#include <nash/status.h>
#include <solvers/imperfect/games/tree.h>

enum { HABIT_BINS = 32 }; /* ranks of strength of the pooled counts */

struct habits {
    const struct game_tree *tree;
    double *strength; /* [infosets], 0..1 */
    uint32_t *row;    /* [infosets]: where the set's pooled counts begin: those of its menu (list of action names) at
                         the bin of its strength */
    uint32_t rows;    /* total length of the pooled counts */
    uint32_t *menu;   /* [infosets]: where the pooled counts of its menu begin, bin 0 first */
    double kernel[HABIT_BINS]; /* weight of a bin so many bins away: a Gaussian */
};

/* Fills the habits. Returns NASH_OK or NASH_NOMEM. O(nodes * players + infosets log infosets). */
enum nash_status habits_init(struct habits *habits, const struct game_tree *tree, struct nash_arena *arena);

/* Fills prior[actions] from expected counts of actions: at each set the mean of `generic`, which counts as much as
 * `generic_weight` observations, and of the counts at all sets of the same menu, weighted by the kernel of their
 * distance in strength. Sets evidence[infosets] to the share of those counts in the mean, 0..1. pool is room for
 * [rows]. O(infosets * HABIT_BINS * actions of a set). */
void habits_prior(const struct habits *habits, const double *generic, double generic_weight, const double *count,
                  double *prior, double *evidence, double *pool);

#endif
