/* Helpers of this kind's tests, beside ../solvers/kind_case.h. */
#ifndef TEST_ANDOR_KIND_H
#define TEST_ANDOR_KIND_H

#include <solvers/andor/problem.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_andor;

static inline struct andor_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Appends a graph as a problem. more: further members, such as ",\"trace\":true". As rules, node v is n(v) and its
 * connectors are rules for n(v); with other numbers it would be the same graph. */
void kind_print(const struct andor_graph *g, enum andor_form form, const char *more, struct nash_buf *out);

#endif
