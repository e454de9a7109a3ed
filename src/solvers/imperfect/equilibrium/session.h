/* Plays hands against an opponent while learning its strategy: the experiment behind the learning curves, and the
 * policy for a client that plays. Two-player constant-sum trees. */
#ifndef IMPERFECT_EQUILIBRIUM_SESSION_H
#define IMPERFECT_EQUILIBRIUM_SESSION_H

#include <nash/rng.h>

#include "learn.h"

/* Plays one hand by chance and the profile (both players' parts), and returns its terminal. With probability `explore`
 * at each decision, `explorer` takes a uniformly random action. */
uint32_t session_deal(const struct game_tree *tree, const double *profile, uint32_t explorer, double explore,
                      struct nash_rng *rng);

struct session_point {
    uint64_t hands;
    double ev[2];   /* our exact expected payoff at each seat when we play our response to the fit */
    double best[2]; /* the exact best response's */
    double captured; /* (ev[0] + ev[1]) / (best[0] + best[1]) */
    double won;      /* payoff a hand so far, as played, exploration included */
};

struct session_options {
    const double *opponent;   /* [tree->actions]: its true strategy at both seats */
    struct learn_options learn;
    double explore;           /* 0: 0.05 */
    double trust;             /* of the data-biased response that is played, 0: 1 */
    const uint64_t *schedule; /* [points], increasing: hands after which the fit is refreshed and measured */
    uint32_t points;
    bool (*revealed)(const void *context, uint32_t terminal); /* whether the observer sees the cards at this terminal */
    const void *context;
};

/* Plays to the last point of the schedule, alternating seats, with the generator seeded by run->seed, and fills
 * point[points] and *fit (the last). Returns NASH_OK, also after a stop (the points not reached have hands 0), or
 * NASH_NOMEM. */
enum nash_status session_play(const struct game_tree *tree, const struct session_options *options, struct nash_run *run,
                              struct session_point *point, struct learn_fit *fit, struct nash_error *error);

#endif
