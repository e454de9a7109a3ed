/* Learns an opponent's behaviour strategy in a two-player tabular game from hands that it played.
 *
 * A hand is seen from one seat. Either the opponent's private information was shown, or the hand is consistent with
 * several terminals: those with the same public actions, own information sets and own payoff. A model is a table of the
 * number of hands of each kind in each period, so merging two models is addition and every fit can be repeated.
 *
 * The fit is EM (Dempster, Laird and Rubin 1977): the E-step spreads hands over their terminals by the posterior over
 * the hidden information, the M-step takes the mean of a Dirichlet posterior around a generic strategy (Southey et al.
 * 2005, Bayes' Bluff). */
#ifndef IMPERFECT_EQUILIBRIUM_LEARN_H
#define IMPERFECT_EQUILIBRIUM_LEARN_H

#include <nash/run.h>
#include <solvers/imperfect/games/tree.h>

struct habits;

struct learn_hand {
    uint32_t terminal; /* a node */
    uint8_t seat;      /* the observer, player 0 or 1 */
    bool shown;        /* the opponent's private information became known */
};

/* The terminals of a tree as each seat sees them. Made once for a tree. */
struct learn_views {
    const struct game_tree *tree;
    uint32_t *kind; /* [2 * nodes] at seat * nodes + terminal: the first terminal that looks the same */
    uint32_t *next; /* [2 * nodes]: the next terminal that looks the same, or UINT32_MAX */
    bool *shown;    /* [nodes]: a showdown: the payoff depends on more than the public actions */
    struct habits *habits;
    uint32_t *by_name; /* [infosets]: their numbers in the order of their names */
};

/* Fills the views. Returns NASH_OK or NASH_NOMEM. O(nodes log nodes). */
enum nash_status learn_views_init(struct learn_views *views, const struct game_tree *tree, struct nash_arena *arena);

/* Returns the information set of this name, or UINT32_MAX. O(log infosets). */
uint32_t learn_find_infoset(const struct learn_views *views, const char *name);

/* Fills path[nodes]: a hash of the names and players of all actions on the way to a node. Chance moves do not count, so
 * equal paths look the same but for the cards. */
void learn_paths(const struct game_tree *tree, uint64_t *path);

struct learn_count {
    uint32_t block; /* number of the period, from 0 */
    uint8_t seat;
    bool shown;
    uint32_t terminal; /* the first of its kind */
    double count;
};

struct learn_table {
    struct learn_count *list; /* ordered by block, seat, shown, terminal */
    uint32_t count, room;
    struct nash_arena *arena;
};

/* Adds `count` hands of one kind. Returns false without memory. O(distinct kinds). */
bool learn_add(struct learn_table *table, const struct learn_views *views, const struct learn_hand *hand,
               uint32_t block, double count);

struct learn_options {
    const double *generic; /* [tree->actions]: mean of the prior; NULL: uniform */
    double strength;       /* of the prior, in observations of an information set; 0: LEARN_STRENGTH */
    double habit;          /* observations that the generic strategy counts in a habit (habits.h); 0: LEARN_HABIT;
                              negative: no habits, the prior's mean is the generic strategy */
    double discount;       /* factor of a hand's weight for each block of age, 0 < d <= 1; 0: 1 */
    uint32_t passes;       /* of EM; 0: LEARN_PASSES */
    bool detect_change;    /* fit only the blocks since the last change */
};
enum { LEARN_STRENGTH = 10, LEARN_HABIT = 5, LEARN_PASSES = 60 };

struct learn_fit {
    double *strategy;      /* [tree->actions] in the arena: fitted for both players */
    double *count;         /* [tree->infosets] in the arena: (fractional) observations */
    double *evidence;      /* [infosets] in the arena: the observations, and those of the opponent's habits up to the
                              strength of the prior: what a data-biased response may rely upon */
    double hands;          /* weight of the hands that were used */
    double log_likelihood; /* mean of the hands, nats, of the opponent's actions and shown cards, own actions apart */
    double generic_log_likelihood; /* the same under the generic strategy */
    uint32_t changed_at;           /* first block since the last change; 0: no change */
    double changed_by;             /* by how many nats the blocks since then support the change */
};

/* Fits a table. Returns NASH_OK (after a stop with the fit so far) or NASH_NOMEM. O(passes * nodes); with
 * detect_change about LEARN_PERIODS^2 / 2 times that. */
enum nash_status learn_fit(const struct learn_views *views, const struct learn_table *table,
                           const struct learn_options *options, struct nash_run *run, struct learn_fit *fit);

/* Returns the log-likelihood of the hands of blocks from..to-1 under a strategy, in nats, and their number. `reach` is
 * room for [nodes]. */
double learn_log_likelihood(const struct learn_views *views, const struct learn_table *table, uint32_t from,
                            uint32_t to, const double *strategy, double *reach, double *hands);

/* Finds the last change of the opponent: the first block after it, or 0. A change at b is accepted if the blocks since
 * b are predicted one by one at least LEARN_CHANGE_NATS better by the fit of the blocks from b than by the fit of all
 * earlier ones or by the generic strategy: a Bayes factor of 1,000 by predictions, which needs no penalty for
 * parameters (Dawid 1984). The generic strategy is compared because a fit of few hands differs little from it. */
enum { LEARN_PERIODS = 16, LEARN_CHANGE_NATS = 7 };
enum nash_status learn_change(const struct learn_views *views, const struct learn_table *table,
                              const struct learn_options *options, struct nash_run *run, uint32_t *block, double *nats);

#endif
