/* Equilibria of two-player constant-sum trees by counterfactual regret minimisation (Zinkevich et al. 2007).
 *
 * The iterations run on the sequence form (Koller, Megiddo and von Stengel 1996): a sparse matrix of expected payoffs
 * over pairs of sequences replaces the tree, so one update is a sparse matrix-vector product and one sweep over a
 * player's information sets, O(pairs + actions). The players update in turn. Requires perfect recall. */
#ifndef IMPERFECT_EQUILIBRIUM_CFR_H
#define IMPERFECT_EQUILIBRIUM_CFR_H

#include <nash/run.h>
#include <solvers/imperfect/games/tree.h>

/* CFR_PLUS: regrets clipped at 0, averages weighted linearly (Tammelin 2014).
 * CFR_DISCOUNTED: DCFR with alpha 1.5, beta 0, gamma 2 (Brown and Sandholm 2019).
 * CFR_PREDICTIVE: PCFR+, the last utility as prediction, quadratic averages (Farina, Kroer and Sandholm 2021).
 * CFR_PREDICTIVE_DISCOUNTED: PDCFR+ with alpha 2.3, gamma 5 (Xu et al. 2024).
 * CFR_AUTO: PDCFR+ up to 5,000 actions in the tree, else DCFR: the fastest on the games of tests/bench/imperfect. */
enum cfr_method { CFR_AUTO, CFR_PLUS, CFR_DISCOUNTED, CFR_PREDICTIVE, CFR_PREDICTIVE_DISCOUNTED };
extern const char *const cfr_method_names[]; /* "auto", "cfr+", "dcfr", "pcfr+", "pdcfr+" */

struct cfr_point {
    uint64_t iterations;
    double exploitability;
};

/* The opponent of a restricted solution (restricted.h): a plan of the model that is mixed in, and information sets at
 * which the model is obeyed in part. */
struct cfr_restriction {
    uint32_t player;      /* the opponent, 0 or 1 */
    const double *model;  /* [tree->actions] */
    double trust;         /* probability with which the opponent plays the model for the whole hand */
    const double *obeyed; /* [tree->infosets]: probability with which it plays the model at this set; NULL: 0 */
};

struct cfr_options {
    enum cfr_method method;
    uint64_t iterations; /* limit; 0: 1,000,000 */
    double target;       /* exploitability at which to stop, in payoff units; 0: only by the limit */
    const struct cfr_restriction *restricted; /* NULL: an equilibrium of the game itself */
    /* Receives each point of the curve, at growing intervals: 1, 2, 3, ... iterations, each step 5/4 of the last. May
     * be NULL. */
    void (*report)(void *context, const struct cfr_point *point);
    void *context;
};

enum { CFR_CURVE_MAX = 128 };

struct cfr_result {
    double *strategy; /* [tree->actions] in the arena: the average strategy; of the restricted opponent its free part */
    double value[2];  /* expected payoffs of the profile */
    double exploitability; /* in the restricted game if `restricted` is set */
    uint64_t iterations;
    bool reached; /* the target was reached */
    struct cfr_point curve[CFR_CURVE_MAX];
    uint32_t curve_points;
    enum cfr_method method; /* the one that ran */
};

/* Solves the tree. Stops at the target, the limit of iterations, or nash_stop(run, EQUILIBRIUM_STOP_CFR), and then
 * returns NASH_OK with the strategies found so far (a stop before the first iteration gives uniform ones). Adds the
 * iterations to run->nodes. Returns NASH_NOMEM, or NASH_UNPROCESSABLE if the tree has not two players or no constant
 * sum. Sends progress {"iterations":n,"exploitability":x} to the run. */
enum nash_status cfr_solve(const struct game_tree *tree, const struct cfr_options *options, struct nash_run *run,
                           struct cfr_result *result, struct nash_error *error);

/* Numbers of the stop checks of this folder. */
enum equilibrium_stop {
    EQUILIBRIUM_STOP_CFR = 201,  /* each iteration */
    EQUILIBRIUM_STOP_STRATEGIES, /* normal_form.c: each row of the payoff matrix */
    EQUILIBRIUM_STOP_FIT,        /* learn.c: each pass of EM */
    EQUILIBRIUM_STOP_SESSION     /* session.c: each hand played */
};

#endif
