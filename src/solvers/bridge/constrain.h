/* From what is asked to what is to be dealt. */
#ifndef BRIDGE_CONSTRAIN_H
#define BRIDGE_CONSTRAIN_H

#include "dealing.h"
#include "problem.h"

struct bridge_hiding {
    unsigned seat[BRIDGE_HIDDEN_MAX]; /* of each hidden hand */
    struct bridge_dealing_rules rules;
};

/* The problem has passed bridge_sampling_check(). */
void bridge_hiding_of(const struct bridge_problem *problem, struct bridge_hiding *hiding);

#endif
