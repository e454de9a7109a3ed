/* The answer to a problem of the form "tables", and the steps that compute it. */
#ifndef IMPERFECT_ANSWER_H
#define IMPERFECT_ANSWER_H

#include <nash/run.h>

#include "tables.h"

#define TABLES_NONE UINT32_MAX

enum {
    TABLES_STOP_ROWS = 1, /* numbers of the stop checks */
    TABLES_STOP_TRACE,
    TABLES_STOP_SAMPLES
};
enum {
    TABLES_TRACE_STATES = 169,    /* most hidden states with a posterior for each observation */
    TABLES_TRACE_NUMBERS = 200000 /* most numbers of these posteriors together */
};

/* What one observation told. */
struct tables_trace {
    double likelihood;   /* given the observations before */
    double entropy;      /* bits left after it */
    double gained;       /* bits that it removed; negative if less is known than before */
    uint32_t rose, fell; /* the states whose probability rose and fell the most; TABLES_NONE: none did */
    double rose_from, rose_to, fell_from, fell_to;
    bool set_aside;          /* impossible in every state that was left */
    const double *posterior; /* [hidden]; NULL: too many numbers */
};

/* The choice of one way to decide, and its value by the exact computation. */
struct tables_choice {
    bool defined;
    uint32_t best;
    double claims; /* the value that this way computes for its choice */
    double ev;     /* the exact one */
};
/* The ways: the printed formula of the seed; its corrected form; no model; the prior alone; the exact computation. */
enum tables_way { TABLES_LITERAL, TABLES_CORRECTED, TABLES_UNIFORM, TABLES_PRIOR, TABLES_FULL, TABLES_WAYS };
extern const char *const tables_way_names[]; /* inference/compare.c */

/* The defects of the seed's method, D1 to D7. */
enum tables_defect {
    TABLES_RATIO,    /* wins / losses is no probability */
    TABLES_NO_PRIOR, /* all hidden states have the same prior */
    TABLES_ZEROES,   /* a product of zeroes, or one that underflows */
    TABLES_NO_TIES,
    TABLES_NO_RESPONSE, /* the opponent never folds */
    TABLES_NO_SAFETY,   /* the choice relies on the model alone */
    TABLES_SAMPLED,     /* samples where a sum would do */
    TABLES_DEFECTS
};
/* A defect that matters to this request: a quantity by the printed method and by the remedy. */
struct tables_correction {
    enum tables_defect defect;
    double literal, corrected; /* NAN: undefined */
    uint32_t action, other;    /* the actions that the quantities are about */
};

struct tables_value {
    double ev, stderr_;    /* NAN: undefined, of one sample */
    double uniform, prior; /* exact values without observations: all states equally likely, or by the prior */
};

struct tables_answer {
    double *posterior; /* [hidden] */
    double entropy_prior, entropy_posterior;
    bool *impossible;         /* [rows]: observations of the row are set aside */
    uint32_t contradicted_at; /* the first observation that is set aside, or TABLES_NONE */
    uint32_t set_aside;       /* their number */
    struct tables_trace *trace;
    uint32_t traced; /* fewer than the observations if the budget ended */

    double chance[TABLES_OUTCOMES]; /* of winning, of a tie, of losing; not used without outcomes */
    struct tables_value *value;     /* [actions] */
    uint32_t best;
    double margin;   /* NAN: there is one action */
    double switch_p; /* NAN: no other action is ever best, or the payoffs do not follow from outcomes */
    uint32_t switch_to;
    double evpi;
    uint32_t ignoring;
    double ignoring_ev, ignoring_loss;

    uint32_t samples; /* drawn; 0 if exact */
    uint32_t drawn[TABLES_OUTCOMES];
    struct tables_choice choice[TABLES_WAYS];
    uint32_t corrections;
    struct tables_correction correction[TABLES_DEFECTS];
};

/* ---- posterior.c ---- */

/* Fills the entropy of the prior, the posterior and its entropy, and the observations that are set aside. All in logs:
 * no history is too long. Returns false if the run was stopped or memory is exhausted; then it is NASH_NOMEM unless
 * run->stopped. */
bool tables_infer(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);
/* Returns the entropy of a distribution in bits. */
double tables_entropy(const double *probability, uint32_t count);

/* ---- trace.c ---- */

/* Fills the trace, up to where the run is stopped. Returns false if memory is exhausted. */
bool tables_trace(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);

/* ---- joint.c: probabilities of hidden state and outcome together, [hidden * TABLES_OUTCOMES] ---- */

/* Returns the joint distribution by weights [hidden], or by equal ones if they are NULL; NULL if the arena is full. */
double *tables_joint(const struct tables_problem *p, const double *weight, struct nash_arena *arena);
/* Returns the mean of an action's payoff, and the chance of an outcome. */
double tables_ev(const struct tables_problem *p, const double *joint, const struct tables_action *action);
double tables_outcome_chance(const struct tables_problem *p, const double *joint, enum tables_outcome outcome);
/* Returns the first action with the largest mean payoff. */
uint32_t tables_best(const struct tables_problem *p, const double *joint);

/* ---- sample.c ---- */

/* Draws hidden states by the posterior and outcomes by their chances, by the alias method (A. J. Walker 1977; M. D.
 * Vose 1991). Fills samples and drawn. Returns how often each pair came, as parts of 1; NULL if the arena is full. */
double *tables_draw(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a);

/* ---- decide.c, seed.c, compare.c ---- */

/* Fills values, chances, best action, margin, switch point and the value of information from a joint distribution. */
void tables_decide(const struct tables_problem *p, const double *joint, struct tables_answer *a);
/* Fills best, the first action with the largest value, and margin. */
void tables_choose(const struct tables_problem *p, struct tables_answer *a);
/* Finds the win probability nearest to `win` at which another action becomes best. Fills switch_p and switch_to. */
void tables_find_switch(const struct tables_problem *p, const double *joint, double win, double tie,
                        struct tables_answer *a);

/* Exact joint distributions: the posterior, the prior, equal weights, and the posterior of equal priors, which the seed
 * prints. */
struct tables_joints {
    const double *exact, *prior, *uniform, *printed;
};
/* Fills the choices, the values without observations, and the loss of a player who ignores observations. */
void tables_compare(const struct tables_problem *p, const struct tables_joints *joint, struct tables_answer *a);
/* Returns the seed's value of an action at a win probability: ties and responses are left out. */
static inline double tables_seed_ev(const struct tables_action *action, double p_win)
{
    return p_win * action->by_outcome[TABLES_WIN] + (1 - p_win) * action->by_outcome[TABLES_LOSE];
}
/* Decides as the seed does, by the counts of the samples, and fills the corrections. Returns false if the arena is
 * full.
 */
bool tables_decide_as_seed(const struct tables_problem *p, const struct tables_joints *joint, struct nash_arena *arena,
                           struct tables_answer *a);

#endif
