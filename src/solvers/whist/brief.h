/* The result in a few words: see brief.c. */
#ifndef WHIST_BRIEF_H
#define WHIST_BRIEF_H

#include "problem.h"

/* The member "brief". */
void whist_brief_write(const struct whist_problem *problem, const struct whist_answer *answer, struct nash_jsonw *out);

#endif
