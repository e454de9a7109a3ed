/* A problem of the form "tables": hidden states, observations of an opponent, a model, and actions with payoffs. It
 * lives in the arena of its request.
 *
 * Arrays over hidden states have `hidden` entries. An opponent whose hidden state is h shows the observation of row r
 * with probability likelihood[r * hidden + h], which tables_likelihood() smooths. */
#ifndef IMPERFECT_TABLES_H
#define IMPERFECT_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TABLES_HIDDEN_MAX = 65536,
    TABLES_ROWS_MAX = 1000,
    TABLES_OBSERVATIONS_MAX = 100000,
    TABLES_ACTIONS_MAX = 1000,
    TABLES_PAIRS_MAX = 1 << 21, /* hidden states times actions: values take 50 ms without a stop check */
    TABLES_SAMPLES = 100000,    /* default of "samples" */
    TABLES_SAMPLES_MAX = 10000000,
    TABLES_NAME_MAX = 60 /* characters of a name */
};
static const double TABLES_PAYOFF_MAX = 1e12; /* largest absolute payoff, and largest weight of a prior */

enum tables_method { TABLES_AUTO, TABLES_EXACT, TABLES_MONTE_CARLO, TABLES_SEED };
extern const char *const tables_method_names[]; /* read/tables.c; NULL-terminated */

/* The outcome of the game against one hidden state, if the opponent does not fold. */
enum tables_outcome { TABLES_WIN, TABLES_TIE, TABLES_LOSE, TABLES_OUTCOMES };

struct tables_action {
    const char *id;
    const double *payoff;               /* [hidden], whatever the outcome; NULL: `by_outcome` holds */
    double by_outcome[TABLES_OUTCOMES]; /* equal for a payoff that is one number */
    bool decided;                       /* the payoff depends on the outcome */
    const double *fold;                 /* [hidden] probability that the opponent folds; NULL: never */
    double payoff_fold;
};

struct tables_problem {
    uint32_t hidden, rows, observations, actions;
    enum tables_method method; /* never TABLES_AUTO */
    uint32_t samples;
    double smoothing;
    const char *const *hidden_name, *const *row_name;
    const double *prior; /* [hidden], their sum is 1 */
    bool uniform;        /* all priors are equal */
    const double *likelihood;
    const uint32_t *observation; /* [observations] rows */
    const double *win, *tie;     /* [hidden] probabilities; NULL: the request has no outcome */
    const struct tables_action *action;
};

/* Returns the likelihood of row r in the hidden state h: with the probability `smoothing` the opponent acts at random,
 * each row being equally likely. */
static inline double tables_likelihood(const struct tables_problem *p, uint32_t r, uint32_t h)
{
    double model = p->likelihood[(size_t)r * p->hidden + h];
    return p->smoothing > 0 ? (1 - p->smoothing) * model + p->smoothing / p->rows : model;
}

/* Returns the probability of an outcome against the hidden state h; without outcomes all are losses. */
static inline double tables_chance(const struct tables_problem *p, uint32_t h, enum tables_outcome outcome)
{
    double win = p->win ? p->win[h] : 0, tie = p->win ? p->tie[h] : 0, lose = 1 - win - tie;
    return outcome == TABLES_WIN ? win : outcome == TABLES_TIE ? tie : lose > 0 ? lose : 0;
}

/* Returns the expected payoff of an action against the hidden state h with this outcome, over the opponent's response.
 */
static inline double tables_payoff(const struct tables_action *a, uint32_t h, enum tables_outcome outcome)
{
    double stays = a->payoff ? a->payoff[h] : a->by_outcome[outcome];
    return a->fold ? a->fold[h] * a->payoff_fold + (1 - a->fold[h]) * stays : stays;
}

#endif
