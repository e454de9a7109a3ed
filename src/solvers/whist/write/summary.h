/* The summary of a result (kit/summary.h). */
#ifndef WHIST_SUMMARY_H
#define WHIST_SUMMARY_H

#include <solvers/whist/kind.h>

/* Writes the member "summary". */
void whist_summary_write(const struct whist_problem *problem, const struct whist_answer *answer,
                         struct nash_jsonw *out);

#endif
