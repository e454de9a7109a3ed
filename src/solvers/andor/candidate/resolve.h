/* The numbers behind the names of a candidate. */
#ifndef ANDOR_CANDIDATE_RESOLVE_H
#define ANDOR_CANDIDATE_RESOLVE_H

#include <solvers/andor/answer.h>

/* Finds the nodes and connectors that p->candidate names in the graph of the answer. Returns false if the memory does
 * not suffice. */
bool andor_resolve_candidate(const struct andor_problem *p, const struct andor_answer *a,
                             struct andor_named_numbers *numbers);

#endif
