/* Learns an opponent's behaviour strategy in a tabular game from the hands that it played.
 *
 * A hand is seen from one seat: the terminal node, and whether the opponent's private information was revealed. A hand
 * that was not revealed (the opponent folded) is consistent with several terminals: those with the same public actions
 * and the same own information sets. The table of a model is the number of hands of each kind, in the order of time in
 * blocks, so merging two models is addition and every fit can be repeated. The fit is EM (Dempster, Laird and Rubin
 * 1977): the E-step spreads hands over their terminals by the posterior, the M-step is the mean of a Dirichlet
 * posterior whose prior is a generic strategy (Southey et al. 2005). */
#ifndef IMPERFECT_EQUILIBRIUM_LEARN_H
#define IMPERFECT_EQUILIBRIUM_LEARN_H

#include <nash/run.h>
#include <solvers/imperfect/games/tree.h>

struct learn_hand {
    uint32_t terminal; /* a node */
    uint8_t seat;      /* the observer, a player */
    bool revealed;     /* the opponent's private information became known */
};

/* The kinds of hands of a tree as one seat sees them: made once for a tree. */
struct learn_views;
struct learn_views *learn_views_new(const struct game_tree *tree, struct nash_arena *arena); /* NULL: no memory */

/* Returns the first terminal that looks the same to the observer: the hand's kind. A revealed hand's kind is itself. */
uint32_t learn_kind(const struct learn_views *views, const struct learn_hand *hand);

struct learn_count {
    struct learn_hand hand; /* of the first terminal of its kind */
    uint32_t block;         /* number of the period, from 0 */
    double count;
};

struct learn_table {
    struct learn_count *list; /* ordered by block, seat, revealed, terminal */
    uint32_t count, room;
    struct nash_arena *arena;
};

/* Adds hands of one kind to a table. Returns false without memory. */
bool learn_add(struct learn_table *table, const struct learn_views *views, const struct learn_hand *hand,
               uint32_t block, double count);

struct learn_options {
    const double *generic; /* [tree->actions]: mean of the prior; NULL: uniform */
    double strength;       /* of the prior, in observations of an information set; 0: LEARN_STRENGTH */
    double discount;       /* factor of a hand's weight for each block of age, 0 < d <= 1; 0: 1 */
    uint32_t passes;       /* of EM; 0: LEARN_PASSES */
    bool detect_change;    /* use only the blocks since the last change that was detected */
};
enum { LEARN_STRENGTH = 2, LEARN_PASSES = 100 };

struct learn_fit {
    double *strategy; /* [tree->actions] in the arena: the opponents' part is fitted, for both seats */
    double *count;    /* [tree->infosets] in the arena: (fractional) observations at each set */
    double log_likelihood; /* nats a hand */
    double generic_log_likelihood; /* the same under the prior's mean */
    uint32_t changed_at;   /* block at which the opponent changed; 0: no change */
    double changed_by;     /* log-likelihood ratio of the change in nats */
    uint32_t passes;
};

/* Fits a table. Returns NASH_OK (after a stop with the fit so far) or NASH_NOMEM. */
enum nash_status learn_fit(const struct game_tree *tree, const struct learn_views *views,
                           const struct learn_table *table, const struct learn_options *options, struct nash_run *run,
                           struct learn_fit *fit);

#endif
