/* Helpers of the tests of the kind andor, in addition to ../solvers/kind_case.h. */
#ifndef TEST_ANDOR_KIND_H
#define TEST_ANDOR_KIND_H

#include <solvers/andor/answer.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_andor;

static inline struct andor_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Appends a graph as a problem in JSON. more: further members, such as ",\"trace\":true". In the form of rules, node v
 * is the term n(v), and each of its connectors is a rule for n(v). */
void kind_print(const struct andor_graph *g, enum andor_form form, const char *more, struct nash_buf *out);

#endif
