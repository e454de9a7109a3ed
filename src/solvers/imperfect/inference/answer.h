/* The answer to a problem of the form "tables". */
#ifndef IMPERFECT_ANSWER_H
#define IMPERFECT_ANSWER_H

#include "tables.h"

#define TABLES_NONE UINT32_MAX

enum {
    TABLES_TRACE_STATES = 169,    /* most hidden states with a posterior for each observation */
    TABLES_TRACE_NUMBERS = 200000 /* most numbers of these posteriors together */
};

/* What one observation told. */
struct tables_trace {
    double likelihood;   /* given the observations before */
    double entropy;      /* bits left after it */
    double gained;       /* bits that it removed; negative if less is certain than before */
    double told;         /* bits, at least 0: the relative entropy of the distributions after and before it */
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

    double noise; /* rounding of a value: smaller ones are 0, and values that differ by less are equal */
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

#endif
