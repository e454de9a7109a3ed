/* Converts the constraints of a problem to rules for dealing. */
#ifndef BRIDGE_CONSTRAIN_H
#define BRIDGE_CONSTRAIN_H

#include <solvers/bridge/problem.h>

#include "dealing.h"

struct bridge_hiding {
    unsigned seat[BRIDGE_HIDDEN_MAX]; /* the seat of each hand in `rules` */
    struct bridge_dealing_rules rules;
};

/* Makes the rules for the hidden hands. Precondition: bridge_sampling_check() has accepted the problem. */
void bridge_hiding_make(const struct bridge_problem *problem, struct bridge_hiding *hiding);

#endif
