/* Responses to a model of the opponent with a dial between safety and gain, in two-player constant-sum trees.
 *
 * Restricted Nash response (Johanson, Zinkevich and Bowling 2007): the opponent plays the model with probability
 * `trust` and anything with probability 1 - trust; our part of an equilibrium of that game. Trust 0 is an equilibrium,
 * trust 1 a best response. Data-biased response (Johanson and Bowling 2009): the trust of each information set is
 * trust * n / (n + caution), n being the observations there, so that what was seldom seen is not relied upon. */
#ifndef IMPERFECT_EQUILIBRIUM_RESTRICTED_H
#define IMPERFECT_EQUILIBRIUM_RESTRICTED_H

#include "cfr.h"

struct response_options {
    uint32_t player;     /* we, 0 or 1 */
    double trust;        /* 0..1 */
    const double *count; /* [tree->infosets]: observations at the opponent's sets: a data-biased response; or NULL.
                            learn_fit's `evidence` includes its habits */
    double caution;      /* the n at which the trust of a set is one half; 0: RESPONSE_CAUTION */
    struct cfr_options cfr;
};
enum { RESPONSE_CAUTION = 1 };

struct response {
    double *strategy;      /* [tree->actions] in the arena: our part is the answer, the opponent's part is the model */
    double ev;             /* our expected payoff against the model */
    double worst_case;     /* our expected payoff against a best response to us */
    double exploitability; /* of the restricted game: how far the answer is from optimal */
    uint64_t iterations;
    bool exact; /* a best response, computed exactly (trust 1 and no counts) */
};

/* Computes a response to `model` ([tree->actions], the opponent's part is read). As cfr_solve() about stops and
 * errors. */
enum nash_status response_solve(const struct game_tree *tree, const double *model,
                                const struct response_options *options, struct nash_run *run, struct response *response,
                                struct nash_error *error);

#endif
