/* The parts of a result of the form "equity". */
#ifndef HOLDEM_WRITE_H
#define HOLDEM_WRITE_H

#include <solvers/holdem/problem.h>

void holdem_write_summary(const struct holdem_problem *p, const struct holdem_answer *a, struct nash_jsonw *out);
/* Writes the member "decision". */
void holdem_write_decision(const struct holdem_problem *p, const struct holdem_answer *a, struct nash_jsonw *out);

#endif
