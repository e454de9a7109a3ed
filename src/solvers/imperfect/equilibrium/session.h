/* Plays hands against an opponent while learning its strategy: the experiment behind the learning curves, and a policy
 * for a client that plays. Two-player constant-sum trees. */
#ifndef IMPERFECT_EQUILIBRIUM_SESSION_H
#define IMPERFECT_EQUILIBRIUM_SESSION_H

#include <nash/rng.h>

#include "learn.h"

/* Plays one hand by chance and the profile (both players' parts), and returns its terminal. With probability `explore`
 * at each decision, the player `explorer` takes an action at random instead. */
uint32_t session_deal(const struct game_tree *tree, const double *profile, uint32_t explorer, double explore,
                      struct nash_rng *rng);

struct session_point {
    uint64_t hands;
    double ev[2];    /* our exact expected payoff at each seat with the response to the fit */
    double best[2];  /* the same with the exact best response to the opponent */
    double worst[2]; /* the same against the opponent that exploits us most */
    double captured; /* (ev[0] + ev[1]) / (best[0] + best[1]) */
    double won;      /* mean payoff of the hands so far as they were played, exploration included */
};

struct session_options {
    const double *opponent; /* [tree->actions]: its true strategy at both seats */
    const double *changed;  /* the strategy after `change_at` hands; NULL: it does not change */
    uint64_t change_at;
    struct learn_options learn;
    uint32_t block_hands;     /* hands of a block of the table; 0: all in one block */
    double explore;           /* 0: SESSION_EXPLORE; negative: none */
    double caution;           /* of the data-biased responses (restricted.h) that are played, which are safe while
                                 little is known; 0: RESPONSE_CAUTION; negative: best responses to the fit */
    const uint64_t *schedule; /* [points], increasing: hands after which the play is fitted and measured */
    uint32_t points;
};
#define SESSION_EXPLORE 0.02

struct session {
    struct session_point *point; /* [points]; those not reached have hands 0 */
    struct learn_table table;
    struct learn_fit fit; /* the last */
    double *response;     /* [tree->actions]: the response to the last fit, at both seats */
};

/* Plays to the last point of the schedule, alternating seats, with the generator seeded by run->seed. Between the
 * points it refits and responds anew whenever the hands grew by a quarter. The first response is to the generic
 * strategy. Returns NASH_OK, also after a stop, NASH_NOMEM, or NASH_UNPROCESSABLE as
 * response_solve(). */
enum nash_status session_play(const struct learn_views *views, const struct session_options *options,
                              struct nash_run *run, struct session *session, struct nash_error *error);

#endif
